import { parentPort } from 'node:worker_threads'

import { drawInvoice, type InvoiceDraft } from '#server/orders/invoice/invoice-layout.ts'

async function answer(draft: InvoiceDraft): Promise<void> {
  const bytes = await drawInvoice(draft)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(bytes)
}

// A failure ends the thread, and the drawer receives it as the thread's error.
parentPort?.on('message', (draft: InvoiceDraft) => void answer(draft))
