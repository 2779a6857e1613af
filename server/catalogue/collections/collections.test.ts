import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { CollectionInput } from '#contract/catalogue/collections/collections.ts'

import { MAX_COLLECTIONS } from '#contract/catalogue/collections/collection-limits.ts'
import { DAY_MS } from '#contract/units/time-units.ts'
import { addCategory, addProduct } from '#test/factories.ts'
import { startShop } from '#test/start-shop.ts'

interface Facts {
  tags?: string
  fabric?: string
  fit?: string
}

let shop: Awaited<ReturnType<typeof startShop>>
let shirts: Awaited<ReturnType<typeof addCategory>>
const ids: Record<string, string> = {}
/** The products by one letter each, sorted by name. */
beforeAll(async () => {
  shop = await startShop()
  shirts = await addCategory(shop.db, 'Shirts')
  const pants = await addCategory(shop.db, 'Pants')
  const addAged = async (name: string, draft: Parameters<typeof addProduct>[1], facts: Facts = {}, age = 100) => {
    const { id } = await addProduct(shop.db, { name, ...draft })
    await shop.db
      .updateTable('products')
      .set({ fit: null, ...facts })
      .where('id', '=', id)
      .execute()
    await makeOld(id, age * DAY_MS)
    ids[name] = id
  }
  await addAged(
    'A',
    { categoryId: shirts.id, pricePaise: 900_00, colour: 'Navy' },
    { fabric: 'Linen', fit: 'Slim', tags: 'Festive, new' },
  )
  await addAged(
    'B',
    { categoryId: shirts.id, pricePaise: 2000_00, discountedPricePaise: 1000_00, colour: 'Rust' },
    { tags: 'Office' },
  )
  await addAged('C', { categoryId: pants.id, pricePaise: 1500_00, stock: 0 }, { fit: 'Boxy' }, 2)
  await addAged('D', { categoryId: pants.id, pricePaise: 3000_00, discountedPricePaise: 2400_00 }, { fabric: 'Cotton' })
})
afterAll(() => shop.close())

// Nobody else changes when a product was made, so that no list hears of it by itself.
const makeOld = (id: string, age: number) =>
  sql`
    update products set created_at = ${new Date(Date.now() - age)}, description = description || '.'
    where id = ${id}`.execute(shop.db)

const input = (change: Partial<CollectionInput> = {}): CollectionInput => ({
  title: 'Wedding',
  text: '',
  picture: '',
  pictureWords: '',
  rule: {},
  products: [],
  order: 'name',
  isHidden: false,
  ...change,
})

let number = 0
async function add(change: Partial<CollectionInput>) {
  const { api } = await shop.admin()
  number += 1
  return api.createCollection(input({ title: `Collection ${number}`, ...change }))
}

const lettersOf = async (slug: string, query: object = {}) => {
  const { products } = await shop.visitor().api.listCollectionProducts(slug, query)
  return products.map(({ name }) => name).join('')
}

const RULES: Record<string, [rule: () => CollectionInput['rule'], found: string]> = {
  'without conditions': [() => ({}), 'ABCD'],
  'of a category': [() => ({ categories: [shirts.id] }), 'AB'],
  'of colours': [() => ({ colours: ['Blue', 'Orange'] }), 'AB'],
  'of a price': [() => ({ minPrice: 900, maxPrice: 1000 }), 'AB'],
  'of what is reduced': [() => ({ isReduced: true }), 'BD'],
  'of fabrics': [() => ({ fabrics: ['linen', 'Cotton'] }), 'AD'],
  'of fits': [() => ({ fits: ['SLIM', 'Boxy'] }), 'AC'],
  'of tags': [() => ({ tags: ['festive', 'OFFICE'] }), 'AB'],
  'of what is new': [() => ({ newDays: 3 }), 'C'],
  'of what is in stock': [() => ({ isInStock: true }), 'ABD'],
  'of several conditions': [() => ({ isReduced: true, maxPrice: 1500, categories: [] }), 'B'],
}
test.each(Object.keys(RULES))('a rule %s takes the products that meet it', async (name) => {
  const [rule, found] = RULES[name]!
  const { collection } = await add({ rule: rule() })
  expect(await lettersOf(collection.slug)).toBe(found)
  expect(collection.count).toBe(found.length)
})

