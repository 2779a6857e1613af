import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'

import type { PictureWidth } from '#contract/catalogue/srcset-widths.ts'
import type { PictureFormat } from '#server/media/served-picture-formats.ts'

const PROGRAM = join(import.meta.dirname, 'encoder-process.ts')
const { PRIORITY_LOW, PRIORITY_BELOW_NORMAL } = constants.priority

/**
 * Where Linux has autogroups, a priority counts only among the processes of one session, and each service is a session
 * of its own. So the session of this process gets a tenth of the time of a busy one, too. Source: sched(7), "The
 * autogroup feature".
 */
function giveLowPriority(pid: number): void {
  setPriority(pid, PRIORITY_LOW)
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(PRIORITY_BELOW_NORMAL))
  } catch {
    // Another system, or a Linux without autogroups: there the priority counts among all processes.
  }
}

/**
 * Encodes a picture that nobody waits for in a process and a session of its own: an AVIF takes a second of a core and
 * many megabytes, and only a process can be given a low priority and be stopped midway. It gets no environment, because
 * it decodes pictures from strangers and needs no secret. Rejects with an `AbortError` as soon as the signal is
 * aborted.
 */
export async function runEncoderProcess(
  master: Buffer,
  width: PictureWidth,
  format: PictureFormat,
  signal: AbortSignal,
): Promise<Buffer> {
  const child = spawn(process.execPath, [PROGRAM, String(width), format], {
    env: {},
    detached: true,
    windowsHide: true,
    signal,
    killSignal: 'SIGKILL',
  })
  const ended = once(child, 'close') as Promise<[code: number | null]>
  // What could not be started may have no streams either; then `ended` rejects with the reason.
  if (child.pid === undefined) await ended
  else giveLowPriority(child.pid)
  // The process may have ended before it has read everything; then `complaint` says why.
  child.stdin.on('error', () => {}).end(master)
  const [encoded, complaint, [code]] = await Promise.all([buffer(child.stdout), text(child.stderr), ended])
  if (code !== 0) throw new Error(`A picture could not be encoded: ${complaint}`)
  return encoded
}
