import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { MAX_CART_LINES } from '#contract/cart-rules.ts'
import { newId } from '#server/new-id.ts'
import { createPdfDrawer } from '#server/orders/invoice/pdf-drawer.ts'
import { sendRefunds } from '#server/orders/refunds/refunds.ts'
import { addProduct } from '#test/factories.ts'
import { ADDRESS, buy, buyCart, fillCart, makeDue, NEVER, pay, signedIn, type SignedIn } from '#test/purchase.ts'
import { readPdf } from '#test/read-pdf.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop({ shopName: 'Kāśī & Sons' })
  admin = await signedIn(shop, 'admin')
})
afterAll(() => shop.close())

const pagesOf = async (pdf: Promise<Blob>) => readPdf(Buffer.from(await (await pdf).arrayBuffer()))
/** All lines without spaces: where one font ends and the next begins is nobody's business. */
const linesOf = async (pdf: Promise<Blob>) => (await pagesOf(pdf)).flat().map((line) => line.replaceAll(' ', ''))

test('an invoice says what was bought and paid, at the prices of then', async () => {
  const shirt = await addProduct(shop.db, {
    name: 'Harbour Stripe Shirt',
    pricePaise: 149_900,
    discountedPricePaise: 119_950,
    sizes: { M: 9 },
  })
  const socks = await addProduct(shop.db, { name: 'Socks', pricePaise: 29_900 })
  await shop.db.updateTable('products').set({ hsn: '6205' }).where('id', '=', shirt.id).execute()
  const buyer = await signedIn(shop)
  await fillCart(buyer, shirt.id, 2, 'M')
  await fillCart(buyer, socks.id, 1)
  const { order, proof } = await buyCart(shop, buyer)
  // Half an hour before midnight in London it is the next day in India.
  const createdAt = new Date('2026-11-20T23:30:00Z')
  await shop.db
    .updateTable('orders')
    .set({ createdAt } as never)
    .where('id', '=', order._id)
    .execute()
  await admin.api.updatePrice(shirt.id, { price: 1, discountedPrice: null })
  await admin.api.deleteProduct(socks.id)

  const lines = await linesOf(buyer.api.getMyInvoice(order._id))
  const shown = lines.filter((line) => !/^(Invoice|Deliveredto|ItemQty|Kāśī&Sons·)/.test(line))
  expect(shown).toEqual(
    [
      'Kāśī & Sons',
      `Asha Rao Order id ${order._id}`,
      '12, Lake View Road Order date 21/11/2026',
      'Mysuru, Karnataka 570001 Payment Paid in full',
      `Phone 9876543210 Payment id ${proof.razorpayPaymentId}`,
      'Harbour Stripe Shirt 2 ₹1,499.00 −₹599.00 ₹2,399.00',
      'Size M · HSN 6205',
      'Socks 1 ₹299.00 — ₹299.00',
      'Total MRP ₹3,297.00',
      'Discount −₹599.00',
      'Shipping Free',
      'Total ₹2,698.00',
      'inclusive of all taxes',
      'Sandbox: the payment was emulated, and no money moved.',
    ].map((line) => line.replaceAll(' ', '')),
  )
})

