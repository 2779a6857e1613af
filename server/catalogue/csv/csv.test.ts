import { sql } from 'kysely'
import { readFile } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import type { StockConflict } from '#contract/catalogue/admin-catalogue.ts'
import { joinRows } from '#demo/demo-product-rows.ts'
import { insertProducts } from '#server/catalogue/admin/save-queries.ts'
import { checkCsv, importCsv } from '#server/catalogue/csv/csv-service.ts'
import { newId } from '#server/db/new-id.ts'
import { addCategory, addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { ADDRESS, pay, signedIn } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: Awaited<ReturnType<typeof shop.admin>>
beforeAll(async () => {
  shop = await startShop()
  admin = await shop.admin()
  await addCategory(shop.db, 'Shirts')
})
afterAll(async () => {
  await expectInvariants(shop.db)
  await shop.close()
})

const fileOf = (text: string | Buffer) => new File([typeof text === 'string' ? text : new Uint8Array(text)], 'a.csv')
const check = (text: string | Buffer, stockConflict?: StockConflict) =>
  admin.api.importProducts(fileOf(text), undefined, stockConflict)
async function apply(text: string, stockConflict?: StockConflict) {
  const { token } = await check(text, stockConflict)
  return admin.api.importProducts(fileOf(text), token, stockConflict)
}
async function exported(): Promise<string> {
  const answer = await admin.fetch('/api/admin/products/export')
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="products.csv"')
  return answer.text()
}
const get = (id: string) => admin.api.getEditableProduct(id)
const reasonsFor = async (text: string) =>
  (await check(text)).products.flatMap(({ reasons }) => reasons.map(({ line, reason }) => `${line} ${reason}`))

test('what is exported comes back as it was, whatever is written in it', async () => {
  for (const name of [
    '=SUM(A1)',
    '+1',
    '-1',
    '@x',
    '\tTab',
    "'quoted",
    "'=twice",
    'a,b;"c"\r\nd',
    ' =spaced',
    'ĐṢ ₹ 🧵',
  ]) {
    const { id } = await addProduct(shop.db, {
      name,
      description: `${name}\n`,
      sizes: { M: 3, '-L': 4 },
      colour: name.trim(),
      colourGroup: name.trim(),
    })
    const product = await get(id)
    const sizes = product.sizeRows.map(({ _id, size, stock }) => ({ _id, size, stock, measurements: { chest: 99.5 } }))
    await admin.api.editProduct(id, { revision: product.revision, sizes, care: '-cold' })
  }
  const csv = await exported()
  expect(await check(csv)).toMatchObject({ products: [], counts: { new: 0, changed: 0, rejected: 0 } })
  const semicolons = (await check(`id;stock\n${(await addProduct(shop.db, { stock: 1 })).id};2`)).counts
  expect(semicolons).toEqual({ new: 0, changed: 1, unchanged: 0, rejected: 0 })
})

test('no spreadsheet runs what stands in an exported cell', async () => {
  const { parse } = await import('csv-parse/sync')
  const rows = parse(await exported(), { bom: true })
  expect(rows.length).toBeGreaterThan(10)
  const runs = rows.flat().filter((cell) => /^\s*[=+\-@\t\r]/.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell))
  expect(runs).toEqual([])
})

test('a CSV links colours, and the log says so', async () => {
  const [navy, bone] = [await addProduct(shop.db, { colour: 'Navy' }), await addProduct(shop.db, { colour: 'Bone' })]
  await shop.visitor().api.getProduct(navy.id)
  const csv = `id,colour_group\r\n${navy.id},Weekend Shirt\r\n${bone.id},Weekend Shirt`
  expect((await check(csv)).products[0]?.changes).toEqual([
    { what: 'colourGroup', from: 'nothing', to: 'Weekend Shirt' },
  ])
  await apply(csv)
  const colours = async () => (await shop.visitor().api.getProduct(navy.id)).siblings?.map(({ colour }) => colour)
  expect(await colours()).toEqual(['Bone', 'Navy'])
  const { entries } = await admin.api.listAudit({})
  expect(entries[0]).toMatchObject({
    action: 'import product',
    changes: [{ what: 'Colour group', from: null, to: 'Weekend Shirt' }],
  })
  await apply(`id,colour_group\r\n${bone.id},`)
  expect(await colours()).toBeUndefined()
})

