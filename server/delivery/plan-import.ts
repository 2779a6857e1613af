import type { PinTableLine } from '#contract/delivery/pin-table.ts'
import type { PinArea } from '#server/delivery/pin-areas.ts'
import type { CsvColumn } from '#server/http/csv/csv-columns.ts'

import { PIN_COLUMNS, type PinColumn } from '#contract/delivery/pin-table-limits.ts'
import { rupeesFromPaise } from '#contract/units/money.ts'
import { nestAreas, pinsText } from '#server/delivery/pin-areas.ts'
import {
  cityIn,
  createStateReader,
  daysIn,
  feePaiseIn,
  isFault,
  pinsIn,
  yesOrNoIn,
} from '#server/delivery/csv-cells.ts'
import { seenText } from '#server/http/csv/csv-file.ts'
import { takeTurns } from '#server/turns.ts'

type Facts = Omit<PinArea, 'first' | 'last'>

/** A line of the sheet as it was read. What its columns do not say stays as it is. */
export interface ReadLine {
  line: number
  /** As the sheet writes it, shortened. */
  written: string
  pins: Pick<PinArea, 'first' | 'last'> | undefined
  given: Partial<Facts>
  faults: string[]
}

const NEW_AREA: Facts = { prepaid: true, cod: false, days: null, feePaise: null, city: null, state: null }

/** What the table writes into each column of a row. */
export function cellsOf(area: PinArea): Record<PinColumn, string> {
  return {
    pin: pinsText(area),
    prepaid: area.prepaid ? 'yes' : 'no',
    cod: area.cod ? 'yes' : 'no',
    days: area.days === null ? '' : String(area.days),
    fee: area.feePaise === null ? '' : String(rupeesFromPaise(area.feePaise)),
    city: area.city ?? '',
    state: area.state ?? '',
  }
}

/** A reader of the sheet's lines, for the columns that it has. */
function createLineReader(columns: readonly CsvColumn<PinColumn>[]) {
  const stateIn = createStateReader()
  const readers: { [Column in Exclude<PinColumn, 'pin'>]: [keyof Facts, (cell: string) => unknown] } = {
    prepaid: ['prepaid', (cell) => yesOrNoIn('prepaid', cell)],
    cod: ['cod', (cell) => yesOrNoIn('cod', cell)],
    days: ['days', daysIn],
    fee: ['feePaise', feePaiseIn],
    city: ['city', cityIn],
    state: ['state', stateIn],
  }
  const own = columns.flatMap(({ means }, at) => {
    if (means === null || means === 'pin') return []
    const [name, read] = readers[means]
    return [{ at, name, read }]
  })
  const pinAt = columns.findIndex(({ means }) => means === 'pin')

  return ({ line, cells }: { line: number; cells: readonly string[] }): ReadLine => {
    const written = seenText(cells[pinAt] ?? '')
    const pins = pinsIn(written)
    const faults = isFault(pins) ? [pins.fault] : []
    const given: Record<string, unknown> = {}
    for (const { at, name, read } of own) {
      const value = read(cells[at] ?? '')
      if (isFault(value)) faults.push(value.fault)
      else if (value !== undefined) given[name] = value
    }
    return { line, written: written.slice(0, 60), pins: isFault(pins) ? undefined : pins, given, faults }
  }
}

const keyOf = ({ first, last }: Pick<PinArea, 'first' | 'last'>) => first * 1_000_000 + last
const FACTS = Object.keys(NEW_AREA) as (keyof Facts)[]
const isEqual = (one: Facts, other: Facts) => FACTS.every((fact) => one[fact] === other[fact])

/** A row of the table to be: where it comes from, and which of two that overlap stays. */
interface Candidate extends PinArea {
  /** Missing for a row that the table has and no line names. */
  line?: number
  before?: PinArea | undefined
  /** The lower one stays: rows that are there before new ones, earlier lines before later ones. */
  rank: number
}

export interface Plan {
  areas: PinArea[]
  lines: PinTableLine[]
  unchanged: number
}

const rejected = ({ line, written }: Pick<ReadLine, 'line' | 'written'>, reasons: readonly string[]): PinTableLine => ({
  status: 'rejected',
  line,
  pin: written,
  changes: [],
  reasons: reasons.map((reason) => ({ line, reason })),
})

