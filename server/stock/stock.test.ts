import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { addCategory, addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { buyCart, fillCart, signedIn, stockOf, type SignedIn } from '#test/purchase.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
})
afterEach(() => expectInvariants(shop.db))
afterAll(() => shop.close())

const NOWHERE = { held: 0, packed: 0, parcel: 0, customer: 0, back: 0, inspection: 0, writtenOff: 0 }

/** An order of so many pieces of one size. */
async function order(productId: string, quantity: number, size?: string) {
  const buyer = await signedIn(shop)
  await fillCart(buyer, productId, quantity, size)
  return (await buyCart(shop, buyer)).order
}

/** As if everything so far had happened so many days ago. */
const letPass = (days: number) =>
  sql`update stock_ledger set created_at = created_at - make_interval(days => ${days})`.execute(shop.db)

const daysAgo = (days: number) => new Date(Date.now() + 5.5 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10)

let bills = 0
const bill = (lines: { code: string; quantity: number; cost: number }[], number = `B-${(bills += 1)}`) =>
  admin.api.takeIn({ supplier: 'Tiruppur Knits', number, date: daysAgo(1), lines })

test('a piece goes from the shelf to the customer, and each place says where it is', async () => {
  const product = await addProduct(shop.db, { sizes: { M: 9, L: 4 } })
  const places = async () => (await admin.api.getStock(product.id))[0]
  const all = { size: 'M', takenIn: 9, ...NOWHERE }
  expect(await admin.api.getStock(product.id)).toEqual([
    { ...all, shelf: 9 },
    { ...all, size: 'L', shelf: 4, takenIn: 4 },
  ])
  const buyer = await signedIn(shop)
  await fillCart(buyer, product.id, 3, 'M')
  await buyer.api.startPayment()
  expect(await places()).toEqual({ ...all, shelf: 6, held: 3 })
  const { order: placed } = await buyCart(shop, buyer)
  const [line] = placed.products
  await admin.api.packItems(placed._id, [{ key: `${placed._id}-1`, lineId: line!._id }])
  expect(await places()).toEqual({ ...all, shelf: 6, held: 2, packed: 1 })
  await admin.api.cancelItems(placed._id, { lines: [{ _id: line!._id, quantity: 1 }] })
  expect(await places()).toEqual({ ...all, shelf: 7, held: 1, packed: 1 })
  await admin.api.changeOrderStatus(placed._id, 'shipped')
  expect(await places()).toEqual({ ...all, shelf: 7, parcel: 2 })
  await admin.api.undoShipping(placed._id)
  expect(await places()).toEqual({ ...all, shelf: 7, held: 1, packed: 1 })
  await admin.api.changeOrderStatus(placed._id, 'shipped')
  await admin.api.changeOrderStatus(placed._id, 'delivered')
  expect(await places()).toEqual({ ...all, shelf: 7, customer: 2 })
  await admin.api.setStock(product.id, 5, 'M')
  expect(await places()).toEqual({ ...all, shelf: 5, customer: 2, writtenOff: 2 })
})

test('the places of any day in India are told, and a day before there was anything is empty', async () => {
  const product = await addProduct(shop.db, { stock: 9 })
  await letPass(4)
  await order(product.id, 2)
  await letPass(3)
  expect(await admin.api.getStock(product.id, daysAgo(8))).toEqual([{ size: '', shelf: 0, takenIn: 0, ...NOWHERE }])
  expect(await admin.api.getStock(product.id, daysAgo(5))).toEqual([{ size: '', shelf: 9, takenIn: 9, ...NOWHERE }])
  expect(await admin.api.getStock(product.id, daysAgo(0))).toMatchObject([{ shelf: 7, held: 2, takenIn: 9 }])
  await expect(admin.api.getStock(product.id, '2026-13-40')).rejects.toMatchObject({ status: 400 })
  await expect(admin.api.getStock('nothing')).rejects.toMatchObject({ status: 404, code: 'not_found' })
})

