/** What a limiter has now, and how many calls it has rejected since the start. */
interface Counted {
  name: string
  calls: { running: number; waiting: number }
  rejected: number
}

const limiters = new Set<Counted>()

/** Each limiter of this process is here from its making until it is closed, so that none rejects unheard. */
export function addLimiter(limiter: Counted): void {
  limiters.add(limiter)
}

export function removeLimiter(limiter: Counted): void {
  limiters.delete(limiter)
}

/** The counts of all limiters of this process by name; those of one name together. */
export function limiterCounts(): ReadonlyMap<string, { running: number; waiting: number; rejected: number }> {
  const counts = new Map<string, { running: number; waiting: number; rejected: number }>()
  for (const { name, calls, rejected } of limiters) {
    const before = counts.get(name) ?? { running: 0, waiting: 0, rejected: 0 }
    counts.set(name, {
      running: before.running + calls.running,
      waiting: before.waiting + calls.waiting,
      rejected: before.rejected + rejected,
    })
  }
  return counts
}