test('a check tells every change and makes none; the import makes it, with the ledger and the audit log', async () => {
  const { id, name } = await addProduct(shop.db, { sizes: { M: 3, L: 0 } })
  const csv = [
    'id,name,category,price,discounted_price,colour,size,stock',
    `${id},${name},shirts,1200,999.50,Indigo,M,5`,
    `${id},${name},shirts,1200,999.50,Indigo,XL,7`,
    ',Imported Shirt,Shirts,800,,,S,2',
    ',Imported Shirt,Shirts,800,,,M,0',
  ].join('\r\n')
  const report = await check(csv)
  expect(report).toMatchObject({
    message: '2 products would change.',
    isApplied: false,
    counts: { new: 1, changed: 1, unchanged: 0, rejected: 0 },
    products: [
      {
        status: 'changed',
        lines: [2, 3],
        _id: id,
        changes: [
          { what: 'category', to: 'Shirts' },
          { what: 'price', from: '1499', to: '1200' },
          { what: 'discountedPrice', from: 'nothing', to: '999.5' },
          { what: 'colour', from: 'nothing', to: 'Indigo' },
          { what: 'stock of M', from: '3', to: '5' },
          { what: 'stock of XL', from: 'nothing', to: '7' },
        ],
      },
      { status: 'new', lines: [4, 5], name: 'Imported Shirt' },
    ],
  })
  expect(await get(id)).toMatchObject({ price: 1499, revision: 1 })
  expect(await admin.api.importProducts(fileOf(csv), report.token)).toMatchObject({
    message: '2 products imported.',
    isApplied: true,
  })
  expect(await get(id)).toMatchObject({
    price: 1200,
    discountedPrice: 999.5,
    colour: 'Indigo',
    category: { name: 'Shirts' },
    sizes: [
      { size: 'M', stock: 5 },
      { size: 'L', stock: 0 },
      { size: 'XL', stock: 7 },
    ],
  })
  const { products } = await admin.api.listProductsForAdmin({ search: 'imported', state: 'draft' })
  expect(products).toMatchObject([
    { name: 'Imported Shirt', price: 800, stock: 2, sizes: [{ size: 'S' }, { size: 'M' }] },
  ])
  const actions = await shop.db
    .selectFrom('auditLog')
    .select('action')
    .where('subjectId', 'in', [id, products[0]!._id])
    .orderBy('id')
    .execute()
  expect(actions.map(({ action }) => action)).toEqual(['import product', 'import new product'])
  await expect(admin.api.importProducts(fileOf(csv), report.token)).rejects.toMatchObject({ status: 409 })
})

test('what has changed meanwhile is told, and nothing is imported', async () => {
  const { id } = await addProduct(shop.db, { stock: 3 })
  const csv = `id,stock\n${id},9\n`
  const { token } = await check(csv)
  await admin.api.addStock(id)
  await expect(admin.api.importProducts(fileOf(csv), token)).rejects.toMatchObject({ status: 409, code: 'conflict' })
  await expect(admin.api.importProducts(fileOf(`id,stock\n${id},8\n`), token)).rejects.toMatchObject({ status: 409 })
  expect((await get(id)).stock).toBe(4)
  const both = await Promise.allSettled([apply(csv), apply(csv)])
  expect(both.some(({ status }) => status === 'fulfilled')).toBe(true)
  expect((await get(id)).stock).toBe(9)
})

test('the same new products are not imported twice, however often it is pressed', async () => {
  const csv = 'name,category,price,stock\nOnly Once,Shirts,5,1'
  const { token } = await check(csv)
  const presses = await Promise.allSettled([1, 2, 3].map(() => admin.api.importProducts(fileOf(csv), token)))
  expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await reasonsFor(csv)).toEqual([
    '2 name: Shirts has a product of this name already. To change it, give its id.',
  ])
})

