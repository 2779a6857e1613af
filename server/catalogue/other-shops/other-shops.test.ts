import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { CsvAnswer } from '#contract/catalogue/admin-catalogue.ts'
import { slugOf } from '#contract/catalogue/slug.ts'
import { expectInvariants } from '#test/invariants.ts'
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

const exportOf = (name: string) => readFile(join(import.meta.dirname, 'exports', name))
const fileOf = (content: string | Buffer) => new File([new Uint8Array(Buffer.from(content))], 'products.csv')
const check = (content: string | Buffer) => admin.api.importProducts(fileOf(content))
async function apply(content: string | Buffer): Promise<CsvAnswer> {
  const { token } = await check(content)
  return admin.api.importProducts(fileOf(content), token)
}
const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const csvOf = (rows: Record<string, string>[]) => {
  const head = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return [head, ...rows.map((row) => head.map((name) => row[name] ?? ''))]
    .map((cells) => cells.map(cell).join(','))
    .join('\n')
}

/** A line of a Shopify export. */
const shopify = (handle: string, more: Record<string, string> = {}) => ({
  Handle: handle,
  Title: '',
  Type: 'Kurtas',
  Published: 'true',
  'Option1 Name': 'Size',
  'Option1 Value': 'M',
  'Variant Inventory Tracker': 'shopify',
  'Variant Inventory Qty': '4',
  'Variant Inventory Policy': 'deny',
  'Variant Price': '1999.00',
  'Image Src': '',
  Status: 'active',
  ...more,
})
const woo = (type: string, more: Record<string, string> = {}) => ({
  ID: '',
  Type: type,
  SKU: '',
  Name: '',
  Published: '1',
  'Tax status': 'taxable',
  'In stock?': '1',
  Stock: '3',
  'Sale price': '',
  'Regular price': '999',
  Categories: 'Men > Kurtas',
  Parent: '',
  'Attribute 1 name': '',
  'Attribute 1 value(s)': '',
  'Attribute 2 name': '',
  'Attribute 2 value(s)': '',
  'Date sale price starts': '',
  'Date sale price ends': '',
  ...more,
})
const notesOf = ({ products }: CsvAnswer) =>
  products.flatMap(({ notes = [], reasons }) => [...notes, ...reasons].map(({ line, reason }) => `${line} ${reason}`))
const listed = async (search: string) =>
  (await admin.api.listProductsForAdmin({ search, limit: 100, sort: 'created' })).products
const only = async (search: string) => {
  const [product, ...others] = await listed(search)
  expect(others).toEqual([])
  return admin.api.getEditableProduct(product?._id ?? '')
}

test('a Shopify export comes in: each colour is a product of one colour group, and what cannot come is told', async () => {
  const file = await exportOf('shopify-products.csv')
  const answer = await check(file)
  expect(answer).toMatchObject({
    isApplied: false,
    shop: 'shopify',
    counts: { new: 69, changed: 0, unchanged: 0, rejected: 0 },
    remarks: [
      'This is an export of Shopify.',
      'New categories: Kurtas, Jackets, Bottoms, Festive.',
      expect.stringContaining('Left out, because it has no place in this shop: vendor'),
    ],
  })
  expect((await listed('Pushkar Pyjama')).length).toBe(0)
  expect(notesOf(answer)).toEqual(
    expect.arrayContaining([
      '2 It is a draft there, so it comes as a draft.',
      '2 It sells on there when it is empty. Here it is sold out at 0.',
      '2 Of its description the text alone comes along, without pictures, tables and scripts.',
      '4 Its stock of -2 becomes 0.',
    ]),
  )
  const applied = await apply(file)
  expect(applied).toMatchObject({ isApplied: true, counts: answer.counts, message: '69 products imported.' })
  const [ivory, rust] = await listed('Pushkar Pyjama')
  expect([ivory?.name, rust?.name]).toEqual(['Pushkar Pyjama, Ivory', 'Pushkar Pyjama, Rust'])
  expect([ivory?.colour, rust?.colour]).toEqual(['Ivory', 'Rust'])
  expect([ivory?.colourGroup, rust?.colourGroup]).toEqual(['pushkar-pyjama-3', 'pushkar-pyjama-3'])
  expect(await admin.api.getEditableProduct(rust?._id ?? '')).toMatchObject({
    price: 1999,
    isDraft: true,
    description: expect.stringMatching(/^Pyjama in .+, cut in Jaipur\.\n\n• Machine wash cold$/),
    category: { name: 'Bottoms' },
    sizes: [
      { size: '38', stock: 0 },
      { size: '40', stock: 3 },
      { size: '42', stock: 12 },
      { size: '44', stock: 0 },
    ],
  })
  expect(await only('Kishangarh Bandhgala')).toMatchObject({ sizeRows: [{ size: '', stock: 12 }] })
  expect((await listed('Shekhawati Kurta'))[0]).toMatchObject({ price: 8499, discountedPrice: 7999 })
  expect((await listed('Neem Nehru Jacket'))[0]?.name).toMatch(/^Neem Nehru Jacket & Dupatta/)
  expect((await listed('राजवाड़ा')).length).toBeGreaterThan(0)
})

