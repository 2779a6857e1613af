import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

import { CHECKOUT_COLUMNS, placeOrder } from '#server/orders/place-order-queries.ts'

/** Pieces of another size, and what was paid for those that they stand in for, all together. */
export interface ExchangedLine {
  /** The line of the order whose pieces come back. */
  orderLineId: string
  productSizeId: string
  quantity: number
  paise: number
}

interface Exchange {
  orderId: string
  returnId: string
  sentOrderId: string
  checkoutId: string
  lines: readonly ExchangedLine[]
  paise: number
}

/**
 * Makes a paid checkout with its frozen lines and its order, to the address of the order before. Returns whose they
 * are. Lock the order before first.
 */
export async function insertExchangeOrder(
  db: Db,
  { orderId, returnId, sentOrderId, checkoutId, lines, paise }: Exchange,
): Promise<string> {
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
        as given ("orderLineId" text, "productSizeId" text, quantity integer, paise bigint)
    ),
    frozen as (
      insert into checkout_lines (
        checkout_id, position, product_id, product_size_id, name, size, price_paise, discounted_price_paise, paid_price_paise, quantity,
        discount_paise, image, hsn, return_days
      )
      select ${checkoutId}, row_number() over (order by line.position) - 1, line.product_id, size.id, line.name, size.size, line.price_paise,
        line.discounted_price_paise, line.paid_price_paise, given.quantity, line.paid_price_paise * given.quantity - given.paise, line.image, line.hsn,
        line.return_days
      from given join order_lines line on line.id = given."orderLineId" join product_sizes size on size.id = given."productSizeId"
      returning discount_paise
    )
    insert into checkouts (
      id, user_id, status, fingerprint, total_paise, credit_paise, discount_reason, address, buyer_gstin, buyer_firm, is_sandbox, fees,
      hold_expires_at
    )
    select ${checkoutId}, user_id, 'paid', ${`exchange ${returnId}`}, ${paise}::bigint, ${paise}::bigint,
      case when (select sum(discount_paise) from frozen) > 0 then discount_reason end, address, buyer_gstin, buyer_firm, is_sandbox, '[]', now()
    from orders where id = ${orderId}`.execute(db)
  const { rows } = await sql<{ userId: string }>`
    with paid as (select ${CHECKOUT_COLUMNS} from checkouts where id = ${checkoutId}),
    ${placeOrder({ checkoutId, orderId: sentOrderId, exchangeOf: returnId })}
    insert into audit_log (actor_id, action, subject_type, subject_id, after)
    select user_id, 'order.placed', 'order', id, jsonb_build_object('exchangeOf', ${returnId}::text, 'totalPaise', total_paise)
    from placed
    returning actor_id as user_id`.execute(db)
  const [placed] = rows
  if (!placed) throw new Error(`order ${orderId} is not there to be exchanged`)
  return placed.userId
}
