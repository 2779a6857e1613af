import { generateSecret, generateURI, verify } from 'otplib'

import type { FactorStarted, RecoveryCodes, SecondFactor } from '#contract/accounts/second-factor.ts'
import type { Db } from '#server/db/database.ts'
import type { SessionStart } from '#server/http/session-start.ts'
import type { Network } from '#server/http/rate-limits/caller-networks.ts'

import { ShopError } from '#contract/api/errors.ts'
import { emailKey } from '#contract/schemas/basic-schemas.ts'
import { RECOVERY_CODE_LENGTH, RECOVERY_CODES } from '#contract/accounts/recovery-code-limits.ts'
import { codeHashOf, hashOf as tokenHash } from '#server/accounts/link-tokens.ts'
import { randomLetters } from '#server/accounts/passwords/passwords.ts'
import { findAccount, getUser, lockAccount } from '#server/accounts/queries.ts'
import { hasSession } from '#server/accounts/sessions/session-queries.ts'
import {
  countRecoveryCodes,
  deleteFactor,
  deletePlainSessions,
  findFactor,
  replaceRecoveryCodes,
  saveNewFactor,
  takeRecoveryCode,
  takeStep,
  type Factor,
} from '#server/accounts/second-factor/factor-queries.ts'
import { openSession, type Session } from '#server/accounts/sessions/sessions.ts'
import { isKnownNetwork, SECOND_FACTOR_TRIES } from '#server/accounts/sign-in-limits.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { conflict, invalidField, notFound, rateLimited, unauthenticated } from '#server/errors.ts'
import { countCall, forgetCalls } from '#server/http/rate-limits/service.ts'

/** A phone's clock may be wrong by so much. */
const TOLERANCE_SECONDS = 30
const APP_CODE_DIGITS = 6

const WRONG_CODE = 'This code is wrong or was used already. Please wait for the next one.'

const readable = (code: string) => code.replaceAll(/(.{4})(?=.)/g, '$1-')

/** Whether the code is the current one of the app and was not used before. Of several callers one gets true. */
async function takeAppCode(db: Db, userId: string, factor: Factor, code: string): Promise<boolean> {
  const { secret, lastStep: afterTimeStep, epoch } = factor
  const result = await verify({ secret, token: code, epoch, epochTolerance: TOLERANCE_SECONDS, afterTimeStep })
  return result.valid && 'timeStep' in result && takeStep(db, userId, secret, result.timeStep)
}

/** Counts a try until it was right, so that many at once do not get past the limit. Throws `rate_limited`. */
async function countTry(db: Db, userId: string, networks: readonly Network[] = []): Promise<() => Promise<void>> {
  // Whoever knows the password elsewhere must not use up the tries of its owner.
  const isKnown = await isKnownNetwork(db, emailKey((await getUser(db, userId)).email), networks)
  const counted = isKnown ? `${userId} ${networks[0]?.name}` : userId
  const keys = SECOND_FACTOR_TRIES.map(({ seconds }) => `second factor ${seconds} ${counted}`)
  for (const [place, { limit, seconds }] of SECOND_FACTOR_TRIES.entries()) {
    const wait = await countCall(db, keys[place] ?? '', limit, seconds)
    if (wait !== undefined) throw rateLimited(wait)
  }
  return async () => {
    for (const key of keys) await forgetCalls(db, key)
  }
}

/**
 * The one place where a sign-in by password satisfies the second factor. Returns whether two factors were shown: false
 * for an account that has none. `networks` are the caller's. Throws `code_needed` without a code, `unauthenticated` for
 * a wrong or used one, and `rate_limited`.
 *
 * A passkey whose device has verified its user counts as two factors. Such a sign-in skips this check, and its session
 * is opened with `hasTwoFactors`.
 */