test('a number of a place is made of its movements: who, when, why, and of which order', async () => {
  const product = await addProduct(shop.db, { name: 'Linen shirt', sizes: { M: 5, L: 5 } })
  const placed = await order(product.id, 2, 'M')
  await admin.api.changeOrderStatus(placed._id, 'shipped')
  const { items, total } = await admin.api.listMovements(product.id, { size: 'm' })
  expect(total).toBe(3)
  expect(items).toMatchObject([
    { from: 'held', to: 'parcel', quantity: 2, reason: 'shipping', person: expect.any(String), orderId: placed._id },
    { from: 'shelf', to: 'held', quantity: 2, reason: 'hold', person: placed.user.name, orderId: placed._id },
    { from: 'supplier', to: 'shelf', quantity: 5, reason: 'opening', person: null, orderId: null, bill: null },
  ])
  const ofPlace = await admin.api.listMovements(product.id, { place: 'parcel' })
  expect(ofPlace.items.map(({ reason, size }) => [reason, size])).toEqual([['shipping', 'M']])
  expect((await admin.api.listMovements(product.id, { page: 2, limit: 3 })).items).toHaveLength(1)
})

test('the list finds sizes by the words of their product and by their codes', async () => {
  const product = await addProduct(shop.db, { name: 'Zebra kurta', sizes: { S: 1, M: 2 } })
  const { items, total } = await admin.api.listStock({ search: 'kurta zebra' })
  expect(total).toBe(2)
  expect(items).toMatchObject([
    {
      product: { _id: product.id, name: 'Zebra kurta', isDeleted: false },
      size: 'S',
      shelf: 1,
      cost: null,
      value: null,
    },
    { size: 'M', shelf: 2, takenIn: 2 },
  ])
  const bySku = await admin.api.listStock({ search: items[1]!.sku.toLowerCase() })
  expect(bySku.items.map(({ _id }) => _id)).toEqual([items[1]!._id])
  await shop.db.updateTable('products').set({ deletedAt: new Date() }).where('id', '=', product.id).execute()
  expect((await admin.api.listStock({ product: product.id })).items[0]?.product.isDeleted).toBe(true)
})

test('a count sets the shelf with its reason, and one that is out of date is refused', async () => {
  const product = await addProduct(shop.db, { name: 'Cap', sizes: { S: 5, M: 5, L: 5 } })
  const [s, m, l] = product.sizes.map(({ id }) => id) as [string, string, string]
  const lines = [
    { _id: s, counted: 3, was: 5 },
    { _id: m, counted: 6, was: 5 },
    { _id: l, counted: 5, was: 5 },
  ]
  expect(await admin.api.countStock({ lines, reason: 'Yearly count' })).toEqual({
    message: '2 sizes counted, 1 piece fewer.',
  })
  expect(await stockOf(shop, product.id)).toEqual([3, 6, 5])
  const { items } = await admin.api.listMovements(product.id)
  expect(items.slice(0, 2)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ size: 'S', from: 'shelf', to: 'written off', quantity: 2, note: 'Yearly count' }),
      expect.objectContaining({ size: 'M', from: 'supplier', to: 'shelf', quantity: 1, reason: 'count' }),
    ]),
  )
  await expect(admin.api.countStock({ lines, reason: 'Again' })).rejects.toMatchObject({
    status: 409,
    message: 'The shelf has 3 of Cap, S by now. Please count again.',
  })
  expect(await admin.api.countStock({ lines: [{ _id: l, counted: 5 }], reason: 'Again' })).toEqual({
    message: 'The count agrees with the shelf.',
  })
  const twice = [lines[2]!, lines[2]!]
  await expect(admin.api.countStock({ lines: twice, reason: 'x' })).rejects.toMatchObject({ status: 400 })
  await expect(admin.api.countStock({ lines, reason: ' ' })).rejects.toMatchObject({ status: 400 })
  await expect(admin.api.countStock({ lines: [{ _id: 'none', counted: 1 }], reason: 'x' })).rejects.toMatchObject({
    status: 404,
  })
  const { entries } = await admin.api.listAudit({ search: product.id })
  expect(entries[0]).toMatchObject({ action: 'count stock', person: { _id: admin.id } })
})

