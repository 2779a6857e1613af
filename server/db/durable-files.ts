import type { PGlite } from '@electric-sql/pglite'

import { NodeFS } from '@electric-sql/pglite/nodefs'
import { fdatasyncSync } from 'node:fs'

interface OpenFile {
  /** Node's own descriptor. */
  nfd: number
}

interface FileOperations {
  write: (file: OpenFile, buffer: Uint8Array, offset: number, length: number, position: number) => number
  fsync?: (file: OpenFile) => number
}

interface Engine {
  NODEFS: { stream_ops: FileOperations; tryFSOperation<Result>(operation: () => Result): Result }
}

export interface FileHooks {
  /** Called when the disk could not confirm what was written; the engine must not go on. */
  onSyncFailure(error: unknown): void
  /** Makes room on a full disk; true when the write may be tried again. */
  onDiskFull(): boolean
}

/** ENOSPC as the engine's C library numbers it. */
const NO_SPACE = 51

// The engine's ErrnoError is no Error.
function isDiskFull(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'errno' in error && error.errno === NO_SPACE
}

/**
 * The engine's files on disk, with what its own Node file system lacks: a sync that waits until the disk confirms. It
 * takes effect with fsync switched on and `wal_sync_method=fsync`, because fdatasync never leaves the engine.
 */
export class DurableFiles extends NodeFS {
  readonly #hooks: FileHooks

  constructor(directory: string, hooks: FileHooks) {
    super(directory)
    this.#hooks = hooks
  }

  override async init(pg: PGlite, options: Parameters<NodeFS['init']>[1]) {
    const { emscriptenOpts } = await super.init(pg, options)
    const hooks = this.#hooks
    const makeDurable = (engine: Engine) => {
      const files = engine.NODEFS
      const write = files.stream_ops.write
      files.stream_ops.write = (...call) => {
        try {
          return write(...call)
        } catch (error) {
          if (!isDiskFull(error) || !hooks.onDiskFull()) throw error
          return write(...call)
        }
      }
      files.stream_ops.fsync = (file) => {
        try {
          files.tryFSOperation(() => fdatasyncSync(file.nfd))
        } catch (error) {
          hooks.onSyncFailure(error)
          throw error
        }
        return 0
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), makeDurable] } }
  }
}
