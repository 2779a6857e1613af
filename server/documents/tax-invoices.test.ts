import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import type { Address } from '#contract/schemas/address.ts'
import type { Settings } from '#contract/settings/settings.ts'

import { gstinFault } from '#contract/tax/gstin.ts'
import { addCategory, addProduct, offerInput } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { ADDRESS, buyCart, fillCart, signedIn, type SignedIn } from '#test/purchase.ts'
import { readPdf } from '#test/read-pdf.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'
import { takeIn } from '#test/take-in.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
})
afterEach(async () => {
  await setSettings(shop, { taxRegistration: 'none', gstin: '' })
  await expectInvariants(shop.db)
})
afterAll(() => shop.close())

/** Of Karnataka, where `ADDRESS` is too. */
const GSTIN = '29AAGCB7383J1Z4'
const PUNE: Address = { ...ADDRESS, city: 'Pune', state: 'Maharashtra', pincode: '411001' }

const register = (settings: Partial<Settings> = {}) =>
  setSettings(shop, { taxRegistration: 'regular', gstin: GSTIN, ...settings })

async function bought(prices: readonly number[], address = ADDRESS, quantity = 1) {
  const buyer = await signedIn(shop)
  for (const pricePaise of prices) {
    const product = await addProduct(shop.db, { pricePaise })
    await sql`update products set hsn = '620520' where id = ${product.id}`.execute(shop.db)
    await fillCart(buyer, product.id, quantity)
  }
  return { buyer, ...(await buyCart(shop, buyer, address)) }
}

async function documentsOf(buyer: SignedIn) {
  const [order] = await buyer.api.listMyOrders(buyer.id)
  return order!.documents
}

