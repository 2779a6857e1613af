import type { DrawsPdfs } from '#server/documents/service.ts'
import type { Shop } from '#server/start/shop.ts'

import { slipLineOf } from '#contract/words/slip-line.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { documentSeller, getDocument } from '#server/documents/service.ts'
import { notFound } from '#server/errors.ts'
import { PDF, type SavedFile } from '#server/http/send-file.ts'
import { listOrdersById } from '#server/orders/order-queries.ts'
import { orderFromRow } from '#server/orders/order-from-row.ts'

/** What a customer finds in the parcel; not what tells of money that went back. */
const GOES_ALONG: ReadonlySet<string> = new Set(['receipt', 'receipt voucher', 'tax invoice', 'bill of supply'])

/** What is written on and in the parcels of these orders. Throws not-found if one of them is no order. */
async function parcelsOf(shop: Shop, ids: readonly string[]) {
  const rows = await listOrdersById(shop.db, ids)
  if (rows.length < ids.length) throw notFound('Order')
  const { shopName, legalName, address } = documentSeller(shop)
  return { orders: rows.map(orderFromRow), shopName, sender: [legalName, ...address], isLive: !shop.payment.isSandbox }
}

/** The packing slips of orders as one PDF, in the sequence of their ids. Throws not-found if one of them is no order. */
export async function getPackingSlips(shop: Shop, drawer: DrawsPdfs, ids: readonly string[]): Promise<SavedFile> {
  const lines = ids.map((id) => slipLineOf(shop.settings.current(), id))
  const address = documentSeller(shop).web
  const content = await drawer.draw({ kind: 'packing slips', ...(await parcelsOf(shop, ids)), address, lines })
  const fileName = ids.length === 1 ? `packing-slip-${shortIdOf(ids.join())}.pdf` : 'packing-slips.pdf'
  return { type: PDF, fileName, content }
}

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

/** The labels of parcels of orders as one PDF, in the sequence of their ids. Throws not-found if one of them is no order. */
export async function getParcelLabels(shop: Shop, drawer: DrawsPdfs, ids: readonly string[]): Promise<SavedFile> {
  const content = await drawer.draw({ kind: 'parcel labels', ...(await parcelsOf(shop, ids)) })
  const fileName = ids.length === 1 ? `parcel-label-${shortIdOf(ids.join())}.pdf` : 'parcel-labels.pdf'
  return { type: PDF, fileName, content }
}
