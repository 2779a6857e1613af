import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { newId } from '#server/db/new-id.ts'
import { escapeCell } from '#server/http/csv/csv-encoding.ts'
import { addProduct } from '#test/factories.ts'
import { ADDRESS, buy, buyCart, fillCart, signedIn, type SignedIn } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
})
afterAll(() => shop.close())

const INVALID = { status: 400, code: 'invalid' }
const read = async (query: Parameters<SignedIn['api']['exportOrders']>[0]) =>
  parse(await admin.api.exportOrders(query), { columns: true, bom: true }) as Record<string, string>[]

/** An order that was placed at this time. */
async function placedAt(time: string) {
  const { order } = await buy(shop, (await addProduct(shop.db)).id)
  const createdAt = new Date(time) as never
  await shop.db.updateTable('orders').set({ createdAt }).where('id', '=', order._id).execute()
  return order._id
}

test('days are India’s, in the list, in its counts and in the CSV', async () => {
  const before = await placedAt('2021-03-09T18:29:59Z')
  const first = await placedAt('2021-03-09T18:30:00Z')
  const last = await placedAt('2021-03-11T18:29:59Z')
  const after = await placedAt('2021-03-11T18:30:00Z')
  const days = { from: '2021-03-10', to: '2021-03-11' }
  expect((await admin.api.listAllOrders(days)).items.map(({ _id }) => _id)).toEqual([last, first])
  expect(await admin.api.countOrders(days)).toMatchObject({ all: 2, 'order placed': 2 })
  expect((await read({ ...days, sort: 'oldest' })).map(({ order_id, placed_at }) => [order_id, placed_at])).toEqual([
    [first, '2021-03-10 00:00'],
    [last, '2021-03-11 23:59'],
  ])
  expect((await admin.api.listAllOrders({ to: '2021-03-09' })).items.map(({ _id }) => _id)).toEqual([before])
  const one = await admin.api.listAllOrders({ from: '2021-03-12', to: '2021-03-12' })
  expect(one).toMatchObject({ total: 1, items: [{ _id: after }] })
  expect((await admin.api.listAllOrders({ ...days, search: first })).total).toBe(1)
  expect((await admin.api.listAllOrders({ ...days, search: after })).total).toBe(0)
  expect((await admin.api.listAllOrders({ ...days, status: 'shipped' })).total).toBe(0)
})

test('what is no day, and a last day before the first, are refused', async () => {
  const days = [
    { from: '2021-02-30' },
    { to: 'yesterday' },
    { from: '0000-01-01' },
    { from: '20210310' },
    { from: '2021-03-11', to: '2021-03-10' },
    { from: '2021-03-11; drop table orders' },
  ]
  for (const query of days) {
    await expect(admin.api.listAllOrders(query)).rejects.toMatchObject(INVALID)
    await expect(admin.api.countOrders(query)).rejects.toMatchObject(INVALID)
    await expect(admin.api.exportOrders(query)).rejects.toMatchObject(INVALID)
  }
})

test('a CSV has exact money, no formulas, and one line for each chosen order in its sequence', async () => {
  const shirt = await addProduct(shop.db, {
    name: '=HYPERLINK("https://evil.example")',
    pricePaise: 149_905,
    sizes: { M: 4 },
  })
  const buyer = await signedIn(shop)
  await fillCart(buyer, shirt.id, 3, 'M')
  const { order } = await buyCart(shop, buyer, { ...ADDRESS, phone: '+91 98765', street: '@home,\n"top" floor' })
  await admin.api.changeOrderStatus(order._id, 'shipped', { courier: 'dtdc', trackingNumber: 'D123' })
  const { order: other } = await buy(shop, shirt.id)
  await admin.api.changeOrderStatus(other._id, 'cancelled')

  const file = await admin.fetch(`/api/admin/orders/export?ids=${other._id},${order._id}`)
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="orders.csv"')
  expect(Buffer.from(await file.arrayBuffer()).toString()).toMatch(/^\uFEFFnumber,order_id,/)
  const lines = await read({ ids: `${other._id},${order._id},${newId()}` })
  expect(lines.map(({ order_id }) => order_id)).toEqual([other._id, order._id])
  expect(lines[0]).toMatchObject({ status: 'cancelled', total: '1499.05', refund: '1499.05', courier: '' })
  expect(lines[1]).toMatchObject({
    number: escapeCell(order._id.slice(-6).toUpperCase()),
    status: 'shipped',
    payment: 'paid',
    phone: '91 98765',
    street: `'@home, "top" floor`,
    products: `'=HYPERLINK("https://evil.example") (M) × 3`,
    pieces: '3',
    discount: '0.00',
    shipping_off: '',
    total: '4497.15',
    refund: '',
    courier: 'DTDC',
    tracking_number: 'D123',
    shipped_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
  })
})

