import { Worker } from 'node:worker_threads'

import type { InvoiceDraft } from '#server/orders/invoice/invoice.ts'

import { unavailable } from '#server/errors.ts'

export interface DrawingRequest {
  id: number
  draft: InvoiceDraft
}

export type DrawingAnswer = { id: number; bytes: Uint8Array } | { id: number; failure: string }

/** So many invoices are drawn or wait for it. */
const MOST_WAITING = 32
/** A thread with nothing to do gives its memory back. */
const IDLE_MS = 60_000

export interface InvoiceDrawer {
  /** Throws unavailable where too many wait already. */
  draw(draft: InvoiceDraft): Promise<Buffer>
  close(): Promise<void>
}

/**
 * Draws invoices in a thread of their own: one of hundreds of lines takes most of a second of a processor, in which the shop
 * would answer nobody. The thread is started by the first invoice.
 */
export function createInvoiceDrawer(): InvoiceDrawer {
  const waiting = new Map<number, PromiseWithResolvers<Buffer>>()
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let lastId = 0

  async function end(): Promise<void> {
    clearTimeout(idle)
    const ending = thread
    thread = undefined
    await ending?.terminate()
  }

  function failAll(failed: Worker, cause: unknown): void {
    if (thread !== failed) return
    thread = undefined
    for (const { reject } of waiting.values()) reject(new Error('the thread that draws invoices ended', { cause }))
    waiting.clear()
  }

  function settle(answer: DrawingAnswer): void {
    const asked = waiting.get(answer.id)
    waiting.delete(answer.id)
    if ('bytes' in answer) {
      const { buffer, byteOffset, length } = answer.bytes
      asked?.resolve(Buffer.from(buffer, byteOffset, length))
    } else {
      asked?.reject(new Error(`an invoice could not be drawn: ${answer.failure}`))
    }
    if (waiting.size === 0) idle = setTimeout(() => void end(), IDLE_MS).unref()
  }

  function start(): Worker {
    const started = new Worker(new URL('./invoice-thread.ts', import.meta.url), { execArgv: [] })
    started.on('message', settle)
    started.on('error', (error) => failAll(started, error))
    started.on('exit', (code) => failAll(started, new Error(`exit code ${code}`)))
    // Whoever waits for an invoice keeps the process by their connection.
    started.unref()
    return started
  }

  return {
    async draw(draft) {
      if (waiting.size >= MOST_WAITING) {
        throw unavailable('Many invoices are being drawn. Please try again in a moment.')
      }
      clearTimeout(idle)
      thread ??= start()
      lastId += 1
      const asked = Promise.withResolvers<Buffer>()
      waiting.set(lastId, asked)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      thread.postMessage({ id: lastId, draft } satisfies DrawingRequest)
      return asked.promise
    },
    async close() {
      await end()
      for (const { reject } of waiting.values()) reject(unavailable('The shop is closing.'))
      waiting.clear()
    },
  }
}
