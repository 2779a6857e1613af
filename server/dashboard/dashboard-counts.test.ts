import { afterAll, beforeAll, expect, test } from 'vitest'

import { newId } from '#server/db/new-id.ts'
import { addCategory, addProduct } from '#test/factories.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.close())

async function addOrder(userId: string, status: 'order placed' | 'cancelled'): Promise<void> {
  const ids = { id: newId(), userId, providerOrderId: newId(), totalPaise: 100 }
  const checkout = { ...ids, status: 'paid' as const, fingerprint: 'x', holdExpiresAt: new Date() }
  await shop.db.insertInto('checkouts').values(checkout).execute()
  await shop.db
    .insertInto('orders')
    .values({ ...ids, checkoutId: ids.id, status })
    .execute()
}

test('an empty shop counts nothing', async () => {
  const admin = await shop.admin()
  expect(await admin.api.getDashboard()).toStrictEqual({ prodcount: 0, categcount: 0, ordercount: 0, categories: [] })
})

test('products and categories count while they exist, orders always', async () => {
  const admin = await shop.admin()
  const { user } = await shop.customer()
  const shirts = await addCategory(shop.db, 'Shirts')
  const pants = await addCategory(shop.db, 'Pants')
  const gone = await addProduct(shop.db, { categoryId: shirts.id })
  await addProduct(shop.db, { categoryId: shirts.id, stock: 0 })
  await addProduct(shop.db, { categoryId: pants.id })
  await addOrder(user._id, 'order placed')
  await addOrder(user._id, 'cancelled')
  expect(await admin.api.getDashboard()).toStrictEqual({
    prodcount: 3,
    categcount: 2,
    ordercount: 2,
    categories: [
      { _id: pants.id, name: 'Pants', slug: 'pants' },
      { _id: shirts.id, name: 'Shirts', slug: 'shirts' },
    ],
  })
  await admin.api.deleteProduct(gone.id)
  await admin.api.deleteCategory('Pants')
  expect(await admin.api.getDashboard()).toMatchObject({
    prodcount: 1,
    categcount: 1,
    ordercount: 2,
    categories: [{ name: 'Shirts' }],
  })
})

test('it is never kept, and only an administrator sees it', async () => {
  const admin = await shop.admin()
  const answer = await admin.fetch('/api/admin/dashboard')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect((await shop.visitor().fetch('/api/admin/dashboard')).status).toBe(401)
  expect((await (await shop.customer()).fetch('/api/admin/dashboard')).status).toBe(401)
})
