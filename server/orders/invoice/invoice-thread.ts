import { parentPort } from 'node:worker_threads'

import type { DrawingAnswer, DrawingRequest } from '#server/orders/invoice/invoice-drawer.ts'

import { drawInvoice } from '#server/orders/invoice/invoice.ts'

async function answer({ id, draft }: DrawingRequest): Promise<DrawingAnswer> {
  try {
    return { id, bytes: await drawInvoice(draft) }
  } catch (error) {
    return { id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

// One after another: the next one begins when the bytes of this one are on their way.
let last = Promise.resolve()
parentPort?.on('message', (request: DrawingRequest) => {
  last = last.then(async () => {
    const answered = await answer(request)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    parentPort?.postMessage(answered)
  })
})
