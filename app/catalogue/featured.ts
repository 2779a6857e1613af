import { recall } from '#app/api/recall.ts'
import type { Api } from '#contract/api.ts'
import { FEATURED_MAXIMUM, FEATURED_MINIMUM } from '#contract/catalogue-rules.ts'
import type { Product } from '#contract/catalogue.ts'
import { isShopError } from '#contract/errors.ts'

const ROW_LIMIT = 10

/** The featured rows of the home page and the product page, in order. Only home loads more shirts to choose from. */
export const FEATURED_ROWS = [
  { slug: 'shirts', title: 'Featured Shirts', loading: 'Loading shirts...', homeLimit: 30 },
  { slug: 't-shirts', title: 'Featured T-Shirts', loading: 'Loading t-shirts...', homeLimit: ROW_LIMIT },
  { slug: 'pants', title: 'Featured Pants', loading: 'Loading Pants...', homeLimit: ROW_LIMIT },
  { slug: 'co-ords', title: 'Featured Co-ords', loading: 'Loading Co-Ords...', homeLimit: ROW_LIMIT },
  { slug: 'lowers', title: 'Featured Lowers', loading: 'Loading Lowers...', homeLimit: ROW_LIMIT },
] as const

export type FeaturedRow = (typeof FEATURED_ROWS)[number]

/** What a card of a row shows. A first page carries it twice, drawn and as what the browser's code needs: so no more of it. */
export interface FeaturedProduct extends Pick<
  Product,
  '_id' | 'name' | 'description' | 'price' | 'discountedPrice' | 'images' | 'pictures'
> {
  category: Pick<Product['category'], 'slug'>
}

function featured({ _id, name, description, price, discountedPrice, images, pictures, category }: Product) {
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

/** The products of a row: a random choice of at most ten, or none where the category has fewer than five or is missing. */
export async function loadRow(api: Api, row: FeaturedRow, place: 'home' | 'product'): Promise<FeaturedProduct[]> {
  const limit = place === 'home' ? row.homeLimit : ROW_LIMIT
  try {
    const { products } = await api.listCategoryProducts(row.slug, { page: 1, limit })
    return products.length < FEATURED_MINIMUM ? [] : pickRandom(products, FEATURED_MAXIMUM).map(featured)
  } catch (error) {
    if (isShopError(error) && error.code === 'not_found') return []
    throw error
  }
}

type Products = FeaturedProduct[] | Promise<FeaturedProduct[]>

/** The rows of a screen on a move inside the shop: each on its way by itself, or as they stood when going back. */
export const recallRows = (api: Api, request: Request, place: 'home' | 'product'): Products[] =>
  FEATURED_ROWS.map((row) => recall(request, row.slug, () => loadRow(api, row, place)))

/** The rows of a screen by their slug. */
export const rowsBySlug = (rows: readonly Products[]): Record<string, Products | undefined> =>
  Object.fromEntries(FEATURED_ROWS.map(({ slug }, index) => [slug, rows[index]]))
