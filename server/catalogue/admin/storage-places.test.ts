import { afterAll, beforeAll, expect, test } from 'vitest'

import { addCategory, addProduct } from '#test/factories.ts'
import { jpegPicture } from '#test/pictures.ts'
import { buyCart, fillCart, signedIn } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: Awaited<ReturnType<typeof shop.admin>>
beforeAll(async () => {
  shop = await startShop()
  admin = await shop.admin()
  await addCategory(shop.db, 'Shirts')
})
afterAll(() => shop.close())

const open = (id: string) => admin.api.getEditableProduct(id)
const placesOf = async (id: string) => (await open(id)).sizeRows.map(({ storagePlace }) => storagePlace)

/** Saves the product's sizes with these places, by the names of the sizes. */
async function give(id: string, places: Record<string, string | null>) {
  const { revision, sizeRows } = await open(id)
  const placed = (size: string) => (size in places ? { storagePlace: places[size]! } : {})
  const sizes = sizeRows.map(({ _id, size, stock }) => ({ _id, size, stock, ...placed(size) }))
  return admin.api.editProduct(id, { revision, sizes })
}

async function import_(csv: string) {
  const file = () => new File([csv], 'a.csv')
  const { token, products } = await admin.api.importProducts(file())
  if (products.some(({ status }) => status !== 'rejected')) await admin.api.importProducts(file(), token)
  return products.flatMap(({ reasons, changes }) => [
    ...reasons.map(({ reason }) => reason),
    ...changes.map(({ what, from, to }) => `${what}: ${from} → ${to}`),
  ])
}

test('a size has a place on the shelf where its owner names one, which shoppers do not see', async () => {
  const form = new FormData()
  const fields = { name: 'Placed', price: '1499', category: 'Shirts', stock: '5', storagePlace: ' C-1 ' }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('images', new Blob([new Uint8Array(await jpegPicture())]), 'picture.jpg')
  const { product } = await admin.api.createProduct(form)
  expect(await placesOf(product._id)).toEqual(['C-1'])
  expect(JSON.stringify(await shop.visitor().api.getProduct(product._id))).not.toContain('C-1')

  const { id } = await addProduct(shop.db, { sizes: { M: 3, L: 1 } })
  await give(id, { M: 'A-03-2', L: 'A-03-2' })
  await give(id, {})
  expect(await placesOf(id)).toEqual(['A-03-2', 'A-03-2'])
  await give(id, { L: null })
  expect(await placesOf(id)).toEqual(['A-03-2', null])
  const { entries } = await admin.api.listAudit({})
  expect(entries[0]?.changes).toMatchObject([{ what: 'Places on the shelf', to: 'm A-03-2' }])
  await expect(give(id, { M: 'x'.repeat(21) })).rejects.toMatchObject({
    fields: { 'change.sizes.0.storagePlace': 'At most 20 characters.' },
  })
})

test('a sheet has the places: one that lacks the column leaves them, and an emptied cell takes one away', async () => {
  const { id } = await addProduct(shop.db, { sizes: { M: 3, L: 1 } })
  await give(id, { M: '3-2', L: '007' })
  const exported = await (await admin.fetch('/api/admin/products/export')).text()
  expect(exported.split('\r\n')[0]).toContain(',stock,storage_place,')
  expect(await import_(exported)).toEqual([])
  // A spreadsheet that takes the zeros changes nothing.
  expect(await import_(exported.replace("'007", '7'))).toEqual([])
  expect(await import_(`id,size,stock\n${id},M,4`)).toEqual(['stock of M: 3 → 4'])
  expect(await placesOf(id)).toEqual(['3-2', '007'])
  expect(await import_(`id;size;storage_place\n${id};M;1-2-3\n${id};L;`)).toEqual([
    'place of M: 3-2 → 1-2-3',
    'place of L: 007 → nothing',
  ])
  expect(await placesOf(id)).toEqual(['1-2-3', null])
  expect(await import_(`id,size,stock,storage_place\n${id},XL,2,B-9`)).toEqual([
    'stock of XL: nothing → 2',
    'place of XL: nothing → B-9',
  ])
})

test('a place that a spreadsheet has damaged, that is too long or names no size is refused by its line', async () => {
  const { id } = await addProduct(shop.db, { sizes: { M: 3, L: 1 } })
  const says = async (place: string, size = 'M') => import_(`id;size;storage_place\n${id};${size};${place}`)
  for (const cell of ['03-Feb', '01-02-2003']) {
    expect(await says(cell)).toEqual([
      `storage_place: “${cell}” looks like a date that a spreadsheet made of a place. Format the column as text and enter it again.`,
    ])
  }
  expect(await says('x'.repeat(21))).toEqual([`storage_place: At most 20 characters. It says “${'x'.repeat(21)}”.`])
  expect(await says('A-1', '')).toEqual(['size: This product has sizes, so a place on the shelf needs one.'])
})

test('the owner’s stock tells the place and is searched by it, and so does the packing table', async () => {
  const { id } = await addProduct(shop.db, { name: 'Found', sizes: { M: 3, L: 1 } })
  await give(id, { L: 'K-12-4' })
  const found = async (search: string) =>
    (await admin.api.listStock({ search })).items.map(({ size, storagePlace }) => [size, storagePlace])
  for (const typed of ['K-12-4', 'k-12']) expect(await found(typed)).toEqual([['L', 'K-12-4']])
  expect(await found('12-4')).toEqual([])

  const customer = await signedIn(shop)
  await fillCart(customer, id, 1, 'L')
  await buyCart(shop, customer)
  const { orders } = await admin.api.listPackingOrders()
  expect(orders[0]?.lines).toMatchObject([{ size: 'L', storagePlace: 'K-12-4' }])
})
