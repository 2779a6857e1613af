import { sql } from 'kysely'
import { expect, test } from 'vitest'

import type { Db, OpenDatabase } from '#server/db/database.ts'

import { SaleInput } from '#contract/catalogue/sales/sales.ts'
import { changeInBulk } from '#server/catalogue/admin/bulk-change.ts'
import { setStockTo } from '#server/catalogue/admin/change-stock.ts'
import { lockProduct, saveProducts } from '#server/catalogue/admin/save-products.ts'
import { updatePrice } from '#server/catalogue/admin/update-price.ts'
import { createSale } from '#server/catalogue/sales/manage-sales.ts'
import { insertSale } from '#server/catalogue/sales/sale-queries.ts'
import { setSalePrices } from '#server/catalogue/sales/set-sale-prices.ts'
import { lockSalePrices } from '#server/catalogue/sales/sale-price-queries.ts'
import { isRetryable } from '#server/db/database-errors.ts'
import { newId } from '#server/db/new-id.ts'
import { holdStock, movePieces } from '#server/inventory/queries.ts'
import { untilSomebodyWaits } from '#test/engines.ts'
import { databasesOnEveryEngine } from '#test/every-engine.ts'
import { addProduct, saleInput } from '#test/factories.ts'

const databases = databasesOnEveryEngine()

const settings = {
  current: () => ({ isPublishChecked: false, taxRegistration: 'none' as const, turnover: 'up to ₹5 crore' as const }),
}

test('pieces that come back while their product is restored are on sale with it', async () => {
  expect(databases.length).toBeGreaterThan(0)
  for (const database of databases) {
    const { db } = database
    const product = await addProduct(db, { sizes: { M: 1 } })
    const lines = product.sizes.map(({ id }) => ({ productSizeId: id, quantity: 1 }))
    const checkoutId = newId()
    await holdStock(db, { checkoutId, lines })
    await changeInBulk({ db, settings }, newId(), { action: 'delete', ids: [product.id] })
    let restoring: Promise<unknown> | undefined
    await db.transaction().execute(async (db) => {
      await movePieces(db, { checkoutId, from: ['held'], to: 'shelf', reason: 'release', actorId: null })
      restoring = changeInBulk({ db: database.db, settings }, newId(), { action: 'restore', ids: [product.id] })
      await untilSomebodyWaits(db, database)
    })
    await restoring
    const { rows } = await sql`select sizes_in_stock from product_list where product_id = ${product.id}`.execute(db)
    expect(rows).toEqual([{ sizesInStock: ['M'] }])
  }
})

/**
 * Deadlocks with the change. False where the server ended this transaction and not the change, which proves nothing.
 */
async function deadlock(database: OpenDatabase, sizeId: string, productId: string, change: () => void) {
  try {
    await database.db.transaction().execute(async (db) => {
      await sql`select from product_sizes where id = ${sizeId} for update`.execute(db)
      change()
      await untilSomebodyWaits(db, database)
      // Each now waits for the other, until the server ends the one that looks first.
      await sql`select from products where id = ${productId} for update`.execute(db)
    })
    return true
  } catch (error) {
    if (isRetryable(error)) return false
    throw error
  }
}

test('a change that another one gets in the way of is made all the same', async () => {
  for (const database of databases) {
    const { db } = database
    const product = await addProduct(db, { sizes: { M: 1 } })
    let wasChangeEnded = false
    for (let stock = 7; !wasChangeEnded; stock += 1) {
      let setting: Promise<unknown> | undefined
      wasChangeEnded = await deadlock(database, product.sizes[0]?.id ?? '', product.id, () => {
        setting = setStockTo(db, { actorId: newId(), productId: product.id }, { stock })
      })
      expect(await setting).toMatchObject({ stock })
    }
  }
})

/** What is paid for a product, and what the last row of its history says, in paise. */
async function paidOf(db: Db, productId: string) {
  const { rows } = await sql<{ paid: number; noted: number }>`
    select least(sale.price_paise, products.paid_price_paise) as paid, (
      select paid_price_paise from price_history where product_id = products.id order by at desc limit 1
    ) as noted
    from products left join sale_prices sale on sale.product_id = products.id where products.id = ${productId}`.execute(
    db,
  )
  return rows[0]
}

const acting = { actorId: newId(), taxRegistration: 'none' } as const

test('a sale that is made while a product is being saved reduces its new price', async () => {
  for (const database of databases) {
    const { db } = database
    const product = await addProduct(db, { pricePaise: 100_000 })
    let making: Promise<unknown> | undefined
    await db.transaction().execute(async (db) => {
      const before = await lockProduct(db, { productId: product.id })
      const after = { ...before, pricePaise: 50_000 }
      await saveProducts(db, null, [{ before, after, action: 'change price' }])
      const sale = SaleInput.parse(saleInput({ products: [product.id], percent: 20 }))
      making = createSale(database.db, acting, sale)
      await untilSomebodyWaits(db, database)
    })
    await making
    expect(await paidOf(db, product.id)).toEqual({ paid: 40_000, noted: 40_000 })
  }
})

test('a price that is saved while a sale is being made is reduced by it', async () => {
  for (const database of databases) {
    const { db } = database
    const product = await addProduct(db, { pricePaise: 100_000 })
    let saving: Promise<unknown> | undefined
    await db.transaction().execute(async (db) => {
      await lockSalePrices(db)
      const { startsAt, endsAt, rounding } = saleInput()
      await insertSale(db, newId(), {
        title: 'Festival',
        startsAt,
        endsAt,
        rounding,
        percent: 20,
        amountPaise: null,
        productIds: [product.id],
        categoryIds: [],
        collectionIds: [],
      })
      await setSalePrices(db)
      saving = updatePrice(database.db, { actorId: newId(), productId: product.id }, { price: 500 })
      await untilSomebodyWaits(db, database)
    })
    await saving
    expect(await paidOf(db, product.id)).toEqual({ paid: 40_000, noted: 40_000 })
  }
})
