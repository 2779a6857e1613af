import type { Return } from '#contract/returns/returns.ts'
import type { Db } from '#server/db/database.ts'

import { returnFromRow } from '#server/returns/return-from-row.ts'
import { listReturnsOfCustomer } from '#server/returns/return-queries.ts'

export { forgetReturns } from '#server/returns/forget-queries.ts'

/** Everything that a customer has given back, the oldest first. */
export async function listOwnReturns(db: Db, userId: string): Promise<Return[]> {
  return (await listReturnsOfCustomer(db, userId)).map((row) => returnFromRow(row))
}
