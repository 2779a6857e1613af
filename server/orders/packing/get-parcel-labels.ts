import type { DrawsPdfs } from '#server/documents/service.ts'
import type { Shop } from '#server/start/shop.ts'

import { shortIdOf } from '#contract/schemas/short-id.ts'
import { PDF, type SavedFile } from '#server/http/responses/send-file.ts'
import { getParcelTexts } from '#server/orders/packing/get-parcel-texts.ts'

/**
 * The labels of parcels of orders as one PDF, in the sequence of their ids. Throws not-found if one of them is no
 * order.
 */
export async function getParcelLabels(shop: Shop, drawer: DrawsPdfs, ids: readonly string[]): Promise<SavedFile> {
  const content = await drawer.draw({ kind: 'parcel labels', ...(await getParcelTexts(shop, ids)) })
  const fileName = ids.length === 1 ? `parcel-label-${shortIdOf(ids.join())}.pdf` : 'parcel-labels.pdf'
  return { type: PDF, fileName, content }
}
