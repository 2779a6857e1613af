import { utimesSync, writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'

import { createStallCounter, type WatchdogThreadSettings } from '#server/db/embedded/watchdog.ts'

const STANDARD_ERROR = 2

const { board, blockedAfterSeconds, lockPath, line } = workerData as WatchdogThreadSettings
const countStalledTicks = createStallCounter(board)

function touchLock() {
  try {
    const now = new Date()
    utimesSync(lockPath, now, now)
  } catch {
    // Gone or not ours to touch: whoever looks at it then decides by the process id alone.
  }
}

// Ticks and not the clock are counted, so that a machine that slept does not look like a statement that hangs.
setInterval(() => {
  touchLock()
  if (countStalledTicks() < blockedAfterSeconds) return
  writeSync(STANDARD_ERROR, `${line}\n`)
  process.kill(process.pid, 'SIGKILL')
}, 1000)
