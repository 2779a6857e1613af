import type { Shop } from '#server/shop.ts'

import { notFound } from '#server/errors.ts'
import { findInvoiceFacts } from '#server/orders/invoice/invoice-queries.ts'
import type { InvoiceDrawer } from '#server/orders/invoice/invoice-drawer.ts'
import { findOrder, findOrderOf, type OrderRow } from '#server/orders/order-queries.ts'
import { presentOrder } from '#server/orders/order-view.ts'
import { shortIdOf } from '#contract/short-id.ts'

/** A PDF under the name that a browser saves it by. */
export interface Invoice {
  fileName: string
  bytes: Buffer
}

/** Where invoices come from and who draws them. */
interface InvoiceSource {
  shop: Shop
  drawer: InvoiceDrawer
}

async function invoiceOf({ shop, drawer }: InvoiceSource, row: OrderRow | undefined): Promise<Invoice> {
  const facts = row && (await findInvoiceFacts(shop.db, row.id))
  if (!row || !facts) throw notFound('Order')
  const { shopName } = shop.config
  const bytes = await drawer.draw({
    ...facts,
    order: presentOrder(row),
    shopName,
    address: new URL(shop.publicUrl()).host,
  })
  return { fileName: `invoice-${shortIdOf(row.id)}.pdf`, bytes }
}

/** The invoice of any order. Throws not-found. */
export async function getInvoice(source: InvoiceSource, orderId: string): Promise<Invoice> {
  return invoiceOf(source, await findOrder(source.shop.db, orderId))
}

/** The invoice of a customer's own order. Throws not-found, also for somebody else's. */
export async function getOwnInvoice(
  source: InvoiceSource,
  { userId, orderId }: { userId: string; orderId: string },
): Promise<Invoice> {
  return invoiceOf(source, await findOrderOf(source.shop.db, userId, orderId))
}
