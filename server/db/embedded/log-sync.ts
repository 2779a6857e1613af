import { fdatasync, fdatasyncSync } from 'node:fs'

function confirmByDisk(descriptor: number): Promise<void> {
  return new Promise((resolve, reject) => {
    fdatasync(descriptor, (error) => (error ? reject(error) : resolve()))
  })
}

const isClosed = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EBADF'

export type LogSync = ReturnType<typeof createLogSync>

/**
 * Syncs the log to the disk while the engine goes on working. Commits that come meanwhile gather, and the next sync
 * confirms all of them. If a sync fails, `onFailure` is called and nothing is confirmed any more.
 */
export function createLogSync(onFailure: (error: unknown) => void) {
  /** Counts what was noted; everything up to `confirmedUpTo` is on the disk. */
  let noted = 0
  let confirmedUpTo = 0
  const waiting = new Set<number>()
  const underWay = new Set<number>()
  let round: Promise<void> | undefined
  let failure: { error: unknown } | undefined

  /** After one failed sync the next may succeed without having written, so no later one is trusted. */
  function fail(error: unknown): never {
    failure = { error }
    onFailure(error)
    throw error
  }

  async function confirmWaiting(): Promise<void> {
    const upTo = noted
    for (const descriptor of waiting) underWay.add(descriptor)
    waiting.clear()
    try {
      for (const descriptor of underWay) await confirmByDisk(descriptor)
      confirmedUpTo = Math.max(confirmedUpTo, upTo)
    } catch (error) {
      // A file that was closed meanwhile was confirmed before.
      if (isClosed(error) && confirmedUpTo >= upTo) return
      fail(error)
    } finally {
      underWay.clear()
      round = undefined
    }
  }

  /** Like `confirmed`, but synchronous: for a write that may reach the disk only after the log. */
  function confirmNow(): void {
    if (failure) throw failure.error
    if (confirmedUpTo === noted) return
    try {
      for (const descriptor of new Set([...waiting, ...underWay])) fdatasyncSync(descriptor)
    } catch (error) {
      fail(error)
    }
    waiting.clear()
    confirmedUpTo = noted
  }

  return {
    /** Notes that what was written to this file so far must be synced before anybody is told of it. */
    note(descriptor: number): void {
      noted += 1
      waiting.add(descriptor)
    },
    /** Resolves once the disk has confirmed everything noted until now; at once where nothing is left to confirm. */
    async confirmed(): Promise<void> {
      const upTo = noted
      while (confirmedUpTo < upTo) {
        if (failure) throw failure.error
        round ??= confirmWaiting()
        await round
      }
    },
    confirmNow,
    /** Before a file is closed: nothing can be confirmed of it afterwards. */
    beforeClose(descriptor: number): void {
      if (waiting.has(descriptor) || underWay.has(descriptor)) confirmNow()
    },
  }
}
