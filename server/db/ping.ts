import { setTimeout as sleep } from 'node:timers/promises'

/** Resolves to whether `probe` succeeds within a time. While one probe runs, all callers wait for it. */
export function createPing(probe: () => Promise<unknown>): (timeoutMs: number) => Promise<boolean> {
  let underWay: Promise<boolean> | undefined
  const ask = () =>
    probe()
      .then(
        () => true,
        () => false,
      )
      .finally(() => (underWay = undefined))

  return async (timeoutMs) => {
    const stop = new AbortController()
    const late = sleep(timeoutMs, false, { ref: false, signal: stop.signal }).catch(() => false)
    try {
      return await Promise.race([(underWay ??= ask()), late])
    } finally {
      stop.abort()
    }
  }
}
