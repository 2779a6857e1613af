import type { Db } from '#server/db/database.ts'

import { deletePasskeysOf } from '#server/accounts/passkeys/passkey-queries.ts'
import { deleteLinksOf } from '#server/accounts/link-queries.ts'
import { deleteSessionsOf } from '#server/accounts/sessions/session-queries.ts'
import { withdrawInvitationsOf } from '#server/accounts/staff/staff.ts'

/**
 * Ends every way into the account besides the password: passkeys, sent links and codes, sessions. Also withdraws the
 * invitations to the staff that its holder has sent, because a stranger may have invited themselves; the audit log
 * names `actorId`, null for `npm run admin`. Call it inside the transaction that sets the password. Sessions come after
 * passkeys and codes: a sign-in takes its passkey or code in the transaction that opens its session, so a sign-in at
 * the same moment is refused or loses its session again.
 */
export async function revokeAccess(db: Db, userId: string, actorId: string | null): Promise<void> {
  await deletePasskeysOf(db, userId, actorId)
  await deleteLinksOf(db, userId)
  await deleteSessionsOf(db, userId)
  await withdrawInvitationsOf(db, userId, actorId)
}
