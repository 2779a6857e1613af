import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'

import type { PictureWidth } from '#contract/pictures.ts'

export interface AvifProcess {
  /** One at a time. Rejects with the signal's reason as soon as it is aborted. */
  encode(master: Buffer, width: PictureWidth, signal: AbortSignal): Promise<Buffer>
  close(): Promise<void>
}

/** What the shop asks and the process answers. */
export interface AvifQuestion {
  master: Uint8Array
  width: PictureWidth
}
export type AvifAnswer = { bytes: Uint8Array } | { fault: string }

const PROGRAM = join(import.meta.dirname, 'encode-avif.ts')
const REST_MS = 5000

/**
 * Encodes AVIF in a process of its own: an encoding takes a second of a core and many megabytes, and only a process can be given the
 * lowest priority and be stopped midway. It starts at the first demand and ends when it had nothing to do for five seconds.
 */
export function createAvifProcess(): AvifProcess {
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
    async encode(master, width, signal) {
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

/** It gets nothing of the shop's environment: it reads pictures from strangers and needs no secret for it. */
function start(): ChildProcess {
  const child = fork(PROGRAM, {
    execArgv: [],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // Whoever asks is told; a process that is lost while it rests is replaced at the next question.
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
