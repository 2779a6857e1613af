import { setTimeout as wait } from 'node:timers/promises'

import type { Pictures } from '#server/media/pictures.ts'

interface AvifJob {
  pictures: Pictures
  /** The hash of every picture that the shop shows. */
  listHashes: () => Promise<string[]>
  /** Reserves the work on a picture for this process; false where another process has it. */
  claim: (hash: string) => Promise<boolean>
  release: (hash: string) => Promise<void>
  signal: AbortSignal
  /** Told of a picture that could not be encoded; the others go on. */
  onFault: (hash: string, error: unknown) => void
}

/** How long it rests before it looks for what other processes left undone. */
const REST_MS = 15 * 60_000

/**
 * Makes the AVIF files that are missing, one by one, then those of each picture that is added here, and looks again from
 * time to time for what another process died at. It keeps no list of its own: what is not in the store is missing, also
 * after a restart. Resolves soon after the signal is aborted; leaving it out leaves the shop with WebP.
 */
export async function startAvifJob({ pictures, listHashes, claim, release, signal, onFault }: AvifJob): Promise<void> {
  const finished = new Set<string>()
  const added: string[] = []
  let news = Promise.withResolvers<void>()
  const onAdded = (hash: string) => {
    added.push(hash)
    news.resolve()
  }

  async function ensure(hash: string): Promise<void> {
    if (finished.has(hash) || !(await claim(hash))) return
    try {
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

  // Listens before it lists, so that no picture falls between the two.
  pictures.news.on('added', onAdded)
  try {
    while (!signal.aborted) {
      for (const hash of await listHashes()) await ensure(hash)
      const rest = wait(REST_MS, 'over', { signal, ref: false })
      rest.catch(() => undefined)
      do await ensureAdded()
      while ((await Promise.race([news.promise, rest])) !== 'over')
    }
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    pictures.news.off('added', onAdded)
  }
}
