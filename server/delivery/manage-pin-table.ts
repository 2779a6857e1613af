import type {
  ColumnChoice,
  PinLookUp,
  PinTableAnswer,
  PinTableFacts,
  PinTableLine,
} from '#contract/delivery/pin-table.ts'
import type { Db } from '#server/db/database.ts'
import type { PinArea } from '#server/delivery/pin-areas.ts'
import type { CsvColumn } from '#server/http/csv/csv-columns.ts'
import type { Shop } from '#server/start/shop.ts'

import {
  MAX_PIN_LINES,
  MAX_PIN_ROWS,
  MAX_REPORTED_LINES,
  PIN_COLUMNS,
  type PinColumn,
} from '#contract/delivery/pin-table-limits.ts'
import { counted } from '#contract/words/counted.ts'
import { recordChange } from '#server/audit/service.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { cellsOf, planImport, readLines, type Plan, type ReadLine } from '#server/delivery/plan-import.ts'
import {
  findPinTableVersion,
  insertPinTable,
  listPinTableChanges,
  listPinTables,
  lockPinTables,
  type PinTableRow,
} from '#server/delivery/queries.ts'
import { findDelivery, isPinAsked, notServed } from '#server/delivery/service.ts'
import { columnsOf } from '#server/delivery/csv-columns.ts'
import { conflict, invalidField } from '#server/errors.ts'
import { escapeCell, writeCsv } from '#server/http/csv/csv-encoding.ts'
import { readCsvFile } from '#server/http/csv/csv-file.ts'
import { csvToken } from '#server/http/csv/csv-token.ts'

type TableShop = Pick<Shop, 'db' | 'delivery' | 'settings'>

/** How many versions of the table are kept, the one that counts too. */
const KEPT_VERSIONS = 10
/** The last change is undone from the version before it. */
const SHOWN_VERSIONS = 2

const CHANGED_MEANWHILE = 'Somebody else has changed the PIN table meanwhile. Look at it first.'

/** A file that was read, with what its owner says of it. */
interface PinCsv {
  file: Uint8Array
  columns: CsvColumn<PinColumn>[]
  lines: readonly ReadLine[]
  replaces: boolean
}

export interface CsvChoices {
  columns?: ColumnChoice | undefined
  /** Rows that the sheet does not name leave the table. */
  replaces: boolean
}

async function readPinCsv(file: Uint8Array, { columns: choice, replaces }: CsvChoices): Promise<PinCsv> {
  const { headings, lines } = await readCsvFile(file, MAX_PIN_LINES)
  const columns = columnsOf(headings, lines, choice)
  return { file, columns, lines: await readLines(lines, columns), replaces }
}

function checkRows({ areas }: Plan): void {
  if (areas.length <= MAX_PIN_ROWS) return
  throw invalidField('sheet', `The PIN table would have ${areas.length} rows, and ${MAX_PIN_ROWS} are the most.`)
}

/** What a sheet would make of the table as it was in this version. */
interface PlannedTable {
  version: number
  before: readonly PinArea[]
  plan: Plan
  token: string
}

async function planTable(db: Db, { file, columns, lines, replaces }: PinCsv): Promise<PlannedTable> {
  const [newest] = await listPinTables(db, 1)
  const before = newest?.areas ?? []
  const plan = await planImport(lines, before, replaces)
  checkRows(plan)
  const choices = [columns.map(({ means }) => means), replaces, plan.areas.length]
  return { version: newest?.version ?? 0, before, plan, token: await csvToken(file, choices, plan.lines) }
}

function answerOf({ columns }: PinCsv, { lines, unchanged }: Plan, token: string, isApplied: boolean): PinTableAnswer {
  const count = (status: PinTableLine['status']) => lines.filter((each) => each.status === status).length
  const counts = {
    new: count('new'),
    changed: count('changed'),
    unchanged,
    removed: count('removed'),
    repeated: count('repeated'),
    rejected: count('rejected'),
  }
  const done = counts.new + counts.changed + counts.removed
  return {
    message: `${counted(done, 'row')} ${isApplied ? 'imported' : 'would change'}.`,
    isApplied,
    counts,
    columns,
    rows: lines.slice(0, MAX_REPORTED_LINES),
    moreRows: Math.max(0, lines.length - MAX_REPORTED_LINES),
    token,
  }
}

/**
 * Reports what a sheet would make of the PIN table, and changes nothing. Throws invalid (400) for a file that is no
 * table of PINs.
 */
export async function checkPinCsv({ db }: TableShop, file: Uint8Array, choices: CsvChoices): Promise<PinTableAnswer> {
  const sheet = await readPinCsv(file, choices)
  const { plan, token } = await planTable(db, sheet)
  return answerOf(sheet, plan, token, false)
}

