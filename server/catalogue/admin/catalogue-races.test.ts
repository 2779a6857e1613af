import { sql } from 'kysely'
import { expect, test } from 'vitest'

import type { OpenDatabase } from '#server/db/database.ts'

import { changeInBulk } from '#server/catalogue/admin/bulk-change.ts'
import { setStockTo } from '#server/catalogue/admin/change-stock.ts'
import { isRetryable } from '#server/db/database-errors.ts'
import { newId } from '#server/db/new-id.ts'
import { holdStock, movePieces } from '#server/inventory/queries.ts'
import { untilSomebodyWaits } from '#test/engines.ts'
import { databasesOnEveryEngine } from '#test/every-engine.ts'
import { addProduct } from '#test/factories.ts'

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

/** Deadlocks with the change. False where the server ended this transaction and not the change, which proves nothing. */
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
