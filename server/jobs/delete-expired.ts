import { sql } from 'kysely'

import type { Db } from '#server/db/open.ts'

import {
  deleteEndedChallenges,
  deleteEndedConfirmations,
  deleteEndedRecoveries,
  deleteOldEmailChanges,
  forgetEndedSessions,
  forgetOldNetworks,
} from '#server/accounts/service.ts'
import { deleteOldEvents } from '#server/orders/service.ts'
import { deleteEndedCounters } from '#server/rate-limits/service.ts'
import { deleteEndedRequests } from '#server/wishlist/service.ts'

/**
 * Deletes what is no longer used: ended sessions, sign-in networks, links, codes, passkey challenges, counters and stock
 * requests. Idempotency keys and counts of mails go after a day, processed provider events after 90 days.
 */
export async function deleteExpired(db: Db): Promise<void> {
  await forgetEndedSessions(db)
  await forgetOldNetworks(db)
  await deleteEndedConfirmations(db)
  await deleteEndedRecoveries(db)
  await deleteOldEmailChanges(db)
  await deleteEndedChallenges(db)
  await deleteEndedCounters(db)
  await db
    .deleteFrom('idempotencyKeys')
    .where('createdAt', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
  await deleteOldEvents(db)
  await deleteEndedRequests(db)
}