const stored = async (id: string) => ({
  ...(await shop.db
    .selectFrom('documents')
    .select(['kind', 'totalPaise', 'taxablePaise', 'centralPaise', 'statePaise', 'integratedPaise', 'placeOfSupply'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()),
  lines: await shop.db
    .selectFrom('documentLines')
    .select(['hsn', 'quantity', 'pricePaise', 'percent', 'taxablePaise'])
    .where('documentId', '=', id)
    .orderBy('position')
    .execute(),
})

test('a registration needs name, address and a GSTIN of the seller’s state, and each kind of document a series of its own', async () => {
  const change = (values: Partial<Settings>) =>
    admin.api.listSettings().then(({ settings }) =>
      admin.api.changeSettings({
        values,
        revisions: Object.fromEntries(settings.map(({ name, revision }) => [name, revision])),
      }),
    )
  await expect(change({ taxRegistration: 'regular' })).rejects.toMatchObject({
    status: 400,
    fields: { gstin: 'A registered seller has a GSTIN: please enter it.' },
  })
  await expect(change({ gstin: '29AAGCB7383J1Z5' })).rejects.toMatchObject({
    fields: { 'values.gstin': expect.stringContaining('typing error') },
  })
  const gstin = { taxRegistration: 'regular', gstin: ' 29aagcb7383j1z4 ' } as const
  for (const taxRegistration of ['regular', 'composition'] as const) {
    await expect(change({ ...gstin, taxRegistration })).rejects.toMatchObject({
      status: 400,
      fields: { legalName: expect.stringContaining('carry the legal name') },
    })
    await expect(change({ ...gstin, taxRegistration, legalName: 'Asha Garments' })).rejects.toMatchObject({
      fields: { addressLines: expect.stringContaining('carry the address') },
    })
  }
  const registered = { ...gstin, legalName: 'Asha Garments', addressLines: '4, Church Street' }
  await expect(change(registered)).rejects.toMatchObject({
    fields: { addressState: expect.stringContaining('carry the state') },
  })
  await expect(change({ ...registered, addressState: 'Kerala' })).rejects.toMatchObject({
    message: 'This GSTIN is of Karnataka, and the seller’s address is in Kerala.',
  })
  await expect(change({ invoiceSeries: 'TC' })).rejects.toMatchObject({ fields: expect.anything() })
  await change({ ...registered, addressState: 'Karnataka' })
  expect(shop.shop.settings.current()).toMatchObject({ taxRegistration: 'regular', gstin: GSTIN })
  await expect(change({ legalName: '' })).rejects.toMatchObject({ fields: { legalName: expect.anything() } })
  // A seller from before this rule may change whatever else.
  await setSettings(shop, { legalName: '' })
  await change({ returnDays: 9 })
  await change({ taxRegistration: 'none', addressLines: null, addressState: null, returnDays: null } as never)
})

test('a regular seller’s order has a receipt when it is paid and a tax invoice when it leaves', async () => {
  await register()
  const { buyer, order } = await bought([149_900, 299_900])
  expect((await documentsOf(buyer)).map(({ kind }) => kind)).toEqual(['receipt voucher'])
  const { id: categoryId } = await addCategory(shop.db)
  await sql`
    update products set hsn = '9999', name = 'Another', price_paise = 100, discounted_price_paise = null,
      category_id = ${categoryId}`.execute(shop.db)
  await admin.api.changeOrderStatus(order._id, 'shipped')
  const [, invoice] = await documentsOf(buyer)
  expect(invoice).toMatchObject({ kind: 'tax invoice', number: expect.stringMatching(/^TS\d{4}\/000001$/) })
  expect(await stored(invoice!._id)).toEqual({
    kind: 'tax invoice',
    placeOfSupply: '29',
    totalPaise: 449_800,
    taxablePaise: 142_762 + 254_152,
    centralPaise: 3569 + 22_874,
    statePaise: 3569 + 22_874,
    integratedPaise: 0,
    lines: [
      { hsn: '6205', quantity: 1, pricePaise: 149_900, percent: 5, taxablePaise: 142_762 },
      { hsn: '6205', quantity: 1, pricePaise: 299_900, percent: 18, taxablePaise: 254_152 },
    ],
  })
  const pdf = await buyer.api.getMyDocument(invoice!._id)
  const text = readPdf(Buffer.from(await pdf.arrayBuffer()))
    .flat()
    .join('\n')
  const wanted = [
    'Tax invoice',
    `GSTIN ${GSTIN}`,
    'Place of supply: Karnataka (29)',
    'CGST 2.5 %',
    'SGST 9 %',
    '4,498.00',
  ]
  for (const words of wanted) {
    expect(text).toContain(words)
  }
  expect(text).toContain('Rupees four thousand four hundred ninety-eight only')
})

test('an order keeps the HSN code of its checkout: the product’s own, its category’s, or the one for the category’s name', async () => {
  await register({ turnover: 'above ₹5 crore' })
  const ties = await addCategory(shop.db, 'Ties')
  const shirts = await addCategory(shop.db, 'Linen shirts')
  await admin.api.changeCategoryDefaults({ _id: ties.id, defaults: { hsn: '621510' } })
  const buyer = await signedIn(shop)
  const own = await addProduct(shop.db, { categoryId: ties.id })
  await sql`update products set hsn = '62152000' where id = ${own.id}`.execute(shop.db)
  await fillCart(buyer, own.id)
  await fillCart(buyer, (await addProduct(shop.db, { categoryId: ties.id })).id)
  await fillCart(buyer, (await addProduct(shop.db, { categoryId: shirts.id })).id)
  const { order } = await buyCart(shop, buyer)
  await admin.api.changeCategoryDefaults({ _id: ties.id, defaults: { hsn: '9999' } })
  await sql`update products set hsn = '9999'`.execute(shop.db)
  await admin.api.changeOrderStatus(order._id, 'shipped')
  const [, invoice] = await documentsOf(buyer)
  expect((await stored(invoice!._id)).lines.map(({ hsn }) => hsn)).toEqual(['621520', '621510', '620520'])
})

test('what goes to another state has integrated tax', async () => {
  await register()
  const { buyer, order } = await bought([105_000], PUNE)
  await admin.api.changeOrderStatus(order._id, 'shipped')
  const [, invoice] = await documentsOf(buyer)
  expect(await stored(invoice!._id)).toMatchObject({
    placeOfSupply: '27',
    taxablePaise: 100_000,
    centralPaise: 0,
    integratedPaise: 5000,
  })
})

test('a discount lowers the price of each piece before tax, and may lower its rate', async () => {
  await register()
  await admin.api.createOffer(offerInput({ code: 'LESS', percent: 10 }))
  const buyer = await signedIn(shop)
  await fillCart(buyer, (await addProduct(shop.db, { pricePaise: 279_905 })).id, 3)
  await buyer.api.enterCode('LESS')
  const { order } = await buyCart(shop, buyer)
  await admin.api.changeOrderStatus(order._id, 'shipped')
  const [, invoice] = await documentsOf(buyer)
  const { lines, totalPaise } = await stored(invoice!._id)
  expect(totalPaise).toBe(Math.round(order.totalAmount * 100))
  expect(lines.map(({ quantity, pricePaise, percent }) => ({ quantity, pricePaise, percent }))).toEqual([
    { quantity: 2, pricePaise: 251_914, percent: 5 },
    { quantity: 1, pricePaise: 251_915, percent: 5 },
  ])
})

test('an order that is called back after its invoice gets a credit note, and one that never left gets none', async () => {
  await register()
  const { buyer, order } = await bought([105_000], PUNE)
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await admin.api.changeOrderStatus(order._id, 'cancelled')
  await takeIn(admin, order._id)
  const [, invoice, note] = await documentsOf(buyer)
  expect(note).toMatchObject({ kind: 'credit note', number: expect.stringMatching(/^TC\d{4}\/000001$/) })
  expect(await stored(note!._id)).toEqual({ ...(await stored(invoice!._id)), kind: 'credit note' })
  const pdf = await buyer.api.getMyDocument(note!._id)
  const text = readPdf(Buffer.from(await pdf.arrayBuffer()))
    .flat()
    .join('\n')
  expect(text).toContain(`${invoice!.number} of `)
  const other = await bought([105_000])
  await other.buyer.api.cancelMyOrder(other.order._id)
  expect((await documentsOf(other.buyer)).map(({ kind }) => kind)).toEqual(['receipt voucher', 'refund voucher'])
})

test('a composition seller issues bills without tax, and sends within the own state only', async () => {
  await register({ taxRegistration: 'composition' })
  const { buyer, order } = await bought([105_000])
  await admin.api.changeOrderStatus(order._id, 'shipped')
  const [, bill] = await documentsOf(buyer)
  expect(bill).toMatchObject({ kind: 'bill of supply', number: expect.stringMatching(/^TB/) })
  expect(await stored(bill!._id)).toMatchObject({ taxablePaise: 105_000, lines: [{ percent: null }] })
  await expect(bought([105_000], PUNE)).rejects.toMatchObject({
    status: 400,
    fields: { state: expect.stringContaining('does not send to Maharashtra') },
  })
})

test('a registered seller is told of a PIN code in another state, and nobody else is stopped', async () => {
  const contradiction = { ...ADDRESS, pincode: '411001' }
  const unknown = { ...ADDRESS, state: 'State', pincode: '1' }
  const { buyer, order } = await bought([50_000], unknown)
  expect((await buyer.api.saveAddress(order._id, contradiction)).order.address).toEqual(contradiction)
  await register()
  await expect(buyer.api.saveAddress(order._id, contradiction)).rejects.toMatchObject({
    status: 400,
    message: 'The PIN code 411001 is in Maharashtra, not in Karnataka.',
  })
  await expect(admin.api.changeOrderStatus(order._id, 'shipped')).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('Ask the customer to correct the address'),
  })
  await buyer.api.saveAddress(order._id, PUNE)
  await admin.api.changeOrderStatus(order._id, 'shipped')
  const short = await bought([50_000], { ...ADDRESS, pincode: '5700' })
  await admin.api.changeOrderStatus(short.order._id, 'shipped')
  await expect(bought([50_000], contradiction)).rejects.toMatchObject({ status: 400 })
})

