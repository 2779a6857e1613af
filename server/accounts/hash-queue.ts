import type { Network } from '#server/rate-limits/network.ts'

import { unavailable } from '#server/errors.ts'

interface Bounds {
  /** How many run at the same time. */
  atOnce: number
  /** How many may wait for their turn. */
  waiting: number
}

interface Waiting {
  networks: readonly Network[]
  /** How many of the same network waited already, for the fullest of its networks, measured by that network's share. */
  rank: number
  enter: () => void
  rejectWaiting: (reason: Error) => void
}

const tooMany = () => unavailable('Too many people are signing in right now. Please try again.')

/**
 * Runs costly work a few at a time. Whoever waits is served in the order of arrival, but before those whose network has more
 * waiting already; without networks everybody is of one. Throws `unavailable` when too many wait, to the newcomer or to
 * the last one of the fullest network: whoever asks then gets an answer instead of a time-out, one network cannot keep
 * the others out, and the shop keeps serving.
 */
export function createHashQueue({ atOnce, waiting }: Bounds) {
  /** In the order in which they are served. */
  const turns: Waiting[] = []
  let running = 0

  function rankOf(networks: readonly Network[]): number {
    const ranks = networks.map(({ name, share }) => {
      const before = turns.filter((turn) => turn.networks.some((network) => network.name === name))
      return before.length / share
    })
    return Math.max(0, ...ranks)
  }

  function takeTurn(networks: readonly Network[]): Promise<void> {
    const rank = rankOf(networks)
    if (turns.length >= waiting) {
      const last = turns.at(-1)
      if (!last || last.rank <= rank) throw tooMany()
      turns.pop()
      last.rejectWaiting(tooMany())
    }
    return new Promise<void>((enter, rejectWaiting) => {
      const behind = turns.findIndex((turn) => turn.rank > rank)
      turns.splice(behind === -1 ? turns.length : behind, 0, { networks, rank, enter, rejectWaiting })
    })
  }

  return async <Result>(work: () => Promise<Result>, networks: readonly Network[] = []): Promise<Result> => {
    if (running >= atOnce) await takeTurn(networks)
    else running += 1
    try {
      return await work()
    } finally {
      // Whoever is next takes over this turn, so nobody can slip in between.
      const next = turns.shift()
      if (next) next.enter()
      else running -= 1
    }
  }
}
