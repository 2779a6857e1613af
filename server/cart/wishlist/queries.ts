import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

interface EntryRow {
  productId: string
  name: string
  pricePaise: number
  savedAt: Date
}

/** The entries of a customer's wishlist, the last saved first. */
export async function listEntries(db: Db, userId: string): Promise<EntryRow[]> {
  return db
    .selectFrom('wishlistEntries as entry')
    .innerJoin('products', 'products.id', 'entry.productId')
    .select(['entry.productId', 'products.name', 'entry.pricePaise', 'entry.savedAt'])
    .where('userId', '=', userId)
    .orderBy('savedAt', 'desc')
    .orderBy('productId')
    .execute()
}

/** Until the transaction ends, others who add to the same wishlist wait, so that the limit holds. */
export async function lockWishlist(db: Db, userId: string): Promise<void> {
  await sql`select from users where id = ${userId} for no key update`.execute(db)
}

/**
 * Adds products that are for sale, the last saved first, up to `limit` entries. A product without a price is saved with
 * its current one. A product that is on the list stays as it is.
 */
export async function insertEntries(
  db: Db,
  userId: string,
  saved: readonly { productId: string; pricePaise?: number }[],
  limit: number,
): Promise<void> {
  const ids = saved.map(({ productId }) => productId)
  const prices = saved.map(({ pricePaise }) => pricePaise ?? null)
  await sql`
    insert into wishlist_entries (user_id, product_id, price_paise, saved_at)
    select ${userId}, products.id, coalesce(saved.price_paise, least(sale.price_paise, products.paid_price_paise)),
      now() - saved.position * interval '1 millisecond'
    from unnest(${ids}::text[], ${prices}::bigint[]) with ordinality as saved (product_id, price_paise, position)
    join products on products.id = saved.product_id and products.is_on_sale
    left join sale_prices sale on sale.product_id = products.id
    where not exists (select from wishlist_entries where user_id = ${userId} and product_id = products.id)
    order by saved.position
    limit greatest(${limit} - (select count(*) from wishlist_entries where user_id = ${userId}), 0)
    on conflict do nothing`.execute(db)
}

export async function deleteEntry(db: Db, userId: string, productId: string): Promise<void> {
  await db.deleteFrom('wishlistEntries').where('userId', '=', userId).where('productId', '=', productId).execute()
}
