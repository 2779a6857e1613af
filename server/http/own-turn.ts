const waiting: (() => void)[] = []

function resumeNext(): void {
  waiting.shift()?.()
  // Once the work has begun: what it brings about has its turn before the next.
  if (waiting.length > 0) queueMicrotask(() => setImmediate(resumeNext))
}

/**
 * Resolves in a turn of the event loop in which nobody else's does, in the order of the calls. Work that keeps the processor busy for
 * milliseconds awaits this before it begins, so that the requests that have arrived meanwhile are read before the next work.
 */
export function ownTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(resumeNext)
  })
}