test('each faulty line is told with its number and its reason, and the others are imported', async () => {
  const sized = await addProduct(shop.db, { sizes: { M: 1 } })
  const plain = await addProduct(shop.db, { stock: 1 })
  const gone = await addProduct(shop.db)
  await admin.api.deleteProduct(gone.id)
  const good = await addProduct(shop.db, { stock: 1 })
  const csv = [
    'id,name,category,price,size,stock',
    `${good.id},Good,Shirts,10,,4`,
    `${sized.id},A,Shirts,ten,M,1`,
    `${sized.id},B,Shirts,ten,m,1`,
    `${plain.id},A,Nowhere,10,,1`,
    `nobody,A,Shirts,10,,1`,
    `${gone.id},A,Shirts,10,,1`,
    ',No price,Shirts,,,1',
    ',No stock,Shirts,10,,',
    ',,Shirts,10,,1',
    ',Short,Shirts',
    ',Negative,Shirts,-5,,1',
    ',Huge,Shirts,99999999999,,1',
    ',Many,Shirts,10,,1.5',
    ',"Long',
    'line",Shirts,12.345,,1',
  ].join('\n')
  const reasons = await reasonsFor(csv)
  expect(reasons).toEqual([
    '4 Its name is not that of line 3, though both are of one product.',
    '3 price: Please enter valid price values. It says “ten”.',
    '4 It repeats line 3: the same product and size.',
    '5 category: There is no category “Nowhere”.',
    '6 id: There is no such product. A new one has no id.',
    '7 id: This product has been deleted. Restore it first.',
    '8 price: Please enter valid price values.',
    '9 stock: A new product needs it.',
    '10 name: Product name is required.',
    '11 price: A new product needs it.',
    '11 stock: A new product needs it.',
    '12 price: Please enter valid price values. It says “-5”.',
    '13 price: Please enter valid price values. It says “99999999999”.',
    '14 stock: A whole number from 0 to 1000000, not “1.5”.',
    '15 price: Please enter valid price values. It says “12.345”.',
  ])
  expect(await apply(csv)).toMatchObject({ counts: { new: 0, changed: 1, rejected: 12 } })
  expect(await get(good.id)).toMatchObject({ name: 'Good', stock: 4, price: 10 })
  expect(await get(plain.id)).toMatchObject({ revision: 1 })
})

/** The export with other words in place of some; each must be in it. */
async function edited(id: string, ...changes: [from: string, to: string][]): Promise<string> {
  const [head = '', ...lines] = (await exported()).split('\r\n')
  const own = lines.filter((line) => line.startsWith(`${id},`))
  return [
    head,
    ...own.map((line) =>
      changes.reduce((text, [from, to]) => {
        expect(own.join()).toContain(from)
        return text.replace(from, to)
      }, line),
    ),
  ].join('\r\n')
}

test('a sheet from before a sale leaves what it did not change as the shop has it now', async () => {
  const { id } = await addProduct(shop.db, { name: 'Sold Meanwhile', pricePaise: 149_900, sizes: { M: 5, L: 4 } })
  const csv = await edited(id, [',1499,', ',"₹1,399.00",'])
  for (const size of ['M', 'M', 'L']) await admin.api.reduceStock(id, size)
  const product = await get(id)
  await admin.api.editProduct(id, { revision: product.revision, care: 'Cold wash', name: 'Renamed Meanwhile' })
  const report = await check(csv)
  expect(report.products).toMatchObject([{ status: 'changed', changes: [{ what: 'price', from: '1499', to: '1399' }] }])
  await apply(csv)
  expect(await get(id)).toMatchObject({
    name: 'Renamed Meanwhile',
    care: 'Cold wash',
    price: 1399,
    sizes: [
      { size: 'M', stock: 3 },
      { size: 'L', stock: 3 },
    ],
  })
})

test('a column that a spreadsheet shows as money was not changed by it', async () => {
  const { id } = await addProduct(shop.db, { name: 'Formatted', pricePaise: 149_900, sizes: { M: 5 } })
  const csv = await edited(id, [',1499,', ',"₹ 1,499.00",'], [',M,5,', ',M,५,'])
  await admin.api.updatePrice(id, { price: 1300, discountedPrice: 1200 })
  await admin.api.reduceStock(id, 'M')
  expect(await check(csv)).toMatchObject({ counts: { unchanged: 1, changed: 0, rejected: 0 }, stockConflicts: 0 })
})

test('a line whose origin was cut off or replaced is refused, and changes nothing', async () => {
  const { id } = await addProduct(shop.db, { name: 'Cut Off', sizes: { M: 5 } })
  const csv = await edited(id)
  await admin.api.reduceStock(id, 'M')
  const origin = /stock=5 [\w -]+/.exec(csv)![0].trim()
  for (const broken of [origin.slice(0, 40), 'abc', '1.2E+10']) {
    const report = await check(csv.replace(origin, broken))
    expect(report.products).toMatchObject([
      { status: 'rejected', reasons: [{ line: 2, reason: expect.stringContaining('not what the export wrote') }] },
    ])
  }
})

