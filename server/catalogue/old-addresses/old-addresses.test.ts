import { hash } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { ColumnChoice } from '#contract/catalogue/old-addresses/old-address-csv.ts'
import type { Pages } from '#server/pages/built-pages.ts'

import routes from '#app/routes.ts'
import { isOwnPath } from '#server/catalogue/old-addresses/read-path.ts'
import { addCategory, addProduct } from '#test/factories.ts'
import { startShop } from '#test/start-shop.ts'

/** Pages that say what the shop has at their address: a category is shown even where there is none. */
let rendered = 0
const pages: Pages = {
  render: async (request, { fetch }) => {
    rendered += 1
    const { pathname } = new URL(request.url)
    const [, folder, name = ''] = pathname.split('/')
    const calls: Record<string, string> = {
      product: '/api/products/product',
      categories: '/api/products/category',
      pages: '/api/block-pages',
    }
    const call = folder && calls[folder]
    if (!call) return new Response('page', { status: pathname === '/about' ? 200 : 404 })
    const answer = await fetch(`${call}/${name}`, {})
    return new Response('page', { status: folder === 'categories' ? 200 : answer.status })
  },
  mailHtml: async () => '',
  close: async () => {},
}

let shop: Awaited<ReturnType<typeof startShop>>
let admin: Awaited<ReturnType<typeof shop.admin>>
beforeAll(async () => {
  shop = await startShop({ pages })
  admin = await shop.admin()
})
afterAll(() => shop.close())
beforeEach(async () => {
  const { items } = await admin.api.listOldAddresses({ limit: 100 })
  for (const { _id } of items) await admin.api.deleteOldAddress(_id)
})

async function leadsTo(path: string): Promise<string | number> {
  const answer = await fetch(shop.origin + path, { redirect: 'manual' })
  await answer.text()
  return answer.status === 301 ? (answer.headers.get('location') ?? '') : answer.status
}
const add = (path: string, newPath: string) => admin.api.addOldAddress({ path, newPath })
const all = async () =>
  Object.fromEntries((await admin.api.listOldAddresses({})).items.map(({ path, newPath }) => [path, newPath]))
const fileOf = (text: string) => new File([text], 'a.csv')

test('an old address leads to its new one, in one step and with its query, until it is deleted', async () => {
  expect(await leadsTo('/products/jodhpur')).toBe(404)
  const { oldAddress } = await add('https://old.example.com/products/Jodhpur/?variant=1', '/getproducts')
  expect(oldAddress).toMatchObject({ path: '/products/jodhpur', newPath: '/getproducts', origin: 'staff' })
  expect(await leadsTo('/products/jodhpur')).toBe('/getproducts')
  expect(await leadsTo('/products/jodhpur?variant=7&utm_source=mail')).toBe('/getproducts?variant=7&utm_source=mail')
  expect(await leadsTo('/Products/Jodhpur/')).toBe('/getproducts')
  await add('/product/kurta-of-before', '/categories/kurtas?colour=blue')
  expect(await leadsTo('/product/kurta-of-before/?a=1')).toBe('/categories/kurtas?colour=blue&a=1')
  await admin.api.deleteOldAddress(oldAddress._id)
  expect(await leadsTo('/products/jodhpur')).toBe(404)
})

