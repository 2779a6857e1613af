import type { FeaturedAnswer, FeaturedProduct, Product } from '#contract/catalogue/catalogue.ts'
import type { ProductIndex } from '#server/catalogue/search/listing.ts'

import { FEATURED_SLUGS, featuredLimit, type FeaturedPlace } from '#contract/catalogue/lists/featured-rows.ts'
import { findCategory } from '#server/catalogue/lists/list-products.ts'

/** A product as its card shows it, with the cover alone. */
export const cardOf = (product: Product): FeaturedProduct => ({
  ...product,
  images: product.images.slice(0, 1),
  pictures: product.pictures.slice(0, 1),
})

// Drawn from at random by `app/catalogue/rows/featured-rows.ts`; the rows: `contract/catalogue/lists/featured-rows.ts`.
/** The first products of each featured category, from which the page chooses its rows. */
export async function listFeatured(index: ProductIndex, place: FeaturedPlace): Promise<FeaturedAnswer> {
  const { categories, inOrder } = await index.read()
  return {
    rows: FEATURED_SLUGS.map((slug) => {
      const category = findCategory(categories, slug)
      const products = inOrder('name').filter(({ product }) => product.category._id === category?._id)
      return { slug, products: products.slice(0, featuredLimit(slug, place)).map(({ product }) => cardOf(product)) }
    }),
  }
}
