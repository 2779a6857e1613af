import { afterAll, beforeAll, expect, test } from 'vitest'

import type { EditableProduct } from '#contract/catalogue/admin-catalogue.ts'
import type { ProductChange } from '#contract/catalogue/product-input.ts'

import { addCategory, addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { jpegPicture, pngPicture } from '#test/pictures.ts'
import { buyCart, fillCart, signedIn } from '#test/purchase.ts'
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

const open = (id: string) => admin.api.getEditableProduct(id)
const edit = async (
  { _id, revision }: EditableProduct,
  change: Omit<ProductChange, 'revision'>,
  uploads: File[] = [],
) => (await admin.api.editProduct(_id, { revision, ...change }, uploads)).product
const fileOf = async (bytes: Promise<Buffer>) => new File([new Uint8Array(await bytes)], 'a.png')

async function withPictures(): Promise<EditableProduct> {
  const form = new FormData()
  const category = await addCategory(shop.db)
  const fields = { name: 'Pictured', price: '100', category: category.name, stock: '1' }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.append('images', await fileOf(pngPicture({ width: 300, height: 375 })))
  form.append('images', await fileOf(jpegPicture({ width: 310, height: 375 })))
  return open((await admin.api.createProduct(form)).product._id)
}

test('every written field is changed, kept as written, and told to the audit log from what to what', async () => {
  const { id } = await addProduct(shop.db, { name: 'Old', colour: 'Red' })
  const category = await addCategory(shop.db)
  const input = {
    name: ' <New> ',
    description: '  two\nlines ',
    price: 900.5,
    discountedPrice: 900.5,
    fabric: 'Linen',
    fit: 'Regular',
    care: 'Cold wash',
    hsn: '6205',
    origin: 'India',
  }
  const product = await edit(await open(id), { ...input, category: category.id, colour: null })
  expect(product).toMatchObject({ ...input, category: { _id: category.id }, revision: 2 })
  expect(product).not.toHaveProperty('colour')
  const row = await shop.db
    .selectFrom('auditLog')
    .select(['action', 'before', 'after'])
    .where('subjectId', '=', id)
    .executeTakeFirst()
  expect(row).toMatchObject({
    action: 'edit product',
    before: { name: 'Old', price: 1499, colour: 'Red', hsn: null },
    after: { name: ' <New> ', price: 900.5, colour: null, hsn: '6205' },
  })
  expect(row?.before).not.toHaveProperty('sizes')
  const { products } = await shop.visitor().api.listProducts({ search: 'linen new' })
  expect(products).toMatchObject([{ _id: id }])
})

test('of two administrators who edit the same product the later one is told, and nothing is lost', async () => {
  const { id } = await addProduct(shop.db, { name: 'Shared' })
  const [mine, theirs] = [await open(id), await open(id)]
  await edit(theirs, { price: 800 })
  await expect(edit(mine, { name: 'Mine' })).rejects.toMatchObject({ status: 409, code: 'conflict' })
  expect(await open(id)).toMatchObject({ name: 'Shared', price: 800 })
  const known = await open(id)
  const races = await Promise.allSettled([edit(known, { name: 'A' }), edit(known, { name: 'B' })])
  expect(races.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('what changes nothing makes no revision and no audit row', async () => {
  const { id } = await addProduct(shop.db, { name: 'Same', stock: 4 })
  const product = await open(id)
  const sizes = product.sizeRows.map(({ _id, size, stock }) => ({ _id, size, stock, was: stock }))
  expect(await edit(product, { name: 'Same', sizes })).toMatchObject({ revision: 1 })
})

test('sizes are added, renamed, put in order, measured and taken away', async () => {
  const { id } = await addProduct(shop.db, { sizes: { S: 1, M: 2, L: 0 } })
  const product = await open(id)
  const [s, m] = product.sizeRows
  const edited = await edit(product, {
    sizes: [
      { size: 'XS', stock: 5, measurements: { Chest: 92.5 } },
      { _id: m!._id, size: 'S', stock: 2, measurements: { Chest: 100 } },
      { _id: s!._id, size: 'M', stock: 6, was: 1 },
    ],
  })
  expect(edited.sizes).toEqual([
    { size: 'XS', stock: 5 },
    { size: 'S', stock: 2 },
    { size: 'M', stock: 6 },
  ])
  expect(edited.sizeGuide).toEqual({ XS: { Chest: 92.5 }, S: { Chest: 100 } })
  for (const [size, count] of [
    ['XS', 1],
    ['L', 0],
  ] as const) {
    const { products } = await shop.visitor().api.listCategoryProducts(edited.category.slug, { size, inStock: 'true' })
    expect(products).toHaveLength(count)
  }
})

test('a product without sizes gets a whole run, and its pieces go where they are put', async () => {
  const { id } = await addProduct(shop.db, { stock: 9 })
  const product = await open(id)
  const run = ['S', 'M', 'L'].map((size) => ({ size, stock: 3 }))
  expect((await edit(product, { sizes: run })).sizes).toEqual(run)
  expect((await open(id)).stock).toBe(9)
})

test('a size whose pieces were sold cannot be taken away, one in a cart can', async () => {
  const { id } = await addProduct(shop.db, { sizes: { M: 5, L: 5 } })
  const customer = await signedIn(shop)
  await fillCart(customer, id, 1)
  await buyCart(shop, customer)
  await customer.api.addToCart(id, 'L')
  const product = await open(id)
  const [m, l] = product.sizeRows.map(({ _id, size, stock }) => ({ _id, size, stock }))
  await expect(edit(product, { sizes: [l!] })).rejects.toMatchObject({
    status: 400,
    fields: { sizes: expect.stringContaining('size M have been sold') },
  })
  expect((await edit(product, { sizes: [m!] })).sizes).toEqual([{ size: 'M', stock: 4 }])
  expect((await customer.api.getCart()).cart).toEqual([])
})

test('a typed stock stands against a sale meanwhile; an untouched one gives way to it', async () => {
  const { id } = await addProduct(shop.db, { sizes: { M: 5 } })
  const product = await open(id)
  const customer = await signedIn(shop)
  await fillCart(customer, id, 2)
  await buyCart(shop, customer)
  const [m] = product.sizeRows
  const row = { _id: m!._id, size: 'M', was: 5 }
  await expect(edit(product, { sizes: [{ ...row, stock: 8 }] })).rejects.toMatchObject({
    status: 409,
    fields: { 'sizes.0.stock': 'The stock of size M is 3 by now.' },
  })
  expect((await edit(product, { name: 'Sold', sizes: [{ ...row, stock: 5 }] })).stock).toBe(3)
})

test('pictures are added, put in order, renamed and taken away in one go', async () => {
  const product = await withPictures()
  const before = product.pictures.map(({ version }) => version)
  const edited = await edit(
    product,
    {
      pictures: [
        { upload: 0, alt: 'New cover' },
        { kept: 1, alt: 'Back' },
      ],
    },
    [await fileOf(pngPicture({ width: 320, height: 375 }))],
  )
  expect(edited.pictures.map(({ alt }) => alt)).toEqual(['New cover', 'Back'])
  expect(edited.pictures[1]?.version).toBe(before[1])
  expect(before).not.toContain(edited.pictures[0]?.version)
  expect((await shop.visitor().fetch(edited.images[0]!)).status).toBe(200)
  expect((await shop.visitor().fetch(`/api/products/image/${edited._id}/2`)).status).toBe(404)
})

test('a refused change of pictures leaves the old ones, on the disk too', async () => {
  const product = await withPictures()
  const upload = await fileOf(pngPicture({ width: 330, height: 375 }))
  const inputs: [Omit<ProductChange, 'revision'>, File[]][] = [
    [{ pictures: [{ kept: 2, alt: '' }] }, []],
    [{ pictures: [{ kept: 0, upload: 0, alt: '' }] }, [upload]],
    [{ pictures: [{ upload: 1, alt: '' }] }, [upload]],
    [{ pictures: [{ kept: 0, alt: '' }] }, [upload]],
    [{ pictures: [{ alt: '' }] }, []],
    [{ name: 'X' }, [upload]],
    [{ pictures: [{ upload: 0, alt: '' }] }, [new File(['no picture'], 'a.png')]],
    [{ pictures: [] }, []],
    [{ pictures: Array.from({ length: 6 }, () => ({ kept: 0, alt: '' })) }, []],
  ]
  for (const [input, uploads] of inputs) {
    await expect(edit(product, input, uploads)).rejects.toMatchObject({ status: 400 })
  }
  await expect(
    edit({ ...product, revision: 0 }, { pictures: [{ upload: 0, alt: '' }] }, [upload]),
  ).rejects.toMatchObject({
    status: 409,
  })
  expect(await open(product._id)).toEqual(product)
  expect((await shop.visitor().fetch(product.images[0]!)).status).toBe(200)
})

test.for([
  { name: '  ' },
  { name: 'x'.repeat(201) },
  { price: -1 },
  { price: '5' },
  { price: 1.234 },
  { price: 100, discountedPrice: 101 },
  { discountedPrice: 5000 },
  { hsn: '12a' },
  { hsn: '62052' },
  { hsn: '6205200000' },
  { category: 'nowhere' },
  { colour: '' },
  { sizes: [] },
  {
    sizes: [
      { size: 'M', stock: 1 },
      { size: 'm', stock: 1 },
    ],
  },
  {
    sizes: [
      { size: '', stock: 1 },
      { size: 'M', stock: 1 },
    ],
  },
  { sizes: [{ size: 'M', stock: -1 }] },
  { sizes: [{ size: 'M', stock: 1.5 }] },
  { sizes: [{ size: 'M', stock: 1, measurements: { Chest: -2 } }] },
  { sizes: [{ _id: 'other', size: 'M', stock: 1 }] },
  { role: 'admin' },
])('%j is refused and changes nothing', async (input) => {
  const { id } = await addProduct(shop.db)
  const product = await open(id)
  await expect(edit(product, input as never)).rejects.toMatchObject({ status: 400, fields: expect.any(Object) })
  expect(await open(id)).toEqual(product)
})

test('what is no change at all is refused, and so is a change of nothing that exists', async () => {
  const { id } = await addProduct(shop.db)
  for (const change of ['{', '[]', 'null', '{"revision":"1"}']) {
    const form = new FormData()
    form.set('change', change)
    const answer = await admin.fetch(`/api/admin/products/${id}`, { method: 'PATCH', body: form })
    expect(answer.status).toBe(400)
  }
  await expect(admin.api.editProduct('nothing', { revision: 1 })).rejects.toMatchObject({ status: 404 })
  await admin.api.deleteProduct(id)
  await expect(admin.api.editProduct(id, { revision: 2, name: 'X' })).rejects.toMatchObject({ status: 409 })
  expect(await open(id)).toMatchObject({ deletedAt: expect.any(String) })
})
