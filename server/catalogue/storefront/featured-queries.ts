import { sql } from 'kysely'

import type { Db } from '#server/db/open.ts'

/** What a card of a featured row is made of. */
export interface FeaturedCardRow {
  /** Which of the wanted rows it stands in, from 1. */
  place: number
  id: string
  name: string
  description: string
  pricePaise: number
  discountedPricePaise: number | null
  /** Of its first picture; null where it has none. */
  version: string | null
  alt: string | null
  thumbhash: string | null
}

/** Of each of these categories its first products by name, all in one statement. */
export async function listFeaturedCards(
  db: Db,
  wanted: readonly { categoryId: string | undefined; most: number }[],
): Promise<FeaturedCardRow[]> {
  const [categoryIds, most] = [wanted.map(({ categoryId }) => categoryId ?? null), wanted.map((row) => row.most)]
  const { rows } = await sql<FeaturedCardRow>`
    select wanted.place, products.id, products.name, products.description,
      products.price_paise, products.discounted_price_paise,
      left(cover.picture_hash, 12) as version, cover.alt, cover.thumbhash
    from unnest(${categoryIds}::text[], ${most}::int[]) with ordinality as wanted (category_id, most, place)
    cross join lateral (
      select product_id, sort_name from product_list where category_id = wanted.category_id
      order by sort_name, product_id limit wanted.most
    ) as page
    join products on products.id = page.product_id
    left join product_images as cover on cover.product_id = page.product_id and cover.position = 0
    order by wanted.place, page.sort_name, page.product_id`.execute(db)
  return rows
}