test('a bill brings pieces to the shelf, and their cost moves the average', async () => {
  const product = await addProduct(shop.db, { name: 'Belt', sizes: { S: 4, M: 0 } })
  const [s, m] = (await admin.api.listStock({ product: product.id })).items.map(({ sku }) => sku) as [string, string]
  expect(
    await bill(
      [
        { code: s.toLowerCase(), quantity: 6, cost: 100 },
        { code: m, quantity: 2, cost: 80.5 },
      ],
      'A-1',
    ),
  ).toEqual({ message: '8 pieces taken in from Tiruppur Knits.' })
  const rows = async () => (await admin.api.listStock({ product: product.id })).items
  expect(await rows()).toMatchObject([
    // Pieces of before whose cost nobody knows cost what the first bill says.
    { shelf: 10, takenIn: 10, cost: 100, value: 1000 },
    { shelf: 2, takenIn: 2, cost: 80.5, value: 161 },
  ])
  await order(product.id, 2, 'S')
  await bill([{ code: s, quantity: 5, cost: 130 }])
  expect(await rows()).toMatchObject([{ shelf: 13, held: 2, cost: 110, value: 1650 }, { cost: 80.5 }])
  expect((await admin.api.listBills({ search: 'a-1 tirup' })).items).toMatchObject([
    { supplier: 'Tiruppur Knits', number: 'A-1', date: daysAgo(1), pieces: 8, cost: 761 },
  ])
  const { items } = await admin.api.listMovements(product.id, { size: 'S', place: 'supplier' })
  expect(items[0]).toMatchObject({ reason: 'taking in', bill: { supplier: 'Tiruppur Knits', cost: 130 } })
})

test('a bill is taken in once, also by two at once, and whole or not at all', async () => {
  const product = await addProduct(shop.db, { name: 'Sock', sizes: { S: 1, M: 1 } })
  const [s, m] = product.sizes.map(({ id }) => id) as [string, string]
  const line = (code: string) => ({ code, quantity: 3, cost: 20 })
  const both = await Promise.allSettled([1, 2].map(() => bill([line(s)], 'twice')))
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(bill([line(s)], 'TWICE')).rejects.toMatchObject({
    status: 409,
    fields: { number: 'The bill TWICE of Tiruppur Knits was taken in already.' },
  })
  await expect(bill([line(m), line('no-such-code')])).rejects.toMatchObject({
    status: 400,
    fields: { 'lines.1.code': 'No size has the SKU or barcode “no-such-code”.' },
  })
  await expect(bill([line(m), line(m)])).rejects.toMatchObject({ status: 400 })
  await admin.api.setStock(product.id, 999_998, 'M')
  await expect(bill([line(s), line(m)])).rejects.toMatchObject({ status: 409 })
  for (const wrong of [{ quantity: 0 }, { quantity: 1.5 }, { cost: -1 }, { cost: 0.001 }]) {
    await expect(bill([{ ...line(m), ...wrong }])).rejects.toMatchObject({ status: 400 })
  }
  const toCome = { supplier: 'Tiruppur Knits', number: 'to come', date: '2999-01-01', lines: [line(s)] }
  await expect(admin.api.takeIn(toCome)).rejects.toMatchObject({
    status: 400,
    fields: { date: 'The day of the bill is still to come.' },
  })
  expect(await stockOf(shop, product.id)).toEqual([4, 999_998])
})

