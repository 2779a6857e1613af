import type { DrawsPdfs } from '#server/documents/service.ts'
import type { Shop } from '#server/start/shop.ts'

import { slipLineOf } from '#contract/words/packing-slip-line.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { documentSeller, getDocument } from '#server/documents/service.ts'
import { PDF, type SavedFile } from '#server/http/responses/send-file.ts'
import { getParcelTexts } from '#server/orders/packing/get-parcel-texts.ts'

/** What a customer finds in the parcel; not what tells of money that went back. */
const GOES_ALONG: ReadonlySet<string> = new Set(['receipt', 'receipt voucher', 'tax invoice', 'bill of supply'])

/**
 * Slip, document and label of each parcel, one after the other, as one PDF. The document is the newest that there is:
 * the invoice once the parcel has left, a receipt before; `hasDocument` leaves it out for who sees no money. Throws
 * not-found.
 */
export async function getParcelPapers(
  shop: Shop,
  drawer: DrawsPdfs,
  { orderIds, hasDocument }: { orderIds: readonly string[]; hasDocument: boolean },
): Promise<SavedFile> {
  const { orders, ...about } = await getParcelTexts(shop, orderIds)
  const seller = documentSeller(shop)
  const parcels = []
  for (const order of orders) {
    const papers = order.documents.filter(({ kind }) => GOES_ALONG.has(kind))
    const newest = hasDocument ? papers.slice(-1) : []
    const documents = await Promise.all(newest.map(({ _id }) => getDocument(shop.db, seller, { documentId: _id })))
    parcels.push({ order, documents, line: slipLineOf(shop.settings.current(), order._id) })
  }
  const content = await drawer.draw({ kind: 'parcel papers', ...about, address: seller.web, parcels })
  const [only = ''] = orderIds
  const fileName = orderIds.length === 1 ? `parcel-${shortIdOf(only)}.pdf` : 'parcels.pdf'
  return { type: PDF, fileName, content }
}
