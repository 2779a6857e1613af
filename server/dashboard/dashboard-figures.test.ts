import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { drawSalesChart } from '#server/dashboard/draw-sales-chart.ts'
import { addProduct } from '#test/factories.ts'
import { ADDRESS, buy, fillCart, signedIn, type SignedIn } from '#test/purchase.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'
import { withinAnHour } from '#test/within-an-hour.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
})
afterAll(() => shop.close())
beforeEach(withinAnHour)

/** Moves an order to a time that is told from this moment, or from today's first moment in India. */
const moveOrder = (orderId: string, when: ReturnType<typeof sql>) =>
  sql`update orders set created_at = ${when} where id = ${orderId}`.execute(shop.db)
const MIDNIGHT = sql`(date_trunc('day', now() at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata')`

test('a shop without orders has figures', async () => {
  const figures = await admin.api.getFigures()
  expect(figures).toMatchObject({
    days: 7,
    revenue: { now: 0, before: 0 },
    orders: { now: 0, before: 0 },
    average: { now: null, before: null },
    refunds: { amount: 0, count: 0 },
    bestSellers: [],
    newestOrders: [],
    unread: { count: 0, newest: [] },
  })
  expect(figures.chart.days).toHaveLength(7)
  expect(figures.chart.line).toBe('')
})

test('revenue is of captured money that was not given back, by India’s day, against the time before', async () => {
  const product = await addProduct(shop.db, { name: 'Best Shirt', pricePaise: 100_000, stock: 50 })
  const other = await addProduct(shop.db, { name: 'Other Shirt', pricePaise: 30_050, stock: 50 })
  const today = [await buy(shop, product.id, 2), await buy(shop, other.id)]
  const cancelled = await buy(shop, product.id)
  await admin.api.changeOrderStatus(cancelled.order._id, 'cancelled')
  const yesterday = await buy(shop, product.id)
  await moveOrder(yesterday.order._id, sql`least(${MIDNIGHT} - interval '1 second', now() - interval '1 day')`)
  const lastWeek = await buy(shop, other.id, 2)
  await moveOrder(lastWeek.order._id, sql`${MIDNIGHT} - interval '9 days'`)
  const unpaid = await buy(shop, other.id)
  await sql`update payments set status = 'authorized' where order_id = ${unpaid.order._id}`.execute(shop.db)

  const day = await admin.api.getFigures({ days: '1' })
  expect(day.revenue).toEqual({ now: 2300.5, before: 1000 })
  expect(day.orders).toEqual({ now: 3, before: 1 })
  expect(day.average).toEqual({ now: 1150.25, before: 1000 })
  expect(day.refunds).toEqual({ amount: 1000, count: 1 })
  expect(day.bestSellers).toEqual([
    { _id: product.id, name: 'Best Shirt', pieces: 2, revenue: 2000, isOnSale: true },
    { _id: other.id, name: 'Other Shirt', pieces: 1, revenue: 300.5, isOnSale: true },
  ])
  const week = await admin.api.getFigures({ days: '7' })
  expect(week.revenue).toEqual({ now: 3300.5, before: 601 })
  expect(week.orders).toEqual({ now: 4, before: 1 })
  const month = await admin.api.getFigures({ days: '30' })
  expect(month.revenue).toEqual({ now: 3901.5, before: 0 })

  expect(day.chart.days).toEqual(week.chart.days)
  expect(month.chart.days).toHaveLength(30)
  const [dayBefore, thisDay] = month.chart.days.slice(-2)
  expect(thisDay).toMatchObject({ revenue: 2300.5, orders: 3 })
  expect(dayBefore).toMatchObject({ revenue: 1000, orders: 1 })
  expect(month.chart.days.reduce((sum, { revenue }) => sum + revenue, 0)).toBe(3901.5)
  expect(month.newestOrders.map(({ _id }) => _id).slice(0, 2)).toEqual([unpaid.order._id, cancelled.order._id])
  expect(month.newestOrders.map(({ _id }) => _id)).toContain(today[0]?.order._id)
})