test('tags are for the staff: they are offered to rules, a change of them counts at once, and no customer sees them', async () => {
  const { api } = await shop.admin()
  expect((await api.getRuleChoices()).tags).toEqual(['Festive', 'Office', 'new'])
  const { collection } = await add({ rule: { tags: ['gift'] } })
  const ownerSees = async () => {
    const { products } = await api.getAdminProducts()
    return Object.values(products)
      .flat()
      .find(({ _id }) => _id === ids.D)!
  }
  const { revision } = await ownerSees()
  await api.editProduct(ids.D!, { revision, tags: 'Gift, office' })
  expect(await lettersOf(collection.slug)).toBe('D')
  expect(await ownerSees()).toMatchObject({ tags: 'Gift, office' })
  expect(await shop.visitor().api.getProduct(ids.D!)).not.toHaveProperty('tags')
  await api.editProduct(ids.D!, { revision: revision + 1, tags: null })
  expect(await lettersOf(collection.slug)).toBe('')
})

test('a collection by hand has its products in their order, and a rule can be led by chosen ones', async () => {
  const { collection } = await add({ rule: null, products: ['D', 'A', 'D'].map((one) => ids[one]!), order: 'by hand' })
  expect(await lettersOf(collection.slug)).toBe('DA')
  expect(await lettersOf(collection.slug, { sort: 'name' })).toBe('AD')
  const led = await add({ rule: { isReduced: true }, products: [ids.A!, ids.D!], order: 'by hand' })
  expect(await lettersOf(led.collection.slug)).toBe('DB')
})

test('lists are sorted by age, by what sold and by discount, too', async () => {
  const letters = async (sort: 'newest' | 'best-sold' | 'discount') =>
    (await shop.visitor().api.listProducts({ sort })).products.map(({ name }) => name).join('')
  expect(await letters('newest')).toBe('CDBA')
  expect(await letters('discount')).toBe('BDCA')
  const sold = JSON.stringify([ids.A, ids.D])
  await shop.db.insertInto('catalogueSettings').values({ name: 'most sold', value: sold }).execute()
  await expect.poll(() => letters('best-sold')).toBe('ADCB')
})

test('a list tells whose it is, is filtered like any other, and counts by collection', async () => {
  const { collection } = await add({ title: 'Under ₹1,500', text: 'Small prices.', rule: { maxPrice: 1500 } })
  expect(collection.slug).toBe('under-1500')
  const { api } = shop.visitor()
  const answer = await api.listCollectionProducts('Under-1500', { inStock: 'true', facets: 'true' })
  expect(answer).toMatchObject({
    totalProducts: 2,
    collection: { title: 'Under ₹1,500', slug: 'under-1500', text: 'Small prices.' },
    facets: { withSoldOut: 3, inStock: 2, collections: [] },
  })
  const filtered = await api.listProducts({ collection: 'under-1500', category: 'shirts', facets: 'true' })
  expect(filtered.products.map(({ name }) => name)).toEqual(['A', 'B'])
  expect(filtered.collection?.title).toBe('Under ₹1,500')
  expect(filtered.facets?.collections).toContainEqual({ slug: 'under-1500', title: 'Under ₹1,500', count: 2 })
  expect((await api.listProducts({ collection: 'no-such' })).products).toEqual([])
  await expect(api.listCollectionProducts('no-such')).rejects.toMatchObject({ code: 'not_found' })
})

