import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { ComponentProps, CSSProperties, ReactNode } from 'react'

type Look = 'quiet' | 'start' | 'end' | 'top' | 'bottom' | 'wide' | 'stretch'

/** The place and the look of a column in the card that a row becomes on a phone. */
export interface CardPlace {
  /** Its area of the card. Without one it follows the others. */
  area?: string | undefined
  /** Words before the value, because a card has no heading. */
  label?: string | undefined
  /**
   * `quiet`: small and muted. `start`, `end`, `top`, `bottom`: of its area. `wide`: as wide as its line, up to the
   * status. `stretch`: buttons that share the whole width.
   */
  look?: Look | `quiet ${Look}` | undefined
}

interface CardGrid {
  /** The areas of its lines, from the top down: ['name status', 'days actions']. */
  lines: readonly string[]
  /** The widths of its columns, as `grid-template-columns` takes them. */
  columns: string
}

/** The card that a row becomes on a phone. A table with many columns has wide cards too, on a tablet. */
export interface Cards extends CardGrid {
  wide?: CardGrid
}

export interface Column<Row> {
  key: string
  header: string
  /** Replaces the header's text, such as a checkbox that selects every row. */
  headerCell?: ReactNode | undefined
  cell: (row: Row) => ReactNode
  /** Numbers are aligned to the end. */
  align?: 'end' | undefined
  /** The cell is the row's header for screen readers. One column at most. */
  isRowHeader?: boolean | undefined
  isSortable?: boolean | undefined
  /** For every cell and the header, such as the width of the column. */
  className?: string | undefined
  /** Hidden between a phone's width and a wide screen's, where the other columns need the room. */
  isWideOnly?: boolean | undefined
  /** Where it stands in a card: its area alone, or with a label and a look; `hidden` leaves it out. */
  card?: string | CardPlace | undefined
}

export interface Sort {
  key: string
  direction: 'ascending' | 'descending'
}

interface TableProps<Row> {
  caption: ReactNode
  isCaptionHidden?: boolean | undefined
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  rowProps?: ((row: Row) => ComponentProps<'tr'> & { 'data-selected'?: string | undefined }) | undefined
  /** How the rows are sorted. The table itself does not sort. */
  sort?: Sort | undefined
  /** Called with the column and the direction that the visitor chose. */
  onSort?: ((sort: Sort) => void) | undefined
  /** The card of a row on a phone. Without it every cell has a line of its own, behind its heading. */
  cards?: Cards | undefined
}

// On narrow screens CSS `display` turns rows into cards, and some browsers then drop the table roles unless they are
// explicit.
const TABLE = { role: 'table' }
const GROUP = { role: 'rowgroup' }
const ROW = { role: 'row' }
const COLUMN_HEADER = { role: 'columnheader', scope: 'col' }
const ROW_HEADER = { role: 'rowheader', scope: 'row' }
const CELL = { role: 'cell' }

const ARROWS = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown }

const areasOf = (lines: readonly string[]) => lines.map((line) => `'${line}'`).join(' ')

/** What the style sheets make cards from. */
const cardsStyle = ({ lines, columns, wide }: Cards) =>
  ({
    '--card-lines': areasOf(lines),
    '--card-columns': columns,
    ...(wide && { '--wide-card-lines': areasOf(wide.lines), '--wide-card-columns': wide.columns }),
  }) as CSSProperties

const placeOf = (card: string | CardPlace | undefined): CardPlace =>
  typeof card === 'string' ? { area: card } : (card ?? {})

function cardProps(card: string | CardPlace | undefined) {
  const { area, look } = placeOf(card)
  return {
    'data-card': area,
    'data-card-look': look,
    style: area === undefined ? undefined : ({ '--area': area } as CSSProperties),
  }
}

/** A table with a caption and scoped headers, which becomes a list of cards on narrow screens. */
export function Table<Row>({
  caption,
  isCaptionHidden,
  columns,
  rows,
  rowKey,
  rowProps,
  sort,
  onSort,
  cards,
}: TableProps<Row>) {
  return (
    <table className="table" {...TABLE} style={cards && cardsStyle(cards)}>
      <caption className={isCaptionHidden ? 'visually-hidden' : undefined}>{caption}</caption>
      <thead {...GROUP}>
        <tr {...ROW}>
          {columns.map((column) => (
            <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody {...GROUP}>
        {rows.map((row) => (
          <tr key={rowKey(row)} {...ROW} {...rowProps?.(row)}>
            {columns.map(({ key, header, cell, align, isRowHeader, className, isWideOnly, card }) => {
              const Cell = isRowHeader ? 'th' : 'td'
              return (
                <Cell
                  key={key}
                  {...(isRowHeader ? ROW_HEADER : CELL)}
                  data-label={header}
                  data-align={align}
                  data-wide={isWideOnly}
                  className={className}
                  {...cardProps(card)}
                >
                  <div data-card-label={placeOf(card).label}>{cell(row)}</div>
                </Cell>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface HeaderCellProps<Row> {
  column: Column<Row>
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
}

function HeaderCell<Row>({
  column: { key, header, headerCell, align, isSortable, isWideOnly, className },
  sort,
  onSort,
}: HeaderCellProps<Row>) {
  if (!isSortable) {
    return (
      <th {...COLUMN_HEADER} data-align={align} data-wide={isWideOnly} className={className}>
        {headerCell ?? header}
      </th>
    )
  }
  const direction = sort?.key === key ? sort.direction : undefined
  const Icon = ARROWS[direction ?? 'none']
  return (
    <th
      {...COLUMN_HEADER}
      data-align={align}
      data-wide={isWideOnly}
      className={className}
      aria-sort={direction ?? 'none'}
    >
      <button
        type="button"
        onClick={() => onSort?.({ key, direction: direction === 'ascending' ? 'descending' : 'ascending' })}
      >
        <span>{header}</span>
        <Icon size={14} aria-hidden="true" />
      </button>
    </th>
  )
}