test('the same export again changes nothing, and a changed one changes what it has otherwise', async () => {
  const rows = [
    { ...shopify('twice', { Title: 'Twice Kurta', 'Body (HTML)': '<p>One</p>' }) },
    { ...shopify('twice', { 'Option1 Value': 'L', 'Variant Inventory Qty': '7' }) },
  ]
  await apply(csvOf(rows))
  expect((await check(csvOf(rows))).counts).toEqual({ new: 0, changed: 0, unchanged: 1, rejected: 0 })
  const product = await only('Twice Kurta')
  await admin.api.editProduct(product._id, { revision: 0 + (await revisionOf(product._id)), fabric: 'Linen' })
  const [first, second] = rows
  const changed = csvOf([
    { ...first!, 'Variant Price': '1799', 'Body (HTML)': '<p>Two</p>' },
    { ...second!, 'Variant Price': '1799' },
  ])
  const answer = await check(changed)
  expect(answer.products).toMatchObject([
    {
      status: 'changed',
      _id: product._id,
      changes: [{ what: 'description' }, { what: 'price', from: '1999', to: '1799' }],
    },
  ])
  await apply(changed)
  expect(await only('Twice Kurta')).toMatchObject({ fabric: 'Linen', price: 1799, description: 'Two' })
})
const revisionOf = async (id: string) => {
  const { revision } = await shop.db
    .selectFrom('products')
    .select('revision')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return revision
}

test('pieces that were sold since the first import stay sold, and a stock that changed on both sides is asked about', async () => {
  const file = (quantity: string) =>
    csvOf([shopify('sold', { Title: 'Sold Kurta', 'Variant Inventory Qty': quantity })])
  await apply(file('9'))
  const { _id: id, sizeRows } = await only('Sold Kurta')
  await admin.api.setStock(id, 5)
  expect((await check(file('9'))).counts.unchanged).toBe(1)
  const asked = await check(file('12'))
  expect(asked).toMatchObject({ stockConflicts: 1, counts: { rejected: 1 } })
  const settled = await admin.api.importProducts(fileOf(file('12')), undefined, 'difference')
  await admin.api.importProducts(fileOf(file('12')), settled.token, 'difference')
  expect((await only('Sold Kurta')).sizeRows).toEqual([{ ...sizeRows[0], stock: 8 }])
})

test('SKUs and barcodes come along, and what names another size already is left out with a note', async () => {
  const coded = (handle: string, size: string, sku: string, barcode: string, more: Record<string, string> = {}) =>
    shopify(handle, { 'Option1 Value': size, 'Variant SKU': sku, 'Variant Barcode': barcode, ...more })
  const rows = [
    coded('coded', 'M', 'KRT-M', "'8901234567894", { Title: 'Coded Kurta' }),
    coded('coded', 'L', 'KRT-L', '12345670'),
    coded('coded', 'XL', 'krt-m', '8.9E+12'),
    coded('other', 'M', 'KRT-L', '4400017', { Title: 'Other Kurta' }),
  ]
  const answer = await apply(csvOf(rows))
  expect(notesOf(answer)).toEqual([
    '4 sku: “krt-m” is that of line 2 already. It is left out.',
    expect.stringMatching(/^4 barcode: “8\.9E\+12” is what a spreadsheet makes of a long number.* It is left out\.$/),
    '5 sku: “KRT-L” names Coded Kurta, size L, already, so it cannot be the SKU of another size. It is left out.',
  ])
  const made = { sku: expect.stringMatching(/^S\d+$/), barcode: expect.stringMatching(/^2\d{7}$/) }
  expect((await only('Coded Kurta')).sizeRows).toMatchObject([
    { size: 'M', sku: 'KRT-M', barcode: '8901234567894' },
    { size: 'L', sku: 'KRT-L', barcode: '12345670' },
    { size: 'XL', ...made },
  ])
  expect((await only('Other Kurta')).sizeRows).toMatchObject([{ sku: made.sku, barcode: '4400017' }])
  expect((await check(csvOf(rows))).counts).toMatchObject({ changed: 0, unchanged: 2 })
  const [first, ...others] = rows
  const changed = await apply(csvOf([{ ...first!, 'Variant SKU': 'KRT-MEDIUM' }, ...others]))
  expect(changed.products[0]?.changes).toMatchObject([{ what: 'SKU of M', from: 'KRT-M', to: 'KRT-MEDIUM' }])
})

