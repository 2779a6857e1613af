import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

import type { Network } from '#server/http/rate-limits/caller-networks.ts'
import type { IssuedDocument } from '#server/documents/queries.ts'
import type { GarmentLabelsDraft } from '#server/documents/pdf/garment-labels-layout.ts'
import type { ManifestDraft } from '#server/documents/pdf/manifest-layout.ts'
import type { ParcelLabelsDraft } from '#server/documents/pdf/parcel-labels-layout.ts'
import type { ParcelPapersDraft } from '#server/documents/pdf/parcel-papers-layout.ts'
import type { PackingSlipsDraft } from '#server/documents/pdf/packing-slips-layout.ts'

import { tooBusy, unavailable } from '#server/errors.ts'
import { Limiter } from '#server/http/overload/concurrency-limiter.ts'

/** One document is drawn at a time; this many more may wait. */
const MAX_WAITING = 31
/** A thread without work ends after this time and frees its memory. */
const IDLE_MS = 60_000

/** What a document is drawn from. */
export type PdfDraft =
  | (IssuedDocument & { isOriginal?: boolean })
  | ({ kind: 'packing slips' } & PackingSlipsDraft)
  | ({ kind: 'parcel papers' } & ParcelPapersDraft)
  | ({ kind: 'parcel labels' } & ParcelLabelsDraft)
  | ({ kind: 'manifest' } & ManifestDraft)
  | ({ kind: 'garment labels' } & GarmentLabelsDraft)

export interface DrawsPdfs {
  /** Throws unavailable if too many documents wait already, and after `close`. */
  draw(draft: PdfDraft): Promise<Buffer>
}

export interface PdfDrawer extends DrawsPdfs {
  /** The same thread for one person: whoever has many documents waiting waits behind everybody else. */
  sharedBy(userId: string): DrawsPdfs
  close(): Promise<void>
}

/**
 * Draws documents in a thread of their own: hundreds of lines take most of a second of processor time, which would
 * delay every answer. The first document starts the thread.
 */
export function createPdfDrawer(): PdfDrawer {
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  const closing = new AbortController()
  const closed = () => unavailable('The shop is closing.')
  const tooMany = () => tooBusy('Many documents are being drawn. Please try again in a moment.')
  const rejection = () => (closing.signal.aborted ? closed() : tooMany())
  const limiter = new Limiter('documents', { atOnce: 1, maxWaiting: MAX_WAITING, rejection })

  function start(): Worker {
    const started = new Worker(new URL('./pdf-drawer-thread.ts', import.meta.url), { execArgv: [] })
    // Without a listener, a failure of the thread would end the process.
    started.on('error', () => {
      if (thread === started) thread = undefined
    })
    // A caller's connection keeps the process alive, so the thread need not.
    started.unref()
    return started
  }

  async function end(): Promise<void> {
    clearTimeout(idle)
    const ending = thread
    thread = undefined
    await ending?.terminate()
  }

  async function draw(draft: PdfDraft): Promise<Buffer> {
    clearTimeout(idle)
    thread ??= start()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    thread.postMessage(draft)
    try {
      const [bytes] = (await once(thread, 'message', { signal: closing.signal })) as [Uint8Array]
      idle = setTimeout(() => void end(), IDLE_MS).unref()
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    } catch (cause) {
      await end()
      throw closing.signal.aborted ? closed() : new Error('a document could not be drawn', { cause })
    }
  }

  const drawsFor = (groups: readonly Network[]): DrawsPdfs => ({
    draw: (draft) => limiter.run(() => draw(draft), { groups }),
  })

  return {
    ...drawsFor([]),
    sharedBy: (userId) => drawsFor([{ name: userId, share: 1 }]),
    async close() {
      closing.abort()
      await limiter.close()
      await end()
    },
  }
}
