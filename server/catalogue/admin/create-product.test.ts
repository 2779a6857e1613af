import { sql } from 'kysely'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { ProductDetail } from '#contract/catalogue/catalogue.ts'

import { newId } from '#server/db/new-id.ts'
import { MAX_UPLOAD_BYTES } from '#contract/catalogue/upload-limits.ts'
import { addCategory } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { avifPicture, bombPng, jpegPicture, pngPicture, refusedFiles, webpPicture } from '#test/pictures.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: Awaited<ReturnType<typeof shop.admin>>
let category: Awaited<ReturnType<typeof addCategory>>
let jpeg: Buffer

beforeAll(async () => {
  shop = await startShop()
  admin = await shop.admin()
  category = await addCategory(shop.db, 'Shirts')
  jpeg = await jpegPicture()
})
afterAll(() => shop.close())

let rowsBefore: number
let filesBefore: number
beforeEach(async () => {
  rowsBefore = await countRows()
  filesBefore = await countFiles()
})

async function countRows(): Promise<number> {
  const counts = await Promise.all(
    (['products', 'productSizes', 'productImages', 'stockLedger'] as const).map((table) =>
      shop.db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow(),
    ),
  )
  return counts.reduce((sum, { count }) => sum + count, 0)
}

async function countFiles(): Promise<number> {
  const folder = join(shop.shop.config.dataDir, 'images')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).length
}

async function expectNothingKept(): Promise<void> {
  expect(await countRows()).toBe(rowsBefore)
  expect(await countFiles()).toBe(filesBefore)
}

type Fields = Record<string, string | string[] | undefined>

function formOf(fields: Fields = {}, pictures: Buffer[] = [jpeg]): FormData {
  const form = new FormData()
  const all: Fields = { name: 'Shirt', price: '1499', category: 'Shirts', description: 'Plain.', stock: '5', ...fields }
  for (const [name, value] of Object.entries(all)) {
    for (const each of [value ?? []].flat()) form.append(name, each)
  }
  for (const picture of pictures) form.append('images', new Blob([new Uint8Array(picture)]), 'picture.jpg')
  return form
}

async function create(form: FormData) {
  const answer = await admin.fetch('/api/products/createproducts', { method: 'POST', body: form })
  const body = (await answer.json()) as {
    message: string
    error: string
    code: string
    fields: Record<string, string>
    product: ProductDetail
  }
  return { status: answer.status, ...body }
}

test('a product is created as it was written and is on sale at once', async () => {
  const text = '  <b>Überhemd</b> & "Co" 👔 شيرت\nnew line  '
  const { status, message, product } = await create(
    formOf({ name: text, description: text, price: '1499.50', discountedPrice: '999', stock: '12' }),
  )
  expect([status, message]).toStrictEqual([201, 'Product created successfully!'])
  expect(product).toMatchObject({
    name: text.replaceAll('\n', '\r\n'),
    description: text.replaceAll('\n', '\r\n'),
    price: 1499.5,
    discountedPrice: 999,
    category: { _id: category.id, name: 'Shirts', slug: 'shirts' },
    stock: 12,
    sizes: [],
    images: [`/api/products/image/${product._id}/0`],
    revision: 1,
  })
  expect(await shop.visitor().api.getProduct(product._id)).toStrictEqual(product)
  const { products } = await shop.visitor().api.listCategoryProducts('shirts')
  expect(products.map(({ _id }) => _id)).toContain(product._id)
  const image = await shop.visitor().fetch(product.images[0] ?? '')
  expect([image.status, image.headers.get('content-type')]).toStrictEqual([200, 'image/jpeg'])
  await expectInvariants(shop.db)
})

