import type { PGlite } from '@electric-sql/pglite'

import { NodeFS } from '@electric-sql/pglite/nodefs'
import { fdatasyncSync } from 'node:fs'

import { createLogSync, type LogSync } from '#server/db/embedded/log-sync.ts'

interface FileNode {
  name: string
  parent: FileNode
}

interface OpenFile {
  /** Node's own descriptor. */
  nfd: number
  node: FileNode
}

/** Of a file's mode, times or length. */
interface Change {
  mode?: number
}

interface FileOperations {
  write: (file: OpenFile, memory: Int8Array, offset: number, length: number, position: number) => number
  close: (file: OpenFile) => void
  setattr: (file: OpenFile, change: Change) => void
  fsync?: (file: OpenFile) => number
}

interface NameOperations {
  rename: (...call: unknown[]) => void
  unlink: (...call: unknown[]) => void
  setattr: (node: FileNode, change: Change) => void
  mknod: (parent: FileNode, name: string, mode: number, device: number) => FileNode
}

interface Engine {
  NODEFS: {
    stream_ops: FileOperations
    node_ops: NameOperations
    tryFSOperation<Result>(operation: () => Result): Result
  }
}

export interface FileHooks {
  /** Called when the disk could not confirm what was written; the engine must not go on. */
  onSyncFailure(error: unknown): void
  /** Makes room on a full disk; true when the write may be tried again. */
  onDiskFull(): boolean
}

/** ENOSPC as the engine's C library numbers it. */
const NO_SPACE = 51

/** The files of the write-ahead log. One that is being made still has another name. */
const LOG_FILE = /^[0-9A-F]{24}$/

const isLog = ({ node }: OpenFile) => node.parent.name === 'pg_wal' && LOG_FILE.test(node.name)

/** The engine ignores the umask and makes files that everybody may read: only the owner's rights are kept. */
const OWNERS = ~0o077

const ownersAlone = (change: Change): Change =>
  change.mode === undefined ? change : { ...change, mode: change.mode & OWNERS }

const BLANK = Buffer.alloc(64 * 1024)

/** A table grows by blank pages. The log does not describe them, so they may reach the disk before it. */
const isBlank = (memory: Int8Array, offset: number, length: number) =>
  length <= BLANK.length &&
  Buffer.from(memory.buffer, memory.byteOffset + offset, length).equals(BLANK.subarray(0, length))

// The engine's ErrnoError is no Error.
function isDiskFull(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'errno' in error && error.errno === NO_SPACE
}

/**
 * The engine's files on disk, with what its own Node file system lacks: a sync that the disk confirms. It needs fsync
 * switched on and `wal_sync_method=fsync`, because the engine does not pass fdatasync on.
 *
 * The engine is told at once that its log is safe, and goes on with other calls. The caller waits for `confirmed`
 * before it shows the result to anyone. Every other write except blank pages, and every change of a name or a length,
 * waits until the log before it is on the disk, as PostgreSQL demands.
 */
export class DurableFiles extends NodeFS {
  readonly #hooks: FileHooks
  readonly #log: LogSync

  constructor(directory: string, hooks: FileHooks) {
    super(directory)
    this.#hooks = hooks
    this.#log = createLogSync((error) => hooks.onSyncFailure(error))
  }

  /** Resolves once the disk has confirmed everything that was committed until now. */
  confirmed(): Promise<void> {
    return this.#log.confirmed()
  }

  override async init(pg: PGlite, options: Parameters<NodeFS['init']>[1]) {
    const { emscriptenOpts } = await super.init(pg, options)
    const makeDurable = ({ NODEFS }: Engine) => {
      const logFirst = () => NODEFS.tryFSOperation(() => this.#log.confirmNow())
      this.#syncFiles(NODEFS, logFirst)
      this.#orderNames(NODEFS, logFirst)
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), makeDurable] } }
  }

  #syncFiles({ stream_ops: files, tryFSOperation }: Engine['NODEFS'], logFirst: () => void): void {
    const { write, close, setattr } = files
    const log = this.#log
    const hooks = this.#hooks
    files.write = (file, memory, offset, length, position) => {
      if (!isLog(file) && !isBlank(memory, offset, length)) logFirst()
      try {
        return write(file, memory, offset, length, position)
      } catch (error) {
        if (!isDiskFull(error) || !hooks.onDiskFull()) throw error
        return write(file, memory, offset, length, position)
      }
    }
    files.fsync = (file) => {
      if (isLog(file)) {
        log.note(file.nfd)
        return 0
      }
      logFirst()
      try {
        tryFSOperation(() => fdatasyncSync(file.nfd))
      } catch (error) {
        hooks.onSyncFailure(error)
        throw error
      }
      return 0
    }
    files.close = (file) => {
      tryFSOperation(() => log.beforeClose(file.nfd))
      close(file)
    }
    files.setattr = (file, change) => {
      logFirst()
      setattr(file, ownersAlone(change))
    }
  }

  #orderNames({ node_ops: names }: Engine['NODEFS'], logFirst: () => void): void {
    const { setattr, mknod } = names
    for (const operation of ['rename', 'unlink'] as const) {
      const original = names[operation]
      names[operation] = (...call) => {
        logFirst()
        original(...call)
      }
    }
    names.setattr = (node, change) => {
      logFirst()
      setattr(node, ownersAlone(change))
    }
    names.mknod = (parent, name, mode, device) => mknod(parent, name, mode & OWNERS, device)
  }
}
