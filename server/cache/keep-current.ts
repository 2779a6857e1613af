import type { Tags } from '#server/cache/tags.ts'

import { shareNextRun } from '#server/db/share-next-run.ts'

const RETRY_MS = 500

export interface Log {
  warn(details: object, message: string): void
}

/**
 * Keeps what a process holds in memory as the database has it: `read` runs whenever the tag may have changed, here or
 * elsewhere, until it succeeds. Runs follow one another, so that an older answer never replaces a newer one.
 */
export function keepCurrent(
  { tags, log }: { tags: Tags; log: Log },
  { tag, what, read }: { tag: string; what: string; read: () => Promise<void> },
) {
  let last = Promise.resolve()
  let retry: NodeJS.Timeout | undefined
  const readNext = shareNextRun(read)

  /** Reads it again. Await it after a change is committed, so that the very next answer shows it. */
  function reload(): Promise<void> {
    last = readNext()
    return last
  }

  function reloadUntilRead() {
    reload().catch((err: unknown) => {
      log.warn({ err }, `${what} could not be read; it is tried again`)
      clearTimeout(retry)
      retry = setTimeout(reloadUntilRead, RETRY_MS).unref()
    })
  }

  const stop = tags.follow(tag, reloadUntilRead)
  return {
    reload,
    async close() {
      stop()
      await last.catch(() => undefined)
      clearTimeout(retry)
    },
  }
}