test('an invoice is sent as a file that nobody keeps, and an administrator may have it', async () => {
  const product = await addProduct(shop.db)
  const { buyer, order } = await buy(shop, product.id)
  const answer = await buyer.fetch(`/api/order/invoice/${order._id}`)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const name = `invoice-${order._id.slice(-6).toUpperCase()}.pdf`
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`)
  expect(
    Buffer.from(await answer.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  expect(await linesOf(admin.api.getInvoice(order._id))).toEqual(await linesOf(buyer.api.getMyInvoice(order._id)))
})

test('somebody else’s invoice is answered like one that does not exist', async () => {
  const product = await addProduct(shop.db)
  const { buyer, order } = await buy(shop, product.id)
  const stranger = await signedIn(shop)
  const missing = { status: 404, message: 'Order not found' }
  await expect(stranger.api.getMyInvoice(order._id)).rejects.toMatchObject(missing)
  await expect(stranger.api.getMyInvoice(newId())).rejects.toMatchObject(missing)
  await expect(admin.api.getInvoice(newId())).rejects.toMatchObject(missing)
  await expect(admin.api.getMyInvoice(order._id)).rejects.toMatchObject({ status: 401 })
  await expect(buyer.api.getInvoice(order._id)).rejects.toMatchObject({ status: 401 })
})

test('the invoice of a cancelled order says so, and where the money is', async () => {
  const product = await addProduct(shop.db, { pricePaise: 60_000 })
  const { buyer, order } = await buy(shop, product.id)
  await buyer.api.cancelMyOrder(order._id)
  const today = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', dateStyle: 'short' }).format()
  const waiting = await linesOf(buyer.api.getMyInvoice(order._id))
  expect(waiting).toContain('Invoiceofacancelledorder')
  expect(waiting).toContain(`Thisorderwascancelledon${today}.`)
  expect(waiting).toContain(`Arefundof₹600.00wasaskedforon${today}andisonitsway.`)
  const refunded = async () => {
    await makeDue(shop)
    await sendRefunds(shop.shop, NEVER)
    return linesOf(buyer.api.getMyInvoice(order._id))
  }
  await expect.poll(refunded).toContain(`₹600.00wasrefundedon${today}.`)
})

test('an order without address and without confirmed money has an invoice, too', async () => {
  const product = await addProduct(shop.db)
  const buyer = await signedIn(shop)
  await fillCart(buyer, product.id)
  const { id } = await buyer.api.startPayment()
  const order = await buyer.api.getOrder(buyer.id, await pay(shop, id))
  expect(await linesOf(buyer.api.getMyInvoice(order._id))).toContainEqual(
    expect.stringContaining('Nodeliveryaddressyet'),
  )
})

test('many lines, endless names and letters of any script break no invoice', async () => {
  const buyer = await signedIn(shop)
  const names = [
    'W'.repeat(200),
    'आशा का कुर्ता 👩‍👩‍👧 ثوب ',
    'a very long name '.repeat(11),
    '\u202Eleft\u0007',
    '\uD800 half',
  ]
  for (let count = 0; count < MAX_CART_LINES; count += 1) {
    const { id } = await addProduct(shop.db, { name: `${count} ${names[count % names.length]}` })
    await fillCart(buyer, id, 1)
  }
  const address = { ...ADDRESS, fullName: 'आशा '.repeat(40), street: 'x'.repeat(300) }
  const { order } = await buyCart(shop, buyer, address)
  const pages = await pagesOf(buyer.api.getMyInvoice(order._id))
  expect(pages.length).toBeGreaterThan(1)
  for (const [index, lines] of pages.entries()) {
    expect(lines.at(-1)).toContain(`Page ${index + 1} of ${pages.length}`)
    expect(lines.filter((line) => line.startsWith('Item Qty'))).toHaveLength(1)
  }
  const all = pages.flat().join('\n')
  for (let count = 0; count < MAX_CART_LINES; count += 1) expect(all).toMatch(new RegExp(`^${count} `, 'm'))
  expect(all).not.toContain('\uFFFD')
})

/** An order of so many lines, as it could be placed before a cart had a limit. */
async function longOrder(lines: number) {
  const { buyer, order } = await buy(shop, (await addProduct(shop.db, { name: 'Oxford shirt' })).id)
  await sql`
    insert into order_lines (
      id, order_id, position, product_id, product_size_id, name, size, price_paise, paid_price_paise, quantity
    )
    select order_id || '-' || n, order_id, n, product_id, product_size_id, name || ' of the year ' || n, 'M', 100, 100, 1
    from order_lines, generate_series(1, ${lines - 1}::integer) n where order_id = ${order._id}`.execute(shop.db)
  return { buyer, order }
}

test('while the invoice of a long order is drawn the shop answers others', async () => {
  const { buyer, order } = await longOrder(308)
  // The thread that draws has been started.
  expect((await pagesOf(buyer.api.getMyInvoice(order._id))).length).toBeGreaterThan(5)
  const ends: string[] = []
  const drawing = buyer.api.getMyInvoice(order._id).then(() => ends.push('invoice'))
  for (let count = 0; count < 20; count += 1) await buyer.fetch('/healthz')
  ends.push('others')
  await drawing
  expect(ends).toEqual(['others', 'invoice'])
})

test('more invoices than may wait are turned away, and the shop closes while one is drawn', async () => {
  const drawer = createPdfDrawer()
  const { buyer, order } = await longOrder(60)
  const [placed] = await buyer.api.listMyOrders(buyer.id)
  const about = {
    kind: 'invoice',
    paymentId: null,
    hsnByLine: {},
    shopName: 'Shop',
    address: 'shop.example',
    isSandbox: true,
  } as const
  const draft = { order: placed!, ...about }
  expect(draft.order._id).toBe(order._id)
  const drawn = Array.from({ length: 33 }, () => drawer.draw(draft))
  await expect(drawn.pop()).rejects.toMatchObject({ status: 503, code: 'unavailable' })
  expect((await drawn[0])?.subarray(0, 5).toString()).toBe('%PDF-')
  const rest = Promise.allSettled(drawn)
  await drawer.close()
  expect((await rest).at(-1)).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
})
