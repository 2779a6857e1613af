import { sql } from 'kysely'

import type { Fee } from '#contract/cart/fees.ts'
import type { Address } from '#contract/schemas/address.ts'
import type { Db } from '#server/db/database.ts'

import { isUnsentStatus, ORDER_STATUSES, type OrderStatus } from '#contract/states/order-states.ts'
import { readOrders, type OrderRow } from '#server/orders/order-queries.ts'

interface OrderKey {
  /** Its own id or the provider's. */
  orderId: string
  /** Whose order it has to be; anybody's where it is missing, for the staff. */
  userId?: string
}

/**
 * The condition for an order. It names one id, so that PostgreSQL finds the order by it: with an `or`, a statement that
 * was planned while there were few orders reads all orders of a status.
 */
const isThat = ({ userId, orderId }: OrderKey) => sql`
  orders.id = coalesce(
    (select id from orders where id = ${orderId}), (select id from orders where provider_order_id = ${orderId})
  )
  ${userId === undefined ? sql`` : sql`and orders.user_id = ${userId}`}`

/** What decides whether the address of an order may change. */
export interface AddressedOrder {
  id: string
  isCash: boolean
  status: OrderStatus
  /** Null while it has no address. */
  address: Address | null
  fees: Fee[]
  buyerGstin: string | null
  buyerFirm: string | null
}

/** Undefined if there is no such order. */
export async function findAddressedOrder(db: Db, key: OrderKey): Promise<AddressedOrder | undefined> {
  const { rows } = await sql<AddressedOrder>`
    select id, is_cash, status, address, fees, buyer_gstin, buyer_firm from orders where ${isThat(key)}`.execute(db)
  return rows[0]
}

/**
 * What has the address of an order on it already: a booked parcel, also one that is just being booked, or all of its
 * pieces in one that is packed.
 */
export async function findLabel(db: Db, orderId: string): Promise<{ isBooked: boolean; isPacked: boolean }> {
  const { rows } = await sql<{ isBooked: boolean; isPacked: boolean }>`
    select exists (
      select from parcels where parcels.order_id = ${orderId} and direction = 'out' and state in ('asked', 'booked')
    ) as is_booked, (
      select bool_and(quantity - cancelled <= (select count(*) from packed_items piece where piece.order_line_id = line.id))
      from order_lines line where line.order_id = ${orderId}
    ) as is_packed`.execute(db)
  return rows[0] ?? { isBooked: false, isPacked: false }
}

type Business = Pick<OrderRow, 'buyerGstin' | 'buyerFirm'>

/**
 * An address, and the business that buys: undefined stays as it is, an empty text is removed. A name belongs to its
 * GSTIN and does not stay beside another one.
 */
export interface AddressChange extends OrderKey {
  address: Address
  buyerGstin: string | undefined
  buyerFirm: string | undefined
  /** The day that is promised to this address, null for none; undefined where the promise stays as it is. */
  deliverBy?: string | null | undefined
}

const UNSENT = sql.join(ORDER_STATUSES.filter(isUnsentStatus).map((status) => sql.lit(status)))

/**
 * Sets the address of an order that is not shipped yet, and returns the order. Undefined if there is no such order, or
 * if it is shipped; for its customer also if it is paid at the door and to go elsewhere.
 */
export async function updateAddress(
  db: Db,
  { userId, orderId, address, buyerGstin, buyerFirm, deliverBy }: AddressChange,
): Promise<OrderRow | undefined> {
  const gstin = buyerGstin === undefined ? sql`buyer_gstin` : sql`${buyerGstin || null}::text`
  const kept = sql`case when ${gstin} = buyer_gstin then buyer_firm end`
  const firm = buyerFirm === undefined ? kept : sql`${buyerFirm || null}::text`
  const promised = deliverBy === undefined ? sql`deliver_by` : sql`${deliverBy}::date`
  const { rows } = await sql<OrderRow>`
    with changed as (
      update orders set address = ${JSON.stringify(address)}::jsonb, buyer_gstin = ${gstin},
        buyer_firm = case when ${gstin} is not null then ${firm} end, deliver_by = ${promised}
      where ${isThat({ orderId, ...(userId !== undefined && { userId }) })} and status in (${UNSENT})
        and (${userId === undefined}::boolean or not is_cash or address = ${JSON.stringify(address)}::jsonb)
      returning id
    )
    ${readOrders(sql`join changed on changed.id = orders.id`)}`.execute(db)
  // The statement reads the order as it was before the change.
  return (
    rows[0] && {
      ...rows[0],
      address,
      ...businessOf(rows[0], { buyerGstin, buyerFirm }),
      ...(deliverBy !== undefined && { deliverBy }),
    }
  )
}

/** The business of an order after a change; a name without a GSTIN is none, and neither is that of another one. */
export function businessOf(
  before: Business,
  {
    buyerGstin = before.buyerGstin ?? '',
    buyerFirm = (buyerGstin === before.buyerGstin && before.buyerFirm) || '',
  }: Pick<AddressChange, 'buyerGstin' | 'buyerFirm'>,
): Business {
  return { buyerGstin: buyerGstin || null, buyerFirm: (buyerGstin && buyerFirm) || null }
}
