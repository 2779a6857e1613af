import { unavailable } from '#server/errors.ts'

interface Bounds {
  /** How many run at the same time. */
  atOnce: number
  /** Once whoever is next has waited so long, or nothing has ended for so long, nobody may line up any more. */
  stalledMs: number
  /** Whoever has waited so long is turned away. */
  timeoutMs: number
  /** True while too many calls wait to be begun at all. */
  isBehind?: () => boolean
}

interface Waiting {
  since: number
  isGone: () => boolean
  enter: () => void
  rejectWaiting: () => void
}

/** The cause by which a call that was turned away is told from one that failed: it is no fault, and none is logged. */
export const REJECTED = 'rejected'

const tooBusy = () => unavailable('The shop is very busy right now. Please try again in a moment.', REJECTED)

/**
 * Lets so many pieces of work run at once; the others wait their turn, first come, first served, and are turned away with
 * `unavailable` where that would take too long. So a shop that is asked for more than it can do goes on doing as much as it
 * can, instead of answering everybody too late.
 */
export class Limiter {
  private readonly bounds: Bounds
  private readonly waiting: Waiting[] = []
  private running = 0
  /** When a piece of work last ended, or the last place was taken. */
  private movedAt = 0
  private timer: NodeJS.Timeout | undefined
  /** Since the start. */
  rejected = 0

  constructor(bounds: Bounds) {
    this.bounds = bounds
  }

  /** Throws `unavailable` where the line stands: cheap, so to be called before anything else is done for a call. */
  checkCapacity(): void {
    const { atOnce, stalledMs, isBehind } = this.bounds
    const standsSince = this.running < atOnce ? Infinity : Math.min(this.movedAt, this.waiting[0]?.since ?? Infinity)
    if (performance.now() - standsSince < stalledMs && !isBehind?.()) return
    this.rejected += 1
    throw tooBusy()
  }

  /** Runs the work in its turn. It is never begun for somebody who has gone meanwhile. */
  async run<Result>(work: () => Promise<Result>, isGone: () => boolean = () => false): Promise<Result> {
    this.checkCapacity()
    if (this.running < this.bounds.atOnce) this.takePlace()
    else await this.takeTurn(isGone)
    try {
      return await work()
    } finally {
      this.letNextIn()
    }
  }

  private takePlace(): void {
    this.running += 1
    if (this.running === this.bounds.atOnce) this.movedAt = performance.now()
  }

  private takeTurn(isGone: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const rejectWaiting = () => {
        this.rejected += 1
        reject(tooBusy())
      }
      this.waiting.push({ since: performance.now(), isGone, enter: resolve, rejectWaiting })
      this.timer ??= setTimeout(() => this.rejectLate(), this.bounds.timeoutMs).unref()
    })
  }

  /** Whoever is next takes over the place, so that nobody can slip in between. */
  private letNextIn(): void {
    this.movedAt = performance.now()
    let next = this.waiting.shift()
    while (next?.isGone()) {
      next.rejectWaiting()
      next = this.waiting.shift()
    }
    if (next) next.enter()
    else this.running -= 1
  }

  private rejectLate(): void {
    const now = performance.now()
    const { timeoutMs } = this.bounds
    const inTime = this.waiting.findIndex(({ since }) => now - since < timeoutMs)
    for (const { rejectWaiting } of this.waiting.splice(0, inTime === -1 ? this.waiting.length : inTime)) {
      rejectWaiting()
    }
    const [first] = this.waiting
    this.timer = first && setTimeout(() => this.rejectLate(), Math.max(first.since + timeoutMs - now, 1)).unref()
  }
}

/** What a call is to the shop when not everybody can be served. */
export interface Limiters {
  /** Paying, and what the provider tells: hundreds at once, because most of their time is waiting for the provider. */
  checkout: Limiter
  /** Every other call that needs the database; fewer than it has connections, so that some are left for paying. */
  calls: Limiter
  /** A call at a cart. Many readings are one statement: many at once take as few connections as one. */
  carts: Limiter
  /** The statement by which such a call adds or removes: each takes a connection. */
  cartChanges: Limiter
  /** Pages that are not kept. Rendering is work for the processor, so more at once would not make it faster. */
  pages: Limiter
}

export const createLimiters = (isBehind: () => boolean): Limiters => ({
  checkout: new Limiter({ atOnce: 300, stalledMs: 2000, timeoutMs: 5000 }),
  calls: new Limiter({ atOnce: 8, stalledMs: 1500, timeoutMs: 4000, isBehind }),
  carts: new Limiter({ atOnce: 64, stalledMs: 1500, timeoutMs: 4000, isBehind }),
  cartChanges: new Limiter({ atOnce: 8, stalledMs: 1500, timeoutMs: 4000, isBehind }),
  pages: new Limiter({ atOnce: 2, stalledMs: 1500, timeoutMs: 4000, isBehind }),
})
