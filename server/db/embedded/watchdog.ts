import { Worker } from 'node:worker_threads'

export interface WatchdogThreadSettings {
  board: Int32Array<SharedArrayBuffer>
  blockedAfterSeconds: number
  line: string
}

const PENDING = 0
const SETTLED = 1
const LOOKING_AWAY = 2

/** Counts how many calls in a row found that nothing had settled since the call before, though work was pending. */
export function createStallCounter(board: WatchdogThreadSettings['board']): () => number {
  let stalledTicks = 0
  let settledBefore = 0
  return () => {
    const settled = Atomics.load(board, SETTLED)
    const isExpected = Atomics.load(board, PENDING) > 0 && Atomics.load(board, LOOKING_AWAY) === 0
    stalledTicks = isExpected && settled === settledBefore ? stalledTicks + 1 : 0
    settledBefore = settled
    return stalledTicks
  }
}

/**
 * Calls `onStuck` when none of the pending work has settled for `stuckAfterSeconds`. A statement that never returns
 * blocks every timer of the process: after twice the time a thread writes the line and kills the process.
 */
export function startWatchdog(stuckAfterSeconds: number, onStuck: (line: string) => void) {
  const board = new Int32Array(new SharedArrayBuffer(12))
  const line = `The embedded database has not answered for ${stuckAfterSeconds} s: the shop stops. Start it again; nothing that was confirmed is lost.`
  const settings: WatchdogThreadSettings = { board, blockedAfterSeconds: stuckAfterSeconds * 2, line }
  const thread = new Worker(new URL('./watchdog-thread.ts', import.meta.url), { workerData: settings, execArgv: [] })
  thread.unref()

  const countStalledTicks = createStallCounter(board)
  const timer = setInterval(() => {
    if (countStalledTicks() < stuckAfterSeconds) return
    clearInterval(timer)
    onStuck(line)
  }, 1000)
  timer.unref()

  return {
    /** Runs database work and expects it to settle. */
    async watch<Result>(work: () => Promise<Result>): Promise<Result> {
      if (Atomics.add(board, PENDING, 1) === 0) Atomics.add(board, SETTLED, 1)
      try {
        return await work()
      } finally {
        Atomics.sub(board, PENDING, 1)
        Atomics.add(board, SETTLED, 1)
      }
    },
    /** Expects nothing for as long as `work` goes on. */
    async lookAway<Result>(work: () => Promise<Result>): Promise<Result> {
      Atomics.add(board, LOOKING_AWAY, 1)
      try {
        return await work()
      } finally {
        Atomics.sub(board, LOOKING_AWAY, 1)
      }
    },
    async stop(): Promise<void> {
      clearInterval(timer)
      await thread.terminate()
    },
  }
}
