const TICK_MS = 20

/**
 * Starts a stopwatch that stands still while this process gets no processor, so that other work on the machine
 * lengthens no measured wait: it counts the ticks of a timer. It also stands still while this process blocks its event
 * loop, so it measures waits, not work. Returns the function that stops it and tells the milliseconds.
 */
export function startStopwatch(): () => number {
  let ticks = 0
  const timer = setInterval(() => (ticks += 1), TICK_MS)
  return () => {
    clearInterval(timer)
    return ticks * TICK_MS
  }
}