test('a WooCommerce variation brings its SKU and its barcode, and one for several sizes at once brings none', async () => {
  const barcode = (digits: string) => ({ 'GTIN, UPC, EAN, or ISBN': digits })
  const sized = (values: string) => ({ 'Attribute 1 name': 'Size', 'Attribute 1 value(s)': values })
  const answer = await apply(
    csvOf([
      woo('variable', { ID: '901', SKU: 'wcoded', Name: 'Wcoded Jacket', ...sized('S, M, L') }),
      woo('variation', { SKU: 'wcoded-s', Parent: 'id:901', ...sized('S'), ...barcode('7790001') }),
      woo('variation', { SKU: 'wcoded-any', Parent: 'id:901', ...sized('') }),
      woo('simple', { ID: '902', SKU: 'wsimple', Name: 'Wsimple Stole', ...barcode('7790002') }),
    ]),
  )
  expect(notesOf(answer).filter((note) => note.includes('wcoded'))).toEqual([
    expect.stringContaining('“wcoded-any” is for 3 sizes together, and here a code names one.'),
  ])
  expect((await only('Wcoded Jacket')).sizeRows.map(({ size, sku }) => [size, sku])).toEqual([
    ['S', 'wcoded-s'],
    ['M', expect.stringMatching(/^S\d+$/)],
    ['L', expect.stringMatching(/^S\d+$/)],
  ])
  expect((await only('Wsimple Stole')).sizeRows).toMatchObject([{ sku: 'wsimple', barcode: '7790002' }])
})

test('a handle, a colour or an address of a picture that is too long is told, and the others come', async () => {
  const long = Array.from({ length: 100 }, (_, index) => hash('sha256', String(index))).join('')
  const colours = { 'Option2 Name': 'Colour', 'Option2 Value': long }
  const picture = { 'Image Src': `https://images.example.com/${long}.jpg` }
  const answer = await apply(
    csvOf([
      shopify(long, { Title: 'Long Handle' }),
      shopify('long-colour', { Title: 'Longcolour Kurta', ...colours, ...picture }),
    ]),
  )
  expect(answer.counts).toMatchObject({ new: 1, rejected: 1 })
  expect(notesOf(answer)).toEqual([
    '2 What names it there has more than 500 characters.',
    '3 This picture does not come along: its address has more than 2000 characters.',
  ])
  expect((await listed('Longcolour Kurta')).length).toBe(1)
})

test('texts of pictures, colours and descriptions that are too long end before an emoji, and have room', async () => {
  const title = `Alt ${'x'.repeat(130)}`
  const colours = (colour: string) => ({ 'Option2 Name': 'Colour', 'Option2 Value': colour })
  const image = (name: string, alt = '') => ({
    'Image Src': `https://alts.example/${name}.jpg`,
    'Image Alt Text': alt,
  })
  await apply(
    csvOf([
      {
        ...shopify('alts', {
          Title: title,
          'Body (HTML)': `${'y'.repeat(4998)}🧵🧵`,
          ...colours(`${'b'.repeat(59)}🧵`),
        }),
        ...image('first', `${'z'.repeat(199)}🧵`),
      },
      { ...shopify('alts', { ...colours('Red') }), ...image('second') },
    ]),
  )
  const { rows } = await sql<{ alt: string; name: string; colour: string; description: string }>`
    select fetches.alt, products.name, products.colour, products.description
    from picture_fetches fetches join products on products.id = fetches.product_id
    where fetches.address like 'https://alts.example/%' order by length(products.colour) desc, fetches.place`.execute(
    shop.db,
  )
  expect(rows).toHaveLength(4)
  expect(rows[0]).toMatchObject({
    alt: 'z'.repeat(199),
    colour: 'b'.repeat(59),
    description: `${'y'.repeat(4998)}…`,
  })
  expect(rows[1]?.alt).toBe(`${rows[1]?.name.slice(0, 200 - ', picture 2'.length).replace(/\p{Cs}$/u, '')}, picture 2`)
})

