import type { Category, FeaturedAnswer, FeaturedProduct } from '#contract/catalogue.ts'
import type { Db } from '#server/db/open.ts'

import { FEATURED_SLUGS, featuredLimit, type FeaturedPlace } from '#contract/catalogue-rules.ts'
import { rupeesFromPaise } from '#contract/money.ts'
import { pictureAddress } from '#server/catalogue/product-view.ts'
import { listFeaturedCards, type FeaturedCardRow } from '#server/catalogue/storefront/featured-queries.ts'
import { findCategory } from '#server/catalogue/storefront/list-products.ts'

function presentCard(row: FeaturedCardRow, slug: string): FeaturedProduct {
  const { id, discountedPricePaise, version, alt, thumbhash } = row
  return {
    _id: id,
    name: row.name,
    description: row.description,
    price: rupeesFromPaise(row.pricePaise),
    ...(discountedPricePaise !== null && { discountedPrice: rupeesFromPaise(discountedPricePaise) }),
    images: version === null ? [] : [pictureAddress(id, 0)],
    pictures: version === null ? [] : [{ version, alt: alt ?? '', ...(thumbhash && { placeholder: thumbhash }) }],
    category: { slug },
  }
}

/** What the featured rows of a place are chosen from: the first products of each of their categories. */
export async function listFeatured(
  db: Db,
  categories: readonly Category[],
  place: FeaturedPlace,
): Promise<FeaturedAnswer> {
  const rows = FEATURED_SLUGS.map((slug) => ({
    slug,
    category: findCategory(categories, slug),
    products: [] as FeaturedProduct[],
  }))
  const wanted = rows.map(({ slug, category }) => ({ categoryId: category?._id, most: featuredLimit(slug, place) }))
  for (const card of await listFeaturedCards(db, wanted)) {
    const row = rows[card.place - 1]
    if (row?.category) row.products.push(presentCard(card, row.category.slug))
  }
  return { rows: rows.map(({ slug, products }) => ({ slug, products })) }
}