/** The lines that can be used, each area once, and what is said of the others. */
async function candidatesIn(read: readonly ReadLine[], stored: ReadonlyMap<number, PinArea>) {
  const pause = takeTurns()
  const candidates = new Map<number, Candidate>()
  const left: PinTableLine[] = []
  for (const each of read) {
    await pause()
    const { line, pins, given, faults, written } = each
    if (!pins || faults.length > 0) {
      left.push(rejected(each, faults))
      continue
    }
    const before = stored.get(keyOf(pins))
    const area = { ...NEW_AREA, ...before, ...given, ...pins }
    const earlier = candidates.get(keyOf(pins))
    if (!earlier) {
      candidates.set(keyOf(pins), { ...area, line, before, rank: before ? 0 : line })
    } else if (isEqual(earlier, area)) {
      left.push({
        ...rejected(each, [`It says again what line ${earlier.line} says.`]),
        status: 'repeated',
        pin: written,
      })
    } else {
      left.push(
        rejected(each, [`pin: It repeats line ${earlier.line} and says something else. Line ${earlier.line} counts.`]),
      )
    }
  }
  return { candidates, left }
}

function changesOf(before: PinArea | undefined, after: PinArea): PinTableLine['changes'] {
  const [was, is] = [before && cellsOf(before), cellsOf(after)]
  return PIN_COLUMNS.filter((column) => column !== 'pin' && (was ? was[column] !== is[column] : is[column] !== '')).map(
    (column) => ({ what: column, from: was?.[column] || 'nothing', to: is[column] || 'nothing' }),
  )
}

/** Reads the lines of a sheet. Others have a turn while there are many. */
export async function readLines(
  lines: readonly { line: number; cells: readonly string[] }[],
  columns: readonly CsvColumn<PinColumn>[],
): Promise<ReadLine[]> {
  const readLine = createLineReader(columns)
  const pause = takeTurns()
  const read: ReadLine[] = []
  for (const each of lines) {
    read.push(readLine(each))
    await pause()
  }
  return read
}

/**
 * Decides what a sheet makes of the table: its lines change the rows of the same PINs and add others. With `replaces`
 * the rows that no line names leave it. What is rejected leaves the table as it is. Others have a turn meanwhile.
 */
export async function planImport(
  read: readonly ReadLine[],
  areas: readonly PinArea[],
  replaces: boolean,
): Promise<Plan> {
  const pause = takeTurns()
  const stored = new Map(areas.map((area) => [keyOf(area), area]))
  const named = new Set(read.flatMap(({ pins }) => (pins ? [keyOf(pins)] : [])))
  const { candidates, left } = await candidatesIn(read, stored)
  const kept = areas.filter((area) => !candidates.has(keyOf(area)) && (!replaces || named.has(keyOf(area))))
  const removed = replaces ? areas.filter((area) => !named.has(keyOf(area))) : []
  const all: Candidate[] = [...kept.map((area) => ({ ...area, rank: 0 })), ...candidates.values()]
  await pause()
  const { nested, overlaps } = nestAreas(all, (one, other) => one.rank <= other.rank)

  const overlapping = overlaps.map(({ refused, kept: other }) => {
    const place = other.line === undefined ? 'of the table' : `of line ${other.line}`
    const reason = `pin: ${pinsText(refused)} overlaps ${pinsText(other)} ${place}, and neither lies inside the other.`
    return rejected({ line: refused.line ?? 0, written: pinsText(refused) }, [reason])
  })
  await pause()
  const used = nested.flatMap((area) => (area.line === undefined ? [] : [{ ...area, line: area.line }]))
  const changed = used.filter((area) => !area.before || !isEqual(area.before, area))
  const changedLines: PinTableLine[] = []
  for (const { line, before, ...area } of changed.toSorted((a, b) => a.line - b.line)) {
    await pause()
    const [status, changes] = [before ? ('changed' as const) : ('new' as const), changesOf(before, area)]
    changedLines.push({ status, line, pin: pinsText(area), changes, reasons: [] })
  }
  return {
    areas: nested.map(({ line: _line, before: _before, rank: _rank, ...area }) => area),
    unchanged: used.length - changed.length,
    lines: [
      ...[...left.filter(({ status }) => status === 'rejected'), ...overlapping].toSorted(
        (a, b) => (a.line ?? 0) - (b.line ?? 0),
      ),
      ...removed.map((area): PinTableLine => ({
        status: 'removed',
        line: null,
        pin: pinsText(area),
        changes: [],
        reasons: [],
      })),
      ...changedLines,
      ...left.filter(({ status }) => status === 'repeated'),
    ],
  }
}
