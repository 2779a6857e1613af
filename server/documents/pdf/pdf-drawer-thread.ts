import { parentPort } from 'node:worker_threads'

import { drawDocument } from '#server/documents/pdf/document-layout.ts'
import { drawGarmentLabels } from '#server/documents/pdf/garment-labels-layout.ts'
import { drawManifest } from '#server/documents/pdf/manifest-layout.ts'
import { drawParcelLabels } from '#server/documents/pdf/parcel-labels-layout.ts'
import { drawParcelPapers } from '#server/documents/pdf/parcel-papers-layout.ts'
import { drawPackingSlips } from '#server/documents/pdf/packing-slips-layout.ts'
import type { PdfDraft } from '#server/documents/pdf/pdf-drawer.ts'

function draw(draft: PdfDraft): Promise<Buffer> {
  switch (draft.kind) {
    case 'packing slips':
      return drawPackingSlips(draft)
    case 'parcel papers':
      return drawParcelPapers(draft)
    case 'parcel labels':
      return drawParcelLabels(draft)
    case 'manifest':
      return drawManifest(draft)
    case 'garment labels':
      return drawGarmentLabels(draft)
    default:
      return drawDocument(draft)
  }
}

async function answer(draft: PdfDraft): Promise<void> {
  const bytes = await draw(draft)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(bytes)
}

// A failure ends the thread, and the drawer receives it as the thread's error.
parentPort?.on('message', (draft: PdfDraft) => void answer(draft))
