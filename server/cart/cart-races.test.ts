import { sql } from 'kysely'
import { expect, test } from 'vitest'

import type { Db } from '#server/db/database.ts'

import { addToCart, createCartReader, addOrderedLines, removeFromCart, type Added } from '#server/cart/service.ts'
import { MAX_CART_LINES } from '#contract/cart/cart-limits.ts'
import { removeSizes } from '#server/catalogue/admin/save-queries.ts'
import { isRetryable } from '#server/db/database-errors.ts'
import { DEFAULT_SETTINGS } from '#contract/settings/settings.ts'
import { newId } from '#server/db/new-id.ts'
import { holdStock, lockStock, setStocks } from '#server/inventory/queries.ts'
import { untilSomebodyWaits } from '#test/engines.ts'
import { databasesOnEveryEngine } from '#test/every-engine.ts'
import { addProduct } from '#test/factories.ts'

const databases = databasesOnEveryEngine()

const cartsOf = (db: Db) => ({
  get: createCartReader(db, () => DEFAULT_SETTINGS),
  add: (added: Added) => addToCart(db, added),
  remove: (line: { userId: string; lineId: string }) => removeFromCart(db, line),
})

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
      adding = cartsOf(db)
        .add({ userId, productId: product.id, size: 'S', idempotencyKey: undefined })
        .catch((error: unknown) => error)
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
      await cartsOf(inner).add({ userId, productId: product.id, size: 'S', idempotencyKey: undefined })
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

const HOLDERS = [
  ['the size', (db: Db, { size }: Held) => sql`select from product_sizes where id = ${size} for update`.execute(db)],
  ['their account', (db: Db, { userId }: Held) => sql`select from users where id = ${userId} for update`.execute(db)],
  [
    'their line',
    (db: Db, { userId }: Held) => sql`select from cart_lines where user_id = ${userId} for update`.execute(db),
  ],
] as const
interface Held {
  size: string
  userId: string
}

test.each(HOLDERS)('a customer who waits because a transaction holds %s keeps nobody else waiting', async (_, hold) => {
  for (const { db, engine } of databases) {
    // The embedded engine lets nobody in meanwhile.
    if (engine === 'embedded') continue
    const product = await addProduct(db, { sizes: { S: 9, M: 9 } })
    const [unlucky, ...others] = [await addBuyer(db), await addBuyer(db), await addBuyer(db)]
    const held = { size: product.sizes[0]?.id ?? '', userId: unlucky }
    const carts = cartsOf(db)
    const add = (userId: string, size: string) =>
      carts.add({ userId, productId: product.id, size, idempotencyKey: undefined })
    const lineOf = async (userId: string) => ({ userId, lineId: (await carts.get(userId)).cart[0]?._id ?? '' })
    const quantities = async () => {
      const rows = await db.selectFrom('cartLines').selectAll().where('productId', '=', product.id).execute()
      return Object.fromEntries(rows.map(({ userId, quantity }) => [userId, quantity]))
    }
    await add(unlucky, 'S')
    await Promise.all(others.map((userId) => add(userId, 'M')))
    let waiting: Promise<unknown> | undefined
    await db.transaction().execute(async (inner) => {
      await hold(inner, held)
      waiting = add(unlucky, 'S')
      await Promise.all(others.map((userId) => add(userId, 'M')))
    })
    await waiting
    expect(await quantities()).toEqual(Object.fromEntries([unlucky, ...others].map((userId) => [userId, 2])))
    await db.transaction().execute(async (inner) => {
      const line = await lineOf(unlucky)
      await hold(inner, held)
      waiting = carts.remove(line)
      for (const userId of others) await carts.remove(await lineOf(userId))
    })
    await waiting
    expect(await quantities()).toEqual({})
  }
})

test('of two who name one line only its owner removes it', async () => {
  for (const { db } of databases) {
    const product = await addProduct(db, { stock: 3 })
    const [owner, stranger] = [await addBuyer(db), await addBuyer(db)]
    const carts = cartsOf(db)
    await carts.add({ userId: owner, productId: product.id, size: undefined, idempotencyKey: undefined })
    const lineId = (await carts.get(owner)).cart[0]?._id ?? ''
    const [byOwner, byStranger] = await Promise.allSettled([
      carts.remove({ userId: owner, lineId }),
      carts.remove({ userId: stranger, lineId }),
    ])
    expect(byOwner).toMatchObject({ status: 'fulfilled' })
    expect(byStranger).toMatchObject({ reason: { code: 'not_found' } })
  }
})

