import type { NetworkWork } from '#server/http/overload/network-work.ts'
import type { Network } from '#server/http/rate-limits/caller-networks.ts'

import { CallerQueue, type Caller, type WaitingCall } from '#server/http/overload/caller-queue.ts'
import { isRejection, REJECTED, STALLED, tooBusy } from '#server/errors.ts'
import { urgently } from '#server/db/urgent-work.ts'
import { addLimiter, removeLimiter } from '#server/http/overload/limiter-counts.ts'
import { ownTurn } from '#server/turns.ts'

interface Limits {
  /** How many calls run at the same time. */
  atOnce: number
  /** How many of one network run at the same time, times its share; only where `isPaced`. Any number unless given. */
  atOnceOfOne?: number
  /** How many calls may wait, besides those for which places are free. Any number unless given. */
  maxWaiting?: number
  /**
   * How many calls of one network may wait, times its share. A more urgent one takes the place of its least urgent. Any
   * number unless given.
   */
  maxWaitingOfOne?: number
  /**
   * Begins one call a turn of the event loop, so that whatever has arrived meanwhile is dealt with before the next one.
   */
  isPaced?: boolean
  /** Its statements go before those of other work. */
  isUrgent?: boolean
  /** Counts the time that the work takes. A network that has had more than its share waits while others call. */
  networkWork?: NetworkWork
  /**
   * Reject new calls once the next one in the queue has waited so long, or nothing has ended for so long, in all or of
   * a network that has its places.
   */
  stalledMs?: number
  /** Reject a call that has waited so long. */
  timeoutMs?: number
  /** What the call has waited in other limiters that say so counts towards `timeoutMs`. */
  countsAllWaits?: boolean
  /** True while the process is too busy to begin more calls. */
  isBehind?: () => boolean
  /** Makes the error that a rejected caller gets. */
  rejection?: () => Error
}

interface LimitedCall extends WaitingCall {
  timeout: NodeJS.Timeout | undefined
  start: () => void
}

/** Whoever rests is looked at again after so long, because meanwhile all others may have gone. */
const MAX_REST_MS = 100

/**
 * Runs a limited number of calls at once; the others wait in a queue, in the order in which they came, shared by
 * network (`CallerQueue`). If the queue is full, the last call of the fullest group is rejected, so one group cannot
 * keep the others out. Rejections are `unavailable` unless `rejection` is given.
 */
export class Limiter {
  private readonly limits: Limits
  private readonly rejection: () => Error
  private readonly waiting: CallerQueue<LimitedCall>
  private running = 0
  /** Of each network that has calls running: how many, and when one last ended or took its last place. */
  private readonly runningOf = new Map<string, { count: number; movedAt: number }>()
  private resting: NodeJS.Timeout | undefined
  private isAboutToBegin = false
  /** When a call last ended, or when the last free place was taken. */
  private movedAt = 0
  private isClosed = false
  private becomesIdle: PromiseWithResolvers<void> | undefined
  /** How many calls were rejected since the start. */
  rejected = 0
  readonly name: string

  /** `name`: what the metrics call it. */
  constructor(name: string, { rejection = tooBusy, ...limits }: Limits) {
    this.name = name
    this.limits = limits
    this.rejection = rejection
    this.waiting = new CallerQueue(limits.maxWaitingOfOne ?? Infinity, (group) =>
      Math.min(this.freePlaces, this.placesLeftOf(group)),
    )
    addLimiter(this)
  }

  /** How many calls are here now. */
  get calls(): { running: number; waiting: number } {
    return { running: this.running, waiting: this.waiting.length }
  }

  /**
   * Throws the rejection if the queue does not move or the caller's network has too many calls in it, or after `close`.
   * Cheap: call it before any other work for a call.
   */
  checkCapacity(caller: Caller = {}): void {
    if (!this.hasRoomFor(caller)) throw this.countRejection(caller)
  }

  /**
   * True, and counted as a rejection, if `checkCapacity` would throw. Costs next to nothing, because it makes no error.
   */
  rejects(caller: Caller): boolean {
    if (this.hasRoomFor(caller)) return false
    this.rejected += 1
    return true
  }

  private hasRoomFor(caller: Caller): boolean {
    if (this.isClosed || this.isStalled(caller) || this.limits.isBehind?.()) return false
    const { priority = 0 } = caller
    return !this.waiting.lastOfFullGroups(caller).some((last) => last.priority <= priority)
  }

  /**
   * True if the next one in the queue has waited too long, or nothing has ended for too long, so that this caller waits
   * in vain.
   */
  private isStalled({ groups = [] }: Caller): boolean {
    const { atOnce, stalledMs = Infinity } = this.limits
    const hasStoodSince = (at: number) => performance.now() - at >= stalledMs
    if (groups.some((group) => this.hasItsPlaces(group) && hasStoodSince(this.movedAtOf(group)))) return true
    if (this.running < atOnce) return false
    const first = this.waiting.first(this.mayBegin)
    return hasStoodSince(Math.min(this.movedAt, first?.since ?? Infinity))
  }