test('an old address is led on without a page being made again, and by every cache as a page is', async () => {
  await add('/products/cheap', '/about')
  await leadsTo('/products/cheap')
  rendered = 0
  const answer = await fetch(`${shop.origin}/products/cheap?a=1`, { redirect: 'manual' })
  expect([answer.status, rendered]).toEqual([301, 0])
  expect(answer.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=30, must-revalidate')
  expect(answer.headers.get('cache-tag')).toBe('shop,lists')
})

test('what other shops show at several addresses is found at each of them', async () => {
  await add('/products/kurta', '/about')
  await add('/collections/kurtas', '/getproducts?sort=newest')
  await add('/product-category/men', '/getproducts')
  expect(await leadsTo('/collections/kurtas/products/kurta')).toBe('/about')
  expect(await leadsTo('/Collections/All/Products/Kurta/?variant=7')).toBe('/about?variant=7')
  expect(await leadsTo('/en-in/products/kurta')).toBe('/about')
  expect(await leadsTo('/ta/collections/frontpage/products/kurta')).toBe('/about')
  expect(await leadsTo('/collections/kurtas/blue')).toBe('/getproducts?sort=newest')
  expect(await leadsTo('/product-category/men/page/2')).toBe('/getproducts')
  await add('/collections/kurtas/products/kurta', '/cart')
  expect(await leadsTo('/collections/kurtas/products/kurta')).toBe('/cart')
  expect(await leadsTo('/collections/kurtas/products/other')).toBe(404)
  expect(await leadsTo('/collections/kurtas/products/kurta/more')).toBe(404)
})

test('letters of any script are spelled as browsers send them', async () => {
  await add('/products/कुर्ता नीला', '/about')
  expect(await leadsTo(`/products/${encodeURIComponent('कुर्ता नीला')}`)).toBe('/about')
  expect(Object.keys(await all())).toEqual(['/products/कुर्ता नीला'])
})

test.each([
  ['/sale-50%25-off', '/about'],
  ['/a%2525b', '/about?code=100%25&line=%0D%0A'],
  ['/कुर्ता', '/getproducts?search=%E0%A4%A8%E0%A5%80%E0%A4%B2'],
])('%s is saved again as it is shown, and is the same address', async (path, newPath) => {
  const { oldAddress } = await add(path, newPath)
  const [before] = await shop.db.selectFrom('oldAddresses').select(['path', 'newPath']).execute()
  const shown = { path: oldAddress.path, newPath: oldAddress.newPath }
  expect((await admin.api.changeOldAddress(oldAddress._id, shown)).oldAddress).toMatchObject(shown)
  expect(await shop.db.selectFrom('oldAddresses').select(['path', 'newPath']).execute()).toEqual([before])
})

test('what leads to a moved address leads to its new one at once, and nothing leads back', async () => {
  await add('/a', '/b')
  await add('/b', '/about')
  await add('/c', '/a')
  expect(await all()).toEqual({ '/a': '/about', '/b': '/about', '/c': '/about' })
  await add('/d', '/e')
  await expect(add('/e', '/d?x=1')).rejects.toMatchObject({
    status: 400,
    fields: { newPath: '/e would lead back to itself.' },
  })
  await expect(add('/f', '/f')).rejects.toMatchObject({ status: 400 })
  await expect(add('/a', '/cart')).rejects.toMatchObject({ status: 409, message: '/a leads to /about already.' })
})

test('a page that the shop has is never an old address, and one that appears at an old address counts first', async () => {
  const { id } = await addProduct(shop.db, { name: 'Living' })
  const category = await addCategory(shop.db, 'Living Shirts')
  for (const path of [
    `/product/${id}`,
    `/categories/${category.slug}`,
    '/',
    '/cart',
    '/admin/x',
    '/api/health',
    '/products',
  ]) {
    await expect(add(path, '/about')).rejects.toMatchObject({ status: 400, fields: { path: expect.any(String) } })
  }
  await add('/categories/later-shirts', '/about')
  expect(await leadsTo('/categories/later-shirts')).toBe('/about')
  await admin.api.createCategory('Later Shirts')
  expect(await leadsTo('/categories/later-shirts')).toBe(200)
})

test('every address of the shop’s own screens is known as such', () => {
  const pathsOf = (entries: typeof routes): string[] =>
    entries.flatMap(({ path, children }) => [...(path === undefined ? [] : [path]), ...pathsOf(children ?? [])])
  const ofSubjects = /^(?:\*|product\/:id|categories\/:slug|pages\/:slug|collections\/:slug)$/
  const own = pathsOf(routes).filter((path) => !ofSubjects.test(path))
  expect(own.filter((path) => !isOwnPath(`/${path}`))).toEqual([])
})

test.each([
  ['https://evil.example/x', 'evil.example is another site.'],
  ['//evil.example/x', 'evil.example is another site.'],
  ['/\\evil.example/x', 'evil.example is another site.'],
  ['evil.example/x', 'evil.example is another site.'],
  ['javascript:alert(1)', 'is no address.'],
  ['/a%0d%0aset-cookie:x', 'is no address.'],
  ['/%zz', 'is no address.'],
])('an old address does not lead to %s', async (newPath, sentence) => {
  await expect(add('/somewhere', newPath)).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining(sentence),
  })
  expect(await all()).toEqual({})
})

