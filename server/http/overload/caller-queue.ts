import type { Network } from '#server/http/rate-limits/caller-networks.ts'

/** The caller: how to notice that it has gone, and what it is counted by. */
export interface Caller {
  /** True once the caller has closed the connection. */
  isGone?: () => boolean
  /** Networks whose callers count as one. The larger the share of one, the more places in the queue it may take. */
  groups?: readonly Network[]
  /** Who goes first among callers whose groups have as many calls in the queue: the lowest number. 0 unless given. */
  priority?: number
  /** How long it has waited in limiters that count all waits. */
  waitedMs?: number
}

/** A call that waits, and its place. */
export interface WaitingCall extends Required<Omit<Caller, 'waitedMs'>> {
  since: number
  /** The lowest goes first: one more, divided by the group's share, than the last of the caller's group that waits. */
  rank: number
  reject: () => void
}

const goesBefore = (one: WaitingCall, other: WaitingCall) =>
  one.rank < other.rank || (one.rank === other.rank && one.priority < other.priority)

const isOf = ({ groups }: WaitingCall, name: string) => groups.some((group) => group.name === name)

/**
 * Calls that wait, in the order in which they are to begin. Groups take turns: each gets as many calls begun as its
 * share says, and the calls of one begin in the order in which they came. In the same turn the priority decides. This
 * is start-time fair queueing (Goyal, Vin, Cheng 1996).
 */
export class CallerQueue<Call extends WaitingCall> {
  private readonly calls: Call[] = []
  private readonly counts = new Map<string, number>()
  private readonly maxOfOne: number
  private readonly freePlacesFor: (group: Network) => number
  /** The rank of the call that was begun last. Whoever comes anew has the next turn. */
  private begunRank = 0

  /** `maxOfOne`: how many calls of one network may wait, times its share, besides those for which places are free. */
  constructor(maxOfOne: number, freePlacesFor: (group: Network) => number) {
    this.maxOfOne = maxOfOne
    this.freePlacesFor = freePlacesFor
  }

  get length(): number {
    return this.calls.length
  }

  /** The first that may begin now. */
  first(mayBegin: (call: Call) => boolean = () => true): Call | undefined {
    return this.calls.find(mayBegin)
  }

  last(): Call | undefined {
    return this.calls.at(-1)
  }

  /** Whether this call would begin before that one if it were added now. */
  goesBefore(caller: Caller, other: WaitingCall): boolean {
    const { priority = 0 } = caller
    return goesBefore({ ...other, rank: this.rankOf(caller), priority }, other)
  }

  add(call: Omit<Call, 'rank'>): Call {
    const placed = Object.assign(call, { rank: this.rankOf(call) }) as Call
    const behind = this.calls.findIndex((other) => goesBefore(placed, other))
    this.calls.splice(behind === -1 ? this.calls.length : behind, 0, placed)
    this.count(placed, 1)
    return placed
  }

  /** Takes a call out of the queue because it begins. */
  begin(call: Call): void {
    this.begunRank = Math.max(this.begunRank, call.rank)
    this.remove(call)
  }

  /** Takes a call out of the queue because it does not wait any more. */
  remove(call: Call): void {
    const index = this.calls.indexOf(call)
    if (index === -1) return
    this.calls.splice(index, 1)
    this.count(call, -1)
    if (this.calls.length === 0) this.begunRank = 0
  }

  /**
   * The last of the least urgent calls of each of the caller's networks that has all its places. Calls of every
   * priority count, because anybody may claim one; it only decides which calls of the network keep the places.
   */
  lastOfFullGroups({ groups = [] }: Caller): Call[] {
    if (this.calls.length < this.maxOfOne) return []
    return groups.flatMap((group) => {
      const { name, share } = group
      if ((this.counts.get(name) ?? 0) < this.maxOfOne * share + this.freePlacesFor(group)) return []
      const own = this.calls.filter((call) => isOf(call, name))
      return own.toSorted((one, other) => one.priority - other.priority).slice(-1)
    })
  }

  /**
   * Only calls of the same or a better priority count: what somebody buys does not wait for what their network looks
   * at.
   */
  private rankOf({ groups = [], priority = 0 }: Caller): number {
    const ranks = groups.map(({ name, share }) => {
      if (!this.counts.has(name)) return 0
      const last = this.calls.findLast((call) => call.priority <= priority && isOf(call, name))
      return last ? last.rank + 1 / share : 0
    })
    return Math.max(this.begunRank, ...ranks)
  }

  private count({ groups }: Call, change: 1 | -1): void {
    for (const { name } of groups) {
      const count = (this.counts.get(name) ?? 0) + change
      if (count === 0) this.counts.delete(name)
      else this.counts.set(name, count)
    }
  }
}
