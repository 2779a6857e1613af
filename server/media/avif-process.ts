import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'

import type { PictureWidth } from '#contract/pictures.ts'

/** The messages between the shop and the process. */
export interface AvifQuestion {
  master: Uint8Array
  width: PictureWidth
}
export type AvifAnswer = { bytes: Uint8Array } | { fault: string }

const PROGRAM = join(import.meta.dirname, 'encode-avif.ts')
const REST_MS = 5000

/**
 * Encodes AVIF in a process of its own: an encoding takes a second of a core and many megabytes, and only a process can be given the
 * lowest priority and be stopped midway. It starts at the first request and ends after five idle seconds.
 */
export function createAvifProcess() {
  let child: ChildProcess | undefined
  let rest: NodeJS.Timeout | undefined

  async function stop(): Promise<void> {
    clearTimeout(rest)
    const stopping = child
    child = undefined
    if (!stopping || stopping.exitCode !== null || stopping.signalCode !== null) return
    stopping.kill('SIGKILL')
    await once(stopping, 'exit')
  }

  return {
    close: stop,
    /** One at a time. Rejects with the signal's reason as soon as it is aborted. */
    async encode(master: Buffer, width: PictureWidth, signal: AbortSignal): Promise<Buffer> {
      signal.throwIfAborted()
      clearTimeout(rest)
      const current = child?.connected ? child : start()
      child = current
      try {
        const answer = await ask(current, { master, width }, signal)
        if ('fault' in answer) throw new Error(`AVIF: ${answer.fault}`)
        rest = setTimeout(() => void stop(), REST_MS).unref()
        return Buffer.from(answer.bytes)
      } catch (error) {
        await stop()
        throw error
      }
    },
  }
}

/** The process gets no environment: it decodes pictures from strangers and needs no secret. */
function start(): ChildProcess {
  const child = fork(PROGRAM, {
    execArgv: [],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // A waiting caller sees the exit in `ask`; a process that dies while idle is replaced at the next request.
  child.on('error', () => {})
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  return child
}

async function ask(child: ChildProcess, question: AvifQuestion, signal: AbortSignal): Promise<AvifAnswer> {
  const answered = new AbortController()
  const options = { signal: AbortSignal.any([signal, answered.signal]) }
  const answer = once(child, 'message', options).then(([message]) => message as AvifAnswer)
  const end = once(child, 'exit', options).then(() => {
    throw new Error('The AVIF process ended before it answered.')
  })
  try {
    child.send(question)
    return await Promise.race([answer, end])
  } finally {
    answered.abort()
  }
}
