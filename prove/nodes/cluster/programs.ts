import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync, closeSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

import type { Runner } from '#test/postgres.ts'

/** One program of the cluster, a process of its own that is known by its id. */
export interface Program {
  name: string
  start(): void
  /** `kill -9`; resolves when the process is gone. */
  kill(): Promise<void>
  /** The same without waiting, for the exit of this process. */
  killNow(): void
  hasEnded(): boolean
  /** The last lines that it wrote. */
  lastLines(): string
}

interface Inputs {
  name: string
  command: string
  args: readonly string[]
  env?: Readonly<Record<string, string>>
  /** The folder of its output. */
  folder: string
  runner: Runner | undefined
}

const LAST_LINES = 15

export function createProgram({ name, command, args, env, folder, runner }: Inputs): Program {
  const log = join(folder, `${name}.log`)
  let child: ChildProcess | undefined
  const hasEnded = () => child === undefined || child.exitCode !== null || child.signalCode !== null
  return {
    name,
    start() {
      const out = openSync(log, 'a')
      child = spawn(command, args, {
        cwd: folder,
        env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', HOME: folder, ...env },
        stdio: ['ignore', out, out],
        ...runner,
      })
      // Callers that wait for it report that it did not start.
      child.on('error', () => undefined)
      closeSync(out)
    },
    async kill() {
      if (hasEnded() || !child) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
    killNow() {
      if (!hasEnded()) child?.kill('SIGKILL')
    },
    hasEnded,
    lastLines: () =>
      existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n').slice(-LAST_LINES).join('\n') : '',
  }
}

/** The process of the PostgreSQL server on these files, which outlives its Patroni; undefined when there is none. */
function findServerProcess(data: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
    // A killed server leaves its file behind, and another process may have its number by now.
    return readlinkSync(`/proc/${pid}/cwd`) === data ? pid : undefined
  } catch {
    return undefined
  }
}

/** `kill -9` of that process alone; its children notice by themselves. False when there is none. */
export function killServerProcess(data: string): boolean {
  const pid = findServerProcess(data)
  if (pid === undefined) return false
  process.kill(pid, 'SIGKILL')
  return true
}
