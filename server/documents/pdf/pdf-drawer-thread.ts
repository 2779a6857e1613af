import { parentPort } from 'node:worker_threads'

import { drawDocument } from '#server/documents/pdf/document-layout.ts'
import { drawPackingSlips } from '#server/documents/pdf/packing-slips-layout.ts'
import type { PdfDraft } from '#server/documents/pdf/pdf-drawer.ts'

async function answer(draft: PdfDraft): Promise<void> {
  const bytes = await (draft.kind === 'packing slips' ? drawPackingSlips(draft) : drawDocument(draft))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(bytes)
}

// A failure ends the thread, and the drawer receives it as the thread's error.
parentPort?.on('message', (draft: PdfDraft) => void answer(draft))
