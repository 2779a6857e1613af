import type { Shop } from '#server/shop.ts'

import { notFound } from '#server/errors.ts'
import { findInvoiceFacts } from '#server/orders/invoice/invoice-queries.ts'
import { drawInvoice } from '#server/orders/invoice/invoice.ts'
import { findOrder, findOrderOf, type OrderRow } from '#server/orders/order-queries.ts'
import { presentOrder } from '#server/orders/present.ts'
import { shortIdOf } from '#contract/short-id.ts'

/** A PDF under the name that a browser saves it by. */
export interface Invoice {
  fileName: string
  bytes: Buffer
}

async function invoiceOf(shop: Shop, row: OrderRow | undefined): Promise<Invoice> {
  const facts = row && (await findInvoiceFacts(shop.db, row.id))
  if (!row || !facts) throw notFound('Order')
  const { shopName } = shop.config
  const { isSandbox } = shop.payment
  const bytes = await drawInvoice({
    ...facts,
    order: presentOrder(row),
    shopName,
    address: new URL(shop.publicUrl()).host,
    isSandbox,
  })
  return { fileName: `invoice-${shortIdOf(row.id)}.pdf`, bytes }
}

/** The invoice of any order. Throws not-found. */
export async function getInvoice(shop: Shop, orderId: string): Promise<Invoice> {
  return invoiceOf(shop, await findOrder(shop.db, orderId))
}

/** The invoice of a customer's own order. Throws not-found, also for somebody else's. */
export async function getOwnInvoice(
  shop: Shop,
  { userId, orderId }: { userId: string; orderId: string },
): Promise<Invoice> {
  return invoiceOf(shop, await findOrderOf(shop.db, userId, orderId))
}
