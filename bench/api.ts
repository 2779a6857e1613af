import type { Part } from './part.ts'

import { compareCached } from './cached.ts'
import { createCaller } from './caller.ts'
import { prepareShop } from './prepare.ts'
import { startShop } from './programs.ts'

const LIST = '/api/products/getallproductsindb?page=1&limit=12'

/** Answers of the API that are kept in memory: a list of twelve, a product, the categories. */
export const api: Part = async (circumstances) => {
  const prepared = await prepareShop({ products: 100 })
  const shop = await startShop(prepared.settings)
  try {
    const caller = createCaller(shop.origin)
    const { products } = await caller.ask<{ products: { _id: string }[] }>('GET', LIST)
    caller.close()
    const cases = [
      { name: 'list of 12', path: LIST },
      { name: 'product', path: `/api/products/product/${products[0]?._id}` },
      { name: 'categories', path: '/api/categories/getcateg' },
    ]
    return await compareCached(shop, cases, circumstances)
  } finally {
    await shop.stop()
    await prepared.remove()
  }
}
