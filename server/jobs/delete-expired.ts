import { sql } from 'kysely'

import type { Db } from '#server/db/open.ts'

import { forgetEndedConfirmations, forgetEndedSessions, forgetOldNetworks } from '#server/accounts/service.ts'
import { forgetEndedCounters } from '#server/rate-limits/service.ts'

/**
 * Removes what is of no use any more: ended sessions, networks that nobody signs in from any more, links that confirm no
 * longer, counters whose window is over, idempotency keys and counts of mails after a day.
 */
export async function deleteExpired(db: Db): Promise<void> {
  await forgetEndedSessions(db)
  await forgetOldNetworks(db)
  await forgetEndedConfirmations(db)
  await forgetEndedCounters(db)
  await db
    .deleteFrom('idempotencyKeys')
    .where('createdAt', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
}
