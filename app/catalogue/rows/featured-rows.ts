import { restore } from '#app/api/back-button-data.ts'
import type { Api } from '#contract/api/api.ts'
import {
  FEATURED_MAXIMUM,
  FEATURED_MINIMUM,
  FEATURED_ROWS,
  featuredLimit,
  type FeaturedPlace,
  type FeaturedRow,
} from '#contract/catalogue/lists/featured-rows.ts'
import type { FeaturedProduct, Product } from '#contract/catalogue/catalogue.ts'
import { catchCode } from '#contract/api/errors.ts'

/**
 * The fields that a card shows. A server-rendered page contains them twice, as HTML and as data, so there are no
 * others.
 */
function featured(product: Product): FeaturedProduct {
  const { _id, name, description, price, discountedPrice, images, pictures, category } = product
  return {
    _id,
    name,
    description,
    price,
    ...(discountedPrice !== undefined && { discountedPrice }),
    images: images.slice(0, 1),
    pictures: pictures.slice(0, 1),
    category: { slug: category.slug },
  }
}

/** Up to `count` of the items in random order (Fisher and Yates), leaving the given list as it is. */
export function pickRandom<Item>(items: readonly Item[], count: number, random: () => number = Math.random): Item[] {
  const pool = [...items]
  const picked: Item[] = []
  while (picked.length < count && pool.length > 0) {
    const [item] = pool.splice(Math.floor(random() * pool.length), 1)
    if (item !== undefined) picked.push(item)
  }
  return picked
}

// Of those that `server/catalogue/lists/featured-rows.ts` lists; rows: `contract/catalogue/lists/featured-rows.ts`.
/** The products of a row: a random choice of at most ten, or none if there are fewer than five. */
const chooseFrom = <Card>(products: readonly Card[]): Card[] =>
  products.length < FEATURED_MINIMUM ? [] : pickRandom(products, FEATURED_MAXIMUM)

/** All rows by one call, for a server-rendered page. */
export async function loadRows(api: Api, place: FeaturedPlace): Promise<FeaturedProduct[][]> {
  const { rows } = await api.listFeatured(place)
  return FEATURED_ROWS.map((row) => chooseFrom(rows.find(({ slug }) => slug === row.slug)?.products ?? []))
}

/** The products of one row by one call; none if its category is missing. */
export async function loadRow(api: Api, row: FeaturedRow, place: FeaturedPlace): Promise<FeaturedProduct[]> {
  const query = { page: 1, limit: featuredLimit(row.slug, place) }
  const { products } = await catchCode(api.listCategoryProducts(row.slug, query), 'not_found', { products: [] })
  return chooseFrom(products).map(featured)
}

type Products = FeaturedProduct[] | Promise<FeaturedProduct[]>

/** The rows of a screen on a client-side navigation: each loads by itself, or is restored on back and forward. */
export const restoreRows = (api: Api, request: Request, place: FeaturedPlace): Products[] =>
  FEATURED_ROWS.map((row) => restore(request, row.slug, () => loadRow(api, row, place)))

/** The rows of a screen by their slug. */
export const rowsBySlug = (rows: readonly Products[]): Record<string, Products | undefined> =>
  Object.fromEntries(FEATURED_ROWS.map(({ slug }, index) => [slug, rows[index]]))