test('a stock that changed in the sheet and in the shop is asked about, with the figures', async () => {
  const { id } = await addProduct(shop.db, { name: 'Counted', sizes: { M: 5, L: 4 } })
  const csv = await edited(id, [',M,5,', ',M,9,'], [',L,4,', ',L,6,'])
  await admin.api.reduceStock(id, 'M')
  await admin.api.reduceStock(id, 'M')
  const asked = 'stock: Size M had 5 when the sheet was made and has 3 now, and the sheet says 9. Say which counts.'
  expect(await check(csv)).toMatchObject({
    stockConflicts: 1,
    products: [{ status: 'rejected', reasons: [{ line: 2, reason: asked }] }],
  })
  expect(await apply(csv)).toMatchObject({ counts: { changed: 0, rejected: 1 } })
  const stocks = async () => (await get(id)).sizes.map(({ stock }) => stock)
  const changesWith = async (choice: StockConflict) => (await check(csv, choice)).products[0]?.changes
  const stockOfL = { what: 'stock of L', from: '4', to: '6' }
  expect(await changesWith('sheet')).toEqual([{ what: 'stock of M', from: '3', to: '9' }, stockOfL])
  expect(await changesWith('shop')).toEqual([stockOfL])
  await apply(csv, 'difference')
  expect(await stocks()).toEqual([7, 6])
  const { token } = await check(csv, 'shop')
  await expect(admin.api.importProducts(fileOf(csv), token, 'sheet')).rejects.toMatchObject({ status: 409 })
})

test('an export that no longer says what it was made from asks before it puts sold pieces back', async () => {
  const { id } = await addProduct(shop.db, { name: 'Emptied', sizes: { M: 5, L: 4 } })
  const whole = await edited(id)
  for (const size of ['M', 'M']) await admin.api.reduceStock(id, size)
  const emptied = whole.replaceAll(/,stock=[\w -]+$/gm, ',')
  const deleted = whole.replace(',made_from', '').replaceAll(/,stock=[\w -]+$/gm, '')
  const cutOff = whole.replaceAll(/,stock=[\w -]+$/gm, '')
  const asked =
    'stock: Size M has 3 now, and the sheet says 5 without the made_from of its export. Say whether the sheet’s or the shop’s figure counts.'
  for (const csv of [emptied, deleted, cutOff]) {
    for (const choice of [undefined, 'difference'] as const) {
      expect(await check(csv, choice)).toMatchObject({
        stockConflicts: 1,
        products: [{ status: 'rejected', reasons: [{ line: 2, reason: asked }] }],
      })
    }
    expect(await check(csv, 'shop')).toMatchObject({ counts: { unchanged: 1, changed: 0, rejected: 0 } })
  }
  expect((await check(emptied, 'sheet')).products[0]?.changes).toEqual([{ what: 'stock of M', from: '3', to: '5' }])
  await apply(`id,size,stock\n${id},M,6`)
  expect((await get(id)).sizes).toMatchObject([{ stock: 6 }, { stock: 4 }])
})

test('a number in the short form of a spreadsheet is read, unless its last digits are lost', async () => {
  const { id } = await addProduct(shop.db, { name: 'Scientific', pricePaise: 50_000, sizes: { M: 5 } })
  const csv = await edited(id, [',500,', ',5.00E+02,'], [',M,5,', ',M,5.00E+00,'])
  expect(await check(csv)).toMatchObject({ counts: { unchanged: 1, changed: 0, rejected: 0 } })
  await apply(`id,price,size,stock\n${id},9.99E+02,M,1.20E+01`)
  expect(await get(id)).toMatchObject({ price: 999, sizes: [{ stock: 12 }] })
  const lost =
    'is what a spreadsheet makes of a number, and its last digits may be lost. Format the column as a number and enter it again.'
  expect(await reasonsFor(`id,price,size,stock\n${id},1.50E+03,M,1E+02`)).toEqual([
    `2 price: “1.50E+03” ${lost}`,
    `2 stock: “1E+02” ${lost}`,
  ])
})

