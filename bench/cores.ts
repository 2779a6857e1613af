import { execFile } from 'node:child_process'
import { cpus, platform } from 'node:os'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** All threads of a process, from now on. */
const bind = (pid: number, cores: string) => run('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(pid)])

/**
 * Has the programs that are compared share one core while this process, which asks, has another. Who sits where is otherwise
 * the system's luck, which lasts for a program's life and is worth a quarter of its speed. Gives the cores back with what
 * it answers; where the system cannot bind programs, or has one core, everything stays as it is.
 */
export async function bindToCores(pids: readonly number[]): Promise<() => Promise<void>> {
  const count = cpus().length
  if (platform() !== 'linux' || count < 2) return async () => {}
  const bindAll = async (theirs: string, own: string) => {
    for (const pid of pids) await bind(pid, theirs)
    await bind(process.pid, own)
  }
  try {
    await bindAll('0', '1')
  } catch (error) {
    // Not every system has the command.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return async () => {}
    throw error
  }
  const all = `0-${count - 1}`
  return () => bindAll(all, all)
}
