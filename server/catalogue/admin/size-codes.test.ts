import { afterAll, beforeAll, expect, test } from 'vitest'

import { addCategory, addProduct } from '#test/factories.ts'
import { jpegPicture } from '#test/pictures.ts'
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
const codesOf = async (id: string) => (await open(id)).sizeRows.map(({ sku, barcode }) => [sku, barcode])
type Codes = Record<string, { sku?: string | null; barcode?: string | null }>

/** Saves the product's sizes with these codes, by the names of the sizes. */
async function give(id: string, codes: Codes) {
  const { revision, sizeRows } = await open(id)
  const sizes = sizeRows.map(({ _id, size, stock }) => ({ _id, size, stock, ...codes[size] }))
  return admin.api.editProduct(id, { revision, sizes })
}

async function create(fields: Record<string, string>) {
  const form = new FormData()
  const all = { name: 'Shirt', price: '1499', category: 'Shirts', stock: '5', ...fields }
  for (const [name, value] of Object.entries(all)) form.append(name, value)
  form.append('images', new Blob([new Uint8Array(await jpegPicture())]), 'picture.jpg')
  return (await admin.api.createProduct(form)).product._id
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

test('every size has a SKU and a barcode, made by the shop where the owner gives none', async () => {
  const sized = await create({ sizes: '[{"size":"M","stock":4,"sku":"OX-M"},{"size":"L","stock":1}]' })
  const [m, l] = await codesOf(sized)
  expect(m).toEqual(['OX-M', expect.stringMatching(/^2\d{7}$/)])
  expect(l).toEqual([expect.stringMatching(/^S\d{4,}$/), expect.stringMatching(/^2\d{7}$/)])
  const unsized = await create({ barcode: '8901 2345 67894' })
  expect(await codesOf(unsized)).toEqual([[expect.stringMatching(/^S\d{4,}$/), '8901234567894']])
  const shown = JSON.stringify(await shop.visitor().api.getProduct(unsized))
  expect(shown).not.toContain('8901234567894')
})

test('codes stay when a form says nothing of them, and null has the shop make one', async () => {
  const { id } = await addProduct(shop.db, { sizes: { M: 3 } })
  await give(id, { M: { sku: 'KEPT-M', barcode: '0012345' } })
  await give(id, {})
  expect(await codesOf(id)).toEqual([['KEPT-M', '0012345']])
  await give(id, { M: { sku: null } })
  expect(await codesOf(id)).toEqual([[expect.stringMatching(/^S\d{4,}$/), '0012345']])
  const { entries } = await admin.api.listAudit({})
  expect(entries[0]?.changes).toMatchObject([{ what: 'SKUs', from: 'm KEPT-M' }])
})

test('a code names one size, whatever its case; two sizes of a product may swap theirs', async () => {
  const { id } = await addProduct(shop.db, { name: 'Oxford', sizes: { M: 3, L: 2 } })
  await give(id, { M: { sku: 'OXF-M', barcode: '111111' }, L: { sku: 'OXF-L', barcode: '222222' } })
  await give(id, { M: { sku: 'OXF-L', barcode: '222222' }, L: { sku: 'OXF-M', barcode: '111111' } })
  expect(await codesOf(id)).toEqual([
    ['OXF-L', '222222'],
    ['OXF-M', '111111'],
  ])
  const other = await addProduct(shop.db, { stock: 1 })
  await expect(give(other.id, { '': { sku: 'oxf-m' } })).rejects.toMatchObject({
    code: 'conflict',
    message: '“oxf-m” names Oxford, size L, already, so it cannot be the SKU of another size.',
    fields: { 'sizes.0.sku': expect.any(String) },
  })
  await expect(give(other.id, { '': { sku: '111111' } })).rejects.toMatchObject({ code: 'conflict' })
  await expect(give(id, { M: { barcode: '333333' }, L: { barcode: '333333' } })).rejects.toMatchObject({
    fields: {
      'sizes.0.barcode': '“333333” names Oxford, size L, already, so it cannot be the barcode of another size.',
    },
  })
  await expect(create({ sku: 'OXF-L' })).rejects.toMatchObject({ code: 'conflict' })
  await expect(give(other.id, { '': { barcode: 'कमीज' } })).rejects.toMatchObject({
    fields: { 'change.sizes.0.barcode': 'A barcode has at most 20 English letters, digits and signs.' },
  })
})

test('two sizes that get the same code at one moment are not both saved, and the shop does not make one that is taken', async () => {
  const [a, b] = [await addProduct(shop.db, { stock: 1 }), await addProduct(shop.db, { stock: 1 })]
  const both = await Promise.allSettled([a, b].map(({ id }) => give(id, { '': { sku: 'RACE-1' } })))
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'conflict' } })
  const [[, made = ''] = []] = await codesOf((await addProduct(shop.db, { stock: 1 })).id)
  const next = Number(made) + 1
  await give(a.id, { '': { barcode: String(next) } })
  expect(await codesOf((await addProduct(shop.db, { stock: 1 })).id)).toEqual([
    [`S${next + 1 - 20_000_000}`, String(next + 1)],
  ])
})

