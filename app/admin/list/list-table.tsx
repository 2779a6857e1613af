import type { ComponentProps } from 'react'

import { Table, type Cards } from '#app/ui/table.tsx'

interface ListTableProps<Row> extends Omit<ComponentProps<typeof Table<Row>>, 'rowKey' | 'cards'> {
  cards: Cards
  /** What tells the rows apart, where it is not their id. */
  rowKey?(row: Row): string
  /** The class of its frame, for a table of its own look. */
  frame?: string
}

export const idOf = (row: unknown) => (row as { _id: string })._id

/** The rows of a list in their frame: a table, on a phone cards. */
export function ListTable<Row>({ rowKey = idOf, frame = 'list-table list-cards', ...table }: ListTableProps<Row>) {
  return (
    <div className={`table-frame ${frame}`}>
      <Table {...table} rowKey={rowKey} />
    </div>
  )
}
