import { sql, type RawBuilder } from 'kysely'

import { ORDER_LINE_COLUMNS } from '#server/orders/order-line-queries.ts'
import { queueStatusMail } from '#server/orders/order-mail-queries.ts'

/** The columns of a checkout that its order takes over. */
const COLUMNS = sql`user_id, provider_order_id, total_paise, discount_reason, address, is_sandbox, buyer_gstin, buyer_firm, fees,
  deliver_by, credit_paise, shipping_off_paise`

/** What the statement that closes a checkout returns for `placeOrder`. */
export const CHECKOUT_COLUMNS = sql`id, offer_id, ${COLUMNS}`

/**
 * Statements of a `with` that make the order of a checkout, whose `CHECKOUT_COLUMNS` are the row `paid`, from its
 * frozen lines, and remove what was bought and the code that was used from the cart. `placed` is the order; without a
 * row of `paid` there is none.
 */
export const placeOrder = ({
  checkoutId,
  userId,
  orderId,
  isCash = false,
  exchangeOf,
}: {
  checkoutId: string
  /** Whose cart has what was bought; missing where it comes from none. */
  userId?: string
  orderId: string
  isCash?: boolean
  /** The return whose pieces the order stands in for. */
  exchangeOf?: string
}): RawBuilder<unknown> => sql`
  placed as (
    -- now() is when the transaction began, before it waited for what else the customer was doing at this moment.
    insert into orders (id, checkout_id, status, created_at, ${COLUMNS}${isCash ? sql`, is_cash` : sql``}${exchangeOf === undefined ? sql`` : sql`, exchange_of`})
    select ${orderId}, id, 'order placed', clock_timestamp(), ${COLUMNS}${isCash ? sql`, true` : sql``}${exchangeOf === undefined ? sql`` : sql`, ${exchangeOf}`}
    from paid
    returning *
  ),
  copied as (
    insert into order_lines (id, order_id, ${ORDER_LINE_COLUMNS})
    select placed.id || '-' || line.position, placed.id, ${ORDER_LINE_COLUMNS}
    from placed join checkout_lines line on line.checkout_id = ${checkoutId}
  ),
  code_used as (
    delete from cart_codes using paid
    where cart_codes.user_id = paid.user_id and cart_codes.offer_id = paid.offer_id
  ),
  stepped as (
    insert into order_steps (order_id, status, actor_id) select id, 'order placed', user_id from placed
  ),
  mailed as (${queueStatusMail('order placed', 'placed')}),
  bought as (
    select cart.id, cart.quantity - line.quantity as remainder
    from cart_lines cart
    join checkout_lines line on line.checkout_id = ${checkoutId} and line.product_size_id = cart.product_size_id
    where cart.user_id = ${userId ?? null}::text and exists (select from placed)
    order by cart.id
    for update of cart
  ),
  emptied as (
    delete from cart_lines using bought where cart_lines.id = bought.id and bought.remainder <= 0
  ),
  reduced as (
    update cart_lines set quantity = bought.remainder from bought
    where cart_lines.id = bought.id and bought.remainder > 0
  )`