test('a picture of a variant keeps its text, and goes before the others only where there are several colours', async () => {
  const address = (name: string) => `https://covers.example/${name}.jpg`
  const image = (name: string, position: string) => ({
    'Image Src': address(name),
    'Image Position': position,
    'Image Alt Text': `Seen ${name}`,
  })
  const colour = (value: string) => ({ 'Option2 Name': 'Colour', 'Option2 Value': value })
  const withImage = (name: string) => ({ 'Variant Image': address(name) })
  await apply(
    csvOf([
      { ...shopify('covered', { Title: 'Covered Kurta', ...withImage('back') }), ...image('front', '1') },
      { ...shopify('covered', { 'Option1 Value': 'L', ...withImage('back') }), ...image('back', '2') },
      { ...shopify('dyed', { Title: 'Dyed Kurta', ...colour('Red'), ...withImage('red') }), ...image('all', '1') },
      { ...shopify('dyed', { ...colour('Blue'), ...withImage('blue') }), ...image('red', '2') },
      { ...shopify('dyed', { 'Option1 Value': '', 'Variant Price': '' }), ...image('blue', '3') },
    ]),
  )
  const { rows } = await sql<{ name: string; alt: string }>`
    select products.name, fetches.alt
    from picture_fetches fetches join products on products.id = fetches.product_id
    where fetches.address like 'https://covers.example/%' order by products.name, fetches.place`.execute(shop.db)
  expect(rows.map(({ name, alt }) => `${name}: ${alt}`)).toEqual([
    'Covered Kurta: Seen front',
    'Covered Kurta: Seen back',
    'Dyed Kurta, Blue: Seen blue',
    'Dyed Kurta, Blue: Seen all',
    'Dyed Kurta, Red: Seen red',
    'Dyed Kurta, Red: Seen all',
  ])
})

test('a state that is not known there is told where it makes a draft', async () => {
  const answer = await check(
    csvOf([
      shopify('unlisted', { Title: 'Unlisted Kurta', Status: 'unlisted' }),
      shopify('odd-state', { Title: 'Odd State Kurta', Status: 'Paused' }),
    ]),
  )
  expect(notesOf(answer)).toEqual([
    '2 It is unlisted there, so it comes as a draft.',
    '3 It is “paused” there, so it comes as a draft.',
  ])
})

test('attributes of WooCommerce that are colours and sizes in Hindi are known as Shopify’s are', async () => {
  const attributes = (colour: string, size: string) => ({
    'Attribute 1 name': 'रंग',
    'Attribute 1 value(s)': colour,
    'Attribute 2 name': 'साइज\u093c',
    'Attribute 2 value(s)': size,
  })
  const answer = await apply(
    csvOf([
      woo('variable', { ID: '951', Name: 'Hindi Kurta', 'Regular price': '', ...attributes('लाल, नीला', '40') }),
      woo('variation', { ID: '952', Parent: 'id:951', ...attributes('लाल', '40') }),
      woo('variation', { ID: '953', Parent: 'id:951', ...attributes('नीला', '40') }),
    ]),
  )
  expect(notesOf(answer)).toEqual([])
  const found = await listed('Hindi Kurta')
  expect(found.map(({ colour }) => colour)).toEqual(['लाल', 'नीला'])
  expect(found.map(({ sizes }) => sizes?.map(({ size }) => size))).toEqual([['40'], ['40']])
})

test('an import says how many addresses of before found no room', async () => {
  const known = shopify('has-room', { Title: 'Roomy Kurta', Type: 'Rooms' })
  await apply(csvOf([known]))
  await sql`
    insert into old_addresses (id, path, new_path, origin)
    select 'filler-' || n, '/products/filler-' || n, '/about', 'import'
    from generate_series(1, (select 20000 - count(*) from old_addresses)) n`.execute(shop.db)
  const fresh = shopify('no-room', { Title: 'Roomless Kurta', Type: 'Rooms' })
  const { remarks } = await apply(csvOf([{ ...known, 'Variant Price': '1899.00' }, fresh]))
  expect(remarks?.at(-1)).toBe(
    '1 address of before does not lead on, because a shop keeps at most 20000 old addresses.',
  )
  await shop.db.deleteFrom('oldAddresses').where('id', 'like', 'filler-%').execute()
})

