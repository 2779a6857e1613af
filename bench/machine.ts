import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os'
import { promisify } from 'node:util'

/** The kernel counts processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100

/** The machine, which every figure depends on. Load, shop, bare server and database share all of its cores. */
export async function describeMachine(): Promise<string> {
  const commit = await promisify(execFile)('git', ['rev-parse', '--short', 'HEAD'], { cwd: import.meta.dirname })
    .then(({ stdout }) => stdout.trim())
    .catch(() => 'unknown')
  const processor = `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores`
  const memory = `${Math.round(totalmem() / 1024 ** 3)} GiB`
  return `${platform()} ${release()} ${arch()}, ${processor}, ${memory}, Node ${process.version}, commit ${commit}`
}

/** How many programs wanted a core within the last minute; more than a few before a run means a busy machine. */
export const loadNow = (): number => Math.round((loadavg()[0] ?? 0) * 10) / 10

function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** Processor seconds that a process has used so far; NaN where the system does not tell. */
export function cpuSeconds(pid: number): number {
  const stat = readProcess(pid, 'stat')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** Processor seconds that the children of a process have used so far, those that have ended included. */
export function childrenSeconds(parent: number): number {
  const fieldsOf = (pid: number) => readProcess(pid, 'stat').split(') ').at(-1)?.split(' ') ?? []
  const children = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && Number(fieldsOf(pid)[1]) === parent)
  const [ended = 0, endedInKernel = 0] = fieldsOf(parent).slice(13, 15).map(Number)
  return children.reduce((sum, pid) => sum + (cpuSeconds(pid) || 0), (ended + endedInKernel) / TICKS_PER_SECOND)
}

/** The process that has started this one; 0 where the system does not tell. */
export const parentOf = (pid: number): number => Number(readProcess(pid, 'stat').split(') ').at(-1)?.split(' ')[1] ?? 0)

/** Seconds that the main thread of a process was ready to run and got no core, so far; NaN where the system does not tell. */
export const coreWaitSeconds = (pid: number): number => Number(readProcess(pid, 'schedstat').split(' ')[1]) / 1e9

/** Memory that a process occupies, in MiB; NaN where the system does not tell. */
export const residentMib = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readProcess(pid, 'status'))?.[1]) / 1024
