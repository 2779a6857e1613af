import { unavailable } from '#server/errors.ts'

interface Bounds {
  /** How many run at the same time. */
  atOnce: number
  /** How many may wait for their turn; the next one is refused. */
  waiting: number
}

/**
 * Runs costly work a few at a time, in the order of arrival. Throws `unavailable` at once when too many wait already:
 * whoever asks then gets an answer instead of a time-out, and the shop keeps serving everybody else.
 */
export function createHashQueue({ atOnce, waiting }: Bounds) {
  const turns: (() => void)[] = []
  let running = 0
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= atOnce) {
      if (turns.length >= waiting) throw unavailable('Too many people are signing in right now. Please try again.')
      await new Promise<void>((resolve) => turns.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      // Whoever is next takes over this turn, so nobody can slip in between.
      const next = turns.shift()
      if (next) next()
      else running -= 1
    }
  }
}