test('old addresses of the other shop lead to what became of them', async () => {
  await apply(csvOf([shopify('Old-Handle', { Title: 'Addressed Kurta', Type: 'Night Suits' })]))
  const product = await only('Addressed Kurta')
  const { items } = await admin.api.listOldAddresses({ search: 'old-handle' })
  expect(items).toMatchObject([{ path: '/products/old-handle', newPath: `/product/${product._id}`, origin: 'import' }])
  const { items: lists } = await admin.api.listOldAddresses({ search: 'night' })
  expect(lists).toMatchObject([{ path: '/collections/night-suits', newPath: `/categories/${slugOf('Night Suits')}` }])
})

test('what of a product cannot come along is told by its line', async () => {
  const rows = [
    shopify('odd', {
      Title: 'Odd Kurta',
      'Option2 Name': 'Sleeve',
      'Option2 Value': 'Full',
      'Variant Tax Code': 'P0001',
    }),
    shopify('odd', { 'Option1 Value': 'L', 'Option2 Value': 'Half', 'Variant Price': '2499' }),
    shopify('odd', { 'Option1 Value': 'XL', 'Option2 Value': 'Full', 'Variant Inventory Tracker': '' }),
    shopify('odd', { 'Option1 Value': 'M', 'Option2 Value': 'Full' }),
    shopify('odd', { 'Option1 Value': 'XS', 'Option2 Value': 'Full', 'Variant Price': 'free' }),
    ...Array.from({ length: 7 }, (_, index) => ({
      ...shopify('odd', { 'Option1 Value': '', 'Variant Price': '' }),
      'Image Src': `https://pictures.example/${index}.jpg`,
    })),
  ]
  expect(notesOf(await check(csvOf(rows)))).toEqual([
    '2 The option “Sleeve” becomes a part of the size.',
    '2 The tax code “P0001” is no HSN code and is left out.',
    '3 Size L / Half costs ₹2,499 and the others ₹1,999. A product has one price here, so this size does not come along. Add it as a product of its own.',
    '4 Its stock is not counted there, so it begins with 0. Enter what you have.',
    '5 It repeats line 2: the same colour and size.',
    '6 Its price “free” is no amount, so it does not come along.',
    '12 This picture does not come along: a product has at most 5.',
    '13 This picture does not come along: a product has at most 5.',
  ])
})

test('what is no product of this shop is refused with its reason, and the others come', async () => {
  const answer = await apply(
    csvOf([
      shopify('card', { Title: 'Card', 'Gift Card': 'true' }),
      shopify('file', { Title: 'Pattern', 'Variant Requires Shipping': 'false' }),
      shopify('', { Title: 'No handle' }),
      shopify('untitled'),
      shopify('costless', { Title: 'Costless', 'Variant Price': 'ask' }),
      shopify('whole', { Title: 'Whole Kurta', Type: '' }),
    ]),
  )
  expect(answer.counts).toEqual({ new: 1, changed: 0, unchanged: 0, rejected: 5 })
  expect(notesOf(answer)).toEqual([
    '2 It is a gift card, which this shop does not sell.',
    '3 Nothing of it is shipped. This shop sells goods only.',
    '4 It has no handle, so nothing says which product it belongs to.',
    '5 It has no title.',
    '6 It has no price.',
    '7 It has no type, so it goes into the category “Other”.',
  ])
  expect((await only('Whole Kurta')).category.name).toBe('Other')
})