test('a line that was copied for another size or a new product is taken as it is written', async () => {
  const { id } = await addProduct(shop.db, { name: 'Copied', sizes: { M: 5 } })
  const line = await edited(id)
  const copied = line.split('\r\n')[1]!
  await apply(`${line}\r\n${copied.replace(',M,5,', ',XL,5,')}`)
  expect((await get(id)).sizes).toMatchObject([
    { size: 'M', stock: 5 },
    { size: 'XL', stock: 5 },
  ])
  const asNew = copied.replace(`${id},Copied,`, ',Copied Anew,').replace(',on sale,', ',draft,')
  expect(await check(`${line.split('\r\n')[0]}\r\n${asNew}`)).toMatchObject({ counts: { new: 1, rejected: 0 } })
})

test('a sheet is read as spreadsheets leave it', async () => {
  const { id } = await addProduct(shop.db, { name: 'From Excel', sizes: { M: 1 } })
  const changesOf = async (csv: string | Buffer) =>
    (await check(csv)).products.flatMap(({ changes, reasons }) => [
      ...changes.map(({ what, to }) => `${what} ${to}`),
      ...reasons.map(({ line, reason }) => `${line} ${reason}`),
    ])
  const price = ['price 3999']
  expect(await changesOf(`\u200bid,price,,,\r\n${id},"3,999",,,\r\n,,,,\r\n`)).toEqual(price)
  expect(await changesOf(`sep=;\r\nid;price;care\r\n${id};₹3,999.00\r\n\r\n`)).toEqual(price)
  expect(await changesOf(`id,price\n${id},"Rs. 3,999.00"\n`)).toEqual(price)
  expect(await changesOf(`id,price\n${id},3999/-\n`)).toEqual(price)
  expect(await changesOf(`id,price\n${id},"1,23,456"\n`)).toEqual(['price 123456'])
  expect(await changesOf(`id,price\n${id},"12,50"\n`)).toEqual([
    '2 price: Please enter valid price values. It says “12,50”.',
  ])
  expect(await changesOf(`id,size,price,stock\n${id},M,३९९९,१२\n`)).toEqual([...price, 'stock of M 12'])
  expect(await changesOf(`id,size,stock\n${id},M,12.0\n`)).toEqual(['stock of M 12'])
  // In Windows-1252, ï is EF and ’ is 92.
  expect(await changesOf(Buffer.from(`id,care\n${id},Na\u00efve \u0092x`, 'latin1'))).toEqual([
    'care Na\u00efve \u2019x',
  ])
  expect(await changesOf(Buffer.from(`\ufeffid\tcare\r\n${id}\tKühl\r\n`, 'utf16le'))).toEqual(['care Kühl'])
  expect(await changesOf(`sep=,\nid,price,,\n${id},5,,stray\n`)).toEqual(['3 Its cell 4 stands under no heading.'])
})

test('measurements are read as people write them, in the digits of any script', async () => {
  const { id } = await addProduct(shop.db, { sizes: { M: 3 } })
  const measured = async (cell: string) => {
    await apply(`id,size,measurements\n${id},M,${cell}`)
    return (await get(id)).sizeRows[0]?.measurements
  }
  expect(await measured('छाती १०४; लंबाई ७२.५')).toEqual({ छाती: 104, लंबाई: 72.5 })
  expect(await measured('Chest: 104 cm; Sleeve 2 : 60cm')).toEqual({ Chest: 104, 'Sleeve 2': 60 })
  const fault = '2 measurements: Names and centimetres, such as “chest 104; length 72”.'
  for (const cell of ['chest 1001', 'chest १००१', 'chest 104 inch', 'chest', '104', 'chest ｘ', 'chest １０４']) {
    expect(await reasonsFor(`id,size,measurements\n${id},M,${cell}`)).toEqual([fault])
  }
})