test('what is sent several times with one key is one product', async () => {
  const key = newId()
  const made = await Promise.all([1, 2, 3].map(() => admin.api.createProduct(formOf({ name: 'Once Shirt' }), key)))
  const again = await admin.api.createProduct(formOf({ name: 'Once Shirt' }), key)
  const products = [...made, again].map(({ product }) => product)
  expect(new Set(products.map(({ _id }) => _id)).size).toBe(1)
  const named = shop.db.selectFrom('products').select('id').where('name', '=', 'Once Shirt')
  expect(await named.execute()).toEqual([{ id: products[0]?._id }])
  const others = [formOf({ name: 'Other Shirt' }), formOf({ name: 'Once Shirt' }, [await pngPicture()])]
  for (const other of others) {
    await expect(admin.api.createProduct(other, key)).rejects.toMatchObject({ status: 409, code: 'conflict' })
  }
  const second = await admin.api.createProduct(formOf({ name: 'Once Shirt' }), newId())
  expect(second.product._id).not.toBe(products[0]?._id)
})

test('sizes carry the stock, and stock may then be left out', async () => {
  const sizes = JSON.stringify([
    { size: 'M', stock: 4 },
    { size: 'L', stock: 0 },
  ])
  const { product } = await create(formOf({ sizes, stock: undefined }))
  expect(product).toMatchObject({ stock: 4, sizes: JSON.parse(sizes) as object })
  const both = await create(formOf({ sizes, stock: '99' }))
  expect(both.product.stock).toBe(4)
  const none = await create(formOf({ sizes: '[]', stock: '3' }))
  expect(none.product).toMatchObject({ stock: 3, sizes: [] })
  await expectInvariants(shop.db)
})

test('a product is created with every field that editing takes', async () => {
  const details = { colour: 'Indigo', fabric: 'Linen', fit: 'Slim', care: 'Cold wash', hsn: '6205', origin: 'India' }
  const sizes = JSON.stringify([
    { size: 'M', stock: 4, measurements: { chest: 104.5 } },
    { size: 'L', stock: 1, measurements: null },
  ])
  const alts = JSON.stringify(['The front', ' '])
  const form = formOf({ ...details, name: 'Whole', sizes, alts }, [jpeg, await pngPicture(), await webpPicture()])
  const { status, product } = await create(form)
  expect(status).toBe(201)
  expect(product).toMatchObject({ ...details, stock: 5, sizeGuide: { M: { chest: 104.5 } } })
  expect(product.sizeGuide).not.toHaveProperty('L')
  expect(product.pictures.map(({ alt }) => alt)).toEqual(['The front', 'Whole, picture 2', 'Whole, picture 3'])
  const entry = await shop.db
    .selectFrom('auditLog')
    .select('after')
    .where('subjectId', '=', product._id)
    .executeTakeFirst()
  expect(entry?.after).toMatchObject({ ...details, measurements: { M: { chest: 104.5 } } })
  await expectInvariants(shop.db)
})

test('one to five JPEG, PNG, WebP or AVIF pictures are taken, in the order in which they were sent', async () => {
  const pictures = [jpeg, await pngPicture(), await webpPicture(), await avifPicture(), await jpegPicture()]
  const { status, product } = await create(formOf({}, pictures))
  expect(status).toBe(201)
  expect(product.images).toStrictEqual([0, 1, 2, 3, 4].map((index) => `/api/products/image/${product._id}/${index}`))
  expect(new Set(product.pictures.map(({ version }) => version)).size).toBe(5)
  for (const image of product.images) expect((await shop.visitor().fetch(image)).status).toBe(200)
  expect((await shop.visitor().fetch(`/api/products/image/${product._id}/5`)).status).toBe(404)
})

test('what may be left out is left out', async () => {
  const fields = { description: undefined, discountedPrice: undefined }
  const { status, product } = await create(formOf(fields))
  expect(status).toBe(201)
  expect(product.description).toBe('')
  expect(product).not.toHaveProperty('discountedPrice')
  expect((await create(formOf({ description: '', discountedPrice: '' }))).status).toBe(201)
})

