import { tooBusy } from '#server/errors.ts'
import { Limiter } from '#server/concurrency-limiter.ts'

/** The cause of the error of a rejected call. Rejections are counted; other failures are logged one by one. */
export const REJECTED = 'rejected'

/** Calls wait by what they are for, so that a busy shop still sells (docs/decisions/0011-crowds.md). */
export interface Limiters {
  /** Checkout, and the provider's events: hundreds at once, because they mostly wait for the provider. */
  checkout: Limiter
  /** All other calls that need the database: fewer than it has connections, so that some are left for checkout. */
  calls: Limiter
  /** Calls about a cart. Reads at the same moment share one statement, so many at once take few connections. */
  carts: Limiter
  /** The statements that add to a cart or remove from it: each takes a connection. */
  cartChanges: Limiter
  /** Pages that are not in the cache. Rendering needs the processor, so more at once would not be faster. */
  pages: Limiter
}

const CHECKOUT_LIMITS = { atOnce: 300, stalledMs: 2000, timeoutMs: 5000 }
const OTHER_LIMITS = { stalledMs: 1500, timeoutMs: 4000 }

export function createLimiters(isBehind: () => boolean): Limiters {
  const rejection = () => tooBusy(REJECTED)
  const other = (atOnce: number) => new Limiter({ ...OTHER_LIMITS, atOnce, isBehind, rejection })
  return {
    checkout: new Limiter({ ...CHECKOUT_LIMITS, rejection }),
    calls: other(8),
    carts: other(64),
    cartChanges: other(8),
    pages: other(2),
  }
}
