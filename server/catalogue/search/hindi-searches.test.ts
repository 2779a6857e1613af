import { afterAll, beforeAll, expect, test } from 'vitest'

import { addCategory, addProduct } from '#test/factories.ts'
import { fillWithDemo } from '#test/fill-with-demo.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop()
  await fillWithDemo(shop.db)
})
afterAll(() => shop.close())

const list = (search: string) => shop.visitor().api.listProducts({ search, page: 1, limit: 100 })
const namesOf = async (search: string) => (await list(search)).products.map(({ name }) => name)

test.for([
  ['safed shirt', 'white shirt'],
  ['safaid', 'white'],
  ['neela jeans', 'blue jeans'],
  ['neeli jeans', 'blue jeans'],
  ['kala tshirt', 'black tshirt'],
  ['kali pant', 'black pants'],
  ['kaali pant', 'black pants'],
  ['lal shirt', 'red shirt'],
  ['laal rang ki shirt', 'red shirt'],
  ['hara shirt', 'green shirt'],
  ['hari kameez', 'green shirt'],
  ['peela tshirt', 'yellow tshirt'],
  ['bhoori jacket', 'brown jacket'],
  ['slety jeans', 'grey jeans'],
  ['nikkar', 'shorts'],
  ['knicker', 'shorts'],
  ['half pant', 'shorts'],
  ['chaddi', 'shorts'],
  ['kamiz', 'shirt'],
  ['kameez', 'shirt'],
  ['patloon', 'pants'],
  ['pajama', 'pyjama'],
  ['paijama', 'pyjama'],
  ['aadhi baju ki shirt', 'half sleeve shirt'],
  ['poori aastin shirt', 'full sleeve shirt'],
  ['full baazu shirt', 'full sleeve shirt'],
  ['full sleeve', 'full sleeve shirt'],
  ['long sleeves', 'full sleeve shirt'],
  ['puri baju', 'full sleeve shirt'],
  ['full sleeve 2000 se kam', 'full sleeve shirt under 2000'],
  ['500 se kam', 'under 500'],
  ['1000 ke andar tshirt', 'tshirt under 1000'],
  ['shirt 2000 tak', 'shirt under 2000'],
  ['2000 se zyada jeans', 'jeans above 2000'],
  ['suti shirt', 'cotton shirt'],
  ['garmi ke liye shirt', 'summer shirt'],
  ['sardi ki shirt', 'winter shirt'],
  ['shaadi ka kurta', 'wedding kurta'],
  ['tyohar ke kapde', 'festive'],
  ['daftar ki shirt', 'office shirt'],
  ['kasrat', 'gym'],
  ['सफेद कमीज', 'white shirt'],
  ['सफ़ेद कमीज़', 'white shirt'],
  ['नीली जींस', 'blue jeans'],
  ['काली टी-शर्ट', 'black t-shirt'],
  ['लाल शर्ट', 'red shirt'],
  ['आधी बाजू की शर्ट', 'half sleeve shirt'],
  ['५०० से कम', 'under 500'],
  ['कुर्ता', 'kurta'],
  ['निक्कर', 'shorts'],
])('%s finds what %s finds', async ([said, means]) => {
  const expected = await namesOf(means as string)
  expect(expected).not.toStrictEqual([])
  expect(await namesOf(said as string)).toStrictEqual(expected)
})

test('cheap and dear things come in the order that is asked for, in Hindi too', async () => {
  const pricesOf = async (search: string) =>
    (await list(search)).products.flatMap(({ price, discountedPrice, stock }) =>
      stock > 0 ? [discountedPrice ?? price] : [],
    )
  const cheap = await pricesOf('sasti jeans')
  expect(cheap).toStrictEqual(cheap.toSorted((a, b) => a - b))
  expect(cheap.length).toBeGreaterThan(3)
  const dear = await pricesOf('mehengi jeans')
  expect(dear).toStrictEqual(cheap.toReversed())
})

test('another vowel sign makes another word', async () => {
  const { id: categoryId } = await addCategory(shop.db, 'Ethnic')
  const { id } = await addProduct(shop.db, { name: 'सूती कुर्ता', categoryId })
  expect(await namesOf('कुर्ता')).toContain('सूती कुर्ता')
  for (const other of ['कुर्ती', 'कीर्ति', 'करता', 'कूरता']) {
    expect({ other, found: await namesOf(other) }).toEqual({ other, found: [] })
  }
  await shop.db.deleteFrom('products').where('id', '=', id).execute()
})

test('a word that the shop itself has is not read as Hindi', async () => {
  const { id: categoryId } = await addCategory(shop.db, 'Odd')
  const { id } = await addProduct(shop.db, { name: 'Lal Dupatta Print Shirt', colour: 'Blue', categoryId })
  expect(await namesOf('lal shirt')).toStrictEqual(['Lal Dupatta Print Shirt'])
  await shop.db.deleteFrom('products').where('id', '=', id).execute()
})

