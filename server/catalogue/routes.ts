import { z } from 'zod'

import type { Product } from '#contract/catalogue/catalogue.ts'
import type { Shop } from '#server/start/shop.ts'

import {
  CategoriesAnswer,
  CollectionsAnswer,
  FeaturedAnswer,
  FeaturedQuery,
  ProductDetail,
  ProductListAnswer,
  ProductListQuery,
  RelatedAnswer,
  SuggestionsAnswer,
  SuggestionsQuery,
} from '#contract/catalogue/catalogue.ts'
import { id } from '#contract/schemas/basic-schemas.ts'
import { listFeatured } from '#server/catalogue/lists/featured-rows.ts'
import { listProducts } from '#server/catalogue/lists/list-products.ts'
import { registerPictures } from '#server/catalogue/pictures/picture-routes.ts'
import type { ProductIndex } from '#server/catalogue/search/listing.ts'
import { listRelated } from '#server/catalogue/lists/related-products.ts'
import { suggest } from '#server/catalogue/search/suggestions.ts'
import { getProduct } from '#server/catalogue/get-product.ts'
import { listCategories } from '#server/catalogue/service.ts'
import { cachedRoute, type ShownTags } from '#server/cache/cached-route.ts'
import type { ShopServer } from '#server/http/server.ts'
import { AVAILABILITY, availabilityTag, collectionTag, stockTag } from '#server/cache/tags.ts'

/** A swatch says whether its product is sold out. */
const siblingTags = (products: readonly Pick<Product, 'siblings'>[]) => [
  ...new Set(products.flatMap(({ siblings = [] }) => siblings.map(({ _id }) => availabilityTag(_id)))),
]

type ListedQuery = z.output<typeof ProductListQuery>

/** What makes a list depend on prices that it does not show. */
const dependsOnPrices = ({ sort, facets, search, minPrice, maxPrice, discounted }: Partial<ListedQuery>) =>
  [facets, search, minPrice, maxPrice, discounted].some(Boolean) || /price|discount/.test(sort ?? '')

/**
 * A list shows the exact stock of its products. A page shows only whether they are available, so most orders do not
 * outdate it.
 */
function tagsOfList(
  { products, nearest = [], ...others }: Pick<ProductListAnswer, 'products' | 'nearest' | 'collection' | 'facets'>,
  { query }: { query: Partial<ListedQuery> },
): ShownTags {
  const shown = [...products, ...nearest]
  const ids = shown.map(({ _id }) => _id)
  const siblings = siblingTags(shown)
  const collections = [others.collection, ...(others.facets?.collections ?? [])].flatMap((one) =>
    one ? collectionTag(one.slug) : [],
  )
  // The order of search results depends on what is in stock.
  const choices = query.facets || query.inStock || query.search || collections.length > 0 ? [AVAILABILITY] : []
  return {
    answer: [...ids.map(stockTag), ...siblings, ...choices, ...collections],
    page: [...new Set([...ids.map(availabilityTag), ...siblings]), ...choices, ...collections],
    ...(collections.length === 0 && !dependsOnPrices(query) && { pricesOf: shown }),
  }
}

/** The catalogue for shoppers. */
export function registerCatalogue(api: ShopServer, shop: Shop, index: ProductIndex): void {
  const { db } = shop

  cachedRoute(api, shop, '/categories/getcateg', {
    summary: 'The categories, in the order of the shop',
    answer: CategoriesAnswer,
    handle: async () => ({ categories: await listCategories(db) }),
    shows: () => ({ answer: [], pricesOf: [] }),
  })
  cachedRoute(api, shop, '/products/getallproductsindb', {
    summary: 'Products on sale: everything up to 5,000, or a page; narrowed and sorted over the whole catalogue',
    query: ProductListQuery,
    answer: ProductListAnswer,
    handle: async ({ query }) => listProducts(index, query),
    shows: tagsOfList,
  })
  cachedRoute(api, shop, '/products/category/:slug', {
    summary: 'The same for one category, by its slug or its lower-case name',
    params: z.object({ slug: id }),
    query: ProductListQuery,
    answer: ProductListAnswer,
    errors: ['not_found'],
    handle: async ({ params, query }) => listProducts(index, query, { category: params.slug }),
    shows: tagsOfList,
  })
  cachedRoute(api, shop, '/collections', {
    summary: 'The collections that shoppers see, by title',
    answer: CollectionsAnswer,
    handle: async () => ({ collections: [...(await index.read()).collections.all()] }),
  })
  cachedRoute(api, shop, '/products/collection/:slug', {
    summary: 'The same for one collection, in the collection’s own order unless another is asked for',
    params: z.object({ slug: id }),
    query: ProductListQuery,
    answer: ProductListAnswer,
    errors: ['not_found'],
    handle: async ({ params, query }) => listProducts(index, query, { collection: params.slug }),
    shows: tagsOfList,
  })
  cachedRoute(api, shop, '/products/featured', {
    summary: 'What the featured rows of a page are chosen from, all at once and with no more than their cards show',
    query: FeaturedQuery,
    answer: FeaturedAnswer,
    handle: async ({ query }) => listFeatured(index, query.place),
    shows: ({ rows }) => ({ answer: [], pricesOf: rows.flatMap(({ products }) => products) }),
  })
  cachedRoute(api, shop, '/products/suggestions', {
    summary: 'A few products and categories that may be meant, while somebody types a search',
    query: SuggestionsQuery,
    answer: SuggestionsAnswer,
    handle: async ({ query }) => suggest(index, query.search),
    shows: ({ products }, { query }) => tagsOfList({ products }, { query }),
  })
  cachedRoute(api, shop, '/products/product/:id', {
    summary: 'A product with everything that its page shows',
    params: z.object({ id }),
    answer: ProductDetail,
    errors: ['not_found'],
    handle: async ({ params }) => {
      const product = await getProduct(db, params.id)
      if (product.colourGroup === undefined) return product
      const listing = await index.read()
      return { ...product, siblings: listing.find(product._id)?.product.siblings }
    },
    shows: (product) => ({ answer: [stockTag(product._id), ...siblingTags([product])], pricesOf: [product] }),
  })
  cachedRoute(api, shop, '/products/product/:id/related', {
    summary: 'What goes with a product, and what is like it',
    params: z.object({ id }),
    answer: RelatedAnswer,
    errors: ['not_found'],
    handle: async ({ params }) => listRelated(index, params.id),
    shows: () => ({ answer: [AVAILABILITY] }),
  })
  registerPictures(api, shop)
}
