import type { DrawsPdfs } from '#server/documents/service.ts'
import type { Shop } from '#server/start/shop.ts'

import { slipLineOf } from '#contract/words/slip-line.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { documentSeller } from '#server/documents/service.ts'
import { notFound } from '#server/errors.ts'
import { PDF, type SavedFile } from '#server/http/send-file.ts'
import { listOrdersById } from '#server/orders/order-queries.ts'
import { orderFromRow } from '#server/orders/order-from-row.ts'

/** The packing slips of orders as one PDF, in the sequence of their ids. Throws not-found if one of them is no order. */
export async function getPackingSlips(shop: Shop, drawer: DrawsPdfs, ids: readonly string[]): Promise<SavedFile> {
  const { db, payment, settings } = shop
  const rows = await listOrdersById(db, ids)
  if (rows.length < ids.length) throw notFound('Order')
  const { shopName, legalName, address, web } = documentSeller(shop)
  const content = await drawer.draw({
    kind: 'packing slips',
    orders: rows.map(orderFromRow),
    shopName,
    sender: [legalName, ...address],
    address: web,
    lines: ids.map((id) => slipLineOf(settings.current(), id)),
    isLive: !payment.isSandbox,
  })
  const fileName = ids.length === 1 ? `packing-slip-${shortIdOf(ids.join())}.pdf` : 'packing-slips.pdf'
  return { type: PDF, fileName, content }
}
