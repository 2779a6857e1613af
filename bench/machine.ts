import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os'
import { promisify } from 'node:util'

/** The kernel counts processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100

/** What a figure has to be read with. Load generator, shop, anchor and database share all of this machine's cores. */
export async function describeMachine() {
  const commit = await promisify(execFile)('git', ['rev-parse', '--short', 'HEAD'], { cwd: import.meta.dirname })
    .then(({ stdout }) => stdout.trim())
    .catch(() => 'unknown')
  return {
    system: `${platform()} ${release()} ${arch()}`,
    processor: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGib: Math.round(totalmem() / 1024 ** 3),
    node: process.version,
    commit,
    shares: 'load generator, shop, anchor and database share the cores',
  }
}

/** How many programs wanted a core within the last minute; more than a few before a run means a busy machine. */
export const loadNow = (): number => Math.round((loadavg()[0] ?? 0) * 10) / 10

/** Processor seconds that a process has used so far; undefined where the system does not tell. */
export function cpuSeconds(pid: number): number | undefined {
  const path = `/proc/${pid}/stat`
  if (!existsSync(path)) return undefined
  const stat = readFileSync(path, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** Memory that a process occupies, in MiB; undefined where the system does not tell. */
export function residentMib(pid: number): number | undefined {
  const path = `/proc/${pid}/status`
  if (!existsSync(path)) return undefined
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(path, 'utf8'))?.[1]
  return kib === undefined ? undefined : Number(kib) / 1024
}