test('a WooCommerce export comes in with its variations, and what cannot come is told', async () => {
  const answer = await apply(await exportOf('woocommerce-products.csv'))
  expect(answer).toMatchObject({ shop: 'woocommerce', counts: { rejected: 2 } })
  const notes = notesOf(answer)
  expect(notes).toEqual(
    expect.arrayContaining([
      expect.stringContaining('It is a group of other products. These come along by themselves, the group does not.'),
      expect.stringContaining('Another shop sells it (https://elsewhere.example.com/x), so it does not come along.'),
      expect.stringContaining('so it goes into Bottoms and not into New.'),
    ]),
  )
  // The Shopify export has a product of this name too.
  const [blue, rust] = (await listed('Jodhpur Nehru Jacket')).filter(({ price }) => price === 5499)
  expect([blue, rust].map((product) => [product?.colour, product?.price, product?.discountedPrice])).toEqual([
    ['Blue', 5499, 5299],
    ['Rust', 5499, 5299],
  ])
  expect((await admin.api.getEditableProduct(blue?._id ?? '')).description).toBe(
    'Nehru Jacket cut in Jaipur.\n\nA nehru jacket in Chanderi silk.\n\nWash cold.',
  )
  expect((await check(await exportOf('woocommerce-products.csv'))).counts).toMatchObject({ new: 0, changed: 0 })
  const { items } = await admin.api.listOldAddresses({ search: 'sherwani' })
  expect(items.map(({ path }) => path)).toContain('/product/shekhawati-sherwani')
  expect((await admin.api.listOldAddresses({ search: 'product-category' })).items[0]).toMatchObject({
    origin: 'import',
  })
})

test('a variation for any value becomes each of them, and one for a certain value counts first', async () => {
  const parent = {
    'Attribute 1 name': 'Size',
    'Attribute 1 value(s)': 'S, M, L',
    'Attribute 2 name': 'Fabric',
    'Attribute 2 value(s)': 'Khadi',
  }
  const answer = await apply(
    csvOf([
      woo('variable', { ID: '7001', Name: 'Any Kurta', Stock: '', 'Regular price': '', ...parent }),
      woo('variation', { ID: '7002', Parent: 'id:7001', Stock: '9', 'Attribute 1 name': 'Size' }),
      woo('variation', {
        ID: '7003',
        Parent: 'id:7001',
        Stock: '2',
        'Attribute 1 name': 'Size',
        'Attribute 1 value(s)': 'M',
      }),
      woo('variation', { ID: '7004', Parent: 'gone', Name: 'Lost' }),
    ]),
  )
  expect(notesOf(answer)).toEqual([
    '3 Its 9 pieces are for 3 sizes together. Here each counts by itself, so they begin with 0. Enter what you have.',
    '5 Its product “gone” is not in the file.',
  ])
  const { sizes, fabric } = await only('Any Kurta')
  expect(fabric).toBe('Khadi')
  expect(Object.fromEntries(sizes?.map(({ size, stock }) => [size, stock]) ?? [])).toEqual({ S: 0, M: 2, L: 0 })
})

test('sale prices with days, states, virtual products and tax classes of WooCommerce are told', async () => {
  const answer = await check(
    csvOf([
      woo('simple', {
        SKU: 'w1',
        Name: 'Dated',
        'Sale price': '799',
        'Date sale price starts': '2026-12-01',
        'Date sale price ends': '2026-12-15',
      }),
      woo('simple', { SKU: 'w2', Name: 'Private', Published: '0', 'Tax class': 'reduced-rate', Stock: '-3' }),
      woo('simple, downloadable, virtual', { SKU: 'w3', Name: 'E-book' }),
      woo('simple', { SKU: 'w1', Name: 'Again' }),
    ]),
  )
  expect(notesOf(answer)).toEqual([
    '2 Its sale price of 799 from 2026-12-01 to 2026-12-15 does not come along, because it has days. Enter a sale with them.',
    '3 It is private there, so it comes as a draft.',
    '3 The tax class “reduced-rate” is left out. Enter its HSN code.',
    '3 Its stock of -3 becomes 0.',
    '4 Nothing of it is shipped. This shop sells goods only.',
    '5 It repeats line 2: the same product of that shop.',
  ])
})