test('a product enters and leaves with its next change, in this process and in others', async () => {
  const { collection } = await add({ rule: { maxPrice: 950, isInStock: true } })
  const other = await startShop({ database: { ...shop.shop.database, close: async () => undefined } })
  const seen = async () => {
    const { products } = await other.visitor().api.listCollectionProducts(collection.slug, { facets: 'true' })
    return `${await lettersOf(collection.slug, { facets: 'true' })} ${products.map(({ name }) => name).join('')}`
  }
  expect(await seen()).toBe('A A')
  const { api } = await shop.admin()
  await api.updatePrice(ids.C!, { price: 800 })
  await api.setStock(ids.C!, 2)
  await expect.poll(seen).toBe('AC AC')
  await api.setStock(ids.C!, 0)
  await api.updatePrice(ids.A!, { price: 951 })
  await expect.poll(seen).toBe(' ')
  await api.updatePrice(ids.A!, { price: 900 })
  await api.updatePrice(ids.C!, { price: 1500 })
  await expect.poll(seen).toBe('A A')
  await other.close()
})

test('a product leaves what is new when its time is over, though nobody changes anything', async () => {
  const { collection } = await add({ rule: { newDays: 50 } })
  const list = () => lettersOf(collection.slug, { facets: 'true' })
  expect(await list()).toBe('C')
  const listAlmostOver = async () => {
    await makeOld(ids.B!, 50 * DAY_MS - 1500)
    return list()
  }
  await expect.poll(listAlmostOver).toBe('BC')
  await expect.poll(list).toBe('C')
  await makeOld(ids.B!, 100 * DAY_MS)
})

test('a hidden or deleted collection is nowhere, and comes back as it was', async () => {
  const { api } = await shop.admin()
  const { collection } = await add({ title: 'Festive', rule: { isReduced: true }, order: 'price-desc' })
  const { _id, revision } = collection
  const isShown = async () => {
    const { collections } = await shop.visitor().api.getCollections()
    return collections.some(({ slug }) => slug === 'festive')
  }
  expect(await isShown()).toBe(true)
  const hidden = input({ title: 'Festive', rule: { isReduced: true }, order: 'price-desc', isHidden: true })
  await api.editCollection(_id, { ...hidden, revision })
  expect(await isShown()).toBe(false)
  await expect(lettersOf('festive')).rejects.toMatchObject({ code: 'not_found' })
  expect((await api.getCollection(_id)).count).toBe(2)

  await api.editCollection(_id, { ...hidden, isHidden: false, revision: revision + 1 })
  await api.deleteCollection(_id)
  await expect(lettersOf('festive')).rejects.toMatchObject({ code: 'not_found' })
  await expect(api.getCollection(_id)).rejects.toMatchObject({ code: 'not_found' })
  await api.restoreCollection(_id)
  expect(await lettersOf('festive')).toBe('DB')
  const { entries } = await api.listAudit({ area: 'collection' })
  expect(entries.slice(0, 5).map(({ action }) => action)).toEqual([
    'restore collection',
    'delete collection',
    'edit collection',
    'edit collection',
    'create collection',
  ])
})

test('what two owners do at once is not lost, and an address belongs to one collection', async () => {
  const { api } = await shop.admin()
  const { collection } = await add({ title: 'Monsoon' })
  const change = { ...input({ title: 'Monsoon sale' }), revision: collection.revision }
  const [first, second] = await Promise.allSettled([
    api.editCollection(collection._id, change),
    api.editCollection(collection._id, { ...change, title: 'Rain' }),
  ])
  expect([first.status, second.status].toSorted()).toEqual(['fulfilled', 'rejected'])
  const refusal = [first, second].flatMap((one) => (one.status === 'rejected' ? one.reason : []))[0]
  expect(refusal).toMatchObject({ code: 'conflict', message: expect.stringContaining('Somebody else') })
  await expect(add({ title: 'Other', slug: 'monsoon' })).rejects.toMatchObject({
    code: 'conflict',
    fields: { slug: 'Another collection has this address.' },
  })
  expect((await add({ title: 'Monsoon' })).collection.slug).toBe('monsoon-2')
  expect((await add({ title: 'शादी' })).collection.slug).toBe('collection')
})

test('the old address of a collection leads to its new one', async () => {
  const { api } = await shop.admin()
  const { collection } = await add({ title: 'Diwali', slug: 'diwali' })
  await api.editCollection(collection._id, { ...input({ title: 'Diwali', slug: 'festive-2' }), revision: 1 })
  const { items } = await api.listOldAddresses({ search: 'diwali' })
  expect(items).toMatchObject([{ path: '/collections/diwali', newPath: '/collections/festive-2' }])
})

