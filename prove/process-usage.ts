import { readdirSync, readFileSync } from 'node:fs'

/** The kernel counts processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100

function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/**
 * The numbers of a process after its name: its parent is at 1, its own processor time at 11 and 12, its children's at
 * 13 and 14.
 */
const statOf = (pid: number) => (readProcess(pid, 'stat').split(') ').at(-1) ?? '').split(' ').map(Number)

/** Processor seconds that a process has used so far; NaN where the system does not tell. */
export function cpuSeconds(pid: number): number {
  const [user = Number.NaN, system = Number.NaN] = statOf(pid).slice(11, 13)
  return (user + system) / TICKS_PER_SECOND
}

/** Processor seconds that the children of a process have used so far, those that have ended included. */
export function childrenSeconds(parent: number): number {
  const children = readdirSync('/proc').map(Number)
  const [ended = 0, endedInKernel = 0] = statOf(parent).slice(13, 15)
  return children
    .filter((pid) => pid > 0 && parentOf(pid) === parent)
    .reduce((sum, pid) => sum + (cpuSeconds(pid) || 0), (ended + endedInKernel) / TICKS_PER_SECOND)
}

/** The process that has started this one; NaN where the system does not tell. */
export const parentOf = (pid: number): number => statOf(pid)[1] ?? Number.NaN

/**
 * Seconds that the main thread of a process was ready to run and got no core, so far; NaN where the system does not
 * tell.
 */
export const coreWaitSeconds = (pid: number): number => Number(readProcess(pid, 'schedstat').split(' ')[1]) / 1e9

/** Memory that a process occupies, in MiB; NaN where the system does not tell. */
export const residentMib = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readProcess(pid, 'status'))?.[1]) / 1024
