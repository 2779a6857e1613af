import type { Shop } from '#server/shop.ts'

import { shortIdOf } from '#contract/short-id.ts'
import { notFound } from '#server/errors.ts'
import type { PdfDrawer, PdfFile } from '#server/orders/invoice/pdf-drawer.ts'
import { findHsnNumbers, findOrder } from '#server/orders/order-queries.ts'
import { presentOrder } from '#server/orders/order-view.ts'

/** The invoice of an order; with `userId` only of that customer's own. Throws not-found. */
export async function getInvoice(
  { db, settings, publicUrl }: Shop,
  drawer: PdfDrawer,
  key: { orderId: string; userId?: string },
): Promise<PdfFile> {
  const row = await findOrder(db, key)
  if (!row) throw notFound('Order')
  const bytes = await drawer.draw({
    kind: 'invoice',
    order: presentOrder(row),
    paymentId: row.payment?.id ?? null,
    hsnByLine: await findHsnNumbers(db, row.id),
    shopName: settings.current().shopName,
    address: new URL(publicUrl()).host,
  })
  return { fileName: `invoice-${shortIdOf(row.id)}.pdf`, bytes }
}
