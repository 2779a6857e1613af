import { afterAll, beforeAll, expect, test } from 'vitest'

import type { BulkChange } from '#contract/catalogue/admin-catalogue.ts'

import { newId } from '#server/db/new-id.ts'
import { addCategory, addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: Awaited<ReturnType<typeof shop.admin>>
beforeAll(async () => {
  shop = await startShop()
  admin = await shop.admin()
})
afterAll(async () => {
  await expectInvariants(shop.db)
  await shop.close()
})

const get = (id: string) => shop.visitor().api.getProduct(id)
const bulk = (change: BulkChange) => admin.api.changeProducts(change)
const auditOf = (id: string) =>
  shop.db
    .selectFrom('auditLog')
    .select(['action', 'actorId', 'before', 'after'])
    .where('subjectId', '=', id)
    .orderBy('id')
    .execute()

test('many are deleted and restored at once, each with its row in the audit log', async () => {
  const [a, b] = [await addProduct(shop.db, { stock: 3 }), await addProduct(shop.db)]
  const ids = [a.id, b.id]
  const answer = await bulk({ action: 'delete', ids })
  expect(answer.message).toBe('2 products deleted.')
  for (const id of ids) await expect(get(id)).rejects.toMatchObject({ status: 404 })
  expect(await bulk({ action: 'delete', ids: [a.id] })).toMatchObject({
    message: '0 products deleted. 1 product left as it was.',
    results: [{ _id: a.id, name: a.name, isDone: false, reason: 'It has been deleted.' }],
  })
  expect((await bulk({ action: 'restore', ids })).message).toBe('2 products restored.')
  expect(await get(a.id)).toMatchObject({ stock: 3, revision: 3 })
  expect(await auditOf(a.id)).toMatchObject([
    { action: 'delete product', actorId: admin.user._id, before: { name: a.name, stock: 3 } },
    { action: 'restore product', actorId: admin.user._id, after: { name: a.name, stock: 3 } },
  ])
})

test('a change that is sent twice with one key is made once', async () => {
  const product = await addProduct(shop.db, { stock: 3 })
  const change: BulkChange = { action: 'stock', ids: [product.id], how: 'add', quantity: 5 }
  const key = newId()
  const sent = await Promise.allSettled([1, 2, 3].map(() => admin.api.changeProducts(change, key)))
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(admin.api.changeProducts(change, key)).rejects.toMatchObject({
    status: 409,
    message: 'This change has been made already.',
  })
  await expect(admin.api.changeProducts({ ...change, quantity: 6 }, key)).rejects.toMatchObject({
    status: 409,
    message: 'This Idempotency-Key was used for another call.',
  })
  expect((await get(product.id)).stock).toBe(8)
  await admin.api.changeProducts(change, newId())
  expect((await get(product.id)).stock).toBe(13)
})

test('a restored product is in every list again at once, and in the carts where it was', async () => {
  const product = await addProduct(shop.db, { name: 'Returning Shirt', sizes: { M: 4 } })
  const customer = await shop.customer()
  await customer.api.addToCart(product.id)
  await admin.api.deleteProduct(product.id)
  expect((await customer.api.getCart()).finalprice).toBe(0)
  expect(await admin.api.restoreProduct(product.id)).toMatchObject({ product: { name: 'Returning Shirt' } })
  expect((await customer.api.getCart()).finalprice).toBe(1499)
  const { products } = await shop.visitor().api.listProducts({ search: 'returning', size: 'M' })
  expect(products).toMatchObject([{ _id: product.id, sizes: [{ size: 'M', stock: 4 }] }])
  expect(await admin.api.restoreProduct(product.id)).toMatchObject({ product: { revision: 3 } })
})

test('a product whose category is gone waits for a category of that name', async () => {
  const { category } = await admin.api.createCategory('Waistcoats')
  const product = await addProduct(shop.db, { categoryId: category._id })
  await admin.api.deleteCategory('Waistcoats')
  await expect(admin.api.restoreProduct(product.id)).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('Waistcoats is gone'),
  })
  const again = await admin.api.createCategory('waistcoats')
  await admin.api.restoreProduct(product.id)
  expect((await get(product.id)).category).toMatchObject({ _id: again.category._id, name: 'waistcoats' })
  await expect(admin.api.restoreProduct(newId())).rejects.toMatchObject({ status: 404 })
})

