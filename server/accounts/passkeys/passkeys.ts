import { randomBytes } from 'node:crypto'
import type { z } from 'zod'

import type { User } from '#contract/accounts/accounts.ts'
import type {
  NewPasskey,
  NewPasskeyOptions,
  PasskeysAnswer,
  PasskeySignIn,
  SignInOptions,
} from '#contract/accounts/passkeys.ts'
import type { Db } from '#server/db/database.ts'
import type { Identity } from '#server/http/caller.ts'
import type { SessionStart } from '#server/http/session-start.ts'
import type { SessionAudience } from '#server/http/session-cookies.ts'

import { ShopError } from '#contract/api/errors.ts'
import { CHALLENGE_SECONDS, MAX_PASSKEYS } from '#contract/accounts/passkey-limits.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'
import {
  countPasskeysLocked,
  deleteChallenge,
  deletePasskey,
  findPasskey,
  insertChallenge,
  insertPasskey,
  listCredentials,
  listPasskeys,
  renamePasskey,
  updateUsed,
  type Owner,
} from '#server/accounts/passkeys/passkey-queries.ts'
import {
  challengeIn,
  newPasskeyOptions,
  signInOptions,
  verifyNewPasskey,
  verifySignIn,
  type PasskeySite,
} from '#server/accounts/passkeys/webauthn.ts'
import { confirmPasswordUnlessRecent, type SessionCaller } from '#server/accounts/passwords/confirm-password.ts'
import { requireMayChange } from '#server/accounts/second-factor/may-change-account.ts'
import { getUser } from '#server/accounts/queries.ts'
import { hasSession } from '#server/accounts/sessions/session-queries.ts'
import { openSession, type Session } from '#server/accounts/sessions/sessions.ts'
import { hashOf } from '#server/accounts/link-tokens.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { conflict, forbidden, invalid, notFound, unauthenticated } from '#server/errors.ts'
import { newId } from '#server/db/new-id.ts'
import { countAttempt, rememberNetwork } from '#server/accounts/sign-in-limits.ts'

const CHALLENGE_BYTES = 32

/**
 * The name of the account for a device. It differs between customers and administrators, because a device keeps one
 * passkey for each.
 */
const handleOf = ({ audience, userId }: Owner) => hashOf(`${audience} ${userId}`).toString('base64url')

const REFUSED = 'This passkey could not be used. Please try again, or use your password.'
const NOT_ADDED = 'The passkey could not be added. Please try again.'

interface SignedIn extends Owner, SessionCaller, Pick<Identity, 'hasRecentPassword' | 'hasTwoFactors'> {}

interface Browser {
  /** A random text in a cookie of this browser. Only the browser that asked for a challenge can answer it. */
  browser: string
}

async function createChallenge(db: Db, audience: SessionAudience, userId: string | null, { browser }: Browser) {
  const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url')
  await insertChallenge(db, { challenge, browserHash: hashOf(browser), audience, userId }, CHALLENGE_SECONDS)
  return challenge
}

/**
 * Uses up the challenge that the device says it has signed. Returns undefined if it is not for this browser and
 * purpose, or has ended.
 */
async function takeChallenge(
  db: Db,
  clientDataJSON: string,
  { browser, ...purpose }: Browser & { audience: SessionAudience; userId: string | null },
): Promise<string | undefined> {
  const challenge = challengeIn(clientDataJSON)
  if (challenge === undefined) return undefined
  const isOurs = await deleteChallenge(db, { challenge, browserHash: hashOf(browser), ...purpose })
  return isOurs ? challenge : undefined
}

/** What a browser needs to sign in by a passkey. Nothing in it depends on an account. */
export async function startSignIn(
  db: Db,
  site: PasskeySite,
  audience: SessionAudience,
  browser: Browser,
): Promise<SignInOptions> {
  return signInOptions(site, await createChallenge(db, audience, null, browser))
}

/**
 * Opens a session of this audience by a passkey whose device has verified its user. Throws `unauthenticated` for
 * anything that is wrong with the passkey or the challenge, `forbidden` for an account that is no administrator any
 * more or was deactivated, and `rate_limited` after too many failures.
 */
