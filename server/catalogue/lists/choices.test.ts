import { afterAll, beforeAll, expect, test } from 'vitest'

import { addCategory, addProduct } from '#test/factories.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let categories: { id: string; slug: string }[]
beforeAll(async () => {
  shop = await startShop()
  const { db } = shop
  categories = [await addCategory(db, 'Shirts'), await addCategory(db, 'Pants'), await addCategory(db, 'Lowers')]
  const [shirts = '', pants = '', lowers = ''] = categories.map(({ id }) => id)
  await addProduct(db, { name: 'A', categoryId: shirts, colour: 'Navy', sizes: { S: 2, M: 0 }, pricePaise: 50_000 })
  await addProduct(db, { name: 'B', categoryId: shirts, colour: 'Ivory and Indigo', sizes: { M: 3 } })
  await addProduct(db, { name: 'C', categoryId: pants, colour: 'Deep Green', sizes: { S: 0, L: 1 } })
  await addProduct(db, { name: 'D', categoryId: pants, colour: 'Wasabi, light', sizes: { L: 0 } })
  await addProduct(db, { name: 'E', categoryId: lowers, colour: null, stock: 4 })
})
afterAll(() => shop.close())

async function list(query: object) {
  const answer = await shop.visitor().api.listProducts({ ...query, facets: 'true' })
  return { ...answer, names: answer.products.map(({ name }) => name).join('') }
}

test('several values of one filter are joined by or, several filters by and', async () => {
  const [shirts, pants] = categories
  expect((await list({ size: 'S,L' })).names).toBe('ACD')
  expect((await list({ size: 'S, L', inStock: 'true' })).names).toBe('AC')
  expect((await list({ category: `${shirts?.id},${pants?.slug}` })).names).toBe('ABCD')
  expect((await list({ category: 'shirts', size: 'M,L' })).names).toBe('AB')
  expect((await list({ size: ',' })).names).toBe('')
  const { products } = await shop.visitor().api.listCategoryProducts('shirts', { colour: 'White,Green', size: 'M,L' })
  expect(products.map(({ name }) => name)).toStrictEqual(['B'])
})

test('a colour is found by its name and by its families', async () => {
  expect((await list({ colour: 'Navy' })).names).toBe('A')
  expect((await list({ colour: 'Blue' })).names).toBe('AB')
  expect((await list({ colour: 'Blue,Green' })).names).toBe('ABC')
  expect((await list({ colour: 'Wasabi, light' })).names).toBe('D')
  const { facets } = await list({})
  expect(facets?.families).toStrictEqual([
    { value: 'White', hex: '#ffffff', count: 1 },
    { value: 'Green', hex: '#4d6b45', count: 1 },
    { value: 'Blue', hex: '#2b4c7e', count: 2 },
  ])
})

test('every value is counted with all filters but its own, and stock beside what is sold out', async () => {
  const { facets, totalProducts } = await list({ size: 'S,M', colour: 'Blue' })
  expect(totalProducts).toBe(2)
  expect(facets).toMatchObject({
    sizes: [
      { value: 'S', count: 1 },
      { value: 'M', count: 2 },
    ],
    families: [
      { value: 'White', count: 1 },
      { value: 'Green', count: 1 },
      { value: 'Blue', count: 2 },
    ],
    inStock: 2,
    withSoldOut: 2,
  })
  expect((await list({ size: 'M' })).facets).toMatchObject({ inStock: 1, withSoldOut: 2 })
  expect((await list({ size: 'M', inStock: 'true' })).facets).toMatchObject({ inStock: 1, withSoldOut: 2 })
})

