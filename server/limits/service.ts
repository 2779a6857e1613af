import { createHash } from 'node:crypto'

import type { Db } from '#server/db/open.ts'

import { rateLimited } from '#server/errors.ts'
import { countDown, countUp, deleteCounter, deleteEndedCounters } from '#server/limits/queries.ts'

const SIGN_IN_WINDOW_SECONDS = 15 * 60
/** Failures that one account takes from one network within the window. */
const ACCOUNT_FAILURES = 5
/** Failures that one network may have with all accounts together before it has to wait. */
const NETWORK_FAILURES = 100

/**
 * Counts a call under this key, on the database's clock. Answers the seconds to wait once there were more than `limit`
 * within a window of `windowSeconds`, else undefined.
 */
export async function countCall(
  db: Db,
  key: string,
  limit: number,
  windowSeconds: number,
): Promise<number | undefined> {
  const { count, secondsLeft } = await countUp(db, key, windowSeconds)
  return count > limit ? secondsLeft : undefined
}

/** Doubles with every further failure, up to the whole window. */
const growingDelaySeconds = (failures: number) =>
  Math.min(SIGN_IN_WINDOW_SECONDS, 2 ** Math.min(failures - NETWORK_FAILURES, 20))

/** Beyond its ceiling a network still gets one attempt at a time, after a delay that grows. */
async function countNetworkFailure(db: Db, key: string): Promise<number | undefined> {
  const { count } = await countUp(db, key, SIGN_IN_WINDOW_SECONDS)
  if (count <= NETWORK_FAILURES) return undefined
  const wait = await countCall(db, `${key} gate`, 1, growingDelaySeconds(count))
  if (wait !== undefined) await countDown(db, key)
  return wait
}

export interface SignInAttempt {
  /** Takes the count back, because the pair was right. */
  forgive(): Promise<void>
}

/**
 * Counts an attempt to sign in as a failure until it is forgiven, so that attempts at the same time cannot slip past
 * the limit while their passwords are still being checked. Addresses with and without an account count alike, and
 * attempts from another network never keep an owner out. Throws `rate_limited`.
 */
export async function countSignIn(db: Db, emailKey: string, network: string): Promise<SignInAttempt> {
  const networkKey = `sign-in ${network}`
  const accountKey = `${networkKey} ${createHash('sha256').update(emailKey).digest('base64url')}`
  const accountWait = await countCall(db, accountKey, ACCOUNT_FAILURES, SIGN_IN_WINDOW_SECONDS)
  if (accountWait !== undefined) throw rateLimited(accountWait)
  const networkWait = await countNetworkFailure(db, networkKey)
  if (networkWait !== undefined) {
    await countDown(db, accountKey)
    throw rateLimited(networkWait)
  }
  return {
    async forgive() {
      await countDown(db, networkKey)
      await deleteCounter(db, accountKey)
    },
  }
}

/** Removes the counters whose window has ended. */
export const forgetEndedCounters = (db: Db): Promise<void> => deleteEndedCounters(db)
