import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Db, OpenDatabase } from '#server/db/open.ts'

import { addToCart, putAgain } from '#server/cart/service.ts'
import { removeSizes } from '#server/catalogue/owner/edit-queries.ts'
import { isRetryable } from '#server/db/failures.ts'
import { newId } from '#server/new-id.ts'
import { holdStock, lockStock, setStocks } from '#server/stock/service.ts'
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

test('whoever adds a size that is just being removed is waited for, and then it is in no cart', async () => {
  for (const database of databases) {
    const { db } = database
    const product = await addProduct(db, { sizes: { S: 3, M: 3 } })
    const userId = await addBuyer(db)
    const ids = product.sizes.slice(0, 1).map(({ id }) => id)
    let removing: Promise<unknown> | undefined
    await db.transaction().execute(async (inner) => {
      await addToCart(inner, { userId, productId: product.id, size: 'S', idempotencyKey: undefined })
      removing = db.transaction().execute(async (db) => {
        await lockStock(db, ids)
        await removeSizes(db, ids)
      })
      await untilSomebodyWaits(inner, database)
    })
    await removing
    expect(await db.selectFrom('cartLines').select('id').where('userId', '=', userId).execute()).toEqual([])
  }
})

test('a size is put into a cart while its stock is kept from others', async () => {
  for (const { db, engine } of databases) {
    const product = await addProduct(db, { sizes: { S: 3, M: 3 } })
    const userId = await addBuyer(db)
    const lines = product.sizes.map(({ id }) => ({ productSizeId: id, quantity: 1 }))
    const ids = lines.map(({ productSizeId }) => productSizeId)
    const add = () => addToCart(db, { userId, productId: product.id, size: 'S', idempotencyKey: undefined })
    await db.transaction().execute(async (inner) => {
      await lockStock(inner, ids)
      await holdStock(inner, { checkoutId: newId(), lines })
      await setStocks(
        inner,
        ids.map((productSizeId) => ({ productSizeId, to: 5 })),
        null,
      )
      // The embedded engine lets nobody else in meanwhile.
      if (engine === 'server') await add()
    })
    if (engine === 'embedded') await add()
    expect(await db.selectFrom('cartLines').select('quantity').where('userId', '=', userId).execute()).toHaveLength(1)
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
    let wasInTheWay = false
    while (!wasInTheWay) {
      let putting: Promise<unknown> | undefined
      const standing = db.transaction().execute(async (inner) => {
        await take(inner, second!)
        putting = putAgain(db, userId, again).catch((error: unknown) => error)
        await untilSomebodyWaits(inner, database)
        await take(inner, first!)
        return true
      })
      // The server ends whichever of the two looks first; where that was not the cart, nothing is proved.
      wasInTheWay = await standing.catch((error: unknown) => !isRetryable(error))
      expect(await putting).toEqual([])
    }
  }
})
