import type { Db } from '#server/db/database.ts'

import { inTransaction } from '#server/db/in-transaction.ts'
import { expireCredit, listOverdueCustomers, warnOfEnd } from '#server/accounts/store-credit/end-queries.ts'
import { lockCredit } from '#server/accounts/store-credit/queries.ts'

/** Customers whose credit one round of the job ends. */
const BATCH = 200

/** Ends the store credit whose last day has passed, and queues the mails about what ends soon. */
export async function endCredit(db: Db): Promise<void> {
  for (const userId of await listOverdueCustomers(db, BATCH)) {
    await inTransaction(db, async (db) => {
      await lockCredit(db, userId)
      await expireCredit(db, userId)
    })
  }
  await warnOfEnd(db)
}