test('letters of which a spreadsheet has made question marks replace nothing', async () => {
  const { id } = await addProduct(shop.db, {
    name: 'सूती कुर्ता 👨‍👩‍👧',
    description: 'केवल ₹999 में',
    colour: 'नीला',
    sizes: { '४२': 3 },
  })
  await addCategory(shop.db, 'कमीज़')
  const LOST = 'A spreadsheet has made question marks of letters. Save it as CSV UTF-8.'
  const sheet = (await exported()).split('\r\n')
  const own = [sheet[0] ?? '', ...sheet.filter((line) => line.startsWith(id))].join('\r\n')
  const saved = (what: RegExp) =>
    own
      .replace(/^\uFEFF/, '')
      .replace(',3,', ',4,')
      .replaceAll(what, '?')
  const ofOwn = (column: string) => `2 ${column}: ${LOST}`
  for (const what of [/[^\0-\u00ff]/g, /[^\0-\u00ff]/gu]) {
    expect(await reasonsFor(saved(what))).toEqual(['name', 'description', 'colour', 'size'].map(ofOwn))
  }
  expect((await check(own.replace(',3,', ',4,'))).products[0]?.changes).toMatchObject([{ what: 'stock of ४२' }])
  expect(await reasonsFor(`id,description\n${id},???? ?999 ??? now`)).toEqual([ofOwn('description')])
  expect(
    await reasonsFor('name,category,price,stock,size,measurements\n?????,?????,10,1,??????,???? 104; length 72'),
  ).toEqual(['name', 'category', 'size', 'measurements'].map(ofOwn))
  expect((await check(`id,description\n${id},Really??? Yes. Why? \n,`)).counts.changed).toBe(1)
  expect((await get(id)).name).toBe('सूती कुर्ता 👨‍👩‍👧')
})

test('the example file is one that can be imported', async () => {
  const example = await readFile('public/products-example.csv')
  expect(await check(example)).toMatchObject({ counts: { new: 2, rejected: 0 } })
})

test('one bad line is told once', async () => {
  const { id } = await addProduct(shop.db, { sizes: { S: 1, M: 1, L: 1, XL: 1, XXL: 1 } })
  const lines = ['S', 'M', 'L', 'XL', 'XXL'].map((size) => `${id},1200,${size}`)
  const first = [`${id},12OO,S`, ...lines.slice(1)]
  expect(await reasonsFor(['id,price,size', ...first].join('\n'))).toEqual([
    '2 price: Please enter valid price values. It says “12OO”.',
  ])
  const other = [...lines.slice(0, 2), `${id},1300,L`, ...lines.slice(3)]
  expect(await reasonsFor(['id,price,size', ...other].join('\n'))).toEqual([
    '4 Its price is not that of line 2, though both are of one product.',
  ])
  expect(await reasonsFor(['id,price,size', lines[0], `${id},"₹1,200.00",M`].join('\n'))).toEqual([])
})

test('a size that a spreadsheet takes for a date is exported as text, and what it became is asked about', async () => {
  const { id } = await addProduct(shop.db, { name: 'Little', sizes: { '2-3': 4, '10-12': 1, '007': 2, '1E5': 1 } })
  const csv = await edited(id)
  for (const size of ['2-3', '10-12', '007', '1E5']) expect(csv).toContain(`,'${size},`)
  expect(await check(csv)).toMatchObject({ counts: { changed: 0, rejected: 0 } })
  for (const became of ['03-Feb', '12-Oct', '02-03-2026', 'Feb-03', '2026-02-03']) {
    expect(await reasonsFor(csv.replace("'2-3", became))).toEqual([
      expect.stringContaining(`size: “${became}” is no size of this product yet and looks like a date`),
    ])
  }
})

test('stock goes to a size, never to a product as a whole that has some', async () => {
  const { id } = await addProduct(shop.db, { sizes: { M: 1 } })
  const plain = await addProduct(shop.db, { stock: 1 })
  expect(await reasonsFor(`id,stock\n${id},4`)).toEqual(['2 size: This product has sizes, so its stock needs one.'])
  expect(await reasonsFor(`id,size,stock\n${plain.id},M,4`)).toEqual([
    '2 size: This product has no sizes, so there is no size M of it.',
  ])
  expect(await reasonsFor(`id,size\n${id},L`)).toEqual(['2 stock: A new size needs its stock.'])
  expect(await reasonsFor(`id,size,measurements\n${id},M,wide`)).toEqual([
    '2 measurements: Names and centimetres, such as “chest 104; length 72”.',
  ])
  await apply(`id,size,measurements\n${id},m,chest 104; length 72.5`)
  expect((await get(id)).sizeGuide).toEqual({ M: { chest: 104, length: 72.5 } })
})

