import { expect, test } from 'vitest'

import { newId } from '#server/db/new-id.ts'
import { holdStock, movePieces } from '#server/inventory/queries.ts'
import { untilSomebodyWaits } from '#test/engines.ts'
import { databasesOnEveryEngine } from '#test/every-engine.ts'
import { addProduct } from '#test/factories.ts'

const databases = databasesOnEveryEngine()

test('stock that is returned while a hold waits for it is held, every line of it', async () => {
  expect(databases.length).toBeGreaterThan(0)
  for (const database of databases) {
    const { db } = database
    const product = await addProduct(db, { sizes: { S: 1, M: 2 } })
    const lines = product.sizes.map(({ id, stock }) => ({ productSizeId: id, quantity: stock }))
    const [first, second] = [newId(), newId()]
    expect(await holdStock(db, { checkoutId: first, lines: lines.slice(1) })).toEqual([])
    let later: Promise<unknown> | undefined
    await database.db.transaction().execute(async (db) => {
      await movePieces(db, { checkoutId: first, from: ['held'], to: 'shelf', reason: 'release', actorId: null })
      later = holdStock(database.db, { checkoutId: second, lines })
      await untilSomebodyWaits(db, database)
    })
    expect(await later).toEqual([])
    const left = await db.selectFrom('productSizes').select('stock').where('productId', '=', product.id).execute()
    expect(left).toEqual([{ stock: 0 }, { stock: 0 }])
    const held = await db.selectFrom('stockLedger').select('change').where('checkoutId', '=', second).execute()
    expect(held.map(({ change }) => change).toSorted((a, b) => a - b)).toEqual([-2, -1])
  }
})
