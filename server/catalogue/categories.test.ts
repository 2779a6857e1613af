import { afterAll, beforeAll, expect, test } from 'vitest'

import { addProduct } from '#test/factories.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: Awaited<ReturnType<typeof shop.admin>>
beforeAll(async () => {
  shop = await startShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

async function post(path: string, body?: string) {
  const headers = { 'content-type': 'application/json' }
  const answer = await admin.fetch(`/api/categories/${path}`, {
    method: 'POST',
    headers,
    ...(body !== undefined && { body }),
  })
  return { status: answer.status, ...((await answer.json()) as { message: string; code: string; error: string }) }
}

const listNames = async () => (await shop.visitor().api.getCategories()).categories.map(({ name }) => name)

test('a new category is there at once, after those that were there before', async () => {
  const answer = await admin.fetch('/api/categories/create', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Winter Coats' }),
  })
  expect(answer.status).toBe(201)
  expect(await answer.json()).toStrictEqual({
    message: 'Category created successfully!',
    category: { _id: expect.any(String), name: 'Winter Coats', slug: 'winter-coats' },
  })
  await admin.api.createCategory('Accessories')
  expect(await listNames()).toStrictEqual(['Winter Coats', 'Accessories'])
  const list = await shop.visitor().fetch('/api/products/category/winter-coats')
  expect(await list.json()).toStrictEqual({ products: [], totalProducts: 0, totalPages: 0, currentPage: 1 })
})

test('an administrator sees how many products each category has, drafts among them and deleted ones not', async () => {
  const { category } = await admin.api.createCategory('Counted')
  await addProduct(shop.db, { categoryId: category._id, stock: 1 })
  const { id: draft } = await addProduct(shop.db, { categoryId: category._id, stock: 1 })
  const { id: deleted } = await addProduct(shop.db, { categoryId: category._id, stock: 1 })
  await admin.api.changeProducts({ action: 'make drafts', ids: [draft] })
  await admin.api.deleteProduct(deleted)
  const { categories } = await admin.api.listAdminCategories()
  expect(categories.find(({ _id }) => _id === category._id)?.products).toBe(2)
  await admin.api.deleteCategory('Counted')
})

test('a name in any case, and a name that gives the same slug, exist already', async () => {
  await admin.api.createCategory('Rain Wear')
  for (const name of ['Rain Wear', 'rain wear', '  RAIN WEAR ', 'Rain-Wear', 'rain/wear', 'Räin Wear']) {
    expect(await post('create', JSON.stringify({ name }))).toMatchObject({ status: 409, code: 'conflict' })
  }
  expect((await listNames()).filter((name) => /r.in/i.test(name))).toStrictEqual(['Rain Wear'])
})

test('names in Indian scripts that differ in a vowel sign are two, and their slugs are readable', async () => {
  for (const [name, slug] of [
    ['सूती कुर्ता', 'सूती-कुर्ता'],
    ['सूती कुर्ती', 'सूती-कुर्ती'],
    ['சட்டை', 'சட்டை'],
    ['சட்டு', 'சட்டு'],
    ['শার্ট', 'শার্ট'],
    ['শর্ট', 'শর্ট'],
    ['ಕುರ್ತಾ ಜೋಡಿ', 'ಕುರ್ತಾ-ಜೋಡಿ'],
  ] as const) {
    const { category } = await admin.api.createCategory(name)
    expect(category).toMatchObject({ name, slug: slug.normalize('NFC') })
    const path = `/api/products/category/${encodeURIComponent(category.slug)}`
    expect((await shop.visitor().fetch(path)).status).toBe(200)
  }
  // A joiner that nobody sees makes no other name.
  expect(await post('create', JSON.stringify({ name: 'सूती कु\u200Dर्ता' }))).toMatchObject({ status: 409 })
})

test('a name is one however its letters are typed: accents, wide letters, digits and the dot of a borrowed sound', async () => {
  const pairs = [
    ['Cafe\u0301 Wear', 'caf\u00E9 wear', 'cafe-wear'],
    ['Ｌｅｖｅｌ ２', 'Level 2', 'level-2'],
    ['पैंट २', 'पैंट 2', 'पैंट-2'],
    ['कमी\u095B', 'कमीज', 'कमीज'],
    ['चाँदनी', 'चांदनी', 'चांदनी'],
  ] as const
  for (const [name, again, slug] of pairs) {
    const { category } = await admin.api.createCategory(name)
    expect(category).toMatchObject({ name, slug })
    await expect(admin.api.createCategory(again)).rejects.toMatchObject({ status: 409 })
  }
  const { status } = await shop.visitor().fetch(`/api/products/category/${encodeURIComponent('CAFE\u0301 WEAR')}`)
  expect(status).toBe(200)
  expect((await shop.visitor().fetch('/api/products/category/cafe-wear!')).status).toBe(404)
  await admin.api.deleteCategory('Caf\u00E9 Wear')
  expect(await listNames()).not.toContain('Cafe\u0301 Wear')
})

test('the staff find a product however its letters are typed', async () => {
  await addProduct(shop.db, { name: 'ज़री कमीज़ Cafe\u0301 ３', stock: 1 })
  for (const search of ['जरी', 'कमी\u095B', 'कमीज', 'café 3', 'ज\u093Cरी']) {
    const { products } = await admin.api.listProductsForAdmin({ search })
    expect({ search, found: products.map(({ name }) => name) }).toEqual({ search, found: ['ज़री कमीज़ Cafe\u0301 ３'] })
  }
})

test('a slug that is taken gets a number, and a renamed category gives its old name free', async () => {
  const plus = await admin.api.createCategory('Plus + Size')
  const plain = await admin.api.createCategory('Plus Size')
  expect([plus.category.slug, plain.category.slug]).toEqual(['plus-size', 'plus-size-2'])
  for (const name of ['plus  size', 'PLUS + SIZE', 'Plus+Size'.replace('+', ' + ')]) {
    expect(await post('create', JSON.stringify({ name }))).toMatchObject({ status: 409 })
  }
  const first = await admin.api.createCategory('Bandhgala')
  await admin.api.renameCategory(first.category._id, 'Nehru Jackets')
  const second = await admin.api.createCategory('Bandhgala')
  expect(second.category.slug).toBe('bandhgala-2')
  await admin.api.renameCategory(second.category._id, 'Jodhpuri')
  expect((await admin.api.createCategory('Bandhgala')).category.slug).toBe('bandhgala-3')
  await expect(admin.api.createCategory('nehru-jackets')).rejects.toMatchObject({ status: 409 })
  await expect(admin.api.renameCategory(first.category._id, 'Bandhgálá')).rejects.toMatchObject({ status: 409 })
  expect((await admin.api.renameCategory(first.category._id, 'Bandhgala + Pants')).category.slug).toBe('bandhgala')
})

test('administrators who create names with one slug at once all get theirs', async () => {
  const names = ['Silk', 'Silk +', 'Silk =', 'Silk ~', 'Silk ^']
  const created = await Promise.all(names.map((name) => admin.api.createCategory(name)))
  expect(new Set(created.map(({ category }) => category.slug)).size).toBe(names.length)
})

test('slugs are lower case without spaces or slashes, whatever the name', async () => {
  for (const [name, slug] of [
    ['Tops / Knit', 'tops-knit'],
    ['Überzüge', 'uberzuge'],
    ['कुर्ता', expect.stringMatching(/^[^\s/]+$/)],
    ['🧥 Jackets', 'jackets'],
    ['<b>Bold</b>', 'b-bold-b'],
  ] as const) {
    const { category } = await admin.api.createCategory(name)
    expect(category).toMatchObject({ name, slug })
    expect((await shop.visitor().api.listCategoryProducts(category.slug)).totalProducts).toBe(0)
  }
})

const REQUIRED = 'Category name is required.'

test.for<[string | undefined, string | RegExp]>([
  [undefined, /./],
  ['null', /./],
  ['[]', /./],
  ['"Shirts"', /./],
  ['{}', REQUIRED],
  ['{"name":null}', REQUIRED],
  ['{"name":""}', REQUIRED],
  ['{"name":"   "}', REQUIRED],
  ['{"name":5}', REQUIRED],
  ['{"name":["a"]}', REQUIRED],
  ['{"name":{"toString":1}}', REQUIRED],
  ['{"name":"/"}', /letter/],
  ['{"name":"👕"}', /letter/],
  ['{"name":"__proto__"}', /letter/],
  ['{"name":"a\\u0000b"}', /character/],
  [`{"name":"${'x'.repeat(61)}"}`, /60/],
  [`{"name":"${'x'.repeat(10_000)}"}`, /60/],
  ['{"name":"Ok","slug":"ok"}', /./],
  ['{"name":"Ok","__proto__":{"a":1}}', /./],
  ['{"name":', /./],
])('creating refuses %s', async ([body, sentence]) => {
  const before = await listNames()
  const answer = await post('create', body)
  expect(answer).toMatchObject({ status: 400, code: 'invalid', error: answer.message })
  expect(answer.message).toMatch(sentence)
  expect(await listNames()).toStrictEqual(before)
})

test('a deleted category takes its products along, says how many, and frees its name', async () => {
  const { category } = await admin.api.createCategory('Doomed')
  const products = [
    await addProduct(shop.db, { categoryId: category._id }),
    await addProduct(shop.db, { categoryId: category._id }),
  ]
  const other = await addProduct(shop.db)
  const { message } = await admin.api.deleteCategory('doomed')
  expect(message).toBe('Category deleted successfully! 2 products were deleted with it.')
  const { api } = shop.visitor()
  for (const { id } of products) await expect(api.getProduct(id)).rejects.toMatchObject({ status: 404 })
  expect((await api.getProduct(other.id))._id).toBe(other.id)
  expect(await listNames()).not.toContain('Doomed')
  await expect(api.listCategoryProducts('doomed')).rejects.toMatchObject({ status: 404 })
  expect((await api.listProducts({ category: category._id })).totalProducts).toBe(0)

  const again = await admin.api.createCategory('Doomed')
  expect(again.category._id).not.toBe(category._id)
  expect((await api.listCategoryProducts('doomed')).totalProducts).toBe(0)
  expect((await admin.api.deleteCategory('Doomed')).message).toBe('Category deleted successfully!')
})

test('one product is counted as one', async () => {
  const { category } = await admin.api.createCategory('Single')
  await addProduct(shop.db, { categoryId: category._id })
  expect((await admin.api.deleteCategory('Single')).message).toMatch(/ 1 product was deleted/)
})

test('an unknown name is 404, and a bad one 400', async () => {
  for (const name of ['No such', '%', '__proto__', "'; drop table categories"]) {
    expect(await post('delete/categ', JSON.stringify({ category_name: name }))).toMatchObject({
      status: 404,
      code: 'not_found',
      message: 'Category not found',
    })
  }
  for (const body of [
    undefined,
    '{}',
    '{"category_name":""}',
    '{"category_name":null}',
    '{"name":"Shirts"}',
    '[]',
    '{"category_name":["a"]}',
  ]) {
    expect(await post('delete/categ', body)).toMatchObject({ status: 400, code: 'invalid' })
  }
})

test('of several administrators who create the same one, one does', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => admin.api.createCategory('Rush')))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await listNames()).filter((name) => name === 'Rush')).toHaveLength(1)
})

