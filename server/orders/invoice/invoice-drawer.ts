import { Worker } from 'node:worker_threads'

import type { InvoiceDraft } from '#server/orders/invoice/invoice.ts'

import { unavailable } from '#server/errors.ts'
import { Limiter } from '#server/limiter.ts'

export type DrawingAnswer = { bytes: Uint8Array } | { failure: string }

/** One invoice is drawn at a time; so many more may wait. */
const MAX_WAITING = 31
/** A thread with nothing to do ends after this time and gives its memory back. */
const IDLE_MS = 60_000

export interface InvoiceDrawer {
  /** Throws unavailable if too many invoices wait already, and after `close`. */
  draw(draft: InvoiceDraft): Promise<Buffer>
  close(): Promise<void>
}

/**
 * Draws invoices in a thread of their own: one of hundreds of lines takes most of a second of a processor, in which the shop
 * would answer nobody. The first invoice starts the thread.
 */
export function createInvoiceDrawer(): InvoiceDrawer {
  let thread: Worker | undefined
  let drawing: PromiseWithResolvers<Buffer> | undefined
  let idle: NodeJS.Timeout | undefined
  let isClosing = false
  const closing = () => unavailable('The shop is closing.')
  const tooMany = () => unavailable('Many invoices are being drawn. Please try again in a moment.')
  const rejection = () => (isClosing ? closing() : tooMany())
  const limiter = new Limiter({ atOnce: 1, maxWaiting: MAX_WAITING, rejection })

  async function end(): Promise<void> {
    clearTimeout(idle)
    const ending = thread
    thread = undefined
    await ending?.terminate()
  }

  function fail(failed: Worker, cause: unknown): void {
    if (thread !== failed) return
    thread = undefined
    drawing?.reject(new Error('the thread that draws invoices ended', { cause }))
  }

  function settle(answer: DrawingAnswer): void {
    if ('bytes' in answer) {
      const { buffer, byteOffset, length } = answer.bytes
      drawing?.resolve(Buffer.from(buffer, byteOffset, length))
    } else {
      drawing?.reject(new Error(`an invoice could not be drawn: ${answer.failure}`))
    }
  }

  function start(): Worker {
    const started = new Worker(new URL('./invoice-thread.ts', import.meta.url), { execArgv: [] })
    started.on('message', settle)
    started.on('error', (error) => fail(started, error))
    started.on('exit', (code) => fail(started, new Error(`exit code ${code}`)))
    // A caller's connection keeps the process alive, so the thread need not.
    started.unref()
    return started
  }

  async function drawNow(draft: InvoiceDraft): Promise<Buffer> {
    clearTimeout(idle)
    thread ??= start()
    drawing = Promise.withResolvers<Buffer>()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    thread.postMessage(draft)
    try {
      return await drawing.promise
    } finally {
      idle = setTimeout(() => void end(), IDLE_MS).unref()
    }
  }

  return {
    draw: (draft) => limiter.run(() => drawNow(draft)),
    async close() {
      isClosing = true
      const closed = limiter.close()
      drawing?.reject(closing())
      await closed
      await end()
    },
  }
}
