import { execFile } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import type { PictureWidth } from '#contract/pictures.ts'

const PROGRAM = join(import.meta.dirname, 'encode-avif.ts')

/**
 * Encodes an AVIF in a process of its own: that takes a second of a core and many megabytes, and only a process can be given
 * the lowest priority and be stopped midway. It gets no environment, because it decodes pictures from strangers and needs no
 * secret. Rejects with an `AbortError` as soon as the signal is aborted.
 */
export async function runAvifEncoder(master: Buffer, width: PictureWidth, signal: AbortSignal): Promise<Buffer> {
  const running = promisify(execFile)(process.execPath, [PROGRAM, String(width)], {
    encoding: 'buffer',
    env: {},
    maxBuffer: Infinity,
    signal,
    killSignal: 'SIGKILL',
  })
  const { pid, stdin } = running.child
  if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW)
  // The process may have ended before it has read everything; then `running` says why.
  stdin?.on('error', () => {}).end(master)
  return (await running).stdout
}
