import { NOW_IN_INDIA } from '#server/db/india-time.ts'
import { sql, type RawBuilder, type Selectable } from 'kysely'

import type { Db } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import type { CustomerOffer, OfferTerms } from '#server/offers/apply-offers.ts'

import { pageOf, type ListPage, type Window } from '#server/db/pagination.ts'

/** What the administrator enters. */
export type OfferDraft = Omit<Selectable<Tables['offers']>, 'id' | 'used' | 'isActive' | 'revision' | 'createdAt'>

/** An offer with what administrators see of it. */
export interface OfferRow extends OfferTerms, Omit<Selectable<Tables['offers']>, keyof OfferTerms | 'categoryIds'> {
  /** The day in India. */
  today: string
}

/** The offers that a customer's cart may get: those that run, and the one whose code is in the cart. */
export interface CustomerOffers {
  /** The day in India. */
  today: string
  offers: CustomerOffer[]
}

const TODAY = sql`${NOW_IN_INDIA}::date`

// A category that is gone stays in the list, so that an offer for it alone does not become one for everything.
const CATEGORIES = sql`(
  select coalesce(json_agg(json_build_object('id', wanted.id, 'name', coalesce(category.name, 'a former category'))
    order by category.position, category.name), '[]')
  from unnest(offers.category_ids) as wanted (id) left join categories category on category.id = wanted.id
)`

const COLUMNS = sql`
  offers.id, offers.code, offers.name, offers.percent, offers.amount_paise, offers.frees_shipping, offers.max_discount_paise, ${CATEGORIES} as categories,
  offers.minimum_quantity, offers.minimum_paise, offers.starts_on, offers.ends_on, offers.max_uses,
  offers.max_uses_per_customer, offers.used, offers.is_active, offers.revision, offers.created_at, ${TODAY} as today`

const customerOffer = (userId: RawBuilder<unknown>) => sql`json_build_object(
  'id', offers.id, 'code', offers.code, 'name', offers.name, 'percent', offers.percent,
  'amountPaise', offers.amount_paise, 'freesShipping', offers.frees_shipping, 'maxDiscountPaise', offers.max_discount_paise,
  'categories', ${CATEGORIES}, 'minimumQuantity', offers.minimum_quantity, 'minimumPaise', offers.minimum_paise, 'startsOn', offers.starts_on, 'endsOn', offers.ends_on,
  'isActive', offers.is_active, 'maxUsesPerCustomer', offers.max_uses_per_customer,
  -- What the customer's own open checkout has is given back when another takes its place.
  'isUsedUp', coalesce(offers.max_uses <= offers.used - (
    select count(*) from offer_uses own join checkouts on checkouts.id = own.checkout_id
    where own.offer_id = offers.id and own.user_id = ${userId} and checkouts.status = 'open'
  ), false),
  'isUsedByCustomer', coalesce(offers.max_uses_per_customer <= (
    select count(*) from offer_uses own join checkouts on checkouts.id = own.checkout_id
    where own.offer_id = offers.id and own.user_id = ${userId} and checkouts.status <> 'open'
  ), false)
)`

/** An offer without a code on one of its days. */
const RUNS_FOR_ALL = sql`(
  offers.code is null and offers.is_active and coalesce(offers.starts_on <= ${TODAY}, true)
  and coalesce(offers.ends_on >= ${TODAY}, true)
)`

/** A JSON object of the form `CustomerOffers`: the offers for everyone, and those that `isEntered` is true of. */
const offersOf = (userId: RawBuilder<unknown>, isEntered: RawBuilder<unknown>) => sql<CustomerOffers>`(
  select json_build_object('today', ${TODAY}, 'offers', coalesce(json_agg(${customerOffer(userId)}), '[]'))
  from offers
  where ${isEntered} or ${RUNS_FOR_ALL}
)`

const isInCart = (userId: RawBuilder<unknown>) =>
  sql`offers.id = (select offer_id from cart_codes where user_id = ${userId})`
const isOneOf = (codes: readonly string[]) => sql`offers.code = any(${codes}::text[])`

/** The offers that a customer's cart may get, for a statement that reads the cart. */
export const customerOffers = (userId: RawBuilder<unknown>) => offersOf(userId, isInCart(userId))

/** The same with the offers of codes that are not in the cart yet. */
export const customerOffersWith = (codes: readonly string[]) => (userId: RawBuilder<unknown>) =>
  offersOf(userId, sql`(${isInCart(userId)} or ${isOneOf(codes)})`)

/** What somebody who is not known may get: the offers that are for everyone, and those of these codes. */
export async function findOffersForAll(db: Db, codes: readonly string[]): Promise<CustomerOffers> {
  const { rows } = await sql<{ offers: CustomerOffers }>`
    select ${offersOf(sql`null::text`, isOneOf(codes))} as offers`.execute(db)
  return rows[0]?.offers ?? { today: '', offers: [] }
}

/** The offer of a code as it stands for a customer. */
export async function findCodeOffer(db: Db, userId: string, code: string) {
  const { rows } = await sql<{ today: string; offer: CustomerOffer }>`
    select ${TODAY} as today, ${customerOffer(sql`${userId}`)} as offer from offers where code = ${code}`.execute(db)
  return rows[0]
}

export async function upsertCode(db: Db, userId: string, offerId: string): Promise<void> {
  await db
    .insertInto('cartCodes')
    .values({ userId, offerId })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ offerId }))
    .execute()
}