test('a SKU, a parent or a handle that a spreadsheet has shortened names nothing, nor does a SKU of two products', async () => {
  const sized = (size: string) => ({ 'Attribute 1 name': 'Size', 'Attribute 1 value(s)': size })
  const variable = (id: string, sku: string, name: string) =>
    woo('variable', { ID: id, SKU: sku, Name: name, 'Regular price': '', ...sized('M, L') })
  const lost = (sku: string) =>
    `“${sku}” is what a spreadsheet makes of a long number, and its digits are lost. Format the column as text and enter it again.`
  const shared = '“twin” is the SKU of several products of this file, so nothing says which of them is meant.'
  const rows = [
    variable('801', '8.90123E+12', 'Shortened Kurta'),
    variable('802', '8.90123E+12', 'Shortened Sherwani'),
    woo('variation', { ID: '803', Parent: '8.90123E+12', ...sized('M') }),
    variable('804', 'twin', 'Twin Kurta'),
    variable('805', 'twin', 'Twin Sherwani'),
    woo('variation', { ID: '806', Parent: 'twin', ...sized('M') }),
    woo('variation', { ID: '807', Parent: 'id:805', 'Regular price': '9999', ...sized('L') }),
    woo('simple', { ID: '808', SKU: '8.90123E+12', Name: 'Shortened Stole' }),
    woo('simple', { SKU: '8.90123E+12', Name: 'Shortened Turban' }),
  ]
  const answer = await apply(csvOf(rows))
  expect(answer.counts).toMatchObject({ new: 2, rejected: 6 })
  expect(notesOf(answer).toSorted()).toEqual([
    `10 sku: ${lost('8.90123E+12')}`,
    `2 sku: ${lost('8.90123E+12')}`,
    `3 sku: ${lost('8.90123E+12')}`,
    `4 parent: ${lost('8.90123E+12')}`,
    `5 sku: ${shared}`,
    `7 parent: ${shared}`,
    `9 sku: ${lost('8.90123E+12')} It is left out.`,
  ])
  expect(await only('Twin Sherwani')).toMatchObject({ price: 9999, sizes: [{ size: 'L', stock: 3 }] })
  const { rows: keys } = await sql<{ key: string }>`
    select key from imported_product_keys where key like '%8.9%' or key like '%twin%'`.execute(shop.db)
  expect(keys).toEqual([])
  expect((await check(csvOf(rows))).counts).toMatchObject({ new: 0, changed: 0, unchanged: 2 })

  const handled = shopify('8.90123E+12', { Title: 'Handled Kurta' })
  expect(notesOf(await check(csvOf([handled])))).toEqual([`2 handle: ${lost('8.90123e+12')}`])
})

test('an export of whose letters a spreadsheet has made question marks brings nothing of them', async () => {
  const lost = 'A spreadsheet has made question marks of letters. Save it as CSV UTF-8.'
  const row = shopify('marked', { Title: 'कुर्ता Marked', Type: 'Marked' })
  await apply(csvOf([row]))
  const answer = await check(
    csvOf([
      { ...row, Title: '?????? Marked', 'Variant Price': '1799' },
      shopify('marked-new', { Title: 'Whole', Type: '??????' }),
    ]),
  )
  expect(notesOf(answer)).toEqual([`2 Name: ${lost}`, `3 Its category “??????”: ${lost}`])
  expect(answer.remarks).toEqual(['This is an export of Shopify.'])
})

test.each([
  [
    'UTF-16, as Excel saves “Unicode text”',
    (text: string) => Buffer.from(`\uFEFF${text.replaceAll(',', '\t')}`, 'utf16le'),
  ],
  ['Windows-1252', (text: string) => Buffer.from(text, 'latin1')],
])('an export that was saved again in %s is read', async (_what, encode) => {
  const answer = await check(encode(csvOf([shopify('cafe', { Title: 'Café Kurta' })])))
  expect(answer.products).toMatchObject([{ status: 'new', name: 'Café Kurta' }])
})

test('a file that is broken, or a list of customers, is refused with a sentence', async () => {
  await expect(check('Handle,Title,Option1 Value,Variant Price\n"a,b,c\n')).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('Is a quotation mark missing?'),
  })
  await expect(check(await exportOf('shopify-customers.csv'))).rejects.toMatchObject({
    status: 400,
    message: 'These are customers. Import them at “Import customers”.',
  })
})

test('20,000 lines of one product, and of as many, are checked in time', async () => {
  const many = Array.from({ length: 10_000 }, (_, index) =>
    shopify('huge', { Title: 'Huge', 'Option1 Value': `S${index}` }),
  )
  const products = Array.from({ length: 9990 }, (_, index) => shopify(`p${index}`, { Title: `Product ${index}` }))
  const before = performance.now()
  const answer = await check(csvOf([...many, ...products]))
  expect(answer.counts).toMatchObject({ new: 9991, rejected: 0 })
  expect(answer.products[0]?.notes).toEqual([
    { line: 22, reason: 'This size and 9979 after it does not come along: a product has at most 20 sizes.' },
  ])
  expect(performance.now() - before).toBeLessThan(60_000)
})