test('invoices that are issued at once have numbers without a gap, also where one of them is undone', async () => {
  await register()
  const orders = []
  // Two calls for each: as many as the shop works on at once, because it turns away who has waited for long.
  for (let count = 0; count < 4; count += 1) orders.push((await bought([50_000])).order)
  const before = await shop.db.selectFrom('documents').select('number').where('kind', '=', 'tax invoice').execute()
  await sql`update payments set status = 'vouched' where order_id = ${orders[3]!._id}`.execute(shop.db)
  const outcomes = await Promise.allSettled(
    orders.flatMap(({ _id }) => [
      admin.api.changeOrderStatus(_id, 'shipped'),
      admin.api.changeOrderStatus(_id, 'shipped'),
    ]),
  )
  await sql`update payments set status = 'captured' where order_id = ${orders[3]!._id}`.execute(shop.db)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  const after = await shop.db
    .selectFrom('documents')
    .select('number')
    .where('kind', '=', 'tax invoice')
    .orderBy('number')
    .execute()
  expect(after.map(({ number }) => number)).toEqual(Array.from({ length: before.length + 3 }, (_, index) => index + 1))
})

test('an invoice has unit price, discount and tax in columns, and says whose copy it is', async () => {
  await register()
  await admin.api.createOffer(offerInput({ code: 'TENTH', percent: 10 }))
  const buyer = await signedIn(shop)
  await fillCart(buyer, (await addProduct(shop.db, { pricePaise: 105_000 })).id, 1)
  await buyer.api.enterCode('TENTH')
  const { order } = await buyCart(shop, buyer, { ...ADDRESS, state: 'KARNATAKA ' })
  await admin.api.changeOrderStatus(order._id, 'shipped')
  const { _id } = (await documentsOf(buyer)).at(-1)!
  const textOf = async (pdf: Promise<Blob>) =>
    readPdf(Buffer.from(await (await pdf).arrayBuffer()))
      .flat()
      .join('\n')
  const mine = await textOf(buyer.api.getMyDocument(_id))
  expect(mine).toMatch(/HSN Qty .*Discount .*Rate CGST SGST Amount/)
  expect(mine).toMatch(/ 1 pc 1,050\.00 −105\.00 900\.00 5 % 22\.50 22\.50 945\.00/)
  for (const words of [
    'Discount −₹105.00',
    'Taxable value ₹900.00',
    'Original for recipient',
    'Authorised signatory',
  ]) {
    expect(mine).toContain(words)
  }
  expect(mine).toContain('Mysuru, Karnataka 570001')
  expect(await textOf(admin.api.getDocument(_id))).not.toContain('Original for recipient')
})

