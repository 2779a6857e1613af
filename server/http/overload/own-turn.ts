const waiting: (() => void)[] = []

function resumeNext(): void {
  waiting.shift()?.()
  // Once the work has begun: what it brings about has its turn before the next.
  if (waiting.length > 0) queueMicrotask(() => setImmediate(resumeNext))
}

/** So long may one piece of work keep the processor before others have a turn. */
const LONGEST_TURN_MS = 15

/**
 * For long work in one go: call what this returns between two steps, and await it. Others have a turn whenever the work
 * has had the processor for some milliseconds.
 */
export function takeTurns(): () => Promise<void> | undefined {
  let began = performance.now()
  return () => {
    if (performance.now() - began < LONGEST_TURN_MS) return undefined
    return ownTurn().then(() => {
      began = performance.now()
    })
  }
}

/**
 * Resolves in a turn of the event loop in which nobody else's does, in the order of the calls. Work that keeps the
 * processor busy for milliseconds awaits this before it begins, so that the requests that have arrived meanwhile are
 * read before the next work.
 */
export function ownTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(resumeNext)
  })
}
