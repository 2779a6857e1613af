import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** All threads of a process, from now on. */
const bind = (pid: number, cores: string) => run('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(pid)])

/** The cores of a list as Linux writes it: `0-1`, `2,5-7`. */
export function coresIn(list: string): number[] {
  return list.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}

/** The cores that this process, and whatever it has started, may use; undefined where that cannot be told. */
async function findCores(): Promise<string | undefined> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '')
  return /^Cpus_allowed_list:\s*(\S+)$/m.exec(status)?.[1]
}

/**
 * Has the programs that are compared share one core while this process, which asks, has another. Who sits where is otherwise
 * the system's luck, which lasts for a program's life and is worth a quarter of its speed. Gives the cores back with what
 * it answers; where the system cannot bind programs, or gives one core, everything stays as it is.
 */
export async function bindToCores(pids: readonly number[]): Promise<() => Promise<void>> {
  const all = await findCores()
  const [theirs, own] = all === undefined ? [] : coresIn(all)
  if (all === undefined || own === undefined) return async () => {}
  const bindAll = async (programs: string, asker: string) => {
    for (const pid of pids) await bind(pid, programs)
    await bind(process.pid, asker)
  }
  try {
    await bindAll(String(theirs), String(own))
  } catch (error) {
    // Not every system has the command.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return async () => {}
    throw error
  }
  return () => bindAll(all, all)
}