test.for([
  '98290 10000',
  '+91 98290 10000',
  '98290',
  '12345 67890',
  'stock',
  'qwerty',
  'price',
  'in stock',
  '7171 8181',
])('%s means nothing and finds nothing', async (search) => {
  const { products, totalProducts, nearest = [], nearestKind } = await list(search)
  expect({ found: products.length, totalProducts, nearestKind }).toEqual({
    found: 0,
    totalProducts: 0,
    nearestKind: 'newest',
  })
  expect(nearest.length).toBeGreaterThan(3)
  expect((await shop.visitor().api.suggest(search)).products).toEqual([])
})

test('a search for a present shows ideas of every kind, the cheapest first, and narrows to its price', async () => {
  for (const search of ['gift', 'gift for dad', 'birthday gift', 'gifts for boyfriend', 'tohfa', 'उपहार']) {
    const { products, nearest = [], nearestKind } = await list(search)
    expect({ search, found: products.length, nearestKind }).toEqual({ search, found: 0, nearestKind: 'gifts' })
    expect(new Set(nearest.slice(0, 5).map(({ category }) => category.name)).size).toBe(5)
    expect(nearest[0]?.name).toBe('Everyday Crew Tee')
  }
  const affordable = await list('gift under 1000')
  expect(affordable.totalProducts).toBeGreaterThan(3)
  expect(affordable.products.every(({ price, discountedPrice = price }) => discountedPrice <= 1000)).toBe(true)
  expect(await namesOf('shirt gift for dad')).toStrictEqual(await namesOf('shirt'))
})

test('what comes nearest honours the colour, then the price', async () => {
  const nearestOf = async (search: string) => (await list(search)).nearest ?? []
  expect((await nearestOf('white hoodie set zari'))[0]?.colour).toMatch(/White|Ivory/)
  expect((await nearestOf('red jeans'))[0]?.colour).toMatch(/Red/)
  expect((await nearestOf('gulabi shirt'))[0]?.colour).toMatch(/Red/)
  for (const search of ['gulabi', 'pink']) expect((await nearestOf(search))[0]?.colour).toMatch(/Red/)
  for (const search of ['purple', 'baingani']) {
    expect((await nearestOf(search))[0]?.colour).toMatch(/Blue|Navy|Indigo|Sky/)
  }
  const [first] = await nearestOf('shirt under 300')
  expect(first?.name).toBe('Sanganer Bloom Shirt')
  expect((await nearestOf('white shirt under 300'))[0]?.colour).toMatch(/White|Ivory/)
})

test('what is sold out in every size is never first, and what only a description says comes last', async () => {
  for (const search of [
    'gingham',
    'ringer',
    'plain white tshirt',
    'cord trouser',
    'swim',
    'green check shirt',
    'naya',
  ]) {
    const { products } = await list(search)
    const isOrdered = products.map(({ stock }) => Number(stock === 0))
    expect({ search, isOrdered }).toEqual({ search, isOrdered: isOrdered.toSorted((a, b) => a - b) })
  }
  const jackets = await namesOf('jacket')
  expect(jackets.slice(0, 2)).toStrictEqual(['Midnight Twill Overshirt', 'Tobacco Cord Overshirt'])
  expect(jackets.indexOf('Quay Breton Tee')).toBeGreaterThan(1)
})

test('office and formal mean formality, not a fabric', async () => {
  for (const search of ['office shirt', 'formal shirt for office', 'business shirt']) {
    const names = await namesOf(search)
    expect(names.slice(0, 3).toSorted()).toStrictEqual([
      'Aravalli Oxford Button-Down',
      'Harbour Stripe Shirt',
      'Meridian Poplin Shirt',
    ])
    expect(names).not.toContain('Backwater Wave Camp Shirt')
  }
})

test('new arrivals come newest first', async () => {
  const { products } = await list('new arrivals')
  const times = products.flatMap(({ stock, createdAt }) => (stock > 0 ? [createdAt] : []))
  expect(times).toStrictEqual(times.toSorted().toReversed())
  expect(products[0]?.category.name).toBe('Lowers')
})

test('a size is found, filtered and counted in the digits of any script', async () => {
  for (const [name, size] of [
    ['Hindi Angrakha', '४२'],
    ['English Angrakha', '42'],
    ['Other Angrakha', '44'],
  ] as const) {
    await addProduct(shop.db, { name, sizes: { [size]: 3 } })
  }
  const both = ['English Angrakha', 'Hindi Angrakha']
  for (const search of ['angrakha 42', 'angrakha ४२', 'angrakha size ४२']) {
    expect((await namesOf(search)).toSorted()).toEqual(both)
  }
  for (const size of ['42', '४२']) {
    const { products, facets } = await shop.visitor().api.listProducts({
      search: 'angrakha',
      size,
      page: 1,
      limit: 9,
      facets: 'true',
    })
    expect(products.map(({ name }) => name).toSorted()).toEqual(both)
    expect(facets?.sizes).toEqual([
      { value: '42', count: 2 },
      { value: '44', count: 1 },
    ])
  }
})