test('the owner says which family a colour belongs to and what a word means', async () => {
  const { api } = await shop.admin()
  const before = await api.getSearchSettings()
  expect(before.synonyms).toContainEqual({ phrase: 'polo shirt', means: 'polo' })
  expect(before.colours).toContainEqual({ name: 'Wasabi, light', families: [] })
  expect((await list({ search: 'wasabi' })).names).toBe('D')
  expect((await list({ search: 'galabiya' })).names).toBe('')

  const synonyms = [
    { phrase: 'galabiya', means: 'green' },
    { phrase: '&', means: 'green' },
  ]
  const after = await api.changeSearchSettings({ synonyms, colourFamilies: { 'Wasabi, light': 'Green' } })
  expect(after.synonyms).toStrictEqual(synonyms)
  expect(after.colours).toContainEqual({ name: 'Wasabi, light', families: ['Green'] })
  expect((await list({ colour: 'Green' })).names).toBe('CD')
  expect((await list({ search: 'galabiya' })).names).toBe('CD')
  expect((await list({ search: '&' })).names).toBe('CD')
  expect((await list({ search: '%' })).names).toBe('')
  const { entries } = await api.listAudit({})
  expect(entries[0]).toMatchObject({ action: 'change search settings' })

  await api.changeSearchSettings({ colourFamilies: {} })
  expect((await list({ colour: 'Green' })).names).toBe('C')
  expect((await api.getSearchSettings()).synonyms).toStrictEqual(synonyms)
})

test.each(['the long coat of a green knight', 'coat for men', '501 galabiya', '501'])(
  'a search finds what the owner’s phrase %s means, in full',
  async (phrase) => {
    const { api } = await shop.admin()
    const { synonyms } = await api.getSearchSettings()
    await api.changeSearchSettings({ synonyms: [...synonyms, { phrase, means: 'wasabi' }] })
    expect((await list({ search: phrase })).names).toBe('D')
    await api.changeSearchSettings({ synonyms })
  },
)

test('two who change the lists at once keep each other’s lines and choices', async () => {
  const { api } = await shop.admin()
  const line = (phrase: string) => ({ phrase, means: 'green' })
  const synonyms = [line('first'), line('second')]
  const was = { synonyms, colourFamilies: { Navy: 'Blue', 'Wasabi, light': 'Green' } as const }
  await api.changeSearchSettings(was)
  const colourFamilies = { ...was.colourFamilies, Navy: 'Grey' } as const
  await api.changeSearchSettings({ synonyms: [...synonyms, line('third')], colourFamilies, was })
  const after = await api.changeSearchSettings({
    synonyms: [line('second'), line('fourth'), line('fourth')],
    colourFamilies: { Navy: 'Blue' },
    was,
  })
  expect(after.synonyms).toStrictEqual([line('second'), line('fourth'), line('third')])
  expect(after.colourFamilies).toStrictEqual({ Navy: 'Grey' })
  await api.changeSearchSettings({ synonyms: [], colourFamilies: {} })
})

test('the colours of two callers together may not be too many', async () => {
  const { api } = await shop.admin()
  const blue = (prefix: string) =>
    Object.fromEntries(Array.from({ length: 300 }, (_, number) => [`${prefix} ${number}`, 'Blue' as const]))
  await api.changeSearchSettings({ colourFamilies: blue('first'), was: { colourFamilies: {} } })
  await expect(
    api.changeSearchSettings({ colourFamilies: blue('second'), was: { colourFamilies: {} } }),
  ).rejects.toMatchObject({ code: 'invalid', message: 'At most 500 colours.' })
  expect(Object.keys((await api.getSearchSettings()).colourFamilies)).toHaveLength(300)
  await api.changeSearchSettings({ colourFamilies: {} })
})

test.for([
  { synonyms: [{ phrase: '', means: 'x' }] },
  { synonyms: 'none' },
  { colourFamilies: { Navy: 'Blueish' } },
  JSON.parse('{"colourFamilies": {"__proto__": "Blue"}}') as object,
  { synonyms: Array.from({ length: 501 }, () => ({ phrase: 'a', means: 'b' })) },
  { more: [] },
])('%j is refused', async (change) => {
  const { api } = await shop.admin()
  await expect(api.changeSearchSettings(change as never)).rejects.toMatchObject({ code: 'invalid' })
})

test('only an administrator reads or changes what searches mean', async () => {
  const { api } = shop.visitor()
  await expect(api.getSearchSettings()).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(api.changeSearchSettings({ synonyms: [] })).rejects.toMatchObject({ code: 'unauthenticated' })
})
