const TICK_MS = 100
const BEHIND_MS = 3000
/** A process that merely did not get the processor for a while has begun fewer calls since its last tick. */
const MIN_CALLS = 300

/**
 * Notices when calls wait in their connections, where no limiter sees them: the process has not run its timers for
 * three seconds and has begun many calls since. This happens on the embedded engine, which works inside this process.
 * Why Node's `monitorEventLoopDelay` does not do: docs/decisions/0065-what-stays-hand-made.md. It rejects calls; the
 * delay that `/metrics` tells is Node's own.
 */
interface EventLoopDelay {
  /** Counts a call that is about to begin. True if too many calls were begun since the timers last ran. */
  isBehind(): boolean
  stop(): void
}

export function watchEventLoop(): EventLoopDelay {
  let tickedAt = performance.now()
  let calls = 0
  const timer = setInterval(() => {
    tickedAt = performance.now()
    calls = 0
  }, TICK_MS).unref()
  return {
    isBehind() {
      calls += 1
      return calls > MIN_CALLS && performance.now() - tickedAt > BEHIND_MS
    },
    stop: () => clearInterval(timer),
  }
}
