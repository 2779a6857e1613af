/**
 * Lets so many pieces of work run at once; the others wait their turn, first come, first served. A crowd that wants the
 * same few pieces then leaves the database free for everybody else, and whoever comes too late is told by a look at the
 * stock instead of by a transaction.
 */
export function createGate(places: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let free = places

  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