test('the owner’s search finds a product by a SKU or a barcode, or how it begins', async () => {
  const { id } = await addProduct(shop.db, { name: 'Sought', sizes: { M: 3, L: 1 } })
  await give(id, { L: { sku: 'KRT/50%-L', barcode: '8905554443331' } })
  const found = async (search: string) =>
    (await admin.api.listProductsForAdmin({ search })).products.map(({ name }) => name)
  for (const typed of ['KRT/50%-L', 'krt/50', '8905554443331', '890555', ' 8905554443331 ']) {
    expect(await found(typed)).toEqual(['Sought'])
  }
  for (const typed of ['KRT/5_%', '05554443331', 'KRT/50%-XL']) expect(await found(typed)).toEqual([])
  const listed = async (search: string) => (await admin.api.listProductsForAdmin({ search })).products[0]
  expect(await listed('krt/50')).toMatchObject({ foundCode: 'KRT/50%-L' })
  expect(await listed('890555')).toMatchObject({ foundCode: '8905554443331' })
  expect(await listed('sought')).not.toHaveProperty('foundCode')
})

test('a sheet has both codes, and one without these columns leaves them alone', async () => {
  const { id } = await addProduct(shop.db, { sizes: { M: 3, L: 1 } })
  await give(id, { M: { sku: '00042', barcode: '0890123456789' } })
  const exported = await (await admin.fetch('/api/admin/products/export')).text()
  expect(exported.split('\r\n')[0]).toMatch(/,measurements,sku,barcode,made_from$/)
  expect(await import_(exported)).toEqual([])
  // A spreadsheet that reads the cells as numbers takes the zeros, and is not believed.
  expect(await import_(exported.replace("'00042,'0890123456789", '42,890123456789'))).toEqual([])
  expect(await import_(`id,size,stock\n${id},M,4`)).toEqual(['stock of M: 3 → 4'])
  expect(await import_(`id,size,sku,barcode\n${id},M,,`)).toEqual([])
  expect((await codesOf(id))[0]).toEqual(['00042', '0890123456789'])
  expect(await import_(`id,size,sku\n${id},M,NEW-M`)).toEqual(['SKU of M: 00042 → NEW-M'])
  expect(await import_('name,category,price,stock,barcode\nNew,Shirts,900,2,7000001')).toEqual([])
})

test('a line that is copied for another size gets codes of its own, and one of a product that is gone keeps them', async () => {
  const { id, name } = await addProduct(shop.db, { sizes: { M: 3 } })
  await give(id, { M: { sku: 'COPY-M', barcode: '4400001' } })
  const lines = (await (await admin.fetch('/api/admin/products/export')).text()).split('\r\n')
  const line = lines.find((one) => one.includes('COPY-M'))!
  const as = (size: string, text = line) => [lines[0], text.replace(',M,3,', `,${size},3,`)].join('\r\n')
  expect(await import_(as('XL'))).toEqual(['stock of XL: nothing → 3'])
  expect(await codesOf(id)).toEqual([
    ['COPY-M', '4400001'],
    [expect.stringMatching(/^S\d+$/), expect.stringMatching(/^2\d{7}$/)],
  ])
  // The line of a product that is no more, as when a catalogue moves to another shop.
  await give(id, { M: { sku: 'FREED', barcode: '4400009' } })
  await import_(as('M', line.replace(id, '').replace(name, 'Moved').replace('on sale', 'draft')))
  const { products } = await admin.api.listProductsForAdmin({ search: 'COPY-M' })
  expect(products.map((one) => one.name)).toEqual(['Moved'])
  expect(await codesOf(products[0]!._id)).toEqual([['COPY-M', '4400001']])
})

test('a sheet that a spreadsheet has damaged is refused with what it did', async () => {
  const { id } = await addProduct(shop.db, { name: 'Whole', sizes: { M: 3, L: 1 } })
  await give(id, { M: { sku: '00043', barcode: '0890123456788' } })
  const says = async (sku: string, barcode: string) =>
    (await import_(`id;size;sku;barcode\n${id};M;${sku};${barcode}`))[0]
  for (const cell of ['8.9E+12', '8,90123E+12', '9E+12', '8901234567890.00']) {
    expect(await says('', cell)).toBe(
      `barcode: “${cell}” is what a spreadsheet makes of a long number, and its digits are lost. Format the column as text and enter it again.`,
    )
  }
  expect(await says('43', '')).toContain('sku: The SKU is 00043, and the sheet says 43: a spreadsheet takes the first')
  expect(await says('', '890123456788')).toContain('barcode: The barcode is 0890123456788, and the sheet says')
  expect(await says('', '36000291452')).toContain('“36000291452” looks like 036000291452 without its first zeros')
  expect(await says('Mar-26', '')).toContain('looks like a date that a spreadsheet made of a SKU')
  expect(await says('', 'x'.repeat(21))).toContain('barcode: A barcode has at most 20')
  const other = await addProduct(shop.db, { stock: 1 })
  expect(await import_(`id,sku\n${other.id},00043`)).toEqual([
    'sku: “00043” names Whole, size M, already, so it cannot be the SKU of another size.',
  ])
  expect(await import_(`id,size,sku\n${id},M,TWICE\n${id},L,twice`)).toEqual([expect.stringContaining('“TWICE” names')])
  expect(await import_(`id,sku\n${id},LONE`)).toEqual([
    'size: This product has sizes, so a SKU or a barcode needs one.',
  ])
})
