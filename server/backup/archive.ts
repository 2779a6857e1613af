import { createTarDecoder, createTarPacker } from 'modern-tar'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

import { StartupError } from '#server/start/startup-error.ts'

/** Adds a file to the archive. Waits while the disk is slower than the caller. */
export type AddFile = (name: string, bytes: Uint8Array) => Promise<void>

/** What a disk says when it takes no more. */
const DISK_FAULTS = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO']

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')
const cannot = (what: string, error: unknown) =>
  new StartupError(`${what}: ${error instanceof Error ? error.message : String(error)}.`, { cause: error })

/** Throws a `StartupError` if there is a file at `path`. */
export function refuseExisting(path: string): void {
  if (existsSync(path)) {
    throw new StartupError(`${path} exists already: choose another name, because no file is overwritten.`)
  }
}

/**
 * Writes a `.tar.gz` with the files that `fill` adds. It has its name only when it is whole and on the disk; after a
 * failure, or when the signal aborts, nothing is left. Rejects with a `StartupError` if `path` exists or cannot be
 * written.
 */
export async function writeArchive(
  path: string,
  signal: AbortSignal,
  fill: (add: AddFile) => Promise<void>,
): Promise<void> {
  refuseExisting(path)
  const draft = `${path}.${randomBytes(4).toString('hex')}.part`
  const file = await open(draft, 'wx', 0o600).catch((error: unknown) => {
    throw cannot(`${path} cannot be written`, error)
  })
  const { readable, controller } = createTarPacker()
  const mtime = new Date()
  const add: AddFile = async (name, bytes) => {
    signal.throwIfAborted()
    const writer = controller.add({ name, size: bytes.length, mode: 0o600, mtime }).getWriter()
    await writer.write(bytes)
    await writer.close()
  }
  const filling = fill(add).then(() => controller.finalize())
  filling.catch((error: unknown) => controller.error(error))
  try {
    const writing = pipeline(readable, createGzip(), file.createWriteStream({ flush: true }))
    const failures = (await Promise.allSettled([filling, writing])).filter(({ status }) => status === 'rejected')
    if (failures[0]?.status === 'rejected') throw failures[0].reason
    refuseExisting(path)
    await rename(draft, path)
  } catch (error) {
    throw DISK_FAULTS.includes(codeOf(error)) ? cannot(`${path} cannot be written`, error) : error
  } finally {
    await rm(draft, { force: true })
  }
}

interface ArchiveFile {
  name: string
  bytes: Buffer
}

/**
 * The files of a `.tar.gz`, one after the other. Throws a `StartupError` if it cannot be read or is no such archive;
 * one that was cut off throws where it ends.
 */
export async function* readArchive(path: string): AsyncGenerator<ArchiveFile> {
  try {
    const file = await open(path)
    const packed = file.readableWebStream({ autoClose: true }) as ReadableStream<Uint8Array<ArrayBuffer>>
    const files = packed.pipeThrough(new DecompressionStream('gzip')).pipeThrough(createTarDecoder({ strict: true }))
    for await (const { header, body } of files) yield { name: header.name, bytes: await buffer(body) }
  } catch (failure) {
    // A web stream puts zlib's error into another one, which says nothing.
    const error = failure instanceof TypeError ? (failure.cause ?? failure) : failure
    const isUnreadable = ['ENOENT', 'EACCES', 'EISDIR'].includes(codeOf(error))
    throw cannot(isUnreadable ? `${path} cannot be read` : `${path} is no backup, or is damaged`, error)
  }
}