test('many are moved to another category', async () => {
  const target = await addCategory(shop.db)
  const [a, there] = [await addProduct(shop.db), await addProduct(shop.db, { categoryId: target.id })]
  const answer = await bulk({ action: 'move', ids: [a.id, there.id, 'nobody'], category: target.id })
  expect(answer.results).toMatchObject([
    { isDone: true },
    { isDone: false, reason: `It is in ${target.name} already.` },
    { isDone: false, reason: 'There is no such product.' },
  ])
  expect((await get(a.id)).category._id).toBe(target.id)
  const { products } = await shop.visitor().api.listCategoryProducts(target.slug)
  expect(products).toHaveLength(2)
  expect((await auditOf(a.id)).at(-1)).toMatchObject({ action: 'move product', after: { category: target.name } })
  await expect(bulk({ action: 'move', ids: [a.id], category: 'none' })).rejects.toMatchObject({
    status: 400,
    fields: { category: expect.any(String) },
  })
})

test('prices change by per cent to whole rupees, and no discount passes its price', async () => {
  const plain = await addProduct(shop.db, { pricePaise: 999_50, discountedPricePaise: 949_00 })
  const free = await addProduct(shop.db, { pricePaise: 0 })
  const dear = await addProduct(shop.db, { pricePaise: 1_000_000_000 })
  const answer = await bulk({ action: 'price', ids: [plain.id, free.id, dear.id], percent: 12.5 })
  expect(answer.results.map(({ isDone }) => isDone)).toEqual([true, false, false])
  expect(answer.message).toBe('1 product repriced. 2 products left as they were.')
  expect(await get(plain.id)).toMatchObject({ price: 1124, discountedPrice: 1068 })
  expect((await auditOf(plain.id)).at(-1)).toMatchObject({
    action: 'change price',
    before: { price: 999.5, discountedPrice: 949 },
    after: { price: 1124, discountedPrice: 1068 },
  })
})

test('a discount comes off the price, which stays; the preview tells what the change then does', async () => {
  const plain = await addProduct(shop.db, { pricePaise: 1_495_00 })
  const reduced = await addProduct(shop.db, { pricePaise: 999_50, discountedPricePaise: 949_00 })
  const small = await addProduct(shop.db, { pricePaise: 60, name: 'Button' })
  const tiny = await addProduct(shop.db, { pricePaise: 1_00, name: 'Thread' })
  const ids = [plain.id, reduced.id, small.id, tiny.id]
  const change = { action: 'discount', ids, percent: 10 } as const
  const preview = await admin.api.previewPrices(change)
  expect(preview.message).toBe('2 products would be discounted. 2 products left as they were.')
  expect(preview.results).toMatchObject([
    { before: { price: 1495, discountedPrice: null }, after: { price: 1495, discountedPrice: 1346 } },
    { before: { price: 999.5, discountedPrice: 949 }, after: { price: 999.5, discountedPrice: 900 } },
    { name: 'Button', isDone: false, reason: 'The discounted price, ₹1, would be above the price, ₹0.60.' },
    { name: 'Thread', isDone: false, reason: 'Rounded to whole rupees, nothing is left of the discount.' },
  ])
  expect(await get(plain.id)).not.toHaveProperty('discountedPrice')
  const answer = await bulk(change)
  expect(answer.results).toEqual(preview.results)
  expect(await get(plain.id)).toMatchObject({ price: 1495, discountedPrice: 1346 })
  expect(await get(reduced.id)).toMatchObject({ price: 999.5, discountedPrice: 900 })
  expect((await auditOf(plain.id)).at(-1)).toMatchObject({ before: { discountedPrice: null } })
})

test('a repricing is taken back exactly, but not over what somebody else has set meanwhile', async () => {
  const odd = await addProduct(shop.db, { pricePaise: 1_234_56, discountedPricePaise: 1_111_11 })
  const plain = await addProduct(shop.db, { pricePaise: 777_77 })
  const other = await addProduct(shop.db, { pricePaise: 500_00, name: 'Contested' })
  const ids = [odd.id, plain.id, other.id]
  const { results } = await bulk({ action: 'discount', ids, percent: 25 })
  await admin.api.updatePrice(other.id, { price: 640 })
  const products = results.map(({ _id, before, after }) => ({ _id, ...before!, was: after! }))
  const undo: BulkChange = { action: 'set prices', products }
  const key = newId()
  const answer = await admin.api.changeProducts(undo, key)
  expect(answer.results).toMatchObject([
    { isDone: true },
    { isDone: true },
    {
      isDone: false,
      name: 'Contested',
      reason: 'Somebody else has changed its price meanwhile: it is ₹640, discounted to ₹375 by now.',
    },
  ])
  expect(await get(odd.id)).toMatchObject({ price: 1234.56, discountedPrice: 1111.11 })
  expect(await get(plain.id)).toMatchObject({ price: 777.77 })
  expect(await get(plain.id)).not.toHaveProperty('discountedPrice')
  expect(await get(other.id)).toMatchObject({ price: 640, discountedPrice: 375 })
  await expect(admin.api.changeProducts(undo, key)).rejects.toMatchObject({ status: 409 })
  const crossed = { _id: plain.id, price: 10, discountedPrice: 11, was: { price: 777.77, discountedPrice: null } }
  expect(await bulk({ action: 'set prices', products: [crossed] })).toMatchObject({
    results: [{ isDone: false, reason: 'The discounted price, ₹11, would be above the price, ₹10.' }],
  })
})