test.each<[string, string | Buffer, string]>([
  ['nothing', '', 'The file is empty.'],
  [
    'an Excel sheet',
    Buffer.from('PK\u0003\u0004 xl/workbook.xml'),
    'That is the file of a spreadsheet. Save it as “CSV UTF-8”',
  ],
  [
    'a web page with the ending of Excel',
    '<html><table><tr><td>name</td></tr></table>',
    'That is the file of a web page.',
  ],
  ['a PDF', '%PDF-1.7', 'That is a PDF.'],
  ['an old Excel sheet', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'That is the file of a spreadsheet.'],
  ['no text', Buffer.from([0x6e, 0x61, 0x6d, 0x65, 0x0a, 0x00, 0x01]), 'The file is no text.'],
  ['an unknown column', 'id,colour,weight\n', 'The column “weight” is not one of'],
  ['a column twice', 'id,name,Name\n', 'stands there twice'],
  ['no column that names a product', 'price,stock\n1,2', 'needs id or name'],
  ['an open quotation mark', 'id,name\n1,"two\n', 'cannot be read as CSV'],
  ['too many lines', `id\n${'x\n'.repeat(20_001)}`, 'At most 20000 lines'],
])('a file of %s is refused with a sentence', async (_what, file, sentence) => {
  await expect(check(file)).rejects.toMatchObject({ status: 400, message: expect.stringContaining(sentence) })
})

test('a file that is too large is refused', async () => {
  await expect(check(`id\n${'x'.repeat(5 * 1024 * 1024)}`)).rejects.toMatchObject({ status: 413 })
})

test('a product of far too many lines is refused with one sentence, whatever else is wrong with them', async () => {
  const { id, name } = await addProduct(shop.db, { sizes: { M: 1 } })
  const tooMany = '2 A product has at most 20 sizes.'
  const linesOf = (count: number, line: (index: number) => string) => Array.from({ length: count }, (_, i) => line(i))
  expect(await reasonsFor(['id,size,stock', ...linesOf(20_000, (i) => `${id},s${i},many`)].join('\n'))).toEqual([
    tooMany,
  ])
  expect(await reasonsFor(['id,name,size', ...linesOf(20_000, (i) => `${id},${i},s${i}`)].join('\n'))).toEqual([
    tooMany,
  ])
  expect(await reasonsFor(['id,size,stock', ...linesOf(20, (i) => `${id},s${i},1`)].join('\n'))).toEqual([tooMany])
  const whole = ['id,name,size,stock', `${id},${name},,`, ...linesOf(19, (i) => `${id},${name},s${i},1`)]
  expect(await reasonsFor([...whole, `${id},${name},M,2`].join('\n'))).toEqual([])
})

async function addMany(prefix: string, count: number): Promise<void> {
  const { id: categoryId } = await addCategory(shop.db, prefix)
  const rows = Array.from({ length: count }, (_, index) => {
    const id = `${prefix}-${String(index).padStart(5, '0')}`
    const product = {
      id,
      categoryId,
      name: `${prefix} ${index}`,
      description: '',
      pricePaise: 10_000,
      discountedPricePaise: null,
      isDraft: false,
    }
    return {
      products: [product],
      sizes: [{ id: `${id}-m`, productId: id, size: 'M', position: 0, stock: 1 }],
      pictures: [],
    }
  })
  for (let start = 0; start < rows.length; start += 250) {
    await insertProducts(shop.db, joinRows(rows.slice(start, start + 250)), null)
  }
}

/** How many products each statement changes from now on. */
async function countChanged(): Promise<() => Promise<number[]>> {
  await sql`create table changed_at_once (products integer)`.execute(shop.db)
  await sql`create function count_changed() returns trigger language plpgsql as $$
    begin
      insert into changed_at_once select count(*) from changed;
      return null;
    end $$`.execute(shop.db)
  await sql`create trigger count_changed after update on products referencing new table as changed
    for each statement execute function count_changed()`.execute(shop.db)
  onTestFinished(async () => {
    await sql`drop function count_changed cascade`.execute(shop.db)
    await sql`drop table changed_at_once`.execute(shop.db)
  })
  return async () => {
    const { rows } = await sql<{ products: number }>`select products from changed_at_once`.execute(shop.db)
    return rows.map(({ products }) => products)
  }
}

test('no statement changes more than two hundred products', async () => {
  await addMany('several', 201)
  const changed = await countChanged()
  const lines = Array.from({ length: 201 }, (_, index) => `several-${String(index).padStart(5, '0')},110`)
  expect(await apply(['id,price', ...lines].join('\n'))).toMatchObject({ counts: { changed: 201 } })
  const counts = await changed()
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(201)
  expect(Math.max(...counts)).toBeLessThanOrEqual(200)
})