test('both changes are in the audit', async () => {
  const { category } = await admin.api.createCategory('Audited')
  await admin.api.deleteCategory('Audited')
  const entries = await shop.db
    .selectFrom('auditLog')
    .select(['actorId', 'action', 'before', 'after'])
    .where('subjectId', '=', category._id)
    .orderBy('id')
    .execute()
  expect(entries).toMatchObject([
    { actorId: admin.user._id, action: 'create category', after: { name: 'Audited', slug: 'audited' } },
    { actorId: admin.user._id, action: 'delete category', before: { name: 'Audited', products: 0 } },
  ])
})

test('visitors and customers change nothing', async () => {
  const customer = await shop.customer()
  for (const visitor of [shop.visitor(), customer]) {
    await expect(visitor.api.createCategory('Mine')).rejects.toMatchObject({ status: 401 })
    await expect(visitor.api.deleteCategory('Rush')).rejects.toMatchObject({ status: 401 })
  }
  expect(await listNames()).toContain('Rush')
})

test('a category gets another name and keeps its address', async () => {
  const { category } = await admin.api.createCategory('Waistcoats')
  await admin.api.createCategory('Other Coats')
  const { category: renamed } = await admin.api.renameCategory(category._id, 'Vests')
  expect(renamed).toEqual({ _id: category._id, name: 'Vests', slug: 'waistcoats' })
  expect((await shop.visitor().api.getCategories()).categories).toContainEqual(renamed)
  for (const name of ['other coats', 'Other-Coats!']) {
    await expect(admin.api.renameCategory(category._id, name)).rejects.toMatchObject({
      status: 409,
      fields: { name: 'A category with this name already exists.' },
    })
  }
  await expect(admin.api.renameCategory('nothing', 'Gilets')).rejects.toMatchObject({ status: 404 })
  await expect(admin.api.renameCategory(category._id, ' ')).rejects.toMatchObject({ status: 400 })
  expect((await admin.api.renameCategory(category._id, 'VESTS')).category.name).toBe('VESTS')
  const entries = await shop.db
    .selectFrom('auditLog')
    .select(['before', 'after'])
    .where('subjectId', '=', category._id)
    .where('action', '=', 'rename category')
    .orderBy('id')
    .execute()
  expect(entries[0]).toEqual({ before: { name: 'Waistcoats' }, after: { name: 'Vests' } })
})

test('categories are put in another order, and those that are not named come after', async () => {
  const ids = async () => (await shop.visitor().api.getCategories()).categories.map(({ _id }) => _id)
  const before = await ids()
  const last = before.at(-1)!
  const { categories } = await admin.api.sortCategories([last])
  expect(categories.map(({ _id }) => _id)).toEqual([last, ...before.slice(0, -1)])
  expect(await ids()).toEqual([last, ...before.slice(0, -1)])
  await expect(admin.api.sortCategories(['nothing'])).rejects.toMatchObject({ status: 404 })
  await admin.api.sortCategories(before)
  expect(await ids()).toEqual(before)
})
