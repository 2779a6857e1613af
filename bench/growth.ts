import type { Part } from './engines.ts'

import { timeAfterChange, withShop, type BenchShop } from './prepare.ts'
import { figure, median, type Figure } from './figures.ts'
import { FIRST_LIST, listIds } from './send-requests.ts'

const SIZES = [100, 10_000]
const LARGE = 100_000
const SAMPLES = 4

interface Case {
  name: string
  /** Undefined: the path of the first product. */
  path?: string
  isAdmin?: boolean
}

const CASES: readonly Case[] = [
  { name: 'list', path: FIRST_LIST },
  { name: 'list, dearest first', path: `${FIRST_LIST}&sort=price-desc` },
  { name: 'search with a typo', path: `${FIRST_LIST}&search=oxfrod` },
  { name: 'list with facets', path: `${FIRST_LIST}&facets=true` },
  { name: 'category', path: '/api/products/category/shirts?page=1&limit=12' },
  { name: 'product' },
  { name: 'admin list', path: '/api/admin/products/list?page=1&limit=50', isAdmin: true },
  { name: 'list page, rendered', path: '/getproducts' },
]

interface Side {
  size: number
  shop: BenchShop
}

async function medianOf(shop: BenchShop, { path, isAdmin }: Case): Promise<number> {
  const asked = path ?? `/api/products/product/${(await listIds(shop.visitor))[0]}`
  const headers = isAdmin ? { cookie: shop.admin.cookie } : undefined
  const times: number[] = []
  while (times.length < SAMPLES) times.push(await timeAfterChange(shop, asked, headers))
  return median(times)
}

/** Opens a shop of each size, one inside the other, and measures in all of them in turn. */
async function withSizes(
  sizes: readonly number[],
  open: readonly Side[],
  work: (sides: readonly Side[]) => Promise<Figure[]>,
): Promise<Figure[]> {
  const [size, ...rest] = sizes
  if (size === undefined) return work(open)
  return withShop({ products: size, plenty: 1 }, (shop) => withSizes(rest, [...open, { size, shop }], work))
}

/**
 * What is not cached, in shops of different sizes that take turns: each answer is made anew because the catalogue has just
 * changed, which empties every cache and count.
 */
export const growth: Part = ({ rounds, isLarge, say }) =>
  withSizes(isLarge ? [...SIZES, LARGE] : SIZES, [], async (sides) => {
    const figures: Figure[] = []
    for (const each of CASES) {
      const found = sides.map((): number[] => [])
      for (const { shop } of sides) await medianOf(shop, each)
      for (let round = 0; round < rounds; round++) {
        for (const [index, { shop }] of sides.entries()) found[index]?.push(await medianOf(shop, each))
      }
      for (const [index, { size }] of sides.entries()) {
        figures.push(figure(`${each.name}, ${size.toLocaleString('en')}`, 'ms', found[index] ?? []))
      }
      say(each.name)
    }
    return figures
  })
