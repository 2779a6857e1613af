import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'
import type { CheckoutDraft } from '#server/orders/checkout/start-payment-queries.ts'
import type { ReceiptStatement } from '#server/orders/settle-payment-queries.ts'

import { CHECKOUT_COLUMNS, placeOrder } from '#server/orders/place-order-queries.ts'

/** The order by store credit alone that the customer placed last, if that was within so many seconds and it stands. */
export async function findJustOrdered(db: Db, userId: string, seconds: number): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from orders
    where user_id = ${userId} and credit_paise = total_paise and exchange_of is null and status = 'order placed'
      and created_at > now() - make_interval(secs => ${seconds})
    order by created_at desc, id desc limit 1`.execute(db)
  return rows[0]?.id
}

/**
 * Makes the order of an open checkout that store credit pays whole, with its receipt by the statement `receiptOf`, and
 * removes what was bought and the code that was used from the cart, in one statement.
 */
export async function insertCreditOrder(
  db: Db,
  { draft, orderId, receiptOf }: { draft: CheckoutDraft; orderId: string; receiptOf: ReceiptStatement | undefined },
): Promise<void> {
  const { id: checkoutId, userId } = draft
  const receipt = receiptOf?.({
    orders: sql`placed`,
    lines: sql`checkout_lines line where line.checkout_id = ${checkoutId}`,
    paymentId: sql`null::text`,
  })
  const { rows } = await sql`
    with paid as (
      update checkouts set status = 'paid', network = null where id = ${checkoutId} and status = 'open'
      returning ${CHECKOUT_COLUMNS}
    ),
    ${placeOrder({ checkoutId, userId, orderId })}${receipt ? sql`, receipt as (${receipt})` : sql``}
    insert into audit_log (actor_id, action, subject_type, subject_id, after)
    select user_id, 'order.placed', 'order', id, jsonb_build_object('storeCreditPaise', credit_paise, 'totalPaise', total_paise)
    from placed
    returning id`.execute(db)
  if (rows.length === 0) throw new Error('the checkout of an order by store credit was closed')
}
