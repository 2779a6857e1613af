import { expect, test } from 'vitest'

import { loadRow, loadRows, pickRandom } from '#app/catalogue/rows/featured-rows.ts'
import { createApi } from '#contract/api/api.ts'
import { FEATURED_ROWS } from '#contract/catalogue/lists/featured-rows.ts'

/** A shop whose every category holds `count` products; undefined for one that has no such category. */
function shopWith(count: number | undefined) {
  const asked: string[] = []
  const api = createApi(async (path) => {
    asked.push(path)
    if (count === undefined) return Response.json({ message: 'Category not found', code: 'not_found' }, { status: 404 })
    const images = ['/front', '/back']
    const product = { name: 'Oxford', stock: 3, images, pictures: [], category: { name: 'Shirts', slug: 'shirts' } }
    return Response.json({
      products: Array.from({ length: count }, (_, index) => ({ ...product, _id: String(index) })),
    })
  })
  return { api, asked }
}
const [SHIRTS, TEES] = FEATURED_ROWS

test('a row needs five products', async () => {
  expect(await loadRow(shopWith(4).api, SHIRTS, 'home')).toEqual([])
  expect(await loadRow(shopWith(5).api, SHIRTS, 'home')).toHaveLength(5)
})

test('a row shows ten different products at most', async () => {
  const row = await loadRow(shopWith(30).api, SHIRTS, 'home')
  expect(new Set(row.map(({ _id }) => _id)).size).toBe(10)
})

test('a row contains only the fields that its cards show', async () => {
  const [product] = await loadRow(shopWith(5).api, SHIRTS, 'home')
  expect(product).toEqual({
    _id: expect.any(String),
    name: 'Oxford',
    images: ['/front'],
    pictures: [],
    category: { slug: 'shirts' },
  })
})

test('a category that does not exist makes no row', async () => {
  expect(await loadRow(shopWith(undefined).api, SHIRTS, 'home')).toEqual([])
})

test('only the shirts of the home page are chosen from thirty', async () => {
  const { api, asked } = shopWith(5)
  await loadRow(api, SHIRTS, 'home')
  await loadRow(api, TEES, 'home')
  await loadRow(api, SHIRTS, 'product')
  expect(asked.map((path) => /limit=(\d+)/.exec(path)?.[1])).toEqual(['30', '10', '10'])
})

test('a server-rendered page requests all rows in one call', async () => {
  const asked: string[] = []
  const counts = { lowers: 4, shirts: 30, 't-shirts': 5 }
  const api = createApi(async (path) => {
    asked.push(path)
    const rows = Object.entries(counts).map(([slug, count]) => ({
      slug,
      products: Array.from({ length: count }, (_, index) => ({ _id: `${slug} ${index}` })),
    }))
    return Response.json({ rows })
  })
  const rows = await loadRows(api, 'home')
  expect(asked).toEqual(['/api/products/featured?place=home'])
  expect(rows.map(({ length }) => length)).toEqual([10, 5, 0, 0, 0])
  expect(new Set(rows[0]?.map(({ _id }) => _id)).size).toBe(10)
})

test('a random choice follows the given chance and leaves the list as it is', () => {
  const items = ['a', 'b', 'c']
  expect(pickRandom(items, 2, () => 0)).toEqual(['a', 'b'])
  expect(pickRandom(items, 9, () => 0.99)).toEqual(['c', 'b', 'a'])
  expect(items).toEqual(['a', 'b', 'c'])
})