test('the report tells cost and margin by product, size, category, month and order, and as CSV', async () => {
  const category = await addCategory(shop.db, 'Reported')
  const product = await addProduct(shop.db, {
    name: 'Coat',
    categoryId: category.id,
    pricePaise: 50_000,
    sizes: { M: 0 },
  })
  const [size] = product.sizes
  await bill([{ code: size!.id, quantity: 10, cost: 200 }])
  const first = await order(product.id, 2, 'M')
  await admin.api.changeOrderStatus(first._id, 'shipped')
  await bill([{ code: size!.id, quantity: 8, cost: 400 }])
  await setSettings(shop, { taxRegistration: 'regular', gstin: '29AAGCB7383J1Z4' })
  const second = await order(product.id, 1, 'M')
  await admin.api.changeOrderStatus(second._id, 'shipped')
  const { documents } = await admin.api.getTaxMonth()
  const invoice = documents.find(({ kind, orderId }) => kind === 'tax invoice' && orderId === second._id)
  await setSettings(shop, { taxRegistration: 'none', gstin: '' })
  // A parcel there and one back; one that was cancelled cost nothing.
  await admin.api.changeOrderStatus(first._id, 'delivered')
  const line = { _id: first.products[0]!._id, quantity: 1, reason: 'too small' as const }
  const { _id: returnId } = await admin.api.takeBack(first._id, { lines: [line], wayBack: 'pick-up' })
  await sql`
    insert into parcels (id, order_id, return_id, direction, reference, service, state, weight_grams, length_cm, breadth_cm, height_cm, cash_paise, cost_paise, shipment_id, tracking_number, step, booked_at)
    select ${first._id} || way || state, ${first._id}, case way when 'back' then ${returnId} end, way, ${first._id} || way || state, 'shiprocket', state, 500, 30, 20, 5, 0, 3750, way, ${first._id} || way || state, 'booked', now()
    from (values ('out', 'booked'), ('back', 'booked'), ('out', 'cancelled')) parcel (way, state)`.execute(shop.db)
  const waiting = await order(product.id, 1, 'M')
  await admin.api.changeOrderStatus((await order(product.id, 1, 'M'))._id, 'cancelled')
  await admin.api.countStock({ lines: [{ _id: size!.id, counted: 13 }], reason: 'Torn' })

  const revenue = 1000 + (invoice?.taxable ?? 0)
  const figures = {
    takenIn: 18,
    takenInCost: 5200,
    sold: 3,
    revenue,
    cost: 700,
    parcels: null,
    margin: Math.round((revenue - 700) * 100) / 100,
    writtenOff: 1,
  }
  const find = async (by: 'product' | 'size' | 'category' | 'month' | 'order', key: string) =>
    (await admin.api.getStockReport({ by, limit: 100 })).items.find((row) => row.key === key)
  const there = { stock: 14, value: 4200 }
  expect(await find('product', product.id)).toEqual({ key: product.id, name: 'Coat', ...figures, ...there })
  expect(await find('size', size!.id)).toEqual({ key: size!.id, name: 'Coat, M', ...figures, ...there })
  expect(await find('category', category.id)).toEqual({ key: category.id, name: 'Reported', ...figures, ...there })
  expect(await find('order', first._id)).toMatchObject({
    sold: 2,
    revenue: 1000,
    cost: 400,
    parcels: 75,
    margin: 525,
    stock: null,
  })
  expect(await find('order', second._id)).toMatchObject({ sold: 1, cost: 300, parcels: null })
  expect(await find('order', waiting._id)).toBeUndefined()
  expect(await find('month', daysAgo(0).slice(0, 7))).toMatchObject({ parcels: 75, stock: null })
  expect(
    (await admin.api.getStockReport({ to: '2020-01-01' })).items.find(({ key }) => key === product.id),
  ).toMatchObject({
    sold: 0,
    takenIn: 0,
    ...there,
  })
  const csv = await (await admin.fetch('/api/admin/stock/report/export?by=size')).text()
  expect(csv).toContain(
    'size_id,size,taken_in,taken_in_cost,sold,revenue,cost_of_sold,parcels,margin,written_off,stock,stock_value',
  )
  expect(csv).toContain(
    `${size!.id},"Coat, M",18,5200.00,3,${revenue.toFixed(2)},700.00,,${(revenue - 700).toFixed(2)},1,14,4200.00`,
  )
})

test('an order of pieces whose cost nobody entered has no margin', async () => {
  const product = await addProduct(shop.db, { stock: 3 })
  const placed = await order(product.id, 1)
  await admin.api.changeOrderStatus(placed._id, 'shipped')
  const { items } = await admin.api.getStockReport({ by: 'order' })
  expect(items.find(({ key }) => key === placed._id)).toMatchObject({ sold: 1, cost: null, margin: null })
})

test('an accountant reads the stock and changes nothing, a packer does neither', async () => {
  const product = await addProduct(shop.db, { stock: 3 })
  const [size] = product.sizes
  const lines = [{ _id: size!.id, counted: 1 }]
  const accountant = await signedIn(shop, 'admin', 'accountant')
  expect((await accountant.api.listStock({ product: product.id })).total).toBe(1)
  await expect(accountant.api.countStock({ lines, reason: 'x' })).rejects.toMatchObject({ code: 'forbidden' })
  const packer = await signedIn(shop, 'admin', 'packer')
  await expect(packer.api.getStock(product.id)).rejects.toMatchObject({ code: 'forbidden' })
  const buyer = await signedIn(shop)
  await expect(buyer.api.getStock(product.id)).rejects.toMatchObject({ status: 401 })
})
