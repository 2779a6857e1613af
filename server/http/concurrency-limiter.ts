import type { Network } from '#server/rate-limits/caller-networks.ts'

import { tooBusy } from '#server/errors.ts'
import { ownTurn } from '#server/http/own-turn.ts'

interface Limits {
  /** How many calls run at the same time. */
  atOnce: number
  /** How many calls may wait. Any number unless given. */
  maxWaiting?: number
  /** How many calls of one network may wait, times its share. A more urgent one takes the place of its least urgent. Any number unless given. */
  maxWaitingOfOne?: number
  /** Begins one call a turn of the event loop, so that whatever has arrived meanwhile is dealt with before the next one. */
  isPaced?: boolean
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
  /** Who goes first among callers whose groups have as many calls in the queue: the lowest number. 0 unless given. */
  priority?: number
}

interface WaitingCall extends Required<Caller> {
  since: number
  /** How many calls of the caller's fullest group were to begin before this one, divided by the group's share. */
  rank: number
  timeout: NodeJS.Timeout | undefined
  start: () => void
  reject: () => void
}

type Place = Pick<WaitingCall, 'rank' | 'priority'>

const goesBefore = (one: Place, other: Place) =>
  one.rank < other.rank || (one.rank === other.rank && one.priority < other.priority)

/**
 * Runs a limited number of calls at once; the others wait in a queue, in the order in which they came. A call whose group
 * has many calls in the queue waits behind those of smaller groups; of two groups that have as many the priority decides. If
 * the queue is full, the last call of the fullest group is rejected, so one group cannot keep the others out. Rejections are
 * `unavailable` unless `rejection` is given.
 */
export class Limiter {
  private readonly limits: Limits
  private readonly rejection: () => Error
  private readonly waiting: WaitingCall[] = []
  private running = 0
  private isAboutToBegin = false
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

  /**
   * Throws the rejection if the queue does not move or the caller's network has too many calls in it, or after `close`. Cheap:
   * call it before any other work for a call.
   */
  checkCapacity(caller: Caller = {}): void {
    const { atOnce, stalledMs = Infinity, isBehind } = this.limits
    const stalledSince = this.running < atOnce ? Infinity : Math.min(this.movedAt, this.waiting[0]?.since ?? Infinity)
    const isStalled = performance.now() - stalledSince >= stalledMs
    if (this.isClosed || isStalled || isBehind?.()) throw this.countRejection()
    const { priority = 0 } = caller
    const isFull = this.lastOfFullGroups(caller).some((last) => last.priority <= priority)
    if (isFull) throw this.countRejection()
  }

  /** Runs `work` as soon as there is a free place. It is never started for a caller that has gone meanwhile. */
  async run<Result>(work: () => Promise<Result>, caller: Caller = {}): Promise<Result> {
    this.checkCapacity(caller)
    if (this.running < this.limits.atOnce && !this.limits.isPaced) this.takePlace()
    else await this.waitForPlace(caller)
    try {
      return await work()
    } finally {
      this.passPlaceOn()
    }
  }

  /** Resolves when no call runs or waits. */
  async idle(): Promise<void> {
    if (this.running === 0 && this.waiting.length === 0) return
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

  private waitForPlace(caller: Caller): Promise<void> {
    const { isGone = () => false, groups = [], priority = 0 } = caller
    const { maxWaiting = Infinity, timeoutMs, isPaced } = this.limits
    for (const last of this.lastOfFullGroups(caller)) last.reject()
    const place = { rank: this.rankOf(caller), priority }
    if (this.waiting.length >= maxWaiting) {
      const last = this.waiting.at(-1)
      if (!last || !goesBefore(place, last)) throw this.countRejection()
      last.reject()
    }
    return new Promise((resolve, reject) => {
      const call: WaitingCall = {
        ...place,
        since: performance.now(),
        isGone,
        groups,
        timeout: timeoutMs === undefined ? undefined : setTimeout(() => call.reject(), timeoutMs).unref(),
        start: () => {
          clearTimeout(call.timeout)
          resolve()
        },
        reject: () => {
          clearTimeout(call.timeout)
          const index = this.waiting.indexOf(call)
          if (index !== -1) this.waiting.splice(index, 1)
          reject(this.countRejection())
        },
      }
      const behind = this.waiting.findIndex((other) => goesBefore(call, other))
      this.waiting.splice(behind === -1 ? this.waiting.length : behind, 0, call)
      if (isPaced) this.beginNextTurn()
    })
  }

  /**
   * The last of the least urgent calls of each of the caller's networks that has all its places in the queue. Calls of every priority count, because
   * anybody may claim one; it only decides which calls of the network keep the places.
   */
  private lastOfFullGroups({ groups }: Caller): WaitingCall[] {
    const { maxWaitingOfOne = Infinity } = this.limits
    if (this.waiting.length < maxWaitingOfOne) return []
    return (groups ?? []).flatMap(({ name, share }) => {
      const own = this.waiting.filter((call) => call.groups.some((group) => group.name === name))
      return own.length >= maxWaitingOfOne * share
        ? own.toSorted((one, other) => one.priority - other.priority).slice(-1)
        : []
    })
  }

  /** Only calls of the same or a better priority count: what somebody buys does not wait for what their network looks at. */
  private rankOf(caller: Caller): number {
    if (this.waiting.length === 0) return 0
    const { groups = [], priority = 0 } = caller
    const ranks = groups.map(({ name, share }) => {
      const before = this.waiting.filter(
        (call) => call.priority <= priority && call.groups.some((group) => group.name === name),
      )
      return before.length / share
    })
    return Math.max(0, ...ranks)
  }

  /** The next call whose caller is still there, taken out of the queue. */
  private takeNext(): WaitingCall | undefined {
    let next = this.waiting.shift()
    while (next?.isGone()) {
      next.reject()
      next = this.waiting.shift()
    }
    return next
  }

  private beginNextTurn(): void {
    if (this.isAboutToBegin || this.running >= this.limits.atOnce || this.waiting.length === 0) return
    this.isAboutToBegin = true
    void ownTurn().then(() => {
      this.isAboutToBegin = false
      const next = this.takeNext()
      if (!next) return this.noteIdle()
      this.takePlace()
      next.start()
      this.beginNextTurn()
    })
  }

  /** Hands the place directly to the next call, so that no newcomer can take it in between. */
  private passPlaceOn(): void {
    this.movedAt = performance.now()
    const next = this.limits.isPaced ? undefined : this.takeNext()
    if (next) return next.start()
    this.running -= 1
    if (this.limits.isPaced) this.beginNextTurn()
    this.noteIdle()
  }

  private noteIdle(): void {
    if (this.running > 0 || this.waiting.length > 0) return
    this.becomesIdle?.resolve()
    this.becomesIdle = undefined
  }
}
