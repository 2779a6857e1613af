import { median } from 'd3-array'

import type { CollectionInput } from '#contract/catalogue/collections/collections.ts'

import { BLOCK_PAGE, publishBlockPage } from './block-page.ts'
import { onEachEngine, type Part } from './engines.ts'
import { once, playRounds, type Figure } from './figures.ts'
import { createCaller, FIRST_LIST, listIds, shareOut } from './load.ts'
import { cpuSeconds, residentMib } from '#prove/process-usage.ts'
import { timeAfterChange, withShop, type BenchShop } from './shop.ts'

const SIZES = [100, 10_000]
const LARGE = 100_000
const SAMPLES = 4

/** The path of a product's answer is known only once the products are there. */
const PRODUCT = '/api/products/product/'
/** By a rule that some of the products match. */
const COLLECTION: CollectionInput = {
  title: 'Up to ₹2,000',
  slug: 'up-to-2000',
  text: '',
  picture: '',
  pictureWords: '',
  rule: { maxPrice: 2000 },
  products: [],
  order: 'newest',
  isHidden: false,
}
const ADMIN_LIST = '/api/admin/products/list?page=1&limit=50'
const CASES = {
  list: FIRST_LIST,
  'list, dearest first': `${FIRST_LIST}&sort=price-desc`,
  'search with a typo': `${FIRST_LIST}&search=oxfrod`,
  'list with facets': `${FIRST_LIST}&facets=true`,
  category: '/api/products/category/shirts?page=1&limit=12',
  collection: `/api/products/collection/${COLLECTION.slug}?page=1&limit=12`,
  'list of one fabric': `${FIRST_LIST}&fabric=cotton`,
  'list of one kind of sleeves, with facets': `${FIRST_LIST}&sleeve=full&facets=true`,
  product: PRODUCT,
  'admin list': ADMIN_LIST,
  'list page, rendered': '/getproducts',
  'home page, rendered': '/',
  'page of twelve blocks, rendered': BLOCK_PAGE,
}

async function medianAfterChange(shop: BenchShop, path: string): Promise<number> {
  const asked = path === PRODUCT ? path + (await listIds(shop.visitor))[0] : path
  const headers = path === ADMIN_LIST ? { cookie: shop.admin.cookie } : undefined
  const times: number[] = []
  while (times.length < SAMPLES) times.push(await timeAfterChange(shop, asked, headers))
  return median(times) ?? Number.NaN
}

/** Opens a shop of each size, one inside the other. */
async function withSizes(
  sizes: readonly number[],
  open: ReadonlyMap<number, BenchShop>,
  work: (shops: ReadonlyMap<number, BenchShop>) => Promise<Figure[]>,
): Promise<Figure[]> {
  const [size, ...rest] = sizes
  if (size === undefined) return work(open)
  return withShop({ products: size, plenty: 1 }, (shop) => withSizes(rest, new Map([...open, [size, shop]]), work))
}

/**
 * What is not cached, in shops of different sizes that take turns: each answer is made anew because the catalogue has
 * just changed, which empties every cache and count.
 */
export const growth: Part = ({ rounds, isLarge, say }) =>
  withSizes(isLarge ? [...SIZES, LARGE] : SIZES, new Map(), async (shops) => {
    const figures: Figure[] = []
    for (const shop of shops.values()) {
      await publishBlockPage(shop)
      await shop.administrator.ask('POST', '/api/admin/collections', COLLECTION)
    }
    for (const [name, path] of Object.entries(CASES)) {
      const found = await playRounds(rounds, name, async () => {
        const measured: Record<string, [number, string]> = {}
        for (const [size, shop] of shops) {
          measured[size.toLocaleString('en')] = [await medianAfterChange(shop, path), 'ms']
        }
        return measured
      })
      figures.push(...found)
      say(name)
    }
    return figures
  })

const PRODUCTS = 1000
const VISITORS = 16
const ADDRESSES = 300
const WORDS = ['shirt', 'blue shirt', 'linen', 'denim', 'polo', 'black', 'oxford', 'white', 'slim', 'cotton']
/** Each number makes another address. */
const NEW_ADDRESSES: Readonly<Record<string, (number: number) => string>> = {
  list: (number) => `${FIRST_LIST}&maxPrice=${3000 + number}`,
  'list page': (number) => `/getproducts?maxPrice=${3000 + number}`,
  'search page': (number) =>
    `/getproducts?search=${encodeURIComponent(WORDS[number % WORDS.length] ?? '')}&maxPrice=${3000 + number}`,
}

/** Lists and pages that nobody asked for before, each address once. */
export const first = onEachEngine(async ({ name, createDatabase }, { rounds, say }) =>
  withShop({ databaseUrl: await createDatabase(), products: PRODUCTS }, async ({ origin, pid }) => {
    const visitors = Array.from({ length: VISITORS }, () => createCaller(origin))
    const figures: Figure[] = []
    for (const [what, addressOf] of Object.entries(NEW_ADDRESSES)) {
      const found = await playRounds(rounds, `${name}, first ${what}`, async (round) => {
        const addresses = Array.from({ length: ADDRESSES }, (_, index) => addressOf(round * ADDRESSES + index))
        const before = cpuSeconds(pid)
        const seconds = await shareOut(addresses, visitors, (visitor, path) => visitor.read(path))
        const cpuMs = ((cpuSeconds(pid) - before) * 1000) / ADDRESSES
        return {
          answers: [ADDRESSES / seconds, '/s', `${ADDRESSES} addresses, ${VISITORS} at once`],
          'processor time': [cpuMs, 'ms', 'of the shop, an answer'],
        }
      })
      figures.push(...found)
      say(`${name}, first ${what}`)
    }
    for (const visitor of visitors) visitor.close()
    figures.push(once(`${name}, memory after them`, 'MiB', residentMib(pid), 'resident, the serving process'))
    return figures
  }),
)
