import { sql } from 'kysely'

import type { Fee } from '#contract/cart/fees.ts'
import type { Address } from '#contract/schemas/address.ts'
import type { Db } from '#server/db/database.ts'
import type { FrozenLine } from '#server/db/order-tables.ts'

import { FIRST_CHECK_SECONDS } from '#server/orders/payment-check-times.ts'
import { ORDER_LINE_COLUMNS, orderLineRows } from '#server/orders/order-line-queries.ts'

export interface CheckoutDraft {
  id: string
  userId: string
  /** A hash of lines and prices: the same cart at the same prices has the same one. */
  fingerprint: string
  /** Of the lines and the fees. */
  totalPaise: number
  /** What of it store credit pays; the rest is paid in money. */
  creditPaise: number
  fees: readonly Fee[]
  /** Whose discount is in the lines, or takes the shipping fee away; null where none does. */
  offerId: string | null
  discountReason: string | null
  /** What of the shipping fee is not charged. */
  shippingOffPaise: number
  address: Address | null
  buyerGstin: string | null
  buyerFirm: string | null
  /** The day until which the parcel is promised to this address; null where no PIN table promises one. */
  deliverBy: string | null
  /** Paid at the emulated provider. */
  isSandbox: boolean
  lines: readonly Omit<FrozenLine, 'position'>[]
  /** The network of the caller; undefined if holds are not limited. */
  network: string | undefined
}

/** If a checkout has no provider's order after this time, the process that was creating it has died. */
export const CREATION_SECONDS = 6

/** The open checkout of a customer who starts another payment. */
export interface OpenCheckout {
  id: string
  fingerprint: string
  /** What is paid at the provider. */
  duePaise: number
  providerOrderId: string | null
  /** The hold has not ended, and the provider's order exists or is being created right now. */
  isUsable: boolean
}

/**
 * When the hold ends that a new checkout replaces, or the first one of a chain of replaced holds. An order ends the
 * chain. Null if nothing is replaced.
 */
const endOfReplaced = (userId: string) => sql`(
  select min(hold_expires_at) from checkouts replaced
  where user_id = ${userId} and status = 'released' and release_reason = 'replaced' and hold_expires_at > now()
    and not exists (
      select from orders where orders.user_id = ${userId} and orders.created_at > replaced.created_at
    )
)`

/**
 * Opens a checkout with its lines; undefined if the customer has an open one. Its hold ends after `holdSeconds`, or
 * with the hold that it replaces. `hasCredit`: the customer was ever given store credit.
 */
export async function insertCheckout(
  db: Db,
  draft: CheckoutDraft,
  holdSeconds: number,
): Promise<{ hasCredit: boolean } | undefined> {
  const { rows } = await sql<{ hasCredit: boolean }>`
    with opened as (
      insert into checkouts (
        id, user_id, status, fingerprint, total_paise, offer_id, discount_reason, address, buyer_gstin, buyer_firm, network, is_sandbox,
        fees, deliver_by, credit_paise, shipping_off_paise, hold_expires_at
      )
      values (
        ${draft.id}, ${draft.userId}, 'open', ${draft.fingerprint}, ${draft.totalPaise}, ${draft.offerId}, ${draft.discountReason},
        ${draft.address && JSON.stringify(draft.address)}::jsonb, ${draft.buyerGstin}, ${draft.buyerFirm}, ${draft.network ?? null}, ${draft.isSandbox},
        ${JSON.stringify(draft.fees)}::jsonb, ${draft.deliverBy}::date, ${draft.creditPaise}::bigint, ${draft.shippingOffPaise}::bigint,
        least(now() + make_interval(secs => ${holdSeconds}), ${endOfReplaced(draft.userId)})
      )
      on conflict (user_id) where status = 'open' do nothing
      returning id
    ),
    frozen as (
      insert into checkout_lines (checkout_id, ${ORDER_LINE_COLUMNS})
      select opened.id, line.* from opened, (${orderLineRows(draft.lines)}) as line
    )
    select exists (select from store_credits where user_id = ${draft.userId}) as has_credit from opened`.execute(db)
  return rows[0]
}

/**
 * Locks the customer's open checkout. After `creationSeconds` without a provider's order it is no longer usable, and
 * never if it is of the other provider.
 */
export async function lockOpenCheckout(
  db: Db,
  { userId, isSandbox }: Pick<CheckoutDraft, 'userId' | 'isSandbox'>,
  creationSeconds: number,
): Promise<OpenCheckout | undefined> {
  const { rows } = await sql<OpenCheckout>`
    select id, fingerprint, total_paise - credit_paise as due_paise, provider_order_id,
      hold_expires_at > now() and is_sandbox = ${isSandbox} and (
        provider_order_id is not null or created_at > now() - make_interval(secs => ${creationSeconds})
      ) as is_usable
    from checkouts
    where user_id = ${userId} and status = 'open'
    for update`.execute(db)
  return rows[0]
}

/** Whether all of these pieces are still in the cart. */
export async function hasCartLines(db: Db, lines: readonly { id: string; quantity: number }[]): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from cart_lines
    join unnest(${lines.map(({ id }) => id)}::text[], ${lines.map(({ quantity }) => quantity)}::integer[]) as drafted (id, quantity)
      on drafted.id = cart_lines.id and drafted.quantity <= cart_lines.quantity`.execute(db)
  return rows[0]?.count === lines.length
}

export async function setCheckoutAddress(
  db: Db,
  checkoutId: string,
  { address, ...facts }: Pick<CheckoutDraft, 'buyerGstin' | 'buyerFirm' | 'deliverBy'> & { address: Address },
): Promise<void> {
  await db
    .updateTable('checkouts')
    .set({ address: JSON.stringify(address), ...facts })
    .where('id', '=', checkoutId)
    .execute()
}

/** Whether the provider's order of a checkout exists by now. */
export async function findProgress(db: Db, checkoutId: string) {
  return db
    .selectFrom('checkouts')
    .select(['status', 'providerOrderId'])
    .where('id', '=', checkoutId)
    .executeTakeFirst()
}

/** Stores the provider's order and when to ask about it first. False if the checkout was closed meanwhile. */
export async function setProviderOrder(db: Db, checkoutId: string, providerOrderId: string): Promise<boolean> {
  const { rows } = await sql`
    update checkouts
    set provider_order_id = ${providerOrderId}, next_check_at = now() + make_interval(secs => ${FIRST_CHECK_SECONDS})
    where id = ${checkoutId} and status = 'open' and provider_order_id is null
    returning id`.execute(db)
  return rows.length > 0
}