test('a change of prices is taken back by its entry in the audit log, long after its screen was left', async () => {
  const [plain, reduced, contested] = [
    await addProduct(shop.db, { name: 'Plain', pricePaise: 777_77 }),
    await addProduct(shop.db, { name: 'Reduced', pricePaise: 1_234_56, discountedPricePaise: 1_111_11 }),
    await addProduct(shop.db, { name: 'Contested', pricePaise: 500_00 }),
  ]
  const apart = await addProduct(shop.db, { pricePaise: 900_00 })
  await bulk({ action: 'discount', ids: [plain.id, reduced.id, contested.id], percent: 25 })
  await bulk({ action: 'discount', ids: [apart.id], percent: 25 })
  await admin.api.updatePrice(contested.id, { price: 640 })
  const entryOf = async (id: string) => (await admin.api.listAudit({ search: id })).entries.at(-1)!
  const { _id, isUndoable, action } = await entryOf(plain.id)
  expect({ isUndoable, action }).toEqual({ isUndoable: true, action: 'change price' })
  const answer = await admin.api.undoPrices(_id)
  expect(answer.message).toBe(
    '2 products given their earlier prices. 1 product left as it was. Changed since: Contested.',
  )
  expect(answer.results.at(-1)?.reason).toContain('Somebody else has changed its price meanwhile')
  expect(await get(plain.id)).toMatchObject({ price: 777.77 })
  expect(await get(plain.id)).not.toHaveProperty('discountedPrice')
  expect(await get(reduced.id)).toMatchObject({ price: 1234.56, discountedPrice: 1111.11 })
  expect(await get(apart.id)).toMatchObject({ discountedPrice: 675 })
  expect(await get(contested.id)).toMatchObject({ price: 640, discountedPrice: 375 })
  // Taken back once more it finds other prices, and its own undoing can be undone.
  expect((await admin.api.undoPrices(_id)).message).toBe(
    '0 products given their earlier prices. 3 products left as they were. Changed since: Plain, Reduced, Contested.',
  )
  const { entries } = await admin.api.listAudit({ search: plain.id })
  await admin.api.undoPrices(entries[0]!._id)
  expect(await get(plain.id)).toMatchObject({ discountedPrice: 583 })
  await expect(admin.api.undoPrices('999999999')).rejects.toMatchObject({ status: 404 })
})

test('label facts are set on many at once, and taken back where nobody else has changed them since', async () => {
  const [a, b, c] = [await addProduct(shop.db), await addProduct(shop.db), await addProduct(shop.db, { name: 'Own' })]
  await bulk({ action: 'facts', ids: [c.id], facts: { origin: 'Italy', hsn: '6205' } })
  const ids = [a.id, b.id, c.id]
  const answer = await bulk({ action: 'facts', ids, facts: { origin: 'Italy', care: 'Cold wash', hsn: null } })
  expect(answer.message).toBe('3 products described anew.')
  expect(answer.results[2]).toMatchObject({
    facts: { before: { care: null, hsn: '6205' }, after: { care: 'Cold wash', hsn: null } },
  })
  expect(await get(c.id)).toMatchObject({ origin: 'Italy', care: 'Cold wash' })
  expect(await get(c.id)).not.toHaveProperty('hsn')
  expect((await auditOf(a.id)).at(-1)).toMatchObject({ before: { origin: null }, after: { origin: 'Italy' } })
  expect(await bulk({ action: 'facts', ids: [a.id], facts: { origin: 'Italy' } })).toMatchObject({
    results: [{ isDone: false, reason: 'It says the same already.' }],
  })

  await bulk({ action: 'facts', ids: [b.id], facts: { care: 'Dry clean' } })
  const products = answer.results.map(({ _id, facts }) => ({ _id, facts: facts!.before, was: facts!.after }))
  const undone = await bulk({ action: 'set facts', products })
  expect(undone.results).toMatchObject([
    { isDone: true },
    { isDone: false, reason: 'Somebody else has changed this meanwhile: care.' },
    { isDone: true },
  ])
  expect(await get(c.id)).toMatchObject({ origin: 'Italy', hsn: '6205' })
  expect(await get(b.id)).toMatchObject({ origin: 'Italy', care: 'Dry clean' })
})