export async function checkSecondFactor(
  db: Db,
  userId: string,
  code: string | undefined,
  networks: readonly Network[] = [],
): Promise<boolean> {
  const factor = await findFactor(db, userId)
  if (!factor?.isConfirmed) return false
  if (code === undefined) throw new ShopError('code_needed', 'Please enter the code of your app, too.')
  const forgive = await countTry(db, userId, networks)
  const isRight =
    code.length === APP_CODE_DIGITS
      ? await takeAppCode(db, userId, factor, code)
      : await inTransaction(db, (db) => takeRecoveryCode(db, userId, codeHashOf(userId, code)))
  if (!isRight) throw unauthenticated(WRONG_CODE)
  await forgive()
  return true
}

export async function getSecondFactor(db: Db, userId: string): Promise<Omit<SecondFactor, 'isDemanded'>> {
  const factor = await findFactor(db, userId)
  return { isOn: Boolean(factor?.isConfirmed), recoveryCodesLeft: await countRecoveryCodes(db, userId) }
}

/** A new key for a code app. Throws `conflict` where there is an app already. */
export async function startFactor(db: Db, userId: string, shopName: string): Promise<FactorStarted> {
  const user = await getUser(db, userId)
  const secret = generateSecret()
  if (!(await saveNewFactor(db, userId, secret))) throw conflict('You have a code app already. Please remove it first.')
  return { key: secret, uri: generateURI({ issuer: shopName, label: user.email, secret }) }
}

async function makeRecoveryCodes(db: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => randomLetters(RECOVERY_CODE_LENGTH))
  await replaceRecoveryCodes(
    db,
    userId,
    codes.map((code) => codeHashOf(userId, code)),
  )
  return codes.map(readable)
}

/**
 * Turns the code app on by its first code, and answers the recovery codes, this once. Every admin session that was
 * opened without it ends. The caller gets a new session with two factors; a copy of the old one is worthless. Throws
 * `invalid` for a wrong code, `unauthenticated` if the caller's session has ended meanwhile, and `rate_limited`.
 */
export async function confirmFactor(
  db: Db,
  userId: string,
  code: string,
  start: SessionStart,
): Promise<{ answer: RecoveryCodes; session: Session }> {
  const factor = await findFactor(db, userId)
  if (!factor || factor.isConfirmed) throw notFound('New code app')
  const forgive = await countTry(db, userId)
  let recoveryCodes: string[] = []
  // In one transaction, so that there is no factor without recovery codes.
  const session = await openSession(db, 'admin', userId, { ...start, hasTwoFactors: true }, async (db) => {
    // Whoever is just signing in without the factor is refused, or signed out below.
    await lockAccount(db, userId)
    if (!(await hasSession(db, 'admin', tokenHash(start.previousToken ?? '')))) return false
    if (!(await takeAppCode(db, userId, factor, code))) throw invalidField('code', WRONG_CODE)
    recoveryCodes = await makeRecoveryCodes(db, userId)
    await deletePlainSessions(db, userId)
    return true
  })
  await forgive()
  return { answer: { message: 'The second factor is on.', recoveryCodes }, session }
}

/** New recovery codes; the old ones end. Throws `not_found` without a second factor. */
export async function renewRecoveryCodes(db: Db, userId: string): Promise<RecoveryCodes> {
  if (!(await findFactor(db, userId))?.isConfirmed) throw notFound('Second factor')
  const recoveryCodes = await inTransaction(db, async (db) => {
    // Of two at once the second takes the codes of the first away.
    await lockAccount(db, userId)
    return makeRecoveryCodes(db, userId)
  })
  return { message: 'The old recovery codes do not work any more.', recoveryCodes }
}

/** Takes the code app and its recovery codes away. `actorId` is null for the command of the machine. */
export function removeFactor(db: Db, userId: string, actorId: string | null): Promise<void> {
  return inTransaction(db, async (db) => {
    if (!(await deleteFactor(db, userId, actorId))) throw notFound('Second factor')
  })
}

/** Takes the lost second factor of the account with this address away. Throws `not_found` without one. */
export async function resetFactor(db: Db, email: string): Promise<void> {
  const account = await findAccount(db, email)
  if (!account) throw notFound('Account')
  await removeFactor(db, account.id, null)
}
