import type { Db } from '#server/db/database.ts'

import { saleInput } from '#test/factories.ts'

export const SAMPLE_SALE = 'a-sale'

/** A sale of one product that is to come. */
export async function addSampleSale(db: Db, productId: string): Promise<void> {
  const { products, categories, percent = null, amount: _amount, ...terms } = saleInput({ products: [productId] })
  const covers = { productIds: products, categoryIds: categories }
  await db
    .insertInto('sales')
    .values({ id: SAMPLE_SALE, ...terms, percent, amountPaise: null, ...covers })
    .execute()
}

/** What the calls of sales are sent. */
export function saleBodies(categoryId: string): Record<string, object> {
  const sale = saleInput({ categories: [categoryId] })
  return {
    'POST /admin/sales': sale,
    'POST /admin/sales/preview': sale,
    'PATCH /admin/sales/{saleId}': { ...sale, revision: 1 },
    'POST /admin/sales/{saleId}/stop': { isStopped: true },
  }
}
