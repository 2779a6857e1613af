import { LRUCache } from 'lru-cache'

import { MINUTE_MS } from '#contract/units/time-units.ts'
import { networksOf } from '#server/http/rate-limits/caller-networks.ts'

/**
 * Visits that one address may tell of within a minute. A mobile carrier's customers may share one: what is beyond it is
 * not counted.
 */
export const VISITS_PER_MINUTE = 60

const MAX_NETWORKS = 10_000

/**
 * Counts who tells of visits, for a minute and in memory alone: each page view would otherwise write to the database.
 * True while a caller may tell more.
 */
export function createVisitLimit(): (address: string) => boolean {
  const counts = new LRUCache<string, number>({ max: MAX_NETWORKS, ttl: MINUTE_MS })
  return (address) =>
    networksOf(address).every(({ name, share }) => {
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count, { noUpdateTTL: true })
      return count <= VISITS_PER_MINUTE * share
    })
}
