import { renameSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'

/**
 * Loaded into the measured shop: the first SIGUSR2 begins to note what the process is doing, the second writes it as a
 * profile to `PROFILE_FILE`, which is there only once it is whole.
 */
const INTERVAL_US = 200

const session = new Session()
let isRunning = false

async function turn(): Promise<void> {
  if (isRunning) {
    const { profile } = await session.post('Profiler.stop')
    const file = process.env.PROFILE_FILE ?? ''
    writeFileSync(`${file}.part`, JSON.stringify(profile))
    renameSync(`${file}.part`, file)
    return
  }
  isRunning = true
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: INTERVAL_US })
  await session.post('Profiler.start')
}

process.on('SIGUSR2', () => void turn())
