/** Kinds that are counted one by one within a minute. The lines of all others are counted together. */
const MAX_KINDS = 500
const OTHERS = 'others'

/**
 * Counts the lines of each kind that callers cause within a minute, so that a flood does not fill the disk. The first
 * lines of a kind are written whole, the others are only counted.
 */
export class LineCounts {
  private readonly maxKinds: number
  private counts = new Map<string, { count: number; max: number }>()

  constructor(maxKinds = MAX_KINDS) {
    this.maxKinds = maxKinds
  }

  /** Counts a line. True if it is one of the first `max` of its kind in this minute, which are to be written. */
  count(kind: string, max: number): boolean {
    const known = this.counts.has(kind) || this.counts.size < this.maxKinds ? kind : OTHERS
    const count = (this.counts.get(known)?.count ?? 0) + 1
    this.counts.set(known, { count, max })
    return count <= max
  }

  /** Starts the next minute. Returns how many lines of each kind were only counted. */
  endMinute(): { kind: string; count: number }[] {
    const ended = [...this.counts]
    this.counts = new Map()
    return ended.flatMap(([kind, { count, max }]) => (count > max ? [{ kind, count: count - max }] : []))
  }
}
