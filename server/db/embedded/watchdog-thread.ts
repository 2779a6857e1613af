import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'

import { createStallCounter, type WatchdogThreadSettings } from '#server/db/embedded/watchdog.ts'

const STANDARD_ERROR = 2

const { board, blockedAfterSeconds, line } = workerData as WatchdogThreadSettings
const countStalledTicks = createStallCounter(board)

// It counts ticks instead of reading the clock: a machine that slept must not look like a statement that hangs.
setInterval(() => {
  if (countStalledTicks() < blockedAfterSeconds) return
  writeSync(STANDARD_ERROR, `${line}\n`)
  process.kill(process.pid, 'SIGKILL')
}, 1000)
