import type { User } from '#contract/accounts/accounts.ts'
import type { ProfileDetails } from '#contract/accounts/profile.ts'
import type { Db } from '#server/db/database.ts'

import { requireMayChange, type CallingSession } from '#server/accounts/second-factor/may-change-account.ts'
import { updateDetails } from '#server/accounts/queries.ts'
import { inTransaction } from '#server/db/in-transaction.ts'

/** Saves name and phone. Throws as `requireMayChange` does. */
export const changeDetails = (db: Db, caller: CallingSession, details: ProfileDetails): Promise<User> =>
  inTransaction(db, async (db) => {
    await requireMayChange(db, caller.userId, caller)
    return updateDetails(db, caller.userId, details)
  })
