import type { Db } from '#server/db/open.ts'

import { deletePasskeysOf } from '#server/accounts/passkeys/passkey-queries.ts'
import { deleteSessionsOf, deleteTokensOf } from '#server/accounts/queries.ts'

/**
 * Ends whatever lets somebody into the account besides the password: passkeys, sent links and codes, sessions. Call it inside the
 * transaction that sets the password. Sessions come last: a sign-in takes its passkey or code in the transaction that opens its
 * session, so whoever is signing in meanwhile is refused or loses the session again.
 */
export async function revokeAccess(db: Db, userId: string): Promise<void> {
  await deletePasskeysOf(db, userId)
  await deleteTokensOf(db, userId)
  await deleteSessionsOf(db, userId)
}
