import { afterAll, beforeAll, expect, test } from 'vitest'

import { addCategory, addProduct } from '#test/factories.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.close())

const DEFAULTS = { maker: 'Loom & Sons', makerAddress: '1 Mill Road, Surat', origin: 'India', pieces: '1' }

test('a product shows what its category holds wherever it has nothing of its own, at once', async () => {
  const { api } = await shop.admin()
  const category = await addCategory(shop.db)
  const product = await addProduct(shop.db, { categoryId: category.id })
  const visitor = shop.visitor()
  expect(await visitor.api.getProduct(product.id)).not.toHaveProperty('maker')

  const answer = await api.changeCategoryDefaults({ _id: category.id, defaults: DEFAULTS })
  expect(answer.category).toMatchObject({ _id: category.id, defaults: DEFAULTS })
  expect(await visitor.api.getProduct(product.id)).toMatchObject(DEFAULTS)

  const { revision } = await api.getEditableProduct(product.id)
  const { product: edited } = await api.editProduct(product.id, { revision, origin: 'Portugal', pieces: '2' })
  expect(edited).toMatchObject({ origin: 'Portugal', pieces: '2' })
  // The form shows what is the product's own, so that saving it copies nothing.
  expect(edited).not.toHaveProperty('maker')
  expect(await visitor.api.getProduct(product.id)).toMatchObject({ ...DEFAULTS, origin: 'Portugal', pieces: '2' })

  await api.changeCategoryDefaults({ _id: category.id, defaults: { origin: 'India' } })
  const left = await visitor.api.getProduct(product.id)
  expect(left.origin).toBe('Portugal')
  expect(left).not.toHaveProperty('maker')
  const { categories } = await api.listAdminCategories()
  expect(categories.find(({ _id }) => _id === category.id)?.defaults).toEqual({ origin: 'India' })
})

test('a change of what a category holds is audited with what was there before', async () => {
  const { api } = await shop.admin()
  const category = await addCategory(shop.db)
  await api.changeCategoryDefaults({ _id: category.id, defaults: DEFAULTS })
  await api.changeCategoryDefaults({ _id: category.id, defaults: { ...DEFAULTS, maker: 'Weave Co' } })
  await api.changeCategoryDefaults({ _id: category.id, defaults: { ...DEFAULTS, maker: 'Weave Co' } })
  const rows = await shop.db
    .selectFrom('auditLog')
    .select(['action', 'before', 'after'])
    .where('subjectId', '=', category.id)
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    {
      action: 'change category defaults',
      before: { maker: null, makerAddress: null, origin: null, pieces: null },
      after: DEFAULTS,
    },
    { action: 'change category defaults', before: { maker: 'Loom & Sons' }, after: { maker: 'Weave Co' } },
  ])
})

test('a fact that cannot be is refused with its field, of a product and of a category', async () => {
  const { api } = await shop.admin()
  const category = await addCategory(shop.db)
  const product = await addProduct(shop.db, { categoryId: category.id })
  const { revision } = await api.getEditableProduct(product.id)
  for (const pieces of ['0', '1000', 'two', '1.5']) {
    await expect(api.editProduct(product.id, { revision, pieces })).rejects.toMatchObject({
      code: 'invalid',
      fields: { 'change.pieces': 'The pieces in a set are a number from 1 to 999.' },
    })
  }
  await expect(api.editProduct(product.id, { revision, maker: 'm'.repeat(201) })).rejects.toMatchObject({
    fields: { 'change.maker': expect.any(String) as string },
  })
  await expect(api.changeCategoryDefaults({ _id: category.id, defaults: { pieces: '0' } })).rejects.toMatchObject({
    code: 'invalid',
    fields: { 'defaults.pieces': expect.any(String) as string },
  })
  const unknown = { _id: category.id, defaults: { name: 'All the same' } }
  await expect(api.changeCategoryDefaults(unknown as never)).rejects.toMatchObject({ code: 'invalid' })
  await expect(api.changeCategoryDefaults({ _id: 'none', defaults: DEFAULTS })).rejects.toMatchObject({
    code: 'not_found',
  })
  expect((await api.getEditableProduct(product.id)).revision).toBe(revision)
})