/**
 * Makes the changes that `checkPinCsv` reported, all or none; rejected lines are left out. Throws a conflict (409) and
 * changes nothing if the file would now make other ones.
 */
export async function importPinCsv(
  { db, delivery }: TableShop,
  { actorId, token }: { actorId: string; token: string },
  file: Uint8Array,
  choices: CsvChoices,
): Promise<PinTableAnswer> {
  const sheet = await readPinCsv(file, choices)
  const planned = await planTable(db, sheet)
  const { version, before, plan } = planned
  const changedSince = () =>
    conflict('The PIN table or the file has changed since the check. Look at the changes again.')
  if (planned.token !== token) throw changedSince()
  const answer = answerOf(sheet, plan, token, true)
  const { new: added, changed, removed } = answer.counts
  if (added + changed + removed === 0) return answer
  await inTransaction(db, async (db) => {
    await lockPinTables(db)
    if ((await findPinTableVersion(db)) !== version) throw changedSince()
    await saveTable(db, {
      actorId,
      action: 'import PIN table',
      before,
      areas: plan.areas,
      facts: { added, changed, removed },
    })
  })
  await delivery.reload()
  return answer
}

async function saveTable(
  db: Db,
  {
    actorId,
    action,
    before,
    areas,
    facts,
  }: { actorId: string; action: string; before: readonly PinArea[]; areas: readonly PinArea[]; facts?: object },
): Promise<void> {
  await insertPinTable(db, { areas, changedBy: actorId, keep: KEPT_VERSIONS })
  const rows = { before: { rows: before.length }, after: { rows: areas.length, ...facts } }
  await recordChange(db, actorId, action, ['delivery', 'PIN table'], rows)
}

/** The PIN table as its screen shows it. */
export async function getPinTableFacts(shop: TableShop): Promise<PinTableFacts> {
  const [newest, before] = await listPinTableChanges(shop.db, SHOWN_VERSIONS)
  return {
    rows: newest?.rows ?? 0,
    version: newest?.version ?? 0,
    ...(newest && { changedAt: newest.changedAt.toISOString(), rowsBefore: before?.rows ?? 0 }),
    ...(newest?.changedBy && { changedBy: newest.changedBy }),
    isPinAsked: isPinAsked(shop),
  }
}

/** Changes the table as the caller has seen it. Throws a conflict (409) where it is another one by now. */
async function changeTable(
  { db, delivery }: TableShop,
  { actorId, version, action }: { actorId: string; version: number; action: string },
  areasOf: (versions: readonly PinTableRow[]) => PinTableRow['areas'],
): Promise<void> {
  await inTransaction(db, async (db) => {
    await lockPinTables(db)
    const versions = await listPinTables(db, SHOWN_VERSIONS)
    if ((versions[0]?.version ?? 0) !== version) throw conflict(CHANGED_MEANWHILE)
    const areas = areasOf(versions)
    await saveTable(db, { actorId, action, before: versions[0]?.areas ?? [], areas })
  })
  await delivery.reload()
}

/** Takes every row out of the table. */
export const emptyPinTable = (shop: TableShop, change: { actorId: string; version: number }): Promise<void> =>
  changeTable(shop, { ...change, action: 'empty PIN table' }, ([newest]) => {
    if (!newest || newest.areas.length === 0) throw conflict('The PIN table is empty already.')
    return []
  })

/** Brings back the table from before its last change. Doing it twice brings back the last one. */
export const undoPinTable = (shop: TableShop, change: { actorId: string; version: number }): Promise<void> =>
  changeTable(shop, { ...change, action: 'undo change of PIN table' }, ([newest, before]) => {
    if (!newest) throw conflict('The PIN table was never changed.')
    return before?.areas ?? []
  })

/** The PIN table as a sheet that the import takes. */
export async function* exportPinTable(shop: TableShop): AsyncGenerator<string> {
  const { areas } = shop.delivery.current()
  async function* all() {
    yield areas
  }
  yield* writeCsv(PIN_COLUMNS, all(), (area) => {
    const cells = cellsOf(area)
    return [
      PIN_COLUMNS.map((column) =>
        column === 'city' || column === 'state' ? escapeCell(cells[column]) : cells[column],
      ),
    ]
  })
}

/** What holds for one PIN, in six digits, and the row that says so. */
export function lookUpPin(shop: TableShop, pin: string): PinLookUp {
  const delivery = findDelivery(shop, pin, new Date()) ?? null
  const area = shop.delivery.current().find(pin)
  return { delivery, row: area ? cellsOf(area) : null, ...(!delivery && { sentence: notServed(pin) }) }
}