test.for([
  [{ price: '0' }],
  [{ price: '500', discountedPrice: '500' }],
  [{ price: '500', discountedPrice: '0' }],
  [{ price: '10000000' }],
  [{ price: ' 12.05 ' }],
  [{ stock: '0' }],
  [{ category: ' SHIRTS ' }],
])('%j is taken', async ([fields]) => {
  expect(await create(formOf(fields))).toMatchObject({ status: 201 })
})

const PRICE = 'Price must be greater than 0.'
const DISCOUNT = 'Discounted price must be between 0 and the original price.'
const VALUES = 'Please enter valid price values.'
const STOCK = 'Please enter a valid stock number.'

test.for<[Fields, string | RegExp]>([
  [{ price: '-1' }, PRICE],
  [{ price: '-0.01', discountedPrice: '-5' }, PRICE],
  [{ price: '-5', discountedPrice: '10' }, PRICE],
  [{ discountedPrice: '-1' }, DISCOUNT],
  [{ price: '500', discountedPrice: '500.01' }, DISCOUNT],
  [{ price: undefined }, VALUES],
  [{ price: '' }, VALUES],
  [{ price: '   ' }, VALUES],
  [{ price: 'abc' }, VALUES],
  [{ price: 'NaN' }, VALUES],
  [{ price: '1e309' }, VALUES],
  [{ price: 'Infinity' }, VALUES],
  [{ price: '0x10' }, VALUES],
  [{ price: '१०' }, VALUES],
  [{ price: '9'.repeat(400) }, /two decimals/],
  [{ price: '10000000.01' }, /two decimals/],
  [{ price: '1.005' }, /two decimals/],
  [{ price: ['10', '20'] }, /twice/],
  [{ discountedPrice: 'abc' }, VALUES],
  [{ stock: '-1' }, STOCK],
  [{ stock: '1.5' }, STOCK],
  [{ stock: 'many' }, STOCK],
  [{ stock: undefined }, STOCK],
  [{ stock: '1000001' }, STOCK],
  [{ stock: '1e309' }, STOCK],
  [{ name: undefined }, /name/],
  [{ name: '   ' }, /name/],
  [{ name: 'x'.repeat(201) }, /200/],
  [{ name: 'x'.repeat(10_000) }, /200/],
  [{ name: 'nul\0' }, /character/],
  [{ description: 'x'.repeat(10_000) }, /5000/],
  [{ description: 'x'.repeat(70_000) }, /5000|too long/],
  [{ category: 'No such category' }, /category/i],
  [{ category: undefined }, /category/],
  [{ category: '__proto__' }, /category/i],
  [{ sizes: 'no json' }, /Sizes/],
  [{ sizes: '{"size":"M","stock":1}' }, /Sizes/],
  [{ sizes: '[{"size":"M"}]' }, STOCK],
  [{ sizes: '[{"size":"M","stock":-1}]' }, STOCK],
  [{ sizes: '[{"size":"M","stock":1.5}]' }, STOCK],
  [{ sizes: '[{"size":"M","stock":null}]' }, STOCK],
  [{ sizes: '[{"size":" ","stock":1}]' }, /fill in/],
  [{ sizes: '[{"size":"M","stock":1},{"size":"m","stock":1}]' }, /Sizes/],
  [{ sizes: '[{"size":"M","stock":1,"__proto__x":1}]' }, /./],
  [{ sizes: '[{"size":"\\ud800","stock":1}]' }, /character/],
  [{ sizes: '[{"size":"\\u0000","stock":1}]' }, /character/],
  [{ sizes: JSON.stringify(Array.from({ length: 21 }, (_, index) => ({ size: `${index}`, stock: 1 }))) }, /20 sizes/],
  [{ hsn: '12a' }, /HSN/],
  [{ colour: 'x'.repeat(61) }, /60/],
  [{ sizes: '[{"size":"M","stock":1,"measurements":{"chest":-2}}]' }, /./],
  [{ alts: 'no json' }, /Alternative texts/],
  [{ alts: '[1]' }, /./],
  [{ alts: '["The front","The back"]' }, /more alternative texts/],
  [{ rating: '5' }, /rating/],
  [{ __proto__x: '5' }, /__proto__x/],
  [{ constructor: '5' }, /form/],
])('%j is refused and leaves nothing', async ([fields, sentence]) => {
  const answer = await create(formOf(fields))
  expect(answer).toMatchObject({ status: 400, code: 'invalid', error: answer.message })
  expect(answer.message).toMatch(sentence)
  await expectNothingKept()
})