test('one key that is used on two machines at once adds once, and those who add at the same moment notice nothing', async () => {
  for (const { db } of databases) {
    const product = await addProduct(db, { stock: 500 })
    const machines = [cartsOf(db), cartsOf(db)]
    const keyed = await addBuyer(db)
    const others = [await addBuyer(db), await addBuyer(db), await addBuyer(db)]
    for (let turn = 0; turn < 10; turn += 1) {
      await Promise.all(
        machines.flatMap((carts) =>
          [keyed, ...others].map((userId) => {
            const idempotencyKey = userId === keyed ? `key ${turn}` : undefined
            return carts.add({ userId, productId: product.id, size: undefined, idempotencyKey }).catch((error) => {
              // Ten are as many as a line holds.
              if (userId === keyed || turn < 5) throw error
            })
          }),
        ),
      )
    }
    const lines = await db.selectFrom('cartLines').select('quantity').where('productId', '=', product.id).execute()
    expect(lines.map(({ quantity }) => quantity)).toEqual([10, 10, 10, 10])
  }
})

test('a size is added to a cart while its stock is locked', async () => {
  for (const { db, engine } of databases) {
    const product = await addProduct(db, { sizes: { S: 3, M: 3 } })
    const userId = await addBuyer(db)
    const lines = product.sizes.map(({ id }) => ({ productSizeId: id, quantity: 1 }))
    const ids = lines.map(({ productSizeId }) => productSizeId)
    const add = () => cartsOf(db).add({ userId, productId: product.id, size: 'S', idempotencyKey: undefined })
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
      await cartsOf(db).add({ userId, productId: product.id, size, idempotencyKey: undefined })
    }
    const [first, second] = again.map(({ productSizeId }) => productSizeId).toSorted()
    const take = (inner: Db, productSizeId: string) =>
      inner.selectFrom('cartLines').select('id').where('productSizeId', '=', productSizeId).forUpdate().execute()
    let wasCartEnded = false
    while (!wasCartEnded) {
      let putting: Promise<unknown> | undefined
      const blocking = db.transaction().execute(async (inner) => {
        await take(inner, second!)
        putting = addOrderedLines(db, userId, again).catch((error: unknown) => error)
        await untilSomebodyWaits(inner, database)
        await take(inner, first!)
        return true
      })
      // The server ends whichever of the two looks first; where that was not the cart, nothing is proved.
      wasCartEnded = await blocking.catch((error: unknown) => !isRetryable(error))
      expect(await putting).toEqual([])
    }
  }
})

test('calls at the same moment never put more lines into a cart than it holds', async () => {
  for (const { db } of databases) {
    const sizes = Object.fromEntries(Array.from({ length: MAX_CART_LINES + 12 }, (_, index) => [`size ${index}`, 3]))
    const product = await addProduct(db, { sizes })
    const userId = await addBuyer(db)
    const bought = product.sizes
      .slice(-6)
      .map(({ id, size }) => ({ name: 'Shirt', size, productSizeId: id, quantity: 1 }))
    const add = (size: string) =>
      addToCart(db, { userId, productId: product.id, size, idempotencyKey: undefined }).catch((error: unknown) => error)
    for (let index = 0; index < MAX_CART_LINES - 2; index += 1) await add(`size ${index}`)
    const outcomes = await Promise.all([
      ...Array.from({ length: 8 }, (_, index) => add(`size ${MAX_CART_LINES - 2 + index}`)),
      addOrderedLines(db, userId, bought),
    ])
    const lines = await db.selectFrom('cartLines').select('id').where('userId', '=', userId).execute()
    expect(lines).toHaveLength(MAX_CART_LINES)
    const refused = outcomes.slice(0, -1).filter((outcome) => outcome !== undefined)
    expect(refused.length).toBeGreaterThanOrEqual(6)
    const full = { code: 'conflict', message: 'A cart holds at most 30 lines.' }
    for (const one of refused) expect(one).toMatchObject(full)
  }
})
