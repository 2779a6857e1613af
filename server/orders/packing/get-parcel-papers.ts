import type { DrawsPdfs } from '#server/documents/service.ts'
import type { Shop } from '#server/start/shop.ts'

import { slipLineOf } from '#contract/words/slip-line.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { documentSeller, getDocument } from '#server/documents/service.ts'
import { PDF, type SavedFile } from '#server/http/send-file.ts'
import { parcelsOf } from '#server/orders/fulfilment/get-packing-slips.ts'

/** What a customer finds in the parcel; not what tells of money that went back. */
const GOES_ALONG: ReadonlySet<string> = new Set(['receipt', 'receipt voucher', 'tax invoice', 'bill of supply'])

/**
 * Slip, document and label of one parcel as one PDF. The document is the newest that there is: the invoice once the parcel has left, a
 * receipt before; `hasDocument` leaves it out for who sees no money. Throws not-found.
 */
export async function getParcelPapers(
  shop: Shop,
  drawer: DrawsPdfs,
  { orderId, hasDocument }: { orderId: string; hasDocument: boolean },
): Promise<SavedFile> {
  const parcels = await parcelsOf(shop, [orderId])
  const seller = documentSeller(shop)
  const papers = parcels.orders.flatMap(({ documents }) => documents).filter(({ kind }) => GOES_ALONG.has(kind))
  const newest = hasDocument ? papers.slice(-1) : []
  const documents = await Promise.all(newest.map(({ _id }) => getDocument(shop.db, seller, { documentId: _id })))
  const lines = [slipLineOf(shop.settings.current(), orderId)]
  const content = await drawer.draw({ kind: 'parcel papers', ...parcels, address: seller.web, lines, documents })
  return { type: PDF, fileName: `parcel-${shortIdOf(orderId)}.pdf`, content }
}
