import type { DrawsPdfs } from '#server/documents/service.ts'
import type { Shop } from '#server/start/shop.ts'

import { countLeft } from '#contract/orders/cancelled-items.ts'
import { slipLineOf } from '#contract/words/slip-line.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { documentSeller } from '#server/documents/service.ts'
import { notFound } from '#server/errors.ts'
import { PDF, type SavedFile } from '#server/http/responses/send-file.ts'
import { listParcelWeights } from '#server/orders/hand-parcel-queries.ts'
import { listOrdersById } from '#server/orders/order-queries.ts'
import { orderFromRow } from '#server/orders/order-from-row.ts'

/** What is written on and in the parcels of these orders. Throws not-found if one of them is no order. */
export async function getParcelTexts(shop: Shop, ids: readonly string[]) {
  const rows = await listOrdersById(shop.db, ids)
  if (rows.length < ids.length) throw notFound('Order')
  const { shopName, legalName, address } = documentSeller(shop)
  const orders = rows.map(orderFromRow)
  const said = new Map((await listParcelWeights(shop.db, ids)).map(({ orderId, grams }) => [orderId, grams]))
  const { parcelPieceGrams } = shop.settings.current()
  const grams = Object.fromEntries(
    orders.map((order) => [order._id, said.get(order._id) ?? parcelPieceGrams * countLeft(order)]),
  )
  return { orders, shopName, sender: [legalName, ...address], isLive: !shop.payment.isSandbox, grams }
}

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

/**
 * The labels of parcels of orders as one PDF, in the sequence of their ids. Throws not-found if one of them is no
 * order.
 */
export async function getParcelLabels(shop: Shop, drawer: DrawsPdfs, ids: readonly string[]): Promise<SavedFile> {
  const content = await drawer.draw({ kind: 'parcel labels', ...(await getParcelTexts(shop, ids)) })
  const fileName = ids.length === 1 ? `parcel-label-${shortIdOf(ids.join())}.pdf` : 'parcel-labels.pdf'
  return { type: PDF, fileName, content }
}