/** Takes the code out of a customer's cart; does nothing where there is none. */
export async function deleteCode(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('cartCodes').where('userId', '=', userId).execute()
}

/** Takes the code of an offer out of all carts. */
export async function deleteCodeOf(db: Db, offerId: string): Promise<void> {
  await db.deleteFrom('cartCodes').where('offerId', '=', offerId).execute()
}

/**
 * Locks an offer until the transaction ends; false where there is none. It is not `for update`: that would wait for
 * every checkout that refers to the offer, because its foreign key has locked the offer's key, and two of them would
 * wait for each other.
 */
export async function lockOffer(db: Db, offerId: string): Promise<boolean> {
  const row = await db.selectFrom('offers').select('id').where('id', '=', offerId).forNoKeyUpdate().executeTakeFirst()
  return row !== undefined
}

/** Takes a use of a locked offer for a checkout; false where a limit does not allow it. */
export async function insertUse(
  db: Db,
  { offerId, checkoutId, userId }: { offerId: string; checkoutId: string; userId: string },
): Promise<boolean> {
  const { rows } = await sql`
    with taken as (
      insert into offer_uses (checkout_id, offer_id, user_id)
      select ${checkoutId}, id, ${userId} from offers
      where id = ${offerId} and (max_uses is null or used < max_uses)
        and (max_uses_per_customer is null or max_uses_per_customer > (
          select count(*) from offer_uses own where own.offer_id = offers.id and own.user_id = ${userId}
        ))
      returning offer_id
    )
    update offers set used = used + 1 from taken where offers.id = taken.offer_id
    returning id`.execute(db)
  return rows.length > 0
}

/**
 * Gives back the use of a checkout that is closed or whose order is cancelled. Does nothing where it has none. Call it
 * in the same transaction.
 */
export async function deleteUse(db: Db, checkoutId: string): Promise<void> {
  await sql`
    with given_back as (delete from offer_uses where checkout_id = ${checkoutId} returning offer_id)
    update offers set used = used - 1 from given_back where offers.id = given_back.offer_id`.execute(db)
}

/** The categories with these ids, without deleted ones. */
export async function listCategoriesNamed(db: Db, ids: readonly string[]): Promise<OfferTerms['categories']> {
  if (ids.length === 0) return []
  return db
    .selectFrom('categories')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .orderBy('position')
    .orderBy('name')
    .execute()
}

/**
 * How many products on sale would cost more than `abovePaise` and at most `upToPaise` with the offer, each bought
 * alone.
 */
export async function countProductsPricedBetween(
  db: Db,
  {
    percent,
    amountPaise,
    maxDiscountPaise,
    categoryIds,
  }: Pick<OfferDraft, 'percent' | 'amountPaise' | 'maxDiscountPaise' | 'categoryIds'>,
  { abovePaise, upToPaise }: { abovePaise: number; upToPaise: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from products left join sale_prices sale on sale.product_id = products.id, lateral (
      select least(sale.price_paise, products.paid_price_paise) as paise
    ) as price, lateral (
      select price.paise - least(price.paise * ${percent ?? 0}::int / 100.0, ${maxDiscountPaise}::bigint) - ${amountPaise ?? 0}::bigint as paise
    ) as paid
    where is_on_sale and paid.paise > ${abovePaise} and paid.paise <= ${upToPaise}
      and (cardinality(${categoryIds}::text[]) = 0 or category_id = any(${categoryIds}::text[]))`.execute(db)
  return rows[0]?.count ?? 0
}

export async function findOffer(db: Db, offerId: string): Promise<OfferRow | undefined> {
  const { rows } = await sql<OfferRow>`select ${COLUMNS} from offers where id = ${offerId}`.execute(db)
  return rows[0]
}

/** Newest first. */
export async function listOfferRows(db: Db, { limit, offset }: Window): Promise<ListPage<OfferRow>> {
  const { rows } = await sql<OfferRow & { total: number }>`
    with page as materialized (
      select id from offers order by created_at desc, id desc limit ${limit} offset ${offset}
    ),
    counted as materialized (select count(*) as total from offers)
    select ${COLUMNS}, counted.total
    from counted left join offers on offers.id = any (array(select id from page))
    order by offers.created_at desc, offers.id desc`.execute(db)
  return pageOf(rows)
}

/** The offers without a code that run today. */
export async function listRunningOffers(db: Db): Promise<OfferRow[]> {
  const { rows } = await sql<OfferRow>`
    select ${COLUMNS} from offers
    where ${RUNS_FOR_ALL} and (max_uses is null or used < max_uses)`.execute(db)
  return rows
}

/** How often the customer has used an offer who used it most. */
export async function countMostUsesOfOne(db: Db, offerId: string): Promise<number> {
  const row = await db
    .selectFrom('offerUses')
    .select(({ fn }) => fn.countAll<number>().as('uses'))
    .where('offerId', '=', offerId)
    .groupBy('userId')
    .orderBy('uses', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.uses ?? 0
}

export async function insertOffer(db: Db, offerId: string, draft: OfferDraft): Promise<void> {
  await db
    .insertInto('offers')
    .values({ id: offerId, ...draft })
    .execute()
}

export async function updateOffer(
  db: Db,
  offerId: string,
  change: Partial<OfferDraft> & { isActive?: boolean },
): Promise<void> {
  await db
    .updateTable('offers')
    .set((offer) => ({ ...change, revision: offer('revision', '+', 1) }))
    .where('id', '=', offerId)
    .execute()
}
