import type { Part } from './benchmark.ts'

import { compareCached } from './cached.ts'
import { createCaller } from './caller.ts'
import { FIRST_LIST, listIds } from './first-list.ts'
import { prepareShop } from './prepare.ts'
import { startShop } from './programs.ts'

/** Answers of the API that are kept in memory: a list of twelve, a product, the categories. */
export const api: Part = async (circumstances) => {
  const prepared = await prepareShop({ products: 100 })
  const shop = await startShop(prepared.settings)
  try {
    const caller = createCaller(shop.origin)
    const [firstId] = await listIds(caller)
    caller.close()
    const cases = [
      { name: 'list of 12', path: FIRST_LIST },
      { name: 'product', path: `/api/products/product/${firstId}` },
      { name: 'categories', path: '/api/categories/getcateg' },
    ]
    return await compareCached(shop, cases, circumstances)
  } finally {
    await shop.stop()
    await prepared.remove()
  }
}
