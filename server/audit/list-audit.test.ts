import { afterAll, beforeAll, expect, test } from 'vitest'

import { addProduct, CONTACT_MESSAGE } from '#test/factories.ts'
import { ADDRESS, buy, buyCart, fillCart, signedIn } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.close())

test('every change by an administrator is told with who, what and from → to', async () => {
  const admin = await shop.admin()
  const { category } = await admin.api.createCategory('Linen')
  const product = await addProduct(shop.db, { name: 'Plain Shirt', pricePaise: 100_000, stock: 4 })
  await admin.api.updatePrice(product.id, { price: 1200.5 })
  await admin.api.addStock(product.id)
  const { order } = await buy(shop, product.id)
  await admin.api.changeOrderStatus(order._id, 'cancelled')
  await shop.visitor().api.submitContact(CONTACT_MESSAGE)
  const contact = (await admin.api.listContacts()).items[0]!
  await admin.api.toggleContactRead(contact._id)
  await admin.api.deleteContact(contact._id)
  await admin.api.deleteProduct(product.id)
  await admin.api.deleteCategory('Linen')

  const { entries } = await admin.api.listAudit({ person: admin.user._id })
  expect(entries.map(({ action, subject }) => [action, subject._id])).toEqual([
    ['delete category', category._id],
    ['delete product', product.id],
    ['delete contact', contact._id],
    ['mark as read', contact._id],
    ['refund.requested', expect.any(String)],
    ['order.cancelled', order._id],
    ['change stock', product.id],
    ['change price', product.id],
    ['create category', category._id],
  ])
  expect(entries.every(({ person }) => person?.email === admin.user.email)).toBe(true)
  const changesOf = (wanted: string) => entries.find(({ action }) => action === wanted)?.changes
  expect(changesOf('change price')).toEqual([{ what: 'Price', from: '₹1,000.00', to: '₹1,200.50' }])
  expect(changesOf('change stock')).toEqual([{ what: 'Sizes', from: '4', to: '5' }])
  expect(changesOf('order.cancelled')).toEqual([{ what: 'Status', from: 'order placed', to: 'cancelled' }])
  expect(changesOf('refund.requested')).toContainEqual({ what: 'Amount', from: null, to: '₹1,200.50' })
  expect(entries.find(({ action }) => action === 'change price')?.subject.name).toBe('Plain Shirt')
})

test('the log is filtered by area, person and text, and comes in pages', async () => {
  const [one, other] = [await shop.admin(), await shop.admin()]
  for (const name of ['Filter A', 'Filter B', 'Filter C']) await one.api.createCategory(name)
  await other.api.createCategory('Filter 50%')

  const actions = async (query: Parameters<typeof one.api.listAudit>[0]) => {
    const { entries, total } = await one.api.listAudit(query)
    return { names: entries.map(({ changes }) => changes.find(({ what }) => what === 'Name')?.to), total }
  }
  expect(await actions({ person: one.user._id, area: 'category' })).toEqual({
    names: ['Filter C', 'Filter B', 'Filter A'],
    total: 3,
  })
  expect(await actions({ person: one.user._id, area: 'order' })).toEqual({ names: [], total: 0 })
  expect(await actions({ search: 'filter b' })).toEqual({ names: ['Filter B'], total: 1 })
  expect(await actions({ search: '50%' })).toEqual({ names: ['Filter 50%'], total: 1 })
  expect(await actions({ search: other.user.email, area: 'category' })).toEqual({ names: ['Filter 50%'], total: 1 })
  expect(await actions({ person: one.user._id, limit: 2, page: 2 })).toEqual({ names: ['Filter A'], total: 3 })
  expect(await actions({ person: one.user._id, limit: 2, page: 9 })).toEqual({ names: [], total: 3 })
  const shopItself = await one.api.listAudit({ person: 'shop' })
  expect(shopItself.entries.length).toBeGreaterThan(0)
  expect(shopItself.entries.every(({ person }) => person === null)).toBe(true)
  expect(shopItself.people.map(({ email }) => email)).toContain(other.user.email)
})

test('the log is found by what its rows show: a short number with its sign, a name, and words in any order', async () => {
  const admin = await shop.admin()
  const { id } = await addProduct(shop.db, { name: 'Anchor After Shirt' })
  await admin.api.updatePrice(id, { price: 1750 })
  const category = await admin.api.createCategory('Zari Bandhgalas')
  const actionsOf = async (search: string) =>
    (await admin.api.listAudit({ search })).entries.map(({ action, subject }) => `${action} ${subject._id}`)
  for (const search of ['Anchor After', 'after anchor price', `#${id.slice(-6).toUpperCase()}`, `# ${id.slice(-6)}`]) {
    expect({ search, found: await actionsOf(search) }).toEqual({ search, found: [`change price ${id}`] })
  }
  expect(await actionsOf('bandhgalas zari')).toHaveLength(1)
  expect(category).toBeDefined()
  expect(await actionsOf('anchor zari')).toEqual([])
})

test('the entries of an order are found by its buyer, its receiver, their phone, what was bought and its payment', async () => {
  const admin = await shop.admin()
  const { id } = await addProduct(shop.db, { name: 'Kanjeevaram Band Collar', sizes: { XXL: 3 } })
  const address = { ...ADDRESS, fullName: 'Rukmini Vaidyanathan', phone: '98200 11223' }
  const buyer = await signedIn(shop)
  await fillCart(buyer, id)
  const { order } = await buyCart(shop, buyer, address)
  await admin.api.changeOrderStatus(order._id, 'shipped')
  const [payment] = await shop.db.selectFrom('payments').select('id').where('orderId', '=', order._id).execute()
  const foundBy = async (search: string) =>
    (await admin.api.listAudit({ search, area: 'order' })).entries.some(({ subject }) => subject._id === order._id)
  for (const search of [
    'vaidyanathan rukmini',
    '+91 98200-11223',
    'xxl band collar kanjeevaram',
    payment!.id,
    payment!.id.slice(4),
    order.user.email,
  ]) {
    expect({ search, isFound: await foundBy(search) }).toEqual({ search, isFound: true })
  }
  expect(await foundBy('vaidyanathan xxs')).toBe(false)
})

test.each(['area=nothing', 'page=0', 'limit=101', 'colour=red'])('%s is refused', async (query) => {
  const admin = await shop.admin()
  expect((await admin.fetch(`/api/admin/audit?${query}`)).status).toBe(400)
})
