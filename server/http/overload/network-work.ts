import { LRUCache } from 'lru-cache'

import type { Network } from '#server/http/rate-limits/caller-networks.ts'

/** The part of the time that the work of one network may take while others call too, times the network's share. */
const PART = 0.15
/** How much it may take beyond that, all at once, times its share. */
const AT_ONCE_MS = 250
/** What a piece of work is taken for until it has ended. */
const EXPECTED_MS = 10
/** No piece is counted for more: on the embedded engine it may also have waited for the statements of others. */
const LONGEST_MS = 20
/** For so long after a call of another network, others call too. */
const OTHERS_MS = 2000
const MAX_NETWORKS = 2000

interface Debt {
  ms: number
  at: number
}

/**
 * How long the work of each network has kept the processor busy of late. A page takes some ten milliseconds in one
 * piece, and who is answered meanwhile waits for it in each turn of the event loop. So a network whose pages are made
 * one after the other makes everybody wait, though it has only one call in the queue for each of theirs.
 */
export class NetworkWork {
  private readonly debts = new LRUCache<string, Debt>({ max: MAX_NETWORKS })
  private latest = { name: '', at: -Infinity }
  private other = this.latest
  private endedAt = 0

  /** Somebody of this network has called. */
  noteCall({ name }: Network): void {
    if (name !== this.latest.name) this.other = this.latest
    this.latest = { name, at: performance.now() }
  }

  /**
   * Work for these networks begins. Returns what to call when it has ended. Of works that run at the same time each is
   * counted for the time in which it was the next to end, so together they are counted for no more than the time that
   * has passed.
   */
  begin(networks: readonly Network[]): () => void {
    const begunAt = performance.now()
    this.add(networks, EXPECTED_MS)
    return () => {
      const now = performance.now()
      const passed = Math.max(0, now - Math.max(begunAt, this.endedAt))
      this.add(networks, Math.min(passed, LONGEST_MS) - EXPECTED_MS)
      this.endedAt = now
    }
  }

  /** How long the next work for these networks is to wait; 0 while nobody else calls. */
  waitMs(networks: readonly Network[]): number {
    const now = performance.now()
    const [caller] = networks
    if (!caller || !this.hasOthers(caller, now)) return 0
    const waits = networks.map((network) => this.debtOf(network, now) / (PART * network.share) - AT_ONCE_MS / PART)
    return Math.max(...waits, 0)
  }

  private add(networks: readonly Network[], ms: number): void {
    const now = performance.now()
    for (const network of networks) this.debts.set(network.name, { ms: this.debtOf(network, now) + ms, at: now })
  }

  private debtOf({ name, share }: Network, now: number): number {
    const debt = this.debts.get(name)
    return debt ? Math.max(0, debt.ms - Math.max(0, now - debt.at) * PART * share) : 0
  }

  private hasOthers({ name }: Network, now: number): boolean {
    const heard = name === this.latest.name ? this.other : this.latest
    return now - heard.at < OTHERS_MS
  }
}
