import { afterAll, beforeAll, expect, test } from 'vitest'

import type { GarmentLabelsQuery } from '#contract/catalogue/labels/garment-labels.ts'

import { LABEL_FORMAT_NAMES, labelFormat } from '#contract/catalogue/labels/label-formats.ts'
import { newId } from '#server/db/new-id.ts'
import { mm } from '#server/documents/pdf/label-pages.ts'
import { placeOf } from '#server/documents/pdf/garment-labels-layout.ts'
import { addProduct } from '#test/factories.ts'
import { readBarCodes } from '#test/read-bar-codes.ts'
import { pagesOf, readPdf } from '#test/read-pdf.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: Awaited<ReturnType<typeof shop.admin>>
beforeAll(async () => {
  shop = await startShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

const print = async (query: Omit<GarmentLabelsQuery, 'ids'>, ...ids: string[]) =>
  Buffer.from(await (await admin.api.getGarmentLabels({ ids: ids.join(','), ...query })).arrayBuffer())
const codesOf = async (id: string) => (await admin.api.getEditableProduct(id)).sizeRows.map(({ barcode }) => barcode)

test('each kind of sheet and roll has its labels where they belong, and a scanner reads each', async () => {
  const { id } = await addProduct(shop.db, { name: 'Linen Shirt', pricePaise: 159_900, sizes: { M: 2, L: 0 } })
  const codes = await codesOf(id)
  for (const sheet of LABEL_FORMAT_NAMES) {
    const { page, columns, rows } = labelFormat(sheet)
    const used = columns * rows - 1
    const bytes = await print({ sheet, used }, id)
    // The first label takes the last place of a sheet, so the second one begins another.
    const read = readBarCodes(bytes)
    expect(read.map((one) => one.map(({ text }) => text))).toEqual(codes.map((code) => [code]))
    for (const { size } of pagesOf(bytes)) {
      expect(size.map(Math.round)).toEqual(page.map((side) => Math.round(mm(side))))
    }
    for (const [index, one] of read.flat().entries()) {
      const place = placeOf(sheet, index + used)
      const quiet = 10 * mm(one.moduleMm)
      expect(one.x - quiet).toBeGreaterThanOrEqual(place.x - 0.1)
      expect(one.x + one.width + quiet).toBeLessThanOrEqual(place.x + place.width + 0.1)
      expect(one.moduleMm).toBeGreaterThan(0.25)
    }
    const [last] = readPdf(bytes)
    const text = last?.join(' ')
    for (const part of ['Linen Shirt', 'Size M', 'MRP ₹1,599', 'incl. of all taxes', codes[0]!]) {
      expect(text).toContain(part)
    }
  }
})

test('a label for each piece in stock, and the codes that the owner gave', async () => {
  const sized = await addProduct(shop.db, { sizes: { M: 3, L: 2 } })
  const { revision, sizeRows } = await admin.api.getEditableProduct(sized.id)
  const given = ['8901234567894', 'OX/L-20.CHARACTERS!!']
  const sizes = sizeRows.map(({ _id, size, stock }, index) => ({ _id, size, stock, barcode: given[index] ?? null }))
  await admin.api.editProduct(sized.id, { revision, sizes })
  const unsized = await addProduct(shop.db, { name: 'शुद्ध लिनन', stock: 1 })
  const bytes = await print({ sheet: 'a4-24', copies: 'stock' }, sized.id, unsized.id)
  const [a, b] = given
  expect(readBarCodes(bytes)[0]?.map(({ text }) => text)).toEqual([a, a, a, b, b, ...(await codesOf(unsized.id))])
  expect(readPdf(bytes)[0]?.join(' ')).toContain('शुद्ध लिनन')
})

test('labels of two colours of a garment differ, and a name that does not fit has a sign of it', async () => {
  const name = 'Jodhpur Bandhgala Nehru Jacket in Chanderi Silk'
  const labelOf = async (product: { name: string; colour?: string }) => {
    const { id } = await addProduct(shop.db, { ...product, sizes: { M: 1 } })
    return readPdf(await print({ sheet: 'a4-65' }, id))[0]?.join('\n')
  }
  expect(await labelOf({ name: `${name}, Indigo` })).toMatch(/^Jodhpur Bandh.*….*Silk, Indigo$/m)
  expect(await labelOf({ name: `${name}, Ivory` })).toMatch(/^Jodhpur Bandh.*….*Silk, Ivory$/m)
  expect(await labelOf({ name, colour: 'Indigo' })).toContain('Indigo incl. of all taxes')
})

test('what cannot be printed says why', async () => {
  const { id } = await addProduct(shop.db, { stock: 0 })
  await expect(print({ copies: 'stock' }, id)).rejects.toMatchObject({
    code: 'invalid',
    message: 'No piece of these products is in stock, so there is no label to print.',
  })
  const many = await addProduct(shop.db, { stock: 2001 })
  await expect(print({ copies: 'stock' }, many.id)).rejects.toMatchObject({
    message: 'These are 2001 labels; print at most 2000 at a time.',
  })
  await expect(print({}, id, newId())).rejects.toMatchObject({ code: 'not_found' })
})
