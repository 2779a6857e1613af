import { setTimeout as wait } from 'node:timers/promises'

import type { Db } from '#server/db/database.ts'
import type { Shop } from '#server/start/shop.ts'

import { recordChange } from '#server/audit/service.ts'
import { SALES_TAG } from '#server/cache/tags.ts'
import { findNextMoment, noteBegunAndEnded, tryToLockTurns, turnPrices } from '#server/catalogue/sales/turn-queries.ts'
import { inTransaction } from '#server/db/in-transaction.ts'

/** How often prices are looked at while nothing is due, in milliseconds. */
const LOOK_EVERY_MS = 60_000
/** When they are looked at again after they turned: a product that was being saved meanwhile is then seen. */
const LOOK_AFTER_TURN_MS = 1000
/** When they are looked at again while another process turns them, and after a sale was changed. */
const LOOK_SOON_MS = 250

/** Turns the prices that are due, and returns after how many milliseconds to look again. */
export function lookAtPrices(db: Db): Promise<number> {
  return inTransaction(db, async (db) => {
    if (!(await tryToLockTurns(db))) return LOOK_SOON_MS
    // Asked first: a moment that comes meanwhile is then either turned or still to come.
    const nextMs = (await findNextMoment(db)) ?? LOOK_EVERY_MS
    const turned = await turnPrices(db)
    for (const { id, title, change } of await noteBegunAndEnded(db)) {
      await recordChange(db, null, change, ['sale', id], { after: { title } })
    }
    return Math.max(1, Math.min(nextMs, turned > 0 ? LOOK_AFTER_TURN_MS : LOOK_EVERY_MS))
  })
}

/**
 * Keeps prices those of the sales that run, until the signal aborts: it looks at the moment at which the next sale begins or ends,
 * when a sale was changed, and at least each minute. It runs in every process; of several one turns. What is due is decided by the
 * database's clock, and the time until then is measured by one that cannot be set.
 */
export async function keepPrices(shop: Pick<Shop, 'db' | 'tags'>, signal: AbortSignal): Promise<void> {
  let hasChanged = new AbortController()
  const unfollow = shop.tags.follow(SALES_TAG, () => hasChanged.abort())
  const sleep = (ms: number, ending: AbortSignal) =>
    wait(ms, undefined, { signal: ending, ref: false }).catch(() => undefined)
  try {
    while (!signal.aborted) {
      hasChanged = new AbortController()
      const untilMs = performance.now() + (await lookAtPrices(shop.db))
      await sleep(Math.max(untilMs - performance.now(), 1), AbortSignal.any([signal, hasChanged.signal]))
      // Many changes at once are looked at together.
      const leftMs = Math.min(untilMs - performance.now(), LOOK_SOON_MS)
      if (hasChanged.signal.aborted && leftMs > 0) await sleep(leftMs, signal)
    }
  } finally {
    unfollow()
  }
}