test('a product without a picture is refused, and one with six', async () => {
  expect(await create(formOf({}, []))).toMatchObject({ status: 400, fields: { images: /picture/ } })
  const unnamed = formOf({}, [])
  unnamed.append('images', new Blob([]), '')
  expect((await create(unnamed)).status).toBe(400)
  const six = await Promise.all(Array.from({ length: 6 }, () => jpegPicture()))
  expect(await create(formOf({}, six))).toMatchObject({ status: 400, message: 'A product has at most 5 pictures.' })
  const text = formOf({ images: 'data:image/png;base64,AAAA' }, [])
  expect((await create(text)).status).toBe(400)
  await expectNothingKept()
})

test('what is no picture is refused whatever it is called, also after good ones', async () => {
  for (const [kind, bytes] of Object.entries(await refusedFiles())) {
    const { status, code } = await create(formOf({}, [await jpegPicture(), bytes]))
    expect([kind, status, code]).toStrictEqual([kind, 400, 'invalid'])
  }
  await expectNothingKept()
})

test('a picture over 25 megapixels is refused by its header, and one over 5 MiB by its size', async () => {
  expect((await create(formOf({}, [bombPng()]))).status).toBe(400)
  const heavy = Buffer.concat([jpeg, Buffer.alloc(MAX_UPLOAD_BYTES)])
  expect(await create(formOf({}, [heavy]))).toMatchObject({ status: 413, code: 'invalid' })
  await expectNothingKept()
})

test('a form that is too large as a whole is refused', async () => {
  const answer = await admin.fetch('/api/products/createproducts', {
    method: 'POST',
    body: formOf({}, [Buffer.alloc(40 * 1024 * 1024)]),
  })
  expect(answer.status).toBe(413)
  await expectNothingKept()
})

test('a file under another name is refused', async () => {
  const form = formOf()
  form.append('avatar', new Blob([new Uint8Array(jpeg)]), 'x.jpg')
  expect((await create(form)).status).toBe(400)
  await expectNothingKept()
})

test('a field that would change every object is refused', async () => {
  const form = formOf()
  form.append('__proto__', '{"isAdmin":true}')
  expect(await create(form)).toMatchObject({ status: 400, code: 'invalid' })
  await expectNothingKept()
})

test('many fields, and many parts, are refused', async () => {
  const form = formOf()
  for (let index = 0; index < 40; index += 1) form.append(`field${index}`, 'x')
  expect((await create(form)).status).toBeOneOf([400, 413])
  await expectNothingKept()
})

