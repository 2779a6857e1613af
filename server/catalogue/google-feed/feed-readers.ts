interface Reader {
  network: string
  since: number
  end: AbortController
}

/** How long a reader is served while others wait: one of several of a network, and the only one of its network. */
const SHARE_MS = { several: 5000, only: 30_000 }
const LOOK_EVERY_MS = 500

/**
 * Who is being served. While others wait, whoever has had a fair share of the time is cut off, the longest served
 * first, so that no number of slow readers keeps somebody else out.
 */
export class FeedReaders {
  private readonly readers = new Set<Reader>()
  private readonly isAwaited: () => boolean
  private look: NodeJS.Timeout | undefined

  constructor(isAwaited: () => boolean) {
    this.isAwaited = isAwaited
  }

  /** Serves a reader until its `signal` is aborted. */
  async serve(network: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const reader = { network, since: performance.now(), end: new AbortController() }
    this.readers.add(reader)
    try {
      await work(reader.end.signal)
    } finally {
      this.readers.delete(reader)
    }
  }

  /** Looks for readers to cut off as long as others wait. Call it when somebody begins to. */
  makeRoom(): void {
    if (this.look || !this.isAwaited()) return
    this.look = setTimeout(() => {
      this.look = undefined
      if (this.isAwaited()) this.cutOff()
      this.makeRoom()
    }, LOOK_EVERY_MS).unref()
  }

  private cutOff(): void {
    const now = performance.now()
    const served = [...this.readers].filter(({ end }) => !end.signal.aborted)
    const hasSeveral = ({ network }: Reader) => served.filter((one) => one.network === network).length > 1
    const longest = served
      .filter((reader) => now - reader.since >= (hasSeveral(reader) ? SHARE_MS.several : SHARE_MS.only))
      .toSorted((one, other) => one.since - other.since)[0]
    longest?.end.abort(new Error('others wait for the product feed'))
  }
}