test('what is low and what is unread is told', async () => {
  await addProduct(shop.db, { name: 'Nearly Gone', sizes: { S: 0, M: 1, L: 60 } })
  const contact = { firstName: 'Ravi', lastName: 'Iyer', email: 'ravi@example.com', contactNumber: '9876501234' }
  await shop.visitor().api.submitContact({ ...contact, subject: 'One', message: 'First' })
  await shop.visitor().api.submitContact({ ...contact, subject: 'Two', message: 'Second' })
  const figures = await admin.api.getFigures()
  expect(figures.lowStock).toContainEqual({
    _id: expect.any(String),
    name: 'Nearly Gone',
    category: expect.any(String),
    stock: 61,
    sizes: [
      { size: 'S', stock: 0 },
      { size: 'M', stock: 1 },
    ],
  })
  expect(figures.lowStockCount).toBe(figures.lowStock.length)
  expect(figures.unread.count).toBe(2)
  expect(figures.unread.newest.map(({ subject }) => subject)).toEqual(['Two', 'One'])
})

test('the owner says how many pieces of a size are few', async () => {
  await addProduct(shop.db, { name: 'Nine Left', sizes: { M: 9 } })
  const listed = async () => {
    const { lowStock, lowStockLimit } = await admin.api.getFigures()
    return { lowStockLimit, isListed: lowStock.some(({ name }) => name === 'Nine Left') }
  }
  expect(await listed()).toEqual({ lowStockLimit: 5, isListed: false })
  await admin.api.changeSettings({ values: { lowStock: 9 }, revisions: { lowStock: 0 } })
  expect(await listed()).toEqual({ lowStockLimit: 9, isListed: true })
})

test.each(['days=2', 'days=', 'week=1'])('%s is refused', async (query) => {
  expect((await admin.fetch(`/api/admin/figures?${query}`)).status).toBe(400)
})

test('a chart has round levels, a bar for each day with sales and none for the others', () => {
  const days = [0, 12_345_600, 5000].map((revenuePaise, index) => ({
    day: `2026-11-0${index + 1}`,
    orders: 1,
    revenuePaise,
  }))
  const { levels, line, area } = drawSalesChart(days)
  expect(levels.map(({ label }) => label)).toEqual(['₹0', '₹50k', '₹1 L', '₹1.5 L'])
  expect(levels.map(({ at }) => at)).toEqual([100, 66.67, 33.33, 0])
  expect(line).toBe('M38.33,17.7H61.67M71.67,99.97H95')
  expect(area).toBe('M38.33,100V17.7H61.67V100ZM71.67,100V99.97H95V100Z')
  expect(drawSalesChart([]).line).toBe('')
})

test('an order for cash counts as sold from the moment it is sent, whoever has the money, and no more once it is refused', async () => {
  await setSettings(shop, { takesCash: true, cashNeedsConfirming: false, cashFee: 0 })
  const product = await addProduct(shop.db, { name: 'Paid at the door', pricePaise: 70_000, stock: 9 })
  const before = await admin.api.getFigures({ days: '1' })
  const buyer = await signedIn(shop)
  await fillCart(buyer, product.id)
  const { _id } = await buyer.api.orderForCash({ address: ADDRESS })
  const sold = async () => {
    const { revenue, orders, bestSellers } = await admin.api.getFigures({ days: '1' })
    const pieces = bestSellers.find((one) => one._id === product.id)?.pieces ?? 0
    return { revenue: revenue.now - before.revenue.now, orders: orders.now - before.orders.now, pieces }
  }
  expect(await sold()).toEqual({ revenue: 0, orders: 1, pieces: 0 })
  await admin.api.changeOrderStatus(_id, 'shipped')
  expect(await sold()).toEqual({ revenue: 700, orders: 1, pieces: 1 })
  await admin.api.changeCash(_id, 'collected')
  expect(await sold()).toEqual({ revenue: 700, orders: 1, pieces: 1 })
  await admin.api.remitCash(_id, 700)
  expect(await sold()).toEqual({ revenue: 700, orders: 1, pieces: 1 })

  await fillCart(buyer, product.id)
  const { _id: refused } = await buyer.api.orderForCash({ address: ADDRESS })
  await admin.api.changeOrderStatus(refused, 'shipped')
  await admin.api.changeCash(refused, 'refused')
  expect(await sold()).toEqual({ revenue: 700, orders: 1, pieces: 1 })
})