test('an address is changed, found by its letters, and each change is in the audit log', async () => {
  const { oldAddress } = await add('/products/one', '/about')
  const changed = await admin.api.changeOldAddress(oldAddress._id, { path: '/products/two', newPath: '/getproducts' })
  expect(changed.oldAddress).toMatchObject({ path: '/products/two', newPath: '/getproducts' })
  expect(await all()).toEqual({ '/products/two': '/getproducts' })
  expect((await admin.api.listOldAddresses({ search: 'two' })).total).toBe(1)
  expect((await admin.api.listOldAddresses({ search: 'three' })).total).toBe(0)
  const { entries } = await admin.api.listAudit({ area: 'address' })
  expect(entries.map(({ action }) => action).slice(0, 2)).toEqual(['change old address', 'add old address'])
})

test('an address keeps its id, so a form that is saved twice is saved, and it is deleted once', async () => {
  await add('/products/z', '/products/one')
  const { oldAddress } = await add('/products/one', '/about')
  expect(oldAddress.path).toBe('/products/one')
  const { _id } = oldAddress
  const change = { path: '/products/two', newPath: '/getproducts' }
  const { oldAddress: changed } = await admin.api.changeOldAddress(_id, change)
  expect(changed).toMatchObject({ _id, ...change })
  expect((await admin.api.changeOldAddress(_id, change)).oldAddress).toEqual(changed)
  const { entries } = await admin.api.listAudit({ area: 'address', limit: 100 })
  expect(entries.filter(({ subject }) => subject._id === _id)).toHaveLength(2)
  const both = await Promise.allSettled([_id, _id].map((id) => admin.api.deleteOldAddress(id)))
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(admin.api.changeOldAddress(_id, change)).rejects.toMatchObject({ status: 404 })
  await expect(admin.api.deleteOldAddress(_id)).rejects.toMatchObject({ status: 404 })
})

/** Checks a sheet of old addresses, and imports it as it was checked. */
async function apply(text: string, columns?: ColumnChoice) {
  const { token } = await check(text, columns)
  return admin.api.importOldAddresses(fileOf(text), { token, ...(columns && { columns }) })
}
const check = (text: string, columns?: ColumnChoice) =>
  admin.api.importOldAddresses(fileOf(text), columns ? { columns } : {})

test('a sheet of old addresses comes in, and each line that cannot is told', async () => {
  const sheet = [
    'Redirect from,Redirect to',
    '/products/a,/getproducts',
    '/products/b,https://elsewhere.example/b',
    '/cart,/about',
    '/products/A,/about',
    '/products/c,/products/c',
    '/products/d,/products/a',
    '/products/A/,/getproducts',
  ].join('\n')
  const answer = await check(sheet)
  expect(answer).toMatchObject({
    message: '2 old addresses would change.',
    isApplied: false,
    counts: { new: 2, changed: 0, unchanged: 0, repeated: 1, rejected: 4 },
    columns: [
      { heading: 'Redirect from', means: 'path', example: '/products/a' },
      { heading: 'Redirect to', means: 'newPath', example: '/getproducts' },
    ],
  })
  expect(answer.rows.flatMap(({ reasons }) => reasons)).toEqual([
    { line: 3, reason: expect.stringContaining('elsewhere.example is another site.') },
    { line: 4, reason: '/cart is a page of this shop itself, so it is no old address.' },
    { line: 5, reason: 'It repeats line 2: the same old address.' },
    { line: 6, reason: '/products/c would lead back to itself.' },
    { line: 8, reason: 'It says again what line 2 says.' },
  ])
  expect(await all()).toEqual({})
  expect((await apply(sheet)).message).toBe('2 old addresses imported.')
  expect(await all()).toEqual({ '/products/a': '/getproducts', '/products/d': '/getproducts' })
  expect(await check(sheet)).toMatchObject({ counts: { new: 0, changed: 0, unchanged: 2 } })
  await expect(check('a,b\n1,2\n')).rejects.toMatchObject({ status: 400 })
  expect((await apply('a,b\n/products/e,/about\n', { path: 'a', newPath: 'b' })).counts).toMatchObject({ new: 1 })
  const tooMany = Array.from({ length: 20_000 }, (_, index) => `/products/p${index},/about`)
  await expect(check(['old,new', ...tooMany].join('\n'))).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('at most 20000 old addresses'),
  })
})

