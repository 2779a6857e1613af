import { parentPort } from 'node:worker_threads'

import type { DrawingAnswer } from '#server/orders/invoice/invoice-drawer.ts'

import { drawInvoice, type InvoiceDraft } from '#server/orders/invoice/invoice.ts'

async function answer(draft: InvoiceDraft): Promise<DrawingAnswer> {
  try {
    return { bytes: await drawInvoice(draft) }
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

parentPort?.on('message', (draft: InvoiceDraft) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  void answer(draft).then((answered) => parentPort?.postMessage(answered))
})
