import { z } from 'zod'

import type { Category, Facets } from '#contract/catalogue.ts'
import type { Shop } from '#server/shop.ts'

import {
  CategoriesAnswer,
  FeaturedAnswer,
  FeaturedQuery,
  ProductDetail,
  ProductListAnswer,
  ProductListQuery,
  SuggestionsAnswer,
  SuggestionsQuery,
} from '#contract/catalogue.ts'
import { id, soughtText } from '#contract/shapes.ts'
import { listFeatured } from '#server/catalogue/storefront/featured.ts'
import { listCategoryProducts, listProducts } from '#server/catalogue/storefront/list-products.ts'
import { registerPictures } from '#server/catalogue/pictures/picture-routes.ts'
import { RevisionMemo } from '#server/cache/revision-memo.ts'
import { suggest } from '#server/catalogue/storefront/search.ts'
import { createShelfMirror } from '#server/catalogue/storefront/facet-index.ts'
import { getProduct, listCategories } from '#server/catalogue/service.ts'
import { catalogueRoute, type ShownStock } from '#server/http/route.ts'
import type { ShopServer } from '#server/http/server.ts'
import { AnswerCache } from '#server/cache/response-cache.ts'
import { piecesOf, TURNS, wordOf } from '#server/cache/catalogue-revision.ts'

const CACHE_BYTES = 8 * 1024 * 1024
const KEPT_COUNTS = 1000

function shownInList(
  { products }: Pick<ProductListAnswer, 'products'>,
  { facets, inStock }: { facets?: string | undefined; inStock?: string | undefined },
): ShownStock {
  const choices = facets || inStock ? [TURNS] : []
  return {
    answer: [...products.map(({ _id }) => piecesOf(_id)), ...choices],
    page: [...products.map(({ _id }) => wordOf(_id)), ...choices],
  }
}

/** What everybody may see of the catalogue. */
export function registerCatalogue(api: ShopServer, shop: Shop): void {
  const { db, revision } = shop
  const kept = { cache: new AnswerCache(CACHE_BYTES), revision }
  const shelf = {
    get current() {
      return revision.currentShelf
    },
  }
  const categories = new RevisionMemo<Category[]>(revision, 1)
  const allCategories = () => categories.get('all', () => listCategories(db))
  const known = {
    listCategories: allCategories,
    totals: new RevisionMemo<number>(shelf, KEPT_COUNTS),
    facets: new RevisionMemo<Facets>(shelf, KEPT_COUNTS),
    mirror: createShelfMirror(db, allCategories),
  }

  catalogueRoute(
    api,
    kept,
    { path: '/categories/getcateg', summary: 'The categories, in the order of the shop', answer: CategoriesAnswer },
    async () => ({ categories: await allCategories() }),
  )
  catalogueRoute(
    api,
    kept,
    {
      path: '/products/getallproductsindb',
      summary: 'Products on sale: everything up to 5,000, or a page; narrowed and sorted over the whole catalogue',
      query: ProductListQuery,
      answer: ProductListAnswer,
      errors: ['invalid'],
    },
    async ({ query }) => listProducts(db, query, known),
    shownInList,
  )
  catalogueRoute(
    api,
    kept,
    {
      path: '/products/category/:slug',
      summary: 'The same for one category, by its slug or its lower-case name',
      params: z.object({ slug: soughtText(200) }),
      query: ProductListQuery,
      answer: ProductListAnswer,
      errors: ['invalid', 'not_found'],
    },
    async ({ params, query }) => listCategoryProducts(db, params.slug, query, known),
    shownInList,
  )
  catalogueRoute(
    api,
    kept,
    {
      path: '/products/featured',
      summary: 'What the featured rows of a page are chosen from, all at once and with no more than their cards show',
      query: FeaturedQuery,
      answer: FeaturedAnswer,
      errors: ['invalid'],
    },
    async ({ query }) => listFeatured(db, await allCategories(), query.place),
  )
  catalogueRoute(
    api,
    kept,
    {
      path: '/products/suggestions',
      summary: 'A few products and categories that may be meant, while somebody types a search',
      query: SuggestionsQuery,
      answer: SuggestionsAnswer,
      errors: ['invalid'],
    },
    async ({ query }) => suggest(db, query.search),
    ({ products }) => shownInList({ products }, {}),
  )
  catalogueRoute(
    api,
    kept,
    {
      path: '/products/product/:id',
      summary: 'A product with everything that its page shows',
      params: z.object({ id }),
      answer: ProductDetail,
      errors: ['not_found'],
    },
    async ({ params }) => getProduct(db, params.id),
    ({ _id }) => ({ answer: [piecesOf(_id)], page: [piecesOf(_id)] }),
  )
  registerPictures(api, shop)
}
