import { createHash } from 'node:crypto'

import type { Db } from '#server/db/open.ts'
import type { SessionAudience } from '#server/http/session-cookies.ts'
import type { Network } from '#server/rate-limits/network.ts'

import { isSessionYoung } from '#server/accounts/passkeys/passkey-queries.ts'
import { getByPassword } from '#server/accounts/profile/change-password.ts'
import { forbidden } from '#server/errors.ts'

/** For so long after a sign-in nobody is asked for the password again. */
const RECENT_SECONDS = 15 * 60

/** Whether this session was opened within the last 15 minutes. */
export async function isSessionRecent(db: Db, audience: SessionAudience, token: string | undefined): Promise<boolean> {
  return (
    token !== undefined && isSessionYoung(db, audience, createHash('sha256').update(token).digest(), RECENT_SECONDS)
  )
}

interface Caller {
  userId: string
  audience: SessionAudience
  token: string | undefined
  networks: readonly Network[]
}

/**
 * Makes sure that it is the owner of the account who calls, and not somebody who has found the browser open. Throws `forbidden`
 * without a password, unless the session is recent, `invalid` for a wrong one, and `rate_limited` like a sign-in.
 */
export async function provePassword(
  db: Db,
  { userId, audience, token, networks }: Caller,
  password: string | undefined,
): Promise<void> {
  if (await isSessionRecent(db, audience, token)) return
  if (password === undefined) throw forbidden('Please enter your password again.')
  await getByPassword(db, userId, password, networks)
}
