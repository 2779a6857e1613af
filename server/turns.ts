/** So long may new connections keep back the next work. */
const ACCEPTING_MS = 25
/** So long may one piece of work keep the processor before others have a turn. */
const LONGEST_TURN_MS = 15

let accepted = 0

/** A connection has been accepted. */
export function noteConnection(): void {
  accepted += 1
}

/**
 * Calls `work` in a later turn of the event loop: once no connection is left to accept, or after 25 ms. Node accepts
 * one a turn, so behind work of 10 ms in each a crowd waited for seconds, also for what is cached. While `isUrgent`,
 * connections are not waited for.
 */
export function afterConnections(work: () => void, isUrgent = () => false, since = performance.now()): void {
  const before = accepted
  setImmediate(() => {
    const mayWait = accepted > before && performance.now() - since < ACCEPTING_MS && !isUrgent()
    if (mayWait) afterConnections(work, isUrgent, since)
    else work()
  })
}

const waiting: (() => void)[] = []

function resumeNext(): void {
  waiting.shift()?.()
  // Once the work has begun: what it brings about has its turn before the next.
  if (waiting.length > 0) queueMicrotask(() => afterConnections(resumeNext))
}

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
    if (waiting.length === 1) afterConnections(resumeNext)
  })
}