test.each(['12E345', '190450000193', '007125'])(
  'the tracking number %s keeps its digits in a spreadsheet, and a stored address reads as it is understood',
  async (trackingNumber) => {
    const { order } = await buy(shop, (await addProduct(shop.db)).id)
    await admin.api.changeOrderStatus(order._id, 'shipped', { courier: 'dtdc', trackingNumber })
    const address = JSON.stringify({ ...ADDRESS, phone: '9876543210', state: 'KA', pincode: '५७० ००१' })
    await shop.db.updateTable('orders').set({ address }).where('id', '=', order._id).execute()
    expect(await read({ ids: order._id })).toMatchObject([
      {
        number: escapeCell(order._id.slice(-6).toUpperCase()),
        tracking_number: `'${trackingNumber}`,
        phone: '9876543210',
        state: 'Karnataka',
        pincode: '570001',
        total: expect.stringMatching(/^\d+\.\d\d$/),
        placed_at: expect.stringMatching(/^\d{4}-/),
      },
    ])
  },
)

test('what a buyer typed for a phone is a number or a text, and never a formula', async () => {
  const { order } = await buy(shop, (await addProduct(shop.db)).id)
  const cells: Record<string, string> = {
    '+1 (415) 555-0100': '1 (415) 555-0100',
    '080/2345': '080/2345',
    '98765 or neighbour': '98765 or neighbour',
  }
  const typed = ['=', '+=', '+ +=', '-', '+-', '@', '+@', '＝', '＋', '－', '＠', '+＝', '\t=', "'=", '+'].map(
    (start) => `${start}HYPERLINK("https://evil.example";"98765 43210")`,
  )
  for (const phone of [...Object.keys(cells), ...typed, '-98765', '=98765']) {
    const address = JSON.stringify({ ...ADDRESS, phone })
    await shop.db.updateTable('orders').set({ address }).where('id', '=', order._id).execute()
    const cell = (await read({ ids: order._id }))[0]?.phone
    expect({ phone, cell }).toEqual({ phone, cell: cells[phone] ?? `'${phone}` })
  }
})

test('a CSV of a list has what the list shows, in its order, however long it is', async () => {
  const marked = await shop.customer({ firstname: 'Exported', lastname: 'Several' })
  const product = await addProduct(shop.db, { stock: 500 })
  const { order } = await buy(shop, product.id)
  await shop.db.updateTable('orders').set({ userId: marked.user._id }).where('id', '=', order._id).execute()
  // More than one batch of them.
  const copies = Array.from({ length: 230 }, (_, index) => `copy-${String(index).padStart(3, '0')}`)
  const checkout = await shop.db
    .selectFrom('checkouts')
    .selectAll()
    .where('userId', '=', order.user._id)
    .executeTakeFirstOrThrow()
  await shop.db
    .insertInto('checkouts')
    .values(
      copies.map((id) => ({
        ...checkout,
        id,
        providerOrderId: id,
        address: JSON.stringify(ADDRESS),
        paidBy: null,
        fees: '[]',
      })),
    )
    .execute()
  await shop.db
    .insertInto('orders')
    .values(
      copies.map((id, index) => ({
        id,
        checkoutId: id,
        userId: marked.user._id,
        providerOrderId: id,
        status: 'order placed' as const,
        totalPaise: 100 + index,
        address: JSON.stringify(ADDRESS),
        discountReason: null,
        shipment: null,
      })),
    )
    .execute()
  const line = await shop.db
    .selectFrom('orderLines')
    .selectAll()
    .where('orderId', '=', order._id)
    .executeTakeFirstOrThrow()
  const { searchText: _, ...frozen } = line
  await shop.db
    .insertInto('orderLines')
    .values(copies.map((id) => ({ ...frozen, id, orderId: id })))
    .execute()
  await shop.db
    .insertInto('orderSteps')
    .values(copies.map((id) => ({ orderId: id, status: 'order placed' as const, actorId: null })))
    .execute()
  const search = marked.user.email
  const lines = await read({ search, sort: 'total-asc', status: 'order placed' })
  expect(lines.map(({ order_id }) => order_id)).toEqual([...copies, order._id])
})

test('only an administrator exports, and at most a hundred chosen orders', async () => {
  const { buyer, order } = await buy(shop, (await addProduct(shop.db)).id)
  for (const { api } of [buyer, shop.visitor()]) {
    await expect(api.exportOrders({ ids: order._id })).rejects.toMatchObject({ status: 401 })
    await expect(api.getPackingSlips([order._id])).rejects.toMatchObject({ status: 401 })
  }
  const many = Array.from({ length: 101 }, () => newId())
  for (const ids of [many, [''], [',']]) {
    await expect(admin.api.exportOrders({ ids: ids.join(',') || ',' })).rejects.toMatchObject(INVALID)
    await expect(admin.api.getPackingSlips(ids)).rejects.toMatchObject(INVALID)
  }
})
