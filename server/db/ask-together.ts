/** So many questions are on their way at once; meanwhile the next ones gather. */
const MOST_AT_ONCE = 2

/**
 * Makes one query of what many calls ask at the same moment. Nothing is kept: every question is asked after it was put,
 * so its answer is as fresh as that of a query of its own. `ask` resolves to what was found, by key.
 */
export function askTogether<Found>(
  ask: (keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>,
): (key: string) => Promise<Found | undefined> {
  let gathering = new Map<string, PromiseWithResolvers<Found | undefined>>()
  let underWay = 0
  let isDue = false

  async function askAll(): Promise<void> {
    isDue = false
    const asked = gathering
    gathering = new Map()
    underWay += 1
    try {
      const found = await ask([...asked.keys()])
      for (const [key, { resolve }] of asked) resolve(found.get(key))
    } catch (error) {
      for (const { reject } of asked.values()) reject(error)
    } finally {
      underWay -= 1
      askSoon()
    }
  }

  /** Once everything that came in at this moment has been read. */
  function askSoon(): void {
    if (isDue || gathering.size === 0 || underWay === MOST_AT_ONCE) return
    isDue = true
    setImmediate(() => void askAll())
  }

  return (key) => {
    const known = gathering.get(key)
    if (known) return known.promise
    const question = Promise.withResolvers<Found | undefined>()
    gathering.set(key, question)
    askSoon()
    return question.promise
  }
}
