import type { Db } from '#server/db/database.ts'
import type { SessionAudience } from '#server/http/session-cookies.ts'
import type { Shop } from '#server/start/shop.ts'

import { countedNetworks, type Network } from '#server/http/rate-limits/caller-networks.ts'
import { checkNewPassword, type Person } from '#server/accounts/passwords/password-rules.ts'
import { callingSession, type CallingSession } from '#server/accounts/second-factor/may-change-account.ts'
import { hashPassword } from '#server/accounts/passwords/passwords.ts'
import { setPassword } from '#server/accounts/passwords/password-queries.ts'
import { revokeAccess } from '#server/accounts/revoke-access.ts'
import { findSession } from '#server/accounts/sessions/sessions.ts'
import { newPasswordNeeded } from '#server/errors.ts'

/** The browser in which the link of a mail is opened. */
export interface ClaimingBrowser {
  /** The sessions that it has: a customer's, an administrator's, both or none. */
  sessions: readonly CallingSession[]
  networks: readonly Network[]
  shopName: string
}

/** The browser that makes a public call, by the session ids that it sent and its address. */
export async function findBrowser(
  { db, config, settings }: Pick<Shop, 'db' | 'config' | 'settings'>,
  { tokens, address }: { tokens: Record<SessionAudience, string | undefined>; address: string },
): Promise<ClaimingBrowser> {
  const sessions: CallingSession[] = []
  for (const audience of ['admin', 'customer'] as const) {
    const identity = await findSession(db, audience, tokens[audience])
    if (identity) sessions.push(callingSession(audience, identity))
  }
  return { sessions, networks: countedNetworks(config, address), shopName: settings.current().shopName }
}

/** The session in which the browser is signed in to this account; the administrator's before the customer's. */
export const sessionOf = (sessions: readonly CallingSession[], userId: string): CallingSession | undefined =>
  sessions.find((session) => session.userId === userId)

/**
 * The hash of the password that somebody chooses who confirms an address from a browser that is not signed in to the
 * account. Throws `new_password_needed` without one, and `invalid` for one that is easy to guess.
 */
export async function hashNewPassword(
  person: Person,
  password: string | undefined,
  { networks, shopName }: Pick<ClaimingBrowser, 'networks' | 'shopName'>,
): Promise<string> {
  if (password === undefined) throw newPasswordNeeded()
  await checkNewPassword(password, person, shopName)
  return hashPassword(password, networks)
}

/**
 * Sets the password that the owner of the mailbox chose, and ends every way in of before. Call it inside a transaction.
 */
export async function claimAccount(db: Db, userId: string, passwordHash: string): Promise<void> {
  await setPassword(db, userId, passwordHash)
  await revokeAccess(db, userId, userId)
}