  /** So many of those that wait are only waiting for their turn: they take nobody's place in the queue. */
  private get freePlaces(): number {
    return this.limits.atOnce - this.running
  }

  private placesLeftOf({ name, share }: Network): number {
    const { atOnceOfOne = Infinity } = this.limits
    return atOnceOfOne * share - (this.runningOf.get(name)?.count ?? 0)
  }

  private hasItsPlaces(group: Network): boolean {
    return this.placesLeftOf(group) <= 0
  }

  private movedAtOf({ name }: Network): number {
    return this.runningOf.get(name)?.movedAt ?? performance.now()
  }

  /** Runs `work` as soon as there is a free place. It is never started for a caller that has gone meanwhile. */
  async run<Result>(work: () => Promise<Result>, caller: Caller = {}): Promise<Result> {
    this.checkCapacity(caller)
    if (this.running < this.limits.atOnce && !this.limits.isPaced) this.takePlace()
    else await this.waitForPlace(caller)
    const countTime = this.limits.networkWork?.begin(caller.groups ?? [])
    try {
      return await (this.limits.isUrgent ? urgently(work) : work())
    } finally {
      countTime?.()
      if (this.limits.isPaced) this.countRunning(caller, -1)
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
    clearTimeout(this.resting)
    for (let last = this.waiting.last(); last; last = this.waiting.last()) last.reject()
    await this.idle()
    removeLimiter(this)
  }

  /** Makes the error for a caller whose call does not run. Counts it if it says that the shop is busy. */
  countRejection(caller: Caller = {}): Error {
    const error = this.rejection()
    if (isRejection(error)) this.rejected += 1
    if (error.cause === REJECTED && this.isStalled(caller)) error.cause = STALLED
    return error
  }

  private takePlace(): void {
    this.running += 1
    if (this.running === this.limits.atOnce) this.movedAt = performance.now()
  }

  private waitForPlace(caller: Caller): Promise<void> {
    const { isGone = () => false, groups = [], priority = 0 } = caller
    const { maxWaiting = Infinity, timeoutMs, isPaced, countsAllWaits = false } = this.limits
    const waitedMs = countsAllWaits ? (caller.waitedMs ?? 0) : 0
    for (const last of this.waiting.lastOfFullGroups(caller)) last.reject()
    if (this.waiting.length >= maxWaiting + this.freePlaces) {
      const last = this.waiting.last()
      if (!last || !this.waiting.goesBefore(caller, last)) throw this.countRejection(caller)
      last.reject()
    }
    return new Promise((resolve, reject) => {
      const call = this.waiting.add({
        since: performance.now(),
        isGone,
        groups,
        priority,
        timeout:
          timeoutMs === undefined
            ? undefined
            : setTimeout(() => call.reject(), Math.max(0, timeoutMs - waitedMs)).unref(),
        start: () => {
          clearTimeout(call.timeout)
          if (countsAllWaits) caller.waitedMs = waitedMs + performance.now() - call.since
          resolve()
        },
        reject: () => {
          clearTimeout(call.timeout)
          this.waiting.remove(call)
          reject(this.countRejection(caller))
        },
      })
      if (isPaced) this.beginNextTurn()
    })
  }

  /** False while the call's network has had more than its share, or has its places already. */
  private readonly mayBegin = ({ groups }: WaitingCall): boolean => {
    const { networkWork } = this.limits
    if (groups.some((group) => this.hasItsPlaces(group))) return false
    return !networkWork || networkWork.waitMs(groups) === 0
  }

  private countRunning({ groups = [] }: Caller, change: 1 | -1): void {
    for (const { name } of groups) {
      const count = (this.runningOf.get(name)?.count ?? 0) + change
      if (count > 0) this.runningOf.set(name, { count, movedAt: performance.now() })
      else this.runningOf.delete(name)
    }
  }

  /** The next call whose caller is still there, taken out of the queue. */
  private takeNext(): LimitedCall | undefined {
    let next = this.waiting.first(this.mayBegin)
    while (next?.isGone()) {
      next.reject()
      next = this.waiting.first(this.mayBegin)
    }
    if (next) this.waiting.begin(next)
    return next
  }

  /** All that wait have had more than their share: the next begins once the first of them may. */
  private restBeforeNext(): void {
    const { networkWork } = this.limits
    const first = this.waiting.first()
    // While some run, the next begins when one of them has ended.
    if (!first || !networkWork || this.running > 0) return
    this.resting ??= setTimeout(
      () => {
        this.resting = undefined
        this.beginNextTurn()
      },
      Math.min(networkWork.waitMs(first.groups) + 1, MAX_REST_MS),
    ).unref()
  }

  private beginNextTurn(): void {
    if (this.isAboutToBegin || this.running >= this.limits.atOnce || this.waiting.length === 0) return
    this.isAboutToBegin = true
    void ownTurn().then(() => {
      this.isAboutToBegin = false
      const call = this.takeNext()
      if (!call) {
        this.restBeforeNext()
        return this.noteIdle()
      }
      this.takePlace()
      this.countRunning(call, 1)
      call.start()
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