test('what somebody has written is replaced by a sheet only after it was told, and so is what leads on by it', async () => {
  const { oldAddress } = await add('/products/a', '/about')
  await add('/products/b', '/pages/c')
  const sheet = 'old,new\n/products/a,/getproducts\n/pages/c,/getproducts\n'
  const planned = await check(sheet)
  expect(planned.rows.map(({ status, line, path, changes }) => [status, line, path, changes[0]?.from])).toEqual([
    ['changed', 2, '/products/a', '/about'],
    ['new', 3, '/pages/c', 'nothing'],
    ['changed', null, '/products/b', '/pages/c'],
  ])
  expect(await all()).toEqual({ '/products/a': '/about', '/products/b': '/pages/c' })
  await admin.api.changeOldAddress(oldAddress._id, { path: '/products/a', newPath: '/cart' })
  await expect(admin.api.importOldAddresses(fileOf(sheet), { token: planned.token })).rejects.toMatchObject({
    status: 409,
    message: 'The old addresses or the file have changed since the check. Look at the changes again.',
  })
  await apply(sheet)
  expect(new Set(Object.values(await all()))).toEqual(new Set(['/getproducts']))
})

test('a sheet that changes nothing leaves no trace, and one of many lines is told by its first ones', async () => {
  const lines = Array.from({ length: 1200 }, (_, index) => `/products/p${index},/cart?line=${index}`)
  const sheet = ['old,new', ...lines].join('\n')
  const { rows, moreRows } = await apply(sheet)
  expect([rows.length, moreRows]).toEqual([500, 700])
  const imports = async () => {
    const { entries } = await admin.api.listAudit({ area: 'address', limit: 100 })
    return entries.filter(({ action }) => action === 'import old addresses').length
  }
  const before = await imports()
  expect((await apply(sheet)).counts).toMatchObject({ new: 0, changed: 0, unchanged: 1200 })
  expect(await imports()).toBe(before)
  await shop.db.deleteFrom('oldAddresses').execute()
})

test('an address that is too long as browsers spell it is refused, and of a sheet its line alone', async () => {
  const hindi = `/getproducts?search=${'कमीज'.repeat(20)}`
  await expect(add('/products/long', hindi)).rejects.toMatchObject({
    status: 400,
    fields: { newPath: expect.stringContaining('is too long. An address has at most 500 characters') },
  })
  await expect(add(`/products/${'कमीज'.repeat(20)}`, '/about')).rejects.toMatchObject({
    status: 400,
    fields: { path: expect.stringContaining('is too long.') },
  })
  const letters = Array.from({ length: 200 }, (_, index) => hash('sha256', String(index), 'base64url')).join('')
  const answer = await apply(`old,new\n/products/a,/about\n/products/b,/getproducts?search=${letters}\n`)
  expect(answer.counts).toMatchObject({ new: 1, rejected: 1 })
  expect(answer.rows[0]?.reasons).toEqual([{ line: 3, reason: expect.stringContaining('is too long.') }])
})

test('a published page whose address changes is found at its old one, and back at its first one', async () => {
  const { page } = await admin.api.createPage({ title: 'Size Guide' })
  const save = async (slug: string) => {
    const { revision } = await admin.api.getEditedPage(page._id)
    const draft = { title: 'Size Guide', description: '', place: 'neither', blocks: [] } as const
    await admin.api.savePageDraft(page._id, { ...draft, blocks: [], slug, revision })
  }
  await save('sizes-draft')
  expect(await all()).toEqual({})
  const { revision } = await admin.api.getEditedPage(page._id)
  await admin.api.publishPage(page._id, { revision })
  await save('sizes')
  expect(await leadsTo('/pages/sizes-draft')).toBe('/pages/sizes')
  await save('size-table')
  expect(await all()).toEqual({ '/pages/sizes-draft': '/pages/size-table', '/pages/sizes': '/pages/size-table' })
  await save('sizes')
  expect(await all()).toEqual({ '/pages/sizes-draft': '/pages/sizes', '/pages/size-table': '/pages/sizes' })
  expect(await leadsTo('/pages/sizes')).toBe(200)
})

test('a renamed category is found by the name that it had', async () => {
  const { category } = await admin.api.createCategory('Trousers')
  await admin.api.renameCategory(category._id, 'Chinos')
  await admin.api.renameCategory(category._id, 'Pants')
  expect(await all()).toEqual({ '/categories/chinos': '/categories/trousers' })
  expect(await leadsTo('/categories/Chinos')).toBe('/categories/trousers')
})
