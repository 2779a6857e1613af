import type { Db } from '#server/db/database.ts'

import { countUp } from '#server/http/rate-limits/queries.ts'

/** Counts a call under this key. Returns the seconds to wait if there were more than `limit` within `windowSeconds`. */
export async function countCall(
  db: Db,
  key: string,
  limit: number,
  windowSeconds: number,
): Promise<number | undefined> {
  const { count, secondsLeft } = await countUp(db, key, windowSeconds)
  return count > limit ? secondsLeft : undefined
}

export { deleteCounter as forgetCalls } from '#server/http/rate-limits/queries.ts'
