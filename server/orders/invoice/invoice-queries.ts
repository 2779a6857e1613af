import { sql } from 'kysely'

import type { Db } from '#server/db/open.ts'

/** What an invoice says besides what everybody sees of an order. */
export interface InvoiceFacts {
  /** The provider's id of the payment that made the order. */
  paymentId: string | null
  /** Line id → the tariff number of what was bought, where it is known. */
  hsnByLine: Record<string, string>
}

export async function findInvoiceFacts(db: Db, orderId: string): Promise<InvoiceFacts | undefined> {
  const { rows } = await sql<InvoiceFacts>`
    select
      (select id from payments where payments.order_id = orders.id) as payment_id,
      coalesce((
        select json_object_agg(line.id, products.hsn)
        from order_lines line join products on products.id = line.product_id
        where line.order_id = orders.id and products.hsn is not null
      ), '{}') as hsn_by_line
    from orders where orders.id = ${orderId}`.execute(db)
  return rows[0]
}
