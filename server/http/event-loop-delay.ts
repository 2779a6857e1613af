const BEAT_MS = 100
const BEHIND_MS = 3000
/** A process that merely was not given the processor for a while has few calls before it. */
const FEWEST_CALLS = 300

/**
 * Tells when calls wait where nobody sees them: in the connections, because the process has not come round to its timers for
 * three seconds and has begun many calls since. The embedded engine works inside this process, so there a crowd is
 * dealt with one after the other and never lines up.
 */
export interface EventLoopDelay {
  /** Counts a call that is about to begin, and says whether too many wait behind it. */
  isBehind(): boolean
  stop(): void
}

export function watchEventLoop(): EventLoopDelay {
  let beatAt = performance.now()
  let calls = 0
  const timer = setInterval(() => {
    beatAt = performance.now()
    calls = 0
  }, BEAT_MS).unref()
  return {
    isBehind() {
      calls += 1
      return calls > FEWEST_CALLS && performance.now() - beatAt > BEHIND_MS
    },
    stop: () => clearInterval(timer),
  }
}
