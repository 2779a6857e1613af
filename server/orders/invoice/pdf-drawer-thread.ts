import { parentPort } from 'node:worker_threads'

import { drawInvoice } from '#server/orders/invoice/invoice-layout.ts'
import { drawPackingSlips } from '#server/orders/invoice/packing-slips-layout.ts'
import type { PdfDraft } from '#server/orders/invoice/pdf-drawer.ts'

async function answer(draft: PdfDraft): Promise<void> {
  const bytes = await (draft.kind === 'invoice' ? drawInvoice(draft) : drawPackingSlips(draft))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(bytes)
}

// A failure ends the thread, and the drawer receives it as the thread's error.
parentPort?.on('message', (draft: PdfDraft) => void answer(draft))
