import type { Network } from '#server/caller-networks.ts'

import { tooBusy } from '#server/errors.ts'

interface Limits {
  /** How many calls run at the same time. */
  atOnce: number
  /** How many calls may wait. Any number unless given. */
  maxWaiting?: number
  /** Reject new calls once the next one in the queue has waited so long, or nothing has ended for so long. */
  stalledMs?: number
  /** Reject a call that has waited so long. */
  timeoutMs?: number
  /** True while the process is too busy to begin more calls. */
  isBehind?: () => boolean
  /** Makes the error that a rejected caller gets. */
  rejection?: () => Error
}

/** The caller: how to notice that it has gone, and what it is counted by. */
export interface Caller {
  /** True once the caller has closed the connection. */
  isGone?: () => boolean
  /** Networks whose callers count as one. The larger the share of one, the more places in the queue it may take. */
  groups?: readonly Network[]
}

interface WaitingCall extends Required<Caller> {
  since: number
  /** How many calls of the caller's fullest group were waiting before this one, divided by the group's share. */
  rank: number
  timeout: NodeJS.Timeout | undefined
  start: () => void
  reject: () => void
}

/**
 * Runs a limited number of calls at once; the others wait in a queue, in the order in which they came. A call whose group
 * has many calls in the queue waits behind those of smaller groups. If the queue is full, the last call of the fullest
 * group is rejected, so one group cannot keep the others out. Rejections are `unavailable` unless `rejection` is given.
 */
export class Limiter {
  private readonly limits: Limits
  private readonly rejection: () => Error
  private readonly waiting: WaitingCall[] = []
  private running = 0
  /** When a call last ended, or when the last free place was taken. */
  private movedAt = 0
  private isClosed = false
  private becomesIdle: PromiseWithResolvers<void> | undefined
  /** How many calls were rejected since the start. */
  rejected = 0

  constructor({ rejection = tooBusy, ...limits }: Limits) {
    this.limits = limits
    this.rejection = rejection
  }

  /** How many calls are here now. */
  get calls(): { running: number; waiting: number } {
    return { running: this.running, waiting: this.waiting.length }
  }

  /** Throws the rejection if the queue does not move, or after `close`. Cheap: call it before any other work for a call. */
  checkCapacity(): void {
    const { atOnce, stalledMs = Infinity, isBehind } = this.limits
    const stalledSince = this.running < atOnce ? Infinity : Math.min(this.movedAt, this.waiting[0]?.since ?? Infinity)
    const isStalled = performance.now() - stalledSince >= stalledMs
    if (this.isClosed || isStalled || isBehind?.()) throw this.countRejection()
  }

  /** Runs `work` as soon as there is a free place. It is never started for a caller that has gone meanwhile. */
  async run<Result>(work: () => Promise<Result>, caller: Caller = {}): Promise<Result> {
    this.checkCapacity()
    if (this.running < this.limits.atOnce) this.takePlace()
    else await this.waitForPlace(caller)
    try {
      return await work()
    } finally {
      this.passPlaceOn()
    }
  }

  /** Resolves when no call runs or waits. */
  async idle(): Promise<void> {
    if (this.running === 0) return
    this.becomesIdle ??= Promise.withResolvers<void>()
    await this.becomesIdle.promise
    return this.idle()
  }

  /** Rejects the calls that wait and all later ones. Resolves when the running ones have ended. */
  async close(): Promise<void> {
    this.isClosed = true
    for (const { reject } of this.waiting.splice(0)) reject()
    await this.idle()
  }

  private countRejection(): Error {
    this.rejected += 1
    return this.rejection()
  }

  private takePlace(): void {
    this.running += 1
    if (this.running === this.limits.atOnce) this.movedAt = performance.now()
  }

  private waitForPlace({ isGone = () => false, groups = [] }: Caller): Promise<void> {
    const { maxWaiting = Infinity, timeoutMs } = this.limits
    const rank = this.rankOf(groups)
    if (this.waiting.length >= maxWaiting) {
      const last = this.waiting.at(-1)
      if (!last || last.rank <= rank) throw this.countRejection()
      last.reject()
    }
    return new Promise((resolve, reject) => {
      const call: WaitingCall = {
        since: performance.now(),
        isGone,
        groups,
        rank,
        timeout: timeoutMs === undefined ? undefined : setTimeout(() => call.reject(), timeoutMs).unref(),
        start: () => {
          clearTimeout(call.timeout)
          resolve()
        },
        reject: () => {
          clearTimeout(call.timeout)
          const place = this.waiting.indexOf(call)
          if (place !== -1) this.waiting.splice(place, 1)
          reject(this.countRejection())
        },
      }
      const behind = this.waiting.findIndex((other) => other.rank > rank)
      this.waiting.splice(behind === -1 ? this.waiting.length : behind, 0, call)
    })
  }

  private rankOf(groups: readonly Network[]): number {
    const ranks = groups.map(({ name, share }) => {
      const before = this.waiting.filter((call) => call.groups.some((group) => group.name === name))
      return before.length / share
    })
    return Math.max(0, ...ranks)
  }

  /** Hands the place directly to the next call, so that no newcomer can take it in between. */
  private passPlaceOn(): void {
    this.movedAt = performance.now()
    let next = this.waiting.shift()
    while (next?.isGone()) {
      next.reject()
      next = this.waiting.shift()
    }
    if (next) return next.start()
    this.running -= 1
    if (this.running > 0) return
    this.becomesIdle?.resolve()
    this.becomesIdle = undefined
  }
}
