import { setTimeout as wait } from 'node:timers/promises'

import type { Db } from '#server/db/database.ts'
import type { Shop } from '#server/start/shop.ts'

import { recordChange } from '#server/audit/service.ts'
import { AVAILABILITY, SALES_TAG } from '#server/cache/tags.ts'
import { setSalePrices } from '#server/catalogue/sales/set-sale-prices.ts'
import { findNextMoment, noteBegunAndEnded, tryToLockSalePrices } from '#server/catalogue/sales/sale-price-queries.ts'
import { inTransaction } from '#server/db/in-transaction.ts'

/** How often prices are looked at while nothing is due, in milliseconds. */
const LOOK_EVERY_MS = 60_000
/** When they are looked at again after they turned: a product that was being saved meanwhile is then seen. */
const LOOK_AFTER_TURN_MS = 1000
/** When they are looked at again while another process turns them, and after a sale was changed. */
const LOOK_SOON_MS = 250

interface NextLook {
  inMs: number
  /** Whether to look when a size is sold out or in stock again, too; undefined where another process knows. */
  dependsOnStock?: boolean
}

/** Turns the prices that are due, and returns when to look again. */
export function lookAtPrices(db: Db): Promise<NextLook> {
  return inTransaction(db, async (db): Promise<NextLook> => {
    if (!(await tryToLockSalePrices(db))) return { inMs: LOOK_SOON_MS }
    // Asked first: a moment that comes meanwhile is then either turned or still to come.
    const nextMs = (await findNextMoment(db)) ?? LOOK_EVERY_MS
    const { turned, leavesInMs, dependsOnStock } = await setSalePrices(db)
    for (const { id, title, change } of await noteBegunAndEnded(db)) {
      await recordChange(db, null, change, ['sale', id], { after: { title } })
    }
    const soonest = Math.min(nextMs, leavesInMs, turned > 0 ? LOOK_AFTER_TURN_MS : LOOK_EVERY_MS)
    return { inMs: Math.max(1, soonest), dependsOnStock }
  })
}

/**
 * Keeps prices those of the sales that run, until the signal aborts: it looks at the moment at which the next sale
 * begins or ends or a product leaves a collection, when a sale was changed, and at least each minute. It runs in every
 * process; of several one turns. What is due is decided by the database's clock, and the time until then is measured by
 * one that cannot be set.
 */
export async function keepSalePrices(shop: Pick<Shop, 'db' | 'tags'>, signal: AbortSignal): Promise<void> {
  let hasChanged = new AbortController()
  let dependsOnStock = false
  const unfollowSales = shop.tags.follow(SALES_TAG, () => hasChanged.abort())
  const unfollowStock = shop.tags.follow(AVAILABILITY, () => dependsOnStock && hasChanged.abort())
  const sleep = (ms: number, ending: AbortSignal) =>
    wait(ms, undefined, { signal: ending, ref: false }).catch(() => undefined)
  try {
    while (!signal.aborted) {
      hasChanged = new AbortController()
      const next = await lookAtPrices(shop.db)
      dependsOnStock = next.dependsOnStock ?? dependsOnStock
      const untilMs = performance.now() + next.inMs
      await sleep(next.inMs, AbortSignal.any([signal, hasChanged.signal]))
      // Many changes at once are looked at together.
      const leftMs = Math.min(untilMs - performance.now(), LOOK_SOON_MS)
      if (hasChanged.signal.aborted && leftMs > 0) await sleep(leftMs, signal)
    }
  } finally {
    unfollowSales()
    unfollowStock()
  }
}