test('a PIN code that cannot be one is not printed where the state is known, on no paper', async () => {
  await register()
  const { buyer, order } = await bought([50_000], { ...ADDRESS, pincode: '411' })
  await admin.api.changeOrderStatus(order._id, 'shipped')
  const papers = [
    ...(await documentsOf(buyer)).map(({ _id }) => buyer.api.getMyDocument(_id)),
    ...['slips', 'labels'].map(async (kind) =>
      (await admin.fetch(`/api/admin/orders/${kind}?ids=${order._id}`)).blob(),
    ),
  ]
  expect(papers).toHaveLength(4)
  for (const paper of papers) {
    const text = readPdf(Buffer.from(await (await paper).arrayBuffer())).flat()
    expect(text.filter((line) => /Karnataka/.test(line)).length).toBeGreaterThan(0)
    expect(text.filter((line) => /\b411\b/.test(line))).toEqual([])
  }
})

test('each later page of an invoice says whose it is, and has the head of the table', async () => {
  await register()
  const { buyer, order } = await bought(Array.from({ length: 30 }, (_, index) => 50_000 + index))
  await admin.api.changeOrderStatus(order._id, 'shipped')
  const { _id, number } = (await documentsOf(buyer)).at(-1)!
  const pages = readPdf(Buffer.from(await (await buyer.api.getMyDocument(_id)).arrayBuffer()))
  expect(pages.length).toBeGreaterThan(1)
  for (const [first, second] of pages.slice(1)) {
    expect(first).toBe(`Tax invoice ${number}, continued · Selvedge · GSTIN ${GSTIN}`)
    expect(second).toMatch(/^Description/)
  }
})

test.for([
  ['04AAGCB7383J1Z', 'Chandigarh', '160017'],
  ['26AAGCB7383J1Z', 'Dadra and Nagar Haveli and Daman and Diu', '396210'],
  ['31AAGCB7383J1Z', 'Lakshadweep', '682555'],
  ['35AAGCB7383J1Z', 'Andaman and Nicobar Islands', '744101'],
  ['38AAGCB7383J1Z', 'Ladakh', '194101'],
] as const)(
  'in a territory without a legislature the second half is UTGST: %s, %s',
  async ([start, state, pincode]) => {
    const gstin = Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', (sign) => start + sign).find(
      (one) => !gstinFault(one),
    )
    await register({ gstin: gstin! })
    const { buyer, order } = await bought([105_000], { ...ADDRESS, city: state, state, pincode })
    await admin.api.changeOrderStatus(order._id, 'shipped')
    const documents = await documentsOf(buyer)
    expect(documents.map(({ kind }) => kind)).toEqual(['receipt voucher', 'tax invoice'])
    for (const { _id } of documents) {
      const text = readPdf(Buffer.from(await (await buyer.api.getMyDocument(_id)).arrayBuffer()))
        .flat()
        .join('\n')
      expect(text).toContain('UTGST 2.5 %')
      expect(text).not.toContain(' SGST')
    }
  },
)
