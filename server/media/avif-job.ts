import { on } from 'node:events'

import type { Pictures } from '#server/media/pictures.ts'

interface AvifJob {
  pictures: Pictures
  /** The hash of every picture that the shop shows. */
  listHashes: () => Promise<string[]>
  signal: AbortSignal
  /** Told of a picture that could not be encoded; the others go on. */
  onFault: (hash: string, error: unknown) => void
}

/**
 * Makes the AVIF files that are missing, one by one, then those of each picture that is added. It keeps no list of its own: what is not
 * in the store is missing, also after a restart. Resolves soon after the signal is aborted; leaving it out leaves the shop with WebP.
 */
export async function startAvifJob({ pictures, listHashes, signal, onFault }: AvifJob): Promise<void> {
  const ensure = async (hash: string) => {
    try {
      await pictures.ensureAvif(hash, signal)
    } catch (error) {
      if (signal.aborted) throw error
      onFault(hash, error)
    }
  }
  try {
    // Listens before it lists, so that no picture falls between the two.
    const added = on(pictures.news, 'added', { signal })
    for (const hash of await listHashes()) await ensure(hash)
    for await (const [hash] of added) await ensure(hash as string)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
