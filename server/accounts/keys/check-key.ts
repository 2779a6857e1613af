import type { Db } from '#server/db/database.ts'
import type { Identity } from '#server/http/caller.ts'

import { KEY_LIMITS } from '#contract/accounts/key-limits.ts'
import { MINUTE_SECONDS } from '#contract/units/time-units.ts'
import { findLiveKeys, touchKey } from '#server/accounts/keys/key-queries.ts'
import { hashOf } from '#server/accounts/link-tokens.ts'
import { UNSEEN_SECONDS } from '#server/accounts/sessions/session-limits.ts'
import { batchCalls } from '#server/db/batch-calls.ts'
import { isConnectionFailure } from '#server/db/database-errors.ts'
import { urgently } from '#server/db/urgent-work.ts'
import { rateLimited } from '#server/errors.ts'
import { countedNetworks, networksOf } from '#server/http/rate-limits/caller-networks.ts'
import { countUp } from '#server/http/rate-limits/queries.ts'
import { countCall } from '#server/http/rate-limits/service.ts'

/** Keys that do not work, from one caller. A wider network may send `share` times as many. */
const WRONG_KEYS = { limit: 60, seconds: 15 * MINUTE_SECONDS }

/**
 * Whoever sends wrong keys is slowed down. One that works is never counted, so nobody can shut out the program next
 * door.
 */
async function countWrongKey(db: Db, config: { hasRateLimits: boolean }, address: string): Promise<void> {
  for (const { name, share } of countedNetworks(config, address)) {
    const wait = await countCall(db, `wrong key ${name}`, WRONG_KEYS.limit * share, WRONG_KEYS.seconds)
    if (wait !== undefined) throw rateLimited(wait)
  }
}

async function noteUse(db: Db, id: string, address: string): Promise<void> {
  try {
    await touchKey(db, id, networksOf(address).at(-1)?.name ?? null)
  } catch (error) {
    // A full disk must not keep any program from reading; a later call writes the time.
    if (!isConnectionFailure(error)) throw error
  }
}

/**
 * Finds the program of a key; undefined for a key that does not work. The database is asked every time, because another
 * process may have ended it, and asked alike whatever was sent. Calls at the same moment share a query.
 */
export function createProgramFinder(db: Db, config: { hasRateLimits: boolean }) {
  const findBatched = batchCalls(async (hashes: readonly string[]) => {
    const found = await urgently(() => findLiveKeys(db, hashes, UNSEEN_SECONDS.admin))
    return hashes.map((hash) => found.get(hash))
  })
  return async (key: string, address: string): Promise<Identity | undefined> => {
    const found = await findBatched(hashOf(key).toString('hex'))
    if (!found) {
      await countWrongKey(db, config, address)
      return undefined
    }
    const { id, areas: rights, isUnseen } = found
    if (isUnseen) await noteUse(db, id, address)
    return { id, role: 'program', staffRole: null, rights, hasRecentPassword: true, hasTwoFactors: true }
  }
}

/** Counts a call of a program against the limit of its key. */
export async function countKeyCall(db: Db, programId: string) {
  const { count, secondsLeft: resetSeconds } = await countUp(db, `key ${programId}`, MINUTE_SECONDS)
  const limit = KEY_LIMITS.callsPerMinute
  return { limit, remaining: Math.max(0, limit - count), resetSeconds, isOver: count > limit }
}
