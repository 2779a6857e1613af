import type { Db } from '#server/db/open.ts'
import type { Network } from '#server/rate-limits/network.ts'

import { getByPassword } from '#server/accounts/profile/change-password.ts'
import { proveSession } from '#server/accounts/queries.ts'
import { hashOfToken } from '#server/accounts/sessions.ts'

/**
 * Notes that whoever has this session has just shown again who he is, by his password or by a passkey: for 15 minutes he is not
 * asked again.
 */
export const noteProof = (db: Db, sessionToken: string): Promise<void> => proveSession(db, hashOfToken(sessionToken))

/** Throws `invalid` for a wrong password and `rate_limited` after too many, like a sign-in. */
export async function confirmPassword(
  db: Db,
  { userId, sessionToken }: { userId: string; sessionToken: string },
  password: string,
  networks: readonly Network[],
): Promise<void> {
  await getByPassword(db, userId, password, networks)
  await noteProof(db, sessionToken)
}
