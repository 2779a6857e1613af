import { max } from 'd3-array'
import { setTimeout as sleep } from 'node:timers/promises'

import type { CategoriesAnswer, ProductDetail, ProductListAnswer } from '#contract/catalogue/catalogue.ts'
import type { Sale, SaleAnswer, SaleInput } from '#contract/catalogue/sales/sales.ts'

import { startService } from '#prove/prepare-shop.ts'

import { onPostgres } from './engines.ts'
import { playRounds } from './figures.ts'
import { createCaller, FIRST_LIST, type Caller } from './load.ts'
import { withShop } from './shop.ts'

const PRODUCTS = 10_000
/** A sale is made so long before it begins, and lasts so long. */
const AHEAD_MS = 3000
const LASTS_MS = 5000
const LOOK_EVERY_MS = 5
const GIVE_UP_MS = 20_000

/** The newest product and half of the categories, its own among them. */
async function chooseHalf(visitor: Caller) {
  const { categories } = await visitor.ask<CategoriesAnswer>('GET', '/api/categories/getcateg')
  const { products } = await visitor.ask<ProductListAnswer>('GET', FIRST_LIST)
  const [first] = products
  if (!first) throw new Error('there are no products')
  const half = new Set(
    [first.category._id, ...categories.map(({ _id }) => _id)].slice(0, Math.ceil(categories.length / 2)),
  )
  const list = `/api/products/category/${first.category.slug}?page=1&limit=12`
  return { categories: [...half], list, id: first._id, price: first.discountedPrice ?? first.price }
}

/** The milliseconds after a moment until a process answers as it is to. */
async function answersAfter(moment: number, isTurned: () => Promise<boolean>): Promise<number> {
  await sleep(Math.max(0, moment - Date.now()))
  while (!(await isTurned())) {
    if (Date.now() - moment > GIVE_UP_MS) throw new Error('the price does not turn')
    await sleep(LOOK_EVERY_MS)
  }
  return Date.now() - moment
}

/**
 * Sales of half the products that begin and end: how late the price is in the product and the list of two processes.
 */
export const sales = onPostgres(async (createDatabase, { rounds, say }) =>
  withShop({ databaseUrl: await createDatabase(), products: PRODUCTS }, async (shop) => {
    const other = await startService(shop.settings)
    const visitors = [shop.visitor, createCaller(other.origin)]
    const { categories, list, id, price } = await chooseHalf(shop.visitor)
    const isOfSale = async (visitor: Caller, isReduced: boolean) => {
      const product = await visitor.ask<ProductDetail>('GET', `/api/products/product/${id}`)
      const { products } = await visitor.ask<ProductListAnswer>('GET', list)
      const listed = products.find(({ _id }) => _id === id) ?? product
      return [product, listed].every((one) => (one.discountedPrice ?? one.price) < price === isReduced)
    }
    const turned = async (moment: number, isReduced: boolean) =>
      max(await Promise.all(visitors.map((visitor) => answersAfter(moment, () => isOfSale(visitor, isReduced)))))
    try {
      const figures = await playRounds(rounds, `${PRODUCTS.toLocaleString('en')} products`, async (round) => {
        const begins = Date.now() + AHEAD_MS
        const ends = begins + LASTS_MS
        const terms: SaleInput = {
          title: `Sale ${round}`,
          startsAt: new Date(begins).toISOString(),
          endsAt: new Date(ends).toISOString(),
          percent: 20,
          rounding: 'rupee',
          products: [],
          categories,
        }
        const { sale } = await shop.administrator.ask<SaleAnswer>('POST', '/api/admin/sales', terms)
        const begun = await turned(begins, true)
        const { reduced } = await shop.administrator.ask<Sale>('GET', `/api/admin/sales/${sale._id}`)
        const ended = await turned(ends, false)
        const note = `${reduced.toLocaleString('en')} products, in two processes`
        return {
          'a sale has begun after': [begun ?? Number.NaN, 'ms', note],
          'a sale has ended after': [ended ?? Number.NaN, 'ms', note],
        }
      })
      say('sales')
      return figures
    } finally {
      visitors[1]?.close()
      await other.stop()
    }
  }),
)
