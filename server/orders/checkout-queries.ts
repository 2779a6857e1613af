import { sql } from 'kysely'

import type { Address } from '#contract/orders.ts'
import type { Db } from '#server/db/open.ts'
import type { FrozenLine } from '#server/db/order-tables.ts'

export interface CheckoutDraft {
  id: string
  userId: string
  /** Lines and prices in one word: the same cart at the same prices has the same one. */
  fingerprint: string
  totalPaise: number
  address: Address | null
  /** The emulated provider is to take the money. */
  isSandbox: boolean
  lines: readonly Omit<FrozenLine, 'position'>[]
  /** Where the customer calls from; undefined where that is not counted. */
  network: string | undefined
}

/** An open checkout that stands in the way of a new one, or can be used in its place. */
export interface StandingCheckout {
  id: string
  fingerprint: string
  totalPaise: number
  providerOrderId: string | null
  /** The hold has not ended, and the provider's order is there or is being made right now. */
  isUsable: boolean
}

export interface HeldLine {
  productSizeId: string
  quantity: number
}

/**
 * When the hold of a checkout ends that this one replaces, be it over others that replaced it. An order since then has ended
 * that run. Null where nothing is replaced.
 */
const endOfReplaced = (userId: string) => sql`(
  select min(hold_expires_at) from checkouts replaced
  where user_id = ${userId} and status = 'released' and release_reason = 'replaced' and hold_expires_at > now()
    and not exists (
      select from orders where orders.user_id = ${userId} and orders.created_at > replaced.created_at
    )
)`

/**
 * Opens a checkout with its lines; false when the customer has an open one. Its hold ends after `holdSeconds`, or with the
 * hold that it replaces.
 */
export async function insertCheckout(db: Db, draft: CheckoutDraft, holdSeconds: number): Promise<boolean> {
  const lines = draft.lines.map((line, position) => ({ ...line, position }))
  const { rows } = await sql`
    with opened as (
      insert into checkouts (id, user_id, status, fingerprint, total_paise, address, network, is_sandbox, hold_expires_at)
      values (
        ${draft.id}, ${draft.userId}, 'open', ${draft.fingerprint}, ${draft.totalPaise},
        ${draft.address && JSON.stringify(draft.address)}::jsonb, ${draft.network ?? null}, ${draft.isSandbox},
        least(now() + make_interval(secs => ${holdSeconds}), ${endOfReplaced(draft.userId)})
      )
      on conflict (user_id) where status = 'open' do nothing
      returning id
    ),
    frozen as (
      insert into checkout_lines (
        checkout_id, position, product_id, product_size_id, name, size,
        price_paise, discounted_price_paise, paid_price_paise, quantity, image
      )
      select
        opened.id, line."position", line."productId", line."productSizeId", line."name", line."size",
        line."pricePaise", line."discountedPricePaise", line."paidPricePaise", line."quantity", line."image"
      from opened, jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line (
        "position" integer, "productId" text, "productSizeId" text, "name" text, "size" text, "pricePaise" bigint,
        "discountedPricePaise" bigint, "paidPricePaise" bigint, "quantity" integer, "image" text
      )
    )
    select id from opened`.execute(db)
  return rows.length > 0
}

/**
 * Locks the customer's open checkout. One without a provider's order is given up for lost after `creationSeconds`; one of the
 * other provider is of no use.
 */
export async function lockOpenCheckout(
  db: Db,
  { userId, isSandbox }: Pick<CheckoutDraft, 'userId' | 'isSandbox'>,
  creationSeconds: number,
): Promise<StandingCheckout | undefined> {
  const { rows } = await sql<StandingCheckout>`
    select id, fingerprint, total_paise, provider_order_id,
      hold_expires_at > now() and is_sandbox = ${isSandbox} and (
        provider_order_id is not null or created_at > now() - make_interval(secs => ${creationSeconds})
      ) as is_usable
    from checkouts
    where user_id = ${userId} and status = 'open'
    for update`.execute(db)
  return rows[0]
}

export async function setCheckoutAddress(db: Db, checkoutId: string, address: Address): Promise<void> {
  await db
    .updateTable('checkouts')
    .set({ address: JSON.stringify(address) })
    .where('id', '=', checkoutId)
    .execute()
}

/** How far the making of the provider's order has come. */
export async function findProgress(
  db: Db,
  checkoutId: string,
): Promise<{ status: string; providerOrderId: string | null } | undefined> {
  return db
    .selectFrom('checkouts')
    .select(['status', 'providerOrderId'])
    .where('id', '=', checkoutId)
    .executeTakeFirst()
}

/** Keeps the provider's order and when to ask about it first; false when the checkout was closed meanwhile. */
export async function keepProviderOrder(
  db: Db,
  { checkoutId, providerOrderId, checkSeconds }: { checkoutId: string; providerOrderId: string; checkSeconds: number },
): Promise<boolean> {
  const { rows } = await sql`
    update checkouts
    set provider_order_id = ${providerOrderId}, next_check_at = now() + make_interval(secs => ${checkSeconds})
    where id = ${checkoutId} and status = 'open' and provider_order_id is null
    returning id`.execute(db)
  return rows.length > 0
}

/**
 * Closes an open checkout and answers what it held; undefined when it was not open. One whose time is over is kept in mind as
 * expired, whoever closes it.
 */
export async function closeCheckout(
  db: Db,
  checkoutId: string,
  reason: 'replaced' | null,
): Promise<HeldLine[] | undefined> {
  const { rows } = await sql<{ lines: HeldLine[] }>`
    update checkouts set status = 'released', network = null,
      release_reason = case when hold_expires_at <= now() then 'expired' else ${reason} end
    where id = ${checkoutId} and status = 'open'
    returning (
      select json_agg(json_build_object('productSizeId', product_size_id, 'quantity', quantity))
      from checkout_lines where checkout_id = checkouts.id
    ) as lines`.execute(db)
  return rows[0]?.lines
}

export async function listHeldLines(db: Db, checkoutId: string): Promise<HeldLine[]> {
  return db
    .selectFrom('checkoutLines')
    .select(['productSizeId', 'quantity'])
    .where('checkoutId', '=', checkoutId)
    .execute()
}

/** Open checkouts whose hold has ended, by the database's clock. */
export async function listExpiredCheckouts(db: Db, limit: number, longestSeconds: number): Promise<string[]> {
  const rows = await db
    .selectFrom('checkouts')
    .select('id')
    .where('status', '=', 'open')
    .where(({ or, eb }) =>
      or([
        eb('holdExpiresAt', '<=', sql<Date>`now()`),
        // Made before the clock was set back.
        eb('holdExpiresAt', '>', sql<Date>`now() + make_interval(secs => ${longestSeconds})`),
      ]),
    )
    .orderBy('holdExpiresAt')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** What is known of the checkout behind a provider's order. */
export interface CheckoutFacts {
  id: string
  userId: string
  providerOrderId: string
  totalPaise: number
  paidBy: string | null
  isSandbox: boolean
}

export async function findCheckoutByProviderOrder(db: Db, providerOrderId: string): Promise<CheckoutFacts | undefined> {
  const { rows } = await sql<CheckoutFacts>`
    select id, user_id, provider_order_id, total_paise, paid_by, is_sandbox from checkouts
    where provider_order_id = ${providerOrderId}`.execute(db)
  return rows[0]
}

/** True when the money of a payment came; whatever follows from that was done with it. */
export async function isCaptured(db: Db, paymentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('payments')
    .select('id')
    .where('id', '=', paymentId)
    .where('status', '=', 'captured')
    .executeTakeFirst()
  return row !== undefined
}
