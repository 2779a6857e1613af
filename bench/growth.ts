import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Curve } from './growth-chart.ts'
import type { Misses } from './misses.ts'
import type { Part } from './benchmark.ts'

import { createCaller } from './caller.ts'
import { figure, median, type Figure } from './figures.ts'
import { FIRST_LIST, listIds } from './first-list.ts'
import { drawGrowth } from './growth-chart.ts'
import { createMisses } from './misses.ts'
import { prepareShop, type PreparedShop } from './prepare.ts'
import { startShop, type Program } from './programs.ts'

const SIZES = [100, 10_000]
const LARGE = 100_000
const SAMPLES = 4
const CHART = join(import.meta.dirname, 'growth.svg')

const PAGE = '/getproducts'
interface Case {
  name: string
  /** Undefined for the first product's. */
  path: string | undefined
  isOwners?: boolean
}

const CASES: readonly Case[] = [
  { name: 'list', path: FIRST_LIST },
  { name: 'list, dearest first', path: `${FIRST_LIST}&sort=price-desc` },
  { name: 'search with a typo', path: `${FIRST_LIST}&search=oxfrod` },
  { name: 'list with facets', path: `${FIRST_LIST}&facets=true` },
  { name: 'category', path: '/api/products/category/shirts?page=1&limit=12' },
  { name: 'product', path: undefined },
  { name: 'admin list', path: '/api/admin/products/list?page=1&limit=50', isOwners: true },
  { name: 'list page, rendered', path: PAGE },
]

interface Side {
  size: number
  shop: Program
  prepared: PreparedShop
  misses: Misses
  productPath: string
}

async function open(size: number): Promise<Side> {
  const prepared = await prepareShop({ products: size, plenty: 1 })
  const shop = await startShop(prepared.settings)
  const caller = createCaller(shop.origin)
  const [firstId] = await listIds(caller)
  caller.close()
  const productPath = `/api/products/product/${firstId}`
  return { size, shop, prepared, misses: createMisses(shop, prepared), productPath }
}

async function close({ shop, prepared, misses }: Side): Promise<void> {
  misses.close()
  await shop.stop()
  await prepared.remove()
}

async function middleOf({ misses, productPath, prepared }: Side, { path, isOwners }: Case): Promise<number> {
  const headers = isOwners ? { cookie: prepared.admin.cookie } : undefined
  const times: number[] = []
  while (times.length < SAMPLES) times.push(await misses.time(path ?? productPath, headers))
  return median(times)
}

/**
 * What is not in memory, in shops of different sizes that take turns: each answer is made anew because the catalogue has
 * just changed, which empties every cache and count. With the largest shop it also draws the curves (`growth.svg`).
 */
export const growth: Part = async ({ rounds, isLarge, say }) => {
  const sides: Side[] = []
  try {
    for (const size of isLarge ? [...SIZES, LARGE] : SIZES) {
      sides.push(await open(size))
      say(`${size} products`)
    }
    const figures: Figure[] = []
    const curves: Curve[] = []
    for (const each of CASES) {
      const { name } = each
      const found = sides.map((): number[] => [])
      for (const side of sides) await middleOf(side, each)
      for (let round = 0; round < rounds; round++) {
        for (const [index, side] of sides.entries()) found[index]?.push(await middleOf(side, each))
      }
      curves.push({ name, points: sides.map(({ size }, index) => ({ size, ms: median(found[index] ?? []) })) })
      for (const [index, { size }] of sides.entries()) {
        figures.push(figure(`${name}, ${size.toLocaleString('en')}`, 'ms', found[index] ?? []))
      }
      say(name)
    }
    if (isLarge) await writeFile(CHART, drawGrowth(curves))
    return figures
  } finally {
    for (const side of sides) await close(side)
  }
}
