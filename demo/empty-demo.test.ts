import { afterAll, beforeAll, expect, test } from 'vitest'

import { importDemoCatalogue } from '#demo/import-demo.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { buy } from '#test/purchase.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: Awaited<ReturnType<typeof shop.admin>>
beforeAll(async () => {
  shop = await startShop()
  await importDemoCatalogue(shop.shop, () => undefined)
  admin = await shop.admin()
})
afterAll(async () => {
  await expectInvariants(shop.db)
  await shop.close()
})

test('one call takes the demo and its texts out, by two owners at once, and leaves what the owner added', async () => {
  const { api } = shop.visitor()
  const { products } = await api.listProducts({ category: undefined, page: 1, limit: 1 })
  const [bought] = products
  const { order } = await buy(shop, bought!._id)
  const { categories } = await api.getCategories()
  const jeans = categories.find(({ slug }) => slug === 'jeans')!
  await addProduct(shop.db, { name: 'My own jeans', categoryId: jeans._id })
  await setSettings(shop, { instagram: 'https://www.instagram.com/kurta' })
  expect(await admin.api.getDemo()).toEqual({ products: 72 })
  expect((await api.getBlockPage('outfits')).blocks).toHaveLength(8)
  expect((await api.getBlockPage('home')).blocks).toMatchObject([{ kind: 'outfitRow' }])

  const other = await shop.admin()
  const answers = await Promise.allSettled([admin.api.emptyDemo(), other.api.emptyDemo()])
  const went = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.products : 0))
  expect(went.reduce((sum, count) => sum + count, 0)).toBe(72)
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []))
  expect(refused).toEqual(refused.map(() => expect.objectContaining({ code: 'conflict', message: expect.any(String) })))

  expect((await api.listProducts()).products.map(({ name }) => name)).toEqual(['My own jeans'])
  expect((await api.getCategories()).categories.map(({ slug }) => slug)).toEqual(['jeans'])
  expect((await api.getSitePages()).own).toEqual(['home', 'about'])
  await expect(api.getBlockPage('outfits')).rejects.toMatchObject({ code: 'not_found' })
  expect((await api.getBlockPage('home')).blocks.map(({ kind }) => kind)).not.toContain('outfitRow')
  const { footerLine, footerNote, facebook, instagram } = shop.shop.settings.current()
  expect({ footerLine, footerNote, facebook, instagram }).toEqual({
    footerLine: '',
    footerNote: '',
    facebook: '',
    instagram: 'https://www.instagram.com/kurta',
  })
  expect((await admin.api.getOrderDetail(order._id)).order.products[0]?.product.name).toBe(bought!.name)
  expect(await admin.api.getDemo()).toEqual({ products: 0 })
  expect(await admin.api.emptyDemo()).toMatchObject({ products: 0 })

  const { product } = await admin.api.restoreProduct(bought!._id).catch((error: unknown) => ({ product: error }))
  expect(product).toMatchObject({ code: 'conflict' })
})

test('whoever is no owner empties nothing', async () => {
  const manager = await shop.customer()
  const answer = await manager.fetch('/api/admin/demo/empty', { method: 'POST', headers: { origin: shop.origin } })
  expect(answer.status).toBe(401)
})
