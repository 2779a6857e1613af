import { randomBytes } from 'node:crypto'

import type { Db } from '#server/db/database.ts'
import type { Identity } from '#server/http/caller.ts'
import type { SessionAudience } from '#server/http/session-cookies.ts'
import type { SessionStart } from '#server/http/session-start.ts'

import { RECENT_PASSWORD_MINUTES } from '#contract/accounts/password-limits.ts'
import { cancelErasure } from '#server/accounts/cancel-erasure-queries.ts'
import {
  deleteSession,
  findLiveSessions,
  insertSession,
  touchSession,
} from '#server/accounts/sessions/session-queries.ts'
import { lockLogin } from '#server/accounts/queries.ts'
import { hashOf } from '#server/accounts/link-tokens.ts'
import { SESSION_LIMITS, UNSEEN_SECONDS } from '#server/accounts/sessions/session-limits.ts'
import { isConnectionFailure } from '#server/db/database-errors.ts'
import { batchCalls } from '#server/db/batch-calls.ts'
import { urgently } from '#server/db/urgent-work.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { unauthenticated } from '#server/errors.ts'

const TOKEN_BYTES = 32

export interface Session {
  /** Only the browser gets it. */
  token: string
  expiresAt: Date
}

/**
 * Opens a session under a new id and ends the one that the browser had before. Every way of signing in ends here, so
 * what is to happen at each sign-in happens here. `hasTwoFactors` says that an administrator has shown two factors: a
 * password and a code, or a passkey. A customer who signs in keeps the account. `isStillRight` looks in the same
 * transaction whether what the person signed in by is still so; throws `unauthenticated` if not.
 */
export async function openSession(
  db: Db,
  audience: SessionAudience,
  userId: string,
  { previousToken, device, network, hasTwoFactors = false }: Partial<SessionStart> & { hasTwoFactors?: boolean } = {},
  isStillRight: (db: Db) => Promise<boolean> = async () => true,
): Promise<Session> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const lastsSeconds = SESSION_LIMITS[audience].absoluteSeconds
  return inTransaction(db, async (db) => {
    if (!(await isStillRight(db))) throw unauthenticated('Please log in again.')
    // First, because it waits for whoever has locked the account: an erasure that is asked for at the same moment is
    // found then.
    const expiresAt = await insertSession(db, {
      idHash: hashOf(token),
      userId,
      audience,
      device,
      network,
      hasTwoFactors,
      lastsSeconds,
    })
    if (previousToken) await deleteSession(db, audience, hashOf(previousToken))
    if (audience === 'customer') await cancelErasure(db, userId)
    return { token, expiresAt }
  })
}

/**
 * Opens a new session of the caller's kind after a change of the password or the address, which ended the others.
 * Whoever sets another password from now on ends it too. Throws `unauthenticated` if that has happened already.
 */
export const reopenSession = (
  db: Db,
  { audience, hasTwoFactors }: { audience: SessionAudience; hasTwoFactors: boolean },
  login: Parameters<typeof lockLogin>[1],
  start: SessionStart,
): Promise<Session> =>
  openSession(db, audience, login.userId, { ...start, hasTwoFactors }, (db) => lockLogin(db, login))

/** Finds the user of a session of this audience; undefined if it has ended. */
type FindSession = (audience: SessionAudience, token: string) => Promise<Identity | undefined>

async function findLive(db: Db, audience: SessionAudience, idHashes: readonly string[]) {
  const { idleSeconds } = SESSION_LIMITS[audience]
  const limits = { idleSeconds, unseenSeconds: UNSEEN_SECONDS[audience], recentSeconds: RECENT_PASSWORD_MINUTES * 60 }
  const found = await findLiveSessions(db, audience, idHashes, limits)
  return idHashes.map((idHash) => found.get(idHash))
}

/**
 * Looks each session up in the database, because another process may have ended it. Calls at the same moment share a
 * query.
 */
export function createSessionFinder(db: Db): FindSession {
  const batchedFor = (audience: SessionAudience) =>
    batchCalls((idHashes: readonly string[]) => urgently(() => findLive(db, audience, idHashes)))
  const findBatched = { customer: batchedFor('customer'), admin: batchedFor('admin') }

  return async (audience, token) => {
    const idHash = hashOf(token)
    const session = await findBatched[audience](idHash.toString('hex'))
    if (!session) return undefined
    if (session.isUnseen) await updateSeen(db, idHash)
    const { isUnseen: _isUnseen, ...identity } = session
    return identity
  }
}

/** The user of the session that a browser has besides the one that its call asks for; undefined without one. */
export async function findSession(
  db: Db,
  audience: SessionAudience,
  token: string | undefined,
): Promise<Identity | undefined> {
  if (token === undefined) return undefined
  const [session] = await findLive(db, audience, [hashOf(token).toString('hex')])
  return session
}

/** Whether an administrator's session is still valid. Unlike a call, this does not extend it. */
export async function isAdminSessionLive(db: Db, token: string): Promise<boolean> {
  return (await findSession(db, 'admin', token))?.role === 'admin'
}

async function updateSeen(db: Db, idHash: Uint8Array): Promise<void> {
  try {
    await touchSession(db, idHash)
  } catch (error) {
    // A full disk must not keep anybody from reading; a later call writes the time.
    if (!isConnectionFailure(error)) throw error
  }
}

/** Ends the session on the server; does nothing without one. */
export async function endSession(db: Db, audience: SessionAudience, token: string | undefined): Promise<void> {
  if (token) await deleteSession(db, audience, hashOf(token))
}
