import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createShopClient } from '#client/client.ts'
import { typesOf, type Description } from '#test/client-types.ts'
import type { KeyMaking } from '#contract/accounts/keys.ts'
import { addCategory, addProduct } from '#test/factories.ts'
import { jpegPicture } from '#test/pictures.ts'
import { buy, signedIn } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let owner: Awaited<ReturnType<typeof signedIn>>
let folder: string
beforeAll(async () => {
  shop = await startShop()
  owner = await signedIn(shop, 'admin')
  folder = await mkdtemp(join(tmpdir(), 'selvedge-client-'))
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true })
})

const keyFor = async (areas: KeyMaking['areas']) => (await owner.api.makeKey({ name: 'A program', areas })).key

/** Runs one of the examples as a program of its own, with these files, and returns what it says. */
async function run(name: string, key: string, ...files: string[]) {
  const program = fileURLToPath(new URL(`../client/examples/${name}.ts`, import.meta.url))
  const env = { ...process.env, SELVEDGE_URL: shop.origin, SELVEDGE_KEY: key }
  return promisify(execFile)(process.execPath, [program, ...files], { env })
}

test('the client’s types are those of the calls that the shop describes', async () => {
  const description: Description = await (await shop.visitor().fetch('/api/openapi.json')).json()
  await expect(typesOf(description)).toMatchFileSnapshot('../client/calls.ts')
})

test('an example writes new and changed orders into a CSV, each state once', async () => {
  const key = await keyFor(['orders:read', 'payers:read'])
  const product = await addProduct(shop.db, { stock: 9 })
  const bought = [await buy(shop, product.id), await buy(shop, product.id, 2)]
  const csv = join(folder, 'orders.csv')
  const linesIn = async () => (await readFile(csv, 'utf8')).trim().split('\r\n')
  await run('new-orders-to-csv', key, csv)
  const [head, ...lines] = await linesIn()
  expect(head).toContain('"order","changed","status"')
  expect(lines).toHaveLength(2)
  for (const { order } of bought) expect(lines.join('\n')).toContain(`"${order._id}"`)
  expect(lines.join('\n')).toContain('"2998"')
  await run('new-orders-to-csv', key, csv)
  expect(await linesIn()).toHaveLength(3)
  await owner.api.changeOrderStatus(bought[0]?.order._id ?? '', 'shipped')
  await run('new-orders-to-csv', key, csv)
  expect((await linesIn()).slice(3)).toEqual([expect.stringContaining('"shipped"')])
})

test('an example without a key says where there is one', async () => {
  await expect(run('stock-from-file', '', 'stock.csv')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Please set SELVEDGE_KEY'),
  })
})

test('an example sets the stock from a file, and says what it could not', async () => {
  const key = await keyFor(['stock:read', 'catalogue:write'])
  const product = await addProduct(shop.db, { sizes: { M: 4, L: 5 } })
  const rows = await shop.db
    .selectFrom('productSizes')
    .select(['size', 'sku'])
    .where('productId', '=', product.id)
    .orderBy('position')
    .execute()
  const csv = join(folder, 'stock.csv')
  await writeFile(csv, `sku,pieces\n${rows[0]?.sku},11\n${rows[1]?.sku},5\nNO-SUCH,3\n`)
  const { stdout, stderr } = await run('stock-from-file', key, csv)
  expect([stdout, stderr]).toEqual(['1 set\n', 'NO-SUCH: the shop has no such SKU.\n'])
  expect((await owner.api.getStock(product.id)).map(({ size, shelf }) => [size, shelf])).toEqual([
    ['M', 11],
    ['L', 5],
  ])
})

test('an example adds a product with its picture', async () => {
  const key = await keyFor(['catalogue:write'])
  const { name: category } = await addCategory(shop.db)
  const [details, picture] = [join(folder, 'product.json'), join(folder, 'front.jpg')]
  const sizes = [{ size: 'M', stock: 3 }]
  await writeFile(
    details,
    JSON.stringify({ name: 'Plain shirt', description: 'Cotton.', price: '999', category, sizes }),
  )
  await writeFile(picture, await jpegPicture())
  const { stdout } = await run('product-with-picture', key, details, picture)
  const product = await owner.api.getEditableProduct(stdout.trim())
  expect(product).toMatchObject({ name: 'Plain shirt', price: 999, sizes, images: [expect.any(String)] })
})

test('the client tells what the shop refuses, in its words', async () => {
  const client = createShopClient({ origin: shop.origin, key: await keyFor(['orders:read']) })
  await expect(client.call('GET /admin/getallorders', { query: { limit: 0 } })).rejects.toMatchObject({
    status: 400,
    code: 'invalid',
    fields: { limit: 'At least 1.' },
  })
  await expect(client.call('GET /admin/categories')).rejects.toMatchObject({
    status: 403,
    message: 'This key does not open this call.',
  })
  const wrong = createShopClient({ origin: shop.origin, key: 'wrong' })
  await expect(wrong.call('GET /admin/getallorders')).rejects.toMatchObject({ status: 401, code: 'unauthenticated' })
})
