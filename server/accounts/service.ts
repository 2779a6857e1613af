import type { z } from 'zod'

import type { Credentials, Registration, User } from '#contract/accounts.ts'
import type { Session } from '#server/accounts/sessions.ts'
import type { Db } from '#server/db/open.ts'
import type { SessionAudience } from '#server/http/session-cookies.ts'
import type { Network } from '#server/rate-limits/network.ts'

import { emailKey } from '#contract/shapes.ts'
import { WORDINGS } from '#contract/wordings.ts'
import { isKnownNetwork, rememberNetwork } from '#server/accounts/known-networks.ts'
import { checkNewPassword } from '#server/accounts/new-password.ts'
import { checkPassword, hashPassword, randomPassword } from '#server/accounts/passwords.ts'
import {
  deleteSessionsOf,
  findLogin,
  findUser,
  hasAdmin,
  insertUser,
  lockFirstAdmin,
  replaceHash,
  upsertAdmin,
  type NewUser,
} from '#server/accounts/queries.ts'
import { openSession } from '#server/accounts/sessions.ts'
import { recordChange } from '#server/audit/service.ts'
import { forbidden, unauthenticated } from '#server/errors.ts'
import { countSignIn } from '#server/rate-limits/service.ts'
import { newId } from '#server/new-id.ts'

export {
  createConfirmation,
  forgetEndedConfirmations,
  permitMail,
} from '#server/accounts/confirmation/confirm-email.ts'
export { CONFIRMATION_DAYS } from '#server/accounts/confirmation/mail-limits.ts'
export { isCommonPassword } from '#server/accounts/new-password.ts'
export { forgetOldNetworks } from '#server/accounts/known-networks.ts'
export { createSessionFinder, endSession, forgetEndedSessions, isSessionLive } from '#server/accounts/sessions.ts'

/** The same for an unknown e-mail and for a wrong password. */
const WRONG_PAIR = 'Invalid email or password.'

/**
 * Makes a customer's account, without signing in. Throws `invalid` for a password that is guessed first, `conflict` when the
 * e-mail is taken, in whatever case; `networks` are the caller's.
 */
export async function register(
  db: Db,
  { password, ...person }: z.output<typeof Registration>,
  networks: readonly Network[],
): Promise<User> {
  await checkNewPassword(password, person)
  const passwordHash = await hashPassword(password, networks)
  return insertUser(db, { id: newId(), ...person, emailKey: emailKey(person.email), passwordHash })
}

/** The user whose session it is; throws `unauthenticated` when the account has gone since. */
export async function getSignedIn(db: Db, id: string): Promise<User> {
  const user = await findUser(db, id)
  if (!user) throw unauthenticated()
  return user
}

interface Caller {
  /** The networks that failures are counted for; none where nothing is counted. */
  networks: readonly Network[]
  /** The session that the browser had so far. */
  previousToken: string | undefined
}

/** The account of a right pair. Throws `unauthenticated` for a wrong one; the time it takes does not tell whether the account exists. */
async function getByPair(db: Db, { email, password }: Credentials, networks: readonly Network[]): Promise<User> {
  const login = await findLogin(db, emailKey(email))
  const { isRight, isOutdated } = await checkPassword(password, login?.passwordHash, networks)
  if (!login || !isRight) throw unauthenticated(WRONG_PAIR)
  if (isOutdated) await replaceHash(db, login.user._id, login.passwordHash, await hashPassword(password, networks))
  return login.user
}

/**
 * Checks e-mail and password and opens a session for this audience alone. Throws `unauthenticated` for a wrong pair,
 * `forbidden` where a customer signs in as an administrator, `rate_limited` after too many failures, `unavailable` while too
 * many others are signing in.
 */
export async function signIn(
  db: Db,
  audience: SessionAudience,
  credentials: Credentials,
  { networks, previousToken }: Caller,
): Promise<{ user: User; session: Session }> {
  const [network] = networks
  const key = emailKey(credentials.email)
  const attempt = network && (await countSignIn(db, key, networks, await isKnownNetwork(db, key, network)))
  const user = await getByPair(db, credentials, networks)
  await attempt?.forgive()
  if (network) await rememberNetwork(db, user, network)
  if (audience === 'admin' && user.role !== 'admin') throw forbidden(WORDINGS.session.notAdmin)
  return { user, session: await openSession(db, audience, user._id, previousToken) }
}

export interface NewAdmin {
  email: string
  password: string
  firstname?: string | undefined
  lastname?: string | undefined
}

async function draftAdmin({ email, password, firstname, lastname }: NewAdmin): Promise<NewUser> {
  return {
    id: newId(),
    firstname: firstname ?? 'Shop',
    lastname: lastname ?? 'Admin',
    email: email.trim(),
    emailKey: emailKey(email),
    phone: '',
    passwordHash: await hashPassword(password),
  }
}

async function saveAdmin(db: Db, draft: NewUser): Promise<User> {
  const user = await upsertAdmin(db, draft)
  await deleteSessionsOf(db, user._id)
  await recordChange(db, {
    actorId: null,
    action: 'make administrator',
    subjectType: 'user',
    subjectId: user._id,
    after: { email: user.email, role: user.role },
  })
  return user
}

/**
 * Makes an administrator. An account with this e-mail becomes one, gets the new password and loses all its sessions; its
 * names stay.
 */
export async function createAdmin(db: Db, admin: NewAdmin): Promise<User> {
  const draft = await draftAdmin(admin)
  return db.transaction().execute((db) => saveAdmin(db, draft))
}

/**
 * Makes an administrator where there is none, with a random password unless one is given, and answers the pair that was
 * made; undefined where there is one already. Of several processes that open a new database at once, one makes it.
 */
export async function ensureFirstAdmin(
  db: Db,
  { email, password = randomPassword() }: { email: string; password?: string | undefined },
): Promise<{ email: string; password: string } | undefined> {
  if (await hasAdmin(db)) return undefined
  const draft = await draftAdmin({ email, password })
  const isMade = await db.transaction().execute(async (db) => {
    await lockFirstAdmin(db)
    if (await hasAdmin(db)) return false
    await saveAdmin(db, draft)
    return true
  })
  return isMade ? { email, password } : undefined
}