test('a rule that takes nothing or everything is saved and says so', async () => {
  expect((await add({ rule: { fits: ['No such fit'] } })).note).toBe(
    'No product on sale matches this rule now. The collection fills as soon as one does.',
  )
  expect((await add({ rule: {} })).note).toBe('This rule matches every product on sale.')
  expect((await add({ rule: { isReduced: true } })).note).toBeUndefined()
  expect((await add({ rule: null })).note).toBe('None of its products is on sale now.')
  const { api } = await shop.admin()
  expect(await api.previewCollection({ rule: { isReduced: true }, products: [], order: 'discount' })).toMatchObject({
    count: 2,
    total: 4,
    products: [{ name: 'B' }, { name: 'D' }],
  })
})

test('a deleted product leaves a collection, and its form; it comes back with the product', async () => {
  const { api } = await shop.admin()
  const { id } = await addProduct(shop.db, { name: 'E', categoryId: shirts.id })
  const { collection } = await add({ rule: null, products: [ids.A!, id], order: 'by hand' })
  expect(await lettersOf(collection.slug)).toBe('AE')
  await api.deleteProduct(id)
  expect(await lettersOf(collection.slug)).toBe('A')
  expect((await api.getCollection(collection._id)).products).toEqual([{ _id: ids.A, name: 'A', isOnSale: true }])
  const sent = { ...input({ rule: null, products: [id, ids.A!, 'no-such'] }), revision: collection.revision }
  expect((await api.editCollection(collection._id, sent)).note).toBe('2 products are deleted and left out.')
  await sql`update products set deleted_at = now() where id = ${id}`.execute(shop.db)
})

test.each<[change: object, field: string, sentence: string]>([
  [{ title: ' ' }, 'title', 'Please enter a title.'],
  [{ slug: 'Not good' }, 'slug', 'Small letters, digits and hyphens, such as under-1500.'],
  [{ rule: { minPrice: 10, maxPrice: 5 } }, 'rule.maxPrice', 'The highest price is below the lowest.'],
  [{ rule: { minPrice: -1 } }, 'rule.minPrice', 'Please enter a price in rupees.'],
  [{ rule: { newDays: 0 } }, 'rule.newDays', 'A whole number of days from 1 to 365.'],
  [{ rule: { colours: ['Mud'] } }, 'rule.colours.0', 'There is no such colour.'],
  [{ picture: `${'0'.repeat(32)}-10x10` }, 'picture', 'Please choose a picture.'],
  [{ order: 'random' }, 'order', 'Please choose an order.'],
])('%o is refused with a sentence', async (change, field, sentence) => {
  await expect(add(change)).rejects.toMatchObject({ code: 'invalid', fields: { [field]: sentence } })
})

test('a page of the list past its end says how many collections there are', async () => {
  const owner = await shop.admin()
  await owner.api.createCollection(input({ title: 'One more' }))
  const { total } = await owner.api.listCollectionsForAdmin({ page: 1, limit: 1 })
  expect(total).toBeGreaterThan(0)
  expect(await owner.api.listCollectionsForAdmin({ page: 400, limit: 100 })).toEqual({ items: [], total })
})

test('a shop has no more collections than may be, also when several are made at once or one comes back', async () => {
  const full = await startShop()
  try {
    const owner = await full.admin()
    await sql`
      insert into collections (id, slug, title, rule, sort)
      select 'collection-' || n, 'collection-' || n, 'Collection ' || n, '{}', 'newest'
      from generate_series(1, ${MAX_COLLECTIONS - 1}::int) n`.execute(full.db)
    const made = await Promise.allSettled(['One', 'Two'].map((title) => owner.api.createCollection(input({ title }))))
    expect(made.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await owner.api.deleteCollection('collection-1')
    await owner.api.createCollection(input({ title: 'Three' }))
    await expect(owner.api.restoreCollection('collection-1')).rejects.toMatchObject({
      code: 'conflict',
      message: `A shop has at most ${MAX_COLLECTIONS} collections.`,
    })
  } finally {
    await full.close()
  }
})