test('while thousands of products are imported everybody else has a turn after each batch, and is answered', async () => {
  await addMany('busy', 2000)
  const csv = Buffer.from(
    ['id,price', ...Array.from({ length: 2000 }, (_, index) => `busy-${String(index).padStart(5, '0')},110`)].join(
      '\n',
    ),
  )
  const { token } = await checkCsv(shop.shop, csv)
  const ends: string[] = []
  let turns = 0
  const importing = importCsv(shop.shop, newId(), csv, token).then(({ counts }) => {
    ends.push('imported')
    return counts
  })
  const visiting = shop
    .visitor()
    .fetch('/healthz')
    .then(({ status }) => ends.push(`answered ${status}`))
  while (!ends.includes('imported')) {
    await setImmediate()
    turns += 1
  }
  expect(await importing).toMatchObject({ changed: 2000 })
  await visiting
  // Ten batches of products, and as many of the audit log.
  expect(turns).toBeGreaterThanOrEqual(20)
  expect(ends).toEqual(['answered 200', 'imported'])
})

test('five thousand products are exported, checked and imported', async () => {
  await addMany('many', 5000)
  const csv = (await exported()).replaceAll(/^(many-\d+,.*,)100(,.*,M,)1,/gm, '$1110$22,')
  const report = await check(csv)
  expect(report.counts).toMatchObject({ changed: 5000, rejected: 0 })
  expect(await admin.api.importProducts(fileOf(csv), report.token)).toMatchObject({ counts: { changed: 5000 } })
  expect(await get('many-04999')).toMatchObject({ price: 110, stock: 2, revision: 2 })
}, 240_000)

test('what a list shows is exported as it shows it, on all of its pages', async () => {
  const { parse } = await import('csv-parse/sync')
  const category = await addCategory(shop.db, 'Exported Room')
  const add = (name: string, sizes: Record<string, number>) =>
    addProduct(shop.db, { categoryId: category.id, name, sizes })
  await add('Corduroy B', { M: 9 })
  await add('Corduroy A', { M: 0, L: 3 })
  await add('Corduroy C', { M: 0 })
  await admin.api.deleteProduct((await add('Corduroy D', { M: 1 })).id)
  const namesIn = async (query: string) => {
    const answer = await admin.fetch(`/api/admin/products/export?${query}`)
    const [, ...rows] = parse(await answer.text(), { bom: true })
    return rows.map(([, name]) => name)
  }
  expect(await namesIn('category=exported-room&state=on+sale')).toEqual([
    'Corduroy A',
    'Corduroy A',
    'Corduroy B',
    'Corduroy C',
  ])
  expect(await namesIn('category=exported-room&stock=out')).toEqual(['Corduroy C'])
  expect(await namesIn('search=corduroy&stock=low-sizes&threshold=0&sort=-name')).toEqual([
    'Corduroy C',
    'Corduroy A',
    'Corduroy A',
  ])
  expect(await namesIn('search=corduroy&state=deleted')).toEqual(['Corduroy D'])
  expect(await namesIn('category=nowhere')).toEqual([])
  expect((await admin.fetch('/api/admin/products/export?page=2')).status).toBe(400)
})

test('only an administrator exports', async () => {
  expect((await shop.visitor().fetch('/api/admin/products/export')).status).toBe(401)
})

test('a check says what open payments hold beside a stock that the sheet changes or that it asks about', async () => {
  const { id } = await addProduct(shop.db, { name: 'Held Meanwhile', sizes: { M: 5, L: 2 } })
  const csv = await edited(id, [',M,5,', ',M,6,'])
  const buyer = await signedIn(shop)
  await buyer.api.addToCart(id, 'M')
  await buyer.api.addToCart(id, 'M')
  const { id: paymentId } = await buyer.api.startPayment(ADDRESS)
  expect((await check(`id,size,stock\n${id},M,7\n${id},L,1\n`)).products[0]?.changes).toEqual([
    { what: 'stock of M', from: '3', to: '7', promised: 2 },
    { what: 'stock of L', from: '2', to: '1' },
  ])
  const asked = 'Size M had 5 when the sheet was made and has 3 now, and the sheet says 6. Say which counts.'
  expect(await reasonsFor(csv)).toEqual([`2 stock: ${asked} 2 more are promised to open payments.`])
  const sheet = `id,size,stock\n${id},M,7\n`
  const { token } = await check(sheet)
  await buyer.api.verifyPayment(await pay(shop, paymentId))
  expect((await admin.api.importProducts(fileOf(sheet), token)).isApplied).toBe(true)
})
