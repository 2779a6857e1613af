import { setInterval } from 'node:timers/promises'

const LOOK_EVERY_MS = 500

/**
 * Resolves when the process that started this one is gone, where that was npm: its shell keeps a signal for itself, and
 * a server that nobody can stop any more would hold its port and its data. Never resolves for a process started otherwise.
 */
export async function npmExit(): Promise<void> {
  if (process.env.npm_lifecycle_event === undefined) return new Promise(() => {})
  const { ppid } = process
  for await (const _ of setInterval(LOOK_EVERY_MS, undefined, { ref: false })) {
    if (process.ppid !== ppid) return undefined
  }
  return undefined
}