test('a product that costs something else than the preview showed stays as it is', async () => {
  const { id } = await addProduct(shop.db, { pricePaise: 1_000_00 })
  const shown = { _id: id, price: 1000, discountedPrice: null }
  await admin.api.updatePrice(id, { price: 2000 })
  for (const action of ['price', 'discount'] as const) {
    const { results } = await bulk({ action, ids: [id], percent: 10, was: [shown] })
    expect(results).toMatchObject([{ isDone: false, reason: expect.stringContaining('it is ₹2,000 by now') }])
  }
  expect(await get(id)).toMatchObject({ price: 2000 })
})

test('stock is added or set by size, only where there is such a size and never below 0', async () => {
  const a = await addProduct(shop.db, { sizes: { S: 1, M: 2 } })
  const b = await addProduct(shop.db, { sizes: { M: 9 } })
  const c = await addProduct(shop.db, { stock: 4 })
  const ids = [a.id, b.id, c.id]
  const added = await bulk({ action: 'stock', ids, how: 'add', quantity: -3, size: 'm' })
  expect(added.results).toMatchObject([
    { isDone: false, reason: 'Stock cannot fall below 0.' },
    { isDone: true },
    { isDone: false, reason: 'It has no size m.' },
  ])
  await bulk({ action: 'stock', ids, how: 'set', quantity: 7 })
  expect((await get(a.id)).sizes).toEqual([
    { size: 'S', stock: 7 },
    { size: 'M', stock: 7 },
  ])
  expect((await get(c.id)).stock).toBe(7)
  expect((await auditOf(b.id)).map(({ after }) => after)).toEqual([
    { sizes: [{ size: 'M', stock: 6 }] },
    { sizes: [{ size: 'M', stock: 7 }] },
  ])
})

test('corrections of the same stock at the same moment all count', async () => {
  const { id } = await addProduct(shop.db, { sizes: { M: 0, L: 0 } })
  const add = () => bulk({ action: 'stock', ids: [id], how: 'add', quantity: 1 })
  await Promise.all([
    ...Array.from({ length: 8 }, add),
    ...Array.from({ length: 8 }, () => admin.api.addStock(id, 'M')),
  ])
  expect((await get(id)).sizes).toEqual([
    { size: 'M', stock: 16 },
    { size: 'L', stock: 8 },
  ])
})

test.for([
  { action: 'delete', ids: [] },
  { action: 'delete', ids: Array.from({ length: 201 }, String) },
  { action: 'delete', ids: [1] },
  { action: 'delete' },
  { action: 'burn', ids: ['x'] },
  { action: 'price', ids: ['x'], percent: 0 },
  { action: 'price', ids: ['x'], percent: -100 },
  { action: 'price', ids: ['x'], percent: '10' },
  { action: 'discount', ids: ['x'], percent: 0 },
  { action: 'discount', ids: ['x'], percent: 91 },
  { action: 'discount', ids: ['x'], percent: '10' },
  { action: 'set prices', products: [] },
  {
    action: 'set prices',
    products: [{ _id: 'x', price: -1, discountedPrice: null, was: { price: 1, discountedPrice: null } }],
  },
  { action: 'set prices', products: [{ _id: 'x', price: 1, discountedPrice: null }] },
  { action: 'stock', ids: ['x'], how: 'set', quantity: -1 },
  { action: 'stock', ids: ['x'], how: 'set', quantity: 1.5 },
  { action: 'stock', ids: ['x'], how: 'take', quantity: 1 },
  { action: 'move', ids: ['x'] },
  { action: 'facts', ids: ['x'], facts: {} },
  { action: 'facts', ids: ['x'], facts: { hsn: 'shirt' } },
  { action: 'facts', ids: ['x'], facts: { care: 'x'.repeat(501) } },
  { action: 'facts', ids: ['x'], facts: { name: 'Another' } },
  { action: 'set facts', products: [{ _id: 'x', facts: { care: 'x' } }] },
])('%j is refused', async (body) => {
  const answer = await admin.fetch('/api/admin/products/bulk', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ code: 'invalid', message: expect.any(String) })
})
