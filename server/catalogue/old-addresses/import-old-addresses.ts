import type {
  ColumnChoice,
  OldAddressLine,
  OldAddressCsvAnswer,
} from '#contract/catalogue/old-addresses/old-address-csv.ts'
import type { Db } from '#server/db/database.ts'
import type { CsvColumn } from '#server/http/csv/csv-columns.ts'

import {
  MAX_OLD_ADDRESSES,
  MAX_REPORTED_ADDRESSES,
  type OldAddressColumn,
} from '#contract/catalogue/old-addresses/old-address-limits.ts'
import { counted } from '#contract/words/counted.ts'
import { recordChange } from '#server/audit/service.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { conflict } from '#server/errors.ts'
import { readCsvFile } from '#server/http/csv/csv-file.ts'
import { csvToken } from '#server/http/csv/csv-token.ts'
import { addressCells } from '#server/catalogue/old-addresses/csv-columns.ts'
import { lockTable, writeMoves } from '#server/catalogue/old-addresses/make-moves.ts'
import { planImport, readLines, type Plan } from '#server/catalogue/old-addresses/plan-import.ts'
import { listAllOldAddresses, listLivingPaths, stampOfOldAddresses } from '#server/catalogue/old-addresses/queries.ts'

/** A file that was read, and what its owner says of it. */
interface Upload {
  file: Uint8Array
  columns?: ColumnChoice | undefined
  /** The shop's own address, which may stand before its paths. */
  origin: string
}

/** What a file would do to the old addresses as they were at `stamp`. */
interface PlannedSheet {
  columns: CsvColumn<OldAddressColumn>[]
  stamp: string
  plan: Plan
  token: string
}

async function planSheet(db: Db, { file, columns: choice, origin }: Upload): Promise<PlannedSheet> {
  const { columns, lines } = addressCells(await readCsvFile(file, MAX_OLD_ADDRESSES), choice)
  const sheet = await readLines(lines, origin)
  const stamp = await stampOfOldAddresses(db)
  const rows = await listAllOldAddresses(db)
  const living = await listLivingPaths(
    db,
    sheet.moves.map(({ from }) => from),
  )
  const plan = await planImport(sheet, rows, living)
  const means = columns.map((column) => column.means)
  return { columns, stamp, plan, token: await csvToken(file, means, plan.lines) }
}

function answerOf({ columns, plan: { lines, unchanged }, token }: PlannedSheet, isApplied: boolean) {
  const count = (status: OldAddressLine['status']) => lines.filter((each) => each.status === status).length
  const counts = {
    new: count('new'),
    changed: count('changed'),
    unchanged,
    repeated: count('repeated'),
    rejected: count('rejected'),
  }
  const done = counted(counts.new + counts.changed, 'old address', 'old addresses')
  return {
    message: `${done} ${isApplied ? 'imported' : 'would change'}.`,
    isApplied,
    counts,
    columns,
    rows: lines.slice(0, MAX_REPORTED_ADDRESSES),
    moreRows: Math.max(0, lines.length - MAX_REPORTED_ADDRESSES),
    token,
  }
}

/**
 * Reports what a sheet would make of the old addresses, and changes nothing. Throws invalid (400) for a file without
 * the two columns.
 */
export async function checkOldAddresses(db: Db, upload: Upload): Promise<OldAddressCsvAnswer> {
  return answerOf(await planSheet(db, upload), false)
}

/**
 * Makes the changes that `checkOldAddresses` reported, all or none; rejected lines are left out. Throws a conflict
 * (409) and changes nothing if the file would now make other ones.
 */
export async function importOldAddresses(
  db: Db,
  { actorId, token }: { actorId: string; token: string },
  upload: Upload,
): Promise<OldAddressCsvAnswer> {
  const sheet = await planSheet(db, upload)
  const answer = answerOf(sheet, true)
  const changed = () =>
    conflict('The old addresses or the file have changed since the check. Look at the changes again.')
  if (sheet.token !== token) throw changed()
  const { new: added, changed: moved } = answer.counts
  if (added + moved === 0) return answer
  await inTransaction(db, async (db) => {
    await lockTable(db)
    if ((await stampOfOldAddresses(db)) !== sheet.stamp) throw changed()
    await writeMoves(db, sheet.plan)
    await recordChange(db, actorId, 'import old addresses', ['address', 'sheet'], { after: { added, changed: moved } })
  })
  return answer
}
