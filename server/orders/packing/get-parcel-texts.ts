import type { Shop } from '#server/start/shop.ts'

import { countLeft } from '#contract/orders/cancelled-items.ts'
import { documentSeller } from '#server/documents/service.ts'
import { notFound } from '#server/errors.ts'
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
