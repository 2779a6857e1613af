import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { joinValues } from '#contract/catalogue/lists/filter-values.ts'
import { addCategory, addProduct } from '#test/factories.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop()
  const { id: categoryId } = await addCategory(shop.db, 'Shirts')
  const described = async (
    name: string,
    facts: { fit: string | null; fabric: string | null },
    product: object = {},
  ) => {
    const { id } = await addProduct(shop.db, { name, categoryId, stock: 1, ...product })
    await shop.db.updateTable('products').set(facts).where('id', '=', id).execute()
  }
  await described('A', { fit: 'Slim', fabric: 'Yarn-dyed cotton-viscose poplin, 120 g/m²' })
  await described(
    'B',
    { fit: 'slim ', fabric: 'European flax linen' },
    { pricePaise: 900_00, discountedPricePaise: 700_00 },
  )
  await described('C', { fit: 'Boxy', fabric: 'COTTON PIQUÉ' }, { stock: 0 })
  await described('D', { fit: null, fabric: null })
})
afterAll(() => shop.close())

async function list(query: object = {}) {
  const answer = await shop.visitor().api.listProducts({ ...query, facets: 'true' })
  const { fits, fabrics, discounted } = answer.facets ?? {}
  const written = (facet: { value: string; count: number }[] = []) =>
    facet.map(({ value, count }) => `${value} ${count}`)
  return {
    names: answer.products.map(({ name }) => name).join(''),
    fits: written(fits),
    fabrics: written(fabrics),
    discounted,
  }
}

test('a list is narrowed by fit, fabric and discount, each counted with all filters but its own', async () => {
  expect(await list()).toEqual({
    names: 'ABCD',
    fits: ['Slim 2', 'Boxy 1'],
    fabrics: ['Cotton 2', 'Linen 1', 'Viscose 1', 'Piqué 1', 'Poplin 1'],
    discounted: 1,
  })
  expect((await list({ fit: 'SLIM' })).names).toBe('AB')
  expect((await list({ fit: 'slim,boxy', fabric: 'cotton' })).names).toBe('AC')
  expect((await list({ fabric: 'Linen,piqué' })).names).toBe('BC')
  expect((await list({ discounted: 'true' })).names).toBe('B')
  expect(await list({ fit: 'Slim', fabric: 'Cotton', inStock: 'true' })).toEqual({
    names: 'A',
    fits: ['Slim 1'],
    fabrics: ['Cotton 1', 'Linen 1', 'Viscose 1', 'Poplin 1'],
    discounted: 0,
  })
})

test('a product that has come lately is marked as new, unless most of the shop has', async () => {
  const marked = async () =>
    (await shop.visitor().api.listProducts({})).products.flatMap(({ name, isNew }) => (isNew ? name : []))
  expect(await marked()).toEqual([])
  await sql`update products set created_at = '2025-01-01', description = 'Older.' where name <> 'A'`.execute(shop.db)
  expect(await marked()).toEqual(['A'])
})

test('a list is narrowed by sleeves where a text or a measurement tells them', async () => {
  const { id: categoryId } = await addCategory(shop.db, 'Sleeved')
  const add = async (product: { name: string; description?: string }, facts: object, sleeve?: number) => {
    const { id } = await addProduct(shop.db, { categoryId, stock: 1, ...product })
    await shop.db.updateTable('products').set(facts).where('id', '=', id).execute()
    if (sleeve !== undefined) {
      await shop.db
        .updateTable('productSizes')
        .set({ measurements: JSON.stringify({ chest: 104, sleeve }) })
        .where('productId', '=', id)
        .execute()
    }
    return id
  }
  await add({ name: 'E Shirt' }, { tags: null }, 63)
  await add({ name: 'F Shirt' }, { tags: null }, 22)
  await add({ name: 'G Half-Sleeve Shirt' }, { tags: null }, 63)
  await add({ name: 'H Vest' }, { tags: 'summer, sleeveless' })
  await add({ name: 'I Shirt', description: 'Long sleeves with a barrel cuff.' }, { tags: null })
  await add({ name: 'J Shirt', description: 'Wear it under a long sleeved or a short sleeved one.' }, { tags: null })
  const known = await add({ name: 'K Shirt' }, { tags: null })
  const sleeves = async (query: object) => {
    const { products, facets } = await shop
      .visitor()
      .api.listProducts({ category: categoryId, ...query, facets: 'true' })
    const counts = facets?.sleeves.map(({ value, count }) => `${value} ${count}`)
    return { names: products.map(({ name }) => name.charAt(0)).join(''), counts }
  }
  const counts = ['Full 2', 'Half 2', 'Sleeveless 1']
  expect(await sleeves({})).toEqual({ names: 'EFGHIJK', counts })
  expect(await sleeves({ sleeve: 'full' })).toEqual({ names: 'EI', counts })
  expect((await sleeves({ sleeve: 'Half,sleeveless' })).names).toBe('FGH')
  await shop.db.updateTable('products').set({ fit: 'Relaxed, full sleeves' }).where('id', '=', known).execute()
  expect((await sleeves({ sleeve: 'FULL' })).names).toBe('EIK')
})

test('a fit with a comma is one value, alone, with others, and in addresses from before', async () => {
  const { id: categoryId } = await addCategory(shop.db, 'Jeans')
  for (const fit of ['Slim, tapered', 'Slim', 'Tapered', 'Boxy']) {
    const { id } = await addProduct(shop.db, { name: fit, categoryId, stock: 1 })
    await shop.db.updateTable('products').set({ fit }).where('id', '=', id).execute()
  }
  const found = async (fit: string) => {
    const { products } = await shop.visitor().api.listCategoryProducts('jeans', { fit })
    return products.map(({ name }) => name)
  }
  const one = joinValues(['Slim, tapered'])
  expect(await found(one)).toEqual(['Slim, tapered'])
  expect(await found(`Boxy,${one}`)).toEqual(['Boxy', 'Slim, tapered'])
  expect(await found('Slim, tapered')).toEqual(['Slim, tapered'])
  expect(await found('Slim, boxy')).toEqual(['Boxy', 'Slim'])
  expect(await found('slim,tapered')).toEqual(['Slim', 'Tapered'])
})