export async function signInByPasskey(
  db: Db,
  site: PasskeySite,
  audience: SessionAudience,
  signIn: z.output<typeof PasskeySignIn>,
  { browser, ...start }: Browser & SessionStart,
): Promise<{ user: User; session: Session }> {
  // Guesses at the password of an account do not slow its passkeys down: these cannot be guessed.
  const attempt = await countAttempt(db, `passkey ${signIn.id}`, start.networks, false)
  const challenge = await takeChallenge(db, signIn.response.clientDataJSON, { browser, audience, userId: null })
  const passkey = await findPasskey(db, audience, signIn.id)
  if (!challenge || !passkey) throw unauthenticated(REFUSED)
  const { user, isDeactivated } = passkey
  if (signIn.response.userHandle !== handleOf({ audience, userId: user._id })) throw unauthenticated(REFUSED)
  const counter = await verifySignIn(site, challenge, signIn, passkey).catch((cause: unknown) => {
    throw new ShopError('unauthenticated', REFUSED, { cause })
  })
  await attempt.forgive()
  await rememberNetwork(db, user, start.networks)
  if (audience === 'admin' && (user.role !== 'admin' || isDeactivated)) throw forbidden(WORDINGS.session.notAdmin)
  // A call that removes the passkey at the same time waits, and then ends the session.
  const isStillThere = (db: Db) => updateUsed(db, passkey.id, counter)
  return { user, session: await openSession(db, audience, user._id, { ...start, hasTwoFactors: true }, isStillThere) }
}

/** The passkeys of the caller for sessions like this one. */
export async function getPasskeys(db: Db, { hasRecentPassword, ...owner }: SignedIn): Promise<PasskeysAnswer> {
  return { passkeys: await listPasskeys(db, owner), isSignInRecent: hasRecentPassword }
}

/** What a browser needs to make a passkey. Throws as `requireMayChange` and `confirmPasswordUnlessRecent` do. */
export async function startNewPasskey(
  db: Db,
  site: PasskeySite,
  caller: SignedIn,
  { password, ...browser }: Browser & { password: string | undefined },
): Promise<NewPasskeyOptions> {
  await requireMayChange(db, caller.userId, caller)
  await confirmPasswordUnlessRecent(db, caller, password)
  const user = await getUser(db, caller.userId)
  const known = await listCredentials(db, caller)
  const challenge = await createChallenge(db, caller.audience, caller.userId, browser)
  return newPasskeyOptions(site, challenge, { handle: handleOf(caller), email: user.email, name: user.name, known })
}

/**
 * Adds the passkey that the device has made for the challenge of `startNewPasskey`. Throws as `requireMayChange` does,
 * `invalid` for anything that is wrong with it, `unauthenticated` if the caller's session has ended meanwhile, and
 * `conflict` if it is known already or the account has as many as it may.
 */
export async function addPasskey(
  db: Db,
  site: PasskeySite,
  caller: SignedIn,
  { name, credential, browser }: z.output<typeof NewPasskey> & Browser,
): Promise<PasskeysAnswer> {
  const { audience, userId } = caller
  await requireMayChange(db, userId, caller)
  const challenge = await takeChallenge(db, credential.response.clientDataJSON, { browser, audience, userId })
  if (!challenge) throw invalid(NOT_ADDED)
  const made = await verifyNewPasskey(site, challenge, credential).catch((cause: unknown) => {
    throw invalid(NOT_ADDED, undefined, cause)
  })
  const { id: credentialId, ...key } = made
  await inTransaction(db, async (db) => {
    const count = await countPasskeysLocked(db, caller)
    // A new password takes the passkeys away and ends the sessions: nobody adds one after it.
    if (!(await hasSession(db, audience, hashOf(caller.token ?? '')))) throw unauthenticated()
    if (count >= MAX_PASSKEYS) {
      throw conflict(`An account has at most ${MAX_PASSKEYS} passkeys. Please remove one first.`)
    }
    await insertPasskey(db, { id: newId(), userId, audience, name, credentialId, ...key })
  })
  return getPasskeys(db, caller)
}

/**
 * Gives a passkey of the caller another name. Throws as `requireMayChange` does, and `not_found` if it is not theirs.
 */
export async function changePasskeyName(db: Db, caller: SignedIn, id: string, name: string): Promise<PasskeysAnswer> {
  await requireMayChange(db, caller.userId, caller)
  await inTransaction(db, async (db) => {
    if (!(await renamePasskey(db, id, caller, name))) throw notFound('Passkey')
  })
  return getPasskeys(db, caller)
}

/** Removes a passkey of the caller. Throws as `startNewPasskey` does, and `not_found` if it is not theirs. */
export async function removePasskey(
  db: Db,
  caller: SignedIn,
  id: string,
  password: string | undefined,
): Promise<PasskeysAnswer> {
  await requireMayChange(db, caller.userId, caller)
  await confirmPasswordUnlessRecent(db, caller, password)
  await inTransaction(db, async (db) => {
    if (!(await deletePasskey(db, id, caller))) throw notFound('Passkey')
  })
  return getPasskeys(db, { ...caller, hasRecentPassword: true })
}
