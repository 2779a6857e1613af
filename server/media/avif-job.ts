import { setTimeout as wait } from 'node:timers/promises'

import type { Pictures } from '#server/media/stored-pictures.ts'

interface AvifJob {
  pictures: Pictures
  /** The hash of every picture that the shop shows. */
  listHashes: () => Promise<string[]>
  /** The hashes of queued pictures, and of those whose process died. */
  listDue: () => Promise<string[]>
  /** Reserves the work on a picture for this process; false where another process has it. */
  claim: (hash: string) => Promise<boolean>
  release: (hash: string) => Promise<void>
  signal: AbortSignal
  /** Called for a picture that could not be encoded; the others go on. */
  onFault: (hash: string, error: unknown) => void
}

/** How often it checks all pictures of the shop for missing files. */
const CHECK_ALL_MS = 15 * 60_000
/** How often it looks for queued pictures. */
const CHECK_QUEUE_MS = 5000

/**
 * Makes missing AVIF files, one by one: of all pictures first, then of each picture that this process adds. Of pictures
 * that other processes have queued it makes the WebP files too, before somebody asks for them. From time to time it
 * checks all pictures again, because another process may have died before it was done. Resolves soon after the signal
 * is aborted.
 */
export async function startAvifJob(job: AvifJob): Promise<void> {
  const { pictures, listHashes, listDue, claim, release, signal, onFault } = job
  const finished = new Set<string>()
  const added: string[] = []
  let news = Promise.withResolvers<void>()
  const onAdded = (hash: string) => {
    added.push(hash)
    news.resolve()
  }

  async function ensure(hash: string, isQueued = false): Promise<void> {
    if ((finished.has(hash) && !isQueued) || !(await claim(hash))) return
    try {
      if (isQueued) await pictures.ensureWebp(hash, signal)
      await pictures.ensureAvif(hash, signal)
      finished.add(hash)
    } catch (error) {
      if (signal.aborted) throw error
      onFault(hash, error)
    } finally {
      await release(hash)
    }
  }

  async function ensureAdded(): Promise<void> {
    news = Promise.withResolvers()
    for (let hash = added.shift(); hash !== undefined; hash = added.shift()) await ensure(hash)
  }

  async function ensureDue(): Promise<void> {
    for (const hash of await listDue()) await ensure(hash, true)
  }

  function look(): Promise<unknown> {
    const looking = wait(CHECK_QUEUE_MS, undefined, { signal, ref: false })
    looking.catch(() => undefined)
    return looking
  }

  // Listen before the list is read, so that no picture is missed in between.
  pictures.news.on('added', onAdded)
  try {
    while (!signal.aborted) {
      for (const hash of await listHashes()) await ensure(hash)
      const rest = wait(CHECK_ALL_MS, 'over', { signal, ref: false })
      rest.catch(() => undefined)
      do {
        await ensureAdded()
        await ensureDue()
      } while ((await Promise.race([news.promise, look(), rest])) !== 'over')
    }
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    pictures.news.off('added', onAdded)
  }
}
