import type { DrawsPdfs } from '#server/documents/service.ts'
import type { Shop } from '#server/start/shop.ts'

import { slipLineOf } from '#contract/words/packing-slip-line.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { documentSeller } from '#server/documents/service.ts'
import { PDF, type SavedFile } from '#server/http/responses/send-file.ts'
import { getParcelTexts } from '#server/orders/packing/get-parcel-texts.ts'

/**
 * The packing slips of orders as one PDF, in the sequence of their ids. Throws not-found if one of them is no order.
 */
export async function getPackingSlips(shop: Shop, drawer: DrawsPdfs, ids: readonly string[]): Promise<SavedFile> {
  const lines = ids.map((id) => slipLineOf(shop.settings.current(), id))
  const address = documentSeller(shop).web
  const content = await drawer.draw({ kind: 'packing slips', ...(await getParcelTexts(shop, ids)), address, lines })
  const fileName = ids.length === 1 ? `packing-slip-${shortIdOf(ids.join())}.pdf` : 'packing-slips.pdf'
  return { type: PDF, fileName, content }
}
