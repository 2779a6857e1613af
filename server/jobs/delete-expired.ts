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

const PROVIDER_EVENT_DAYS = 90
const IDEMPOTENCY_KEY_DAYS = 1
/** Longer than the day by which the limits on such mails count. */
const RECOVERY_MAIL_DAYS = 2
const EMAIL_CHANGE_DAYS = 2

/**
 * Deletes what is no longer used: ended sessions, sign-in networks, links, codes, passkey challenges, counters and stock
 * requests; idempotency keys, processed provider events and counts of mails after the days above.
 */
export async function deleteExpired(db: Db): Promise<void> {
  await forgetEndedSessions(db)
  await forgetOldNetworks(db)
  await deleteEndedConfirmations(db)
  await deleteEndedRecoveries(db, RECOVERY_MAIL_DAYS)
  await deleteOldEmailChanges(db, EMAIL_CHANGE_DAYS)
  await deleteEndedChallenges(db)
  await deleteEndedCounters(db)
  await db
    .deleteFrom('idempotencyKeys')
    .where('createdAt', '<', sql<Date>`now() - make_interval(days => ${IDEMPOTENCY_KEY_DAYS})`)
    .execute()
  await deleteOldEvents(db, PROVIDER_EVENT_DAYS)
  await deleteEndedRequests(db)
}
