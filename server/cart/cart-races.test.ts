import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Db, OpenDatabase } from '#server/db/open.ts'

import { addToCart, putAgain } from '#server/cart/service.ts'
import { newId } from '#server/new-id.ts'
import { openOnEveryEngine, untilSomebodyWaits } from '#test/engines.ts'
import { addProduct } from '#test/factories.ts'

let databases: OpenDatabase[] = []
let close: (() => Promise<void>) | undefined
beforeAll(async () => {
  const opened = await openOnEveryEngine()
  databases = opened.databases
  close = opened.close
})
afterAll(() => close?.())

async function addBuyer(db: Db): Promise<string> {
  const id = newId()
  const email = `${id}@example.com`
  const names = { firstname: 'Asha', lastname: 'Rao', phone: '9876543210', passwordHash: 'none' }
  await db
    .insertInto('users')
    .values({ id, email, emailKey: email, ...names })
    .execute()
  return id
}

test('a size that is removed while somebody adds it is missing, and no fault of the shop', async () => {
  expect(databases.length).toBeGreaterThan(0)
  for (const database of databases) {
    const { db } = database
    const product = await addProduct(db, { sizes: { S: 3, M: 3 } })
    const userId = await addBuyer(db)
    const small = product.sizes[0]?.id ?? ''
    let adding: Promise<unknown> | undefined
    await db.transaction().execute(async (inner) => {
      await inner.deleteFrom('stockLedger').where('productSizeId', '=', small).execute()
      await inner.deleteFrom('productSizes').where('id', '=', small).execute()
      adding = addToCart(db, { userId, productId: product.id, size: 'S', idempotencyKey: undefined }).catch(
        (error: unknown) => error,
      )
      await untilSomebodyWaits(inner, database)
    })
    expect(await adding).toMatchObject({ code: 'invalid', message: 'This product has no such size.' })
  }
})

test('lines that an order takes at the same moment, the other way round, are put into the cart all the same', async () => {
  for (const database of databases) {
    const { db } = database
    const product = await addProduct(db, { sizes: { S: 9, M: 9 } })
    const userId = await addBuyer(db)
    const again = product.sizes.map(({ id, size }) => ({ name: product.name, size, productSizeId: id, quantity: 2 }))
    for (const { size } of again) {
      await addToCart(db, { userId, productId: product.id, size, idempotencyKey: undefined })
    }
    const [first, second] = again.map(({ productSizeId }) => productSizeId).toSorted()
    const take = (inner: Db, productSizeId: string) =>
      inner.selectFrom('cartLines').select('id').where('productSizeId', '=', productSizeId).forUpdate().execute()
    let putting: Promise<unknown> | undefined
    await db.transaction().execute(async (inner) => {
      await take(inner, second!)
      putting = putAgain(db, userId, again).catch((error: unknown) => error)
      await untilSomebodyWaits(inner, database)
      // Of the two the server ends the one that has waited longer.
      await take(inner, first!)
    })
    expect(await putting).toEqual([])
  }
})
