import type { Db } from '#server/db/database.ts'
import type { Identity } from '#server/http/caller.ts'
import type { Network } from '#server/http/rate-limits/caller-networks.ts'
import type { SessionAudience } from '#server/http/session-cookies.ts'

import { findProtection } from '#server/accounts/protection-queries.ts'
import { checkSecondFactor } from '#server/accounts/second-factor/second-factor.ts'
import { forbidden, unauthenticated } from '#server/errors.ts'

/** The session in which a change is asked for. */
export interface CallingSession {
  userId: string
  audience: SessionAudience
  /** Whether it was opened with two factors. */
  hasTwoFactors: boolean
}

/**
 * Somebody who has opened a link from a mail to the account's address. `code` is that of the second factor, if one was
 * sent.
 */
interface MailedLink {
  code: string | undefined
  networks?: readonly Network[]
}

const IN_THE_ADMIN_AREA =
  'This account belongs to the staff. It is changed in the admin area only: please log in there and open “Your account” (/admin/account).'

const refusal = () => forbidden(IN_THE_ADMIN_AREA)

/**
 * The one place that decides whether somebody may change what lets into an account (password, passkeys, second factor,
 * e-mail address), its details, or take its data out. It asks for what the account's strongest sign-in asks for,
 * whatever the session was opened by: an account of the staff is changed in the admin area alone, with its second
 * factor if it has one. A customer's account is changed by whoever its own sign-in has let in. `by` is undefined where
 * neither a session nor a link of this account speaks for the caller. Throws `forbidden`, and for a mailed link as
 * `checkSecondFactor` does. Returns whether two factors of an account of the staff were shown.
 */
export async function requireMayChange(
  db: Db,
  userId: string,
  by: CallingSession | MailedLink | undefined,
): Promise<{ hasTwoFactors: boolean }> {
  const account = await findProtection(db, userId)
  if (!account) throw unauthenticated()
  if (!account.isStaff) return { hasTwoFactors: false }
  if (by === undefined) throw refusal()
  if (!('audience' in by)) return { hasTwoFactors: await checkSecondFactor(db, userId, by.code, by.networks) }
  const isOwnAdminSession = by.audience === 'admin' && by.userId === userId
  if (!isOwnAdminSession || (account.hasSecondFactor && !by.hasTwoFactors)) throw refusal()
  return by
}

/** The session of a call, for `requireMayChange`. */
export const callingSession = (
  audience: SessionAudience,
  { id, hasTwoFactors }: Pick<Identity, 'id' | 'hasTwoFactors'>,
): CallingSession => ({ userId: id, audience, hasTwoFactors })