test.for(['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'application/octet-stream'])(
  '%s is the wrong type',
  async (type) => {
    const answer = await admin.fetch('/api/products/createproducts', {
      method: 'POST',
      headers: { 'content-type': type },
      body: '{"name":"x"}',
    })
    expect(answer.status).toBe(415)
    expect(await answer.json()).toMatchObject({ code: 'invalid', message: /multipart/ })
  },
)

test.for(['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=x'])(
  'a body that is not what %s says is refused',
  async (type) => {
    const answer = await admin.fetch('/api/products/createproducts', {
      method: 'POST',
      headers: { 'content-type': type },
      body: 'no form at all',
    })
    expect(answer.status).toBe(400)
    await expectNothingKept()
  },
)

test('a form whose end is missing is refused', async () => {
  const request = new Request('http://x', { method: 'POST', body: formOf() })
  const whole = Buffer.from(await request.arrayBuffer())
  for (const bytes of [
    whole.subarray(0, -60),
    whole.subarray(0, -4),
    whole.subarray(0, Math.floor(whole.length / 2)),
  ]) {
    const answer = await admin.fetch('/api/products/createproducts', {
      method: 'POST',
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      body: new Uint8Array(bytes),
    })
    expect(answer.status).toBe(400)
  }
  await expectNothingKept()
})

test('an upload that breaks off leaves nothing, and the shop goes on', async () => {
  const request = new Request('http://x', { method: 'POST', body: formOf() })
  const whole = Buffer.from(await request.arrayBuffer())
  const { hostname, port } = new URL(shop.origin)
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const head = [
    'POST /api/products/createproducts HTTP/1.1',
    'host: x',
    `cookie: ${cookie}`,
    `content-type: ${request.headers.get('content-type')}`,
    `content-length: ${whole.length}`,
  ]
  const socket = connect(Number(port), hostname)
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.write(whole.subarray(0, whole.length - 200))
  await new Promise((resolve) => setImmediate(resolve))
  socket.destroy()
  expect((await create(formOf())).status).toBe(201)
  expect(await countFiles()).toBe(filesBefore)
})

test('two products may show the same picture, and it is kept once', async () => {
  const picture = await jpegPicture()
  const first = await create(formOf({}, [picture]))
  const files = await countFiles()
  const second = await create(formOf({}, [picture]))
  expect(second.product.pictures[0]?.version).toBe(first.product.pictures[0]?.version)
  expect(await countFiles()).toBe(files)
  await admin.api.deleteProduct(first.product._id)
  expect((await shop.visitor().fetch(second.product.images[0] ?? '')).status).toBe(200)
})

test('a picture whose product could not be kept is removed again', async () => {
  const doomed = await addCategory(shop.db, 'Doomed')
  await shop.db.schema
    .alterTable('products')
    .addCheckConstraint('no_doomed', sql`category_id <> ${sql.lit(doomed.id)}`)
    .execute()
  const { status, code } = await create(formOf({ category: 'Doomed' }, [await jpegPicture()]))
  expect([status, code]).toStrictEqual([500, 'internal'])
  await expectNothingKept()
})

test('no product comes into a category while that is deleted', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { category: rush } = await admin.api.createCategory('Rush')
    const outcomes = await Promise.all([
      create(formOf({ category: 'Rush' })),
      create(formOf({ category: 'Rush' })),
      admin.api.deleteCategory('Rush'),
    ])
    expect(outcomes[0].status).toBeOneOf([201, 400])
    const left = await shop.db
      .selectFrom('productList')
      .select('productId')
      .where('categoryId', '=', rush._id)
      .execute()
    expect(left).toStrictEqual([])
  }
})

test('who created what is in the audit', async () => {
  const { product } = await create(formOf({ name: 'Audited' }))
  const entry = await shop.db
    .selectFrom('auditLog')
    .select(['actorId', 'action', 'after'])
    .where('subjectId', '=', product._id)
    .executeTakeFirst()
  expect(entry).toMatchObject({
    actorId: admin.user._id,
    action: 'create product',
    after: { name: 'Audited', stock: 5 },
  })
})

test('only an administrator may create, and nothing of the form is read before that is known', async () => {
  const customer = await shop.customer()
  for (const visitor of [shop.visitor(), customer]) {
    const answer = await visitor.fetch('/api/products/createproducts', { method: 'POST', body: formOf() })
    expect(answer.status).toBe(401)
  }
  const foreign = await admin.fetch('/api/products/createproducts', {
    method: 'POST',
    body: formOf(),
    headers: { origin: 'https://elsewhere.example' },
  })
  expect(foreign.status).toBe(403)
  await expectNothingKept()
})

test('every other call still answers 415 to a form', async () => {
  for (const path of ['/api/categories/create', '/api/users/login', '/api/contact']) {
    const answer = await admin.fetch(path, { method: 'POST', body: formOf() })
    expect([path, answer.status]).toStrictEqual([path, 415])
  }
})
