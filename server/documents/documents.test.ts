import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { MAX_CART_LINES } from '#contract/cart/cart-limits.ts'
import { createPdfDrawer } from '#server/documents/pdf/pdf-drawer.ts'
import { newId } from '#server/db/new-id.ts'
import { addProduct } from '#test/factories.ts'
import { ADDRESS, buy, buyCart, fillCart, pay, signedIn, type SignedIn } from '#test/purchase.ts'
import { readPdf } from '#test/read-pdf.ts'
import { startShop } from '#test/start-shop.ts'
import { withinAnHour } from '#test/within-an-hour.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop({ shopName: 'Kāśī & Sons' })
  admin = await signedIn(shop, 'admin')
})
afterAll(() => shop.close())
beforeEach(withinAnHour)

const pagesOf = async (pdf: Promise<Blob>) => readPdf(Buffer.from(await (await pdf).arrayBuffer()))
/** All lines without spaces. */
const linesOf = async (pdf: Promise<Blob>) => (await pagesOf(pdf)).flat().map((line) => line.replaceAll(' ', ''))
const receiptOf = async (buyer: SignedIn, orderId: string) => {
  const order = (await buyer.api.listMyOrders(buyer.id)).find(({ _id }) => _id === orderId)
  return order!.documents.find(({ kind }) => kind === 'receipt')!
}
const receipt = async (buyer: SignedIn, orderId: string) =>
  buyer.api.getMyDocument((await receiptOf(buyer, orderId))._id)

test('a receipt says what was bought and paid, at the prices of then, and nothing of tax', async () => {
  const shirt = await addProduct(shop.db, {
    name: 'Harbour Stripe Shirt',
    pricePaise: 149_900,
    discountedPricePaise: 119_950,
    sizes: { M: 9 },
  })
  const socks = await addProduct(shop.db, { name: 'Socks', pricePaise: 29_900 })
  const buyer = await signedIn(shop)
  await fillCart(buyer, shirt.id, 2, 'M')
  await fillCart(buyer, socks.id, 1)
  const { order, proof } = await buyCart(shop, buyer)
  await admin.api.updatePrice(shirt.id, { price: 1, discountedPrice: null })
  await admin.api.deleteProduct(socks.id)
  const { number } = await receiptOf(buyer, order._id)
  expect(number).toBe(`#${order._id.slice(-6).toUpperCase()}`)

  const today = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', dateStyle: 'short' }).format()
  const lines = await linesOf(receipt(buyer, order._id))
  const short = order._id.slice(-6).toUpperCase()
  const shown = lines.filter((line) => !/^(Soldby|ItemQty|Kāśī&Sons·)/.test(line))
  expect(shown).toEqual(
    [
      'Kāśī & Sons Receipt',
      today,
      `Kāśī & Sons Asha Rao Order #${short} of ${today}`,
      `127.0.0.1 12, Lake View Road Payment ${proof.razorpayPaymentId}`,
      'Mysuru, Karnataka 570001',
      'Phone 9876543210',
      'Harbour Stripe Shirt 2 1,499.00 −599.00 2,399.00',
      'Size M',
      'Socks 1 299.00 — 299.00',
      'Total MRP ₹3,297.00',
      'Discount −₹599.00',
      'Shipping Free',
      'Paid ₹2,698.00',
      'Rupees two thousand six hundred ninety-eight only',
      'Sandbox: the payment was emulated, and no money moved.',
    ].map((line) => line.replaceAll(' ', '').replace('127.0.0.1', new URL(shop.shop.publicUrl()).host)),
  )
  expect(lines.join('\n')).not.toMatch(/invoice|tax|GST|HSN/i)
})

test('a document has the same bytes whenever it is asked for, and a corrected address changes none', async () => {
  const { buyer, order } = await buy(shop, (await addProduct(shop.db)).id)
  const first = Buffer.from(await (await receipt(buyer, order._id)).arrayBuffer())
  await buyer.api.saveAddress(order._id, { ...ADDRESS, city: 'Mandya' })
  const begin = Date.now()
  await expect.poll(() => Date.now() - begin).toBeGreaterThan(1000)
  const second = Buffer.from(await (await receipt(buyer, order._id)).arrayBuffer())
  expect(second.equals(first)).toBe(true)
})

test('a seller without registration issues receipts alone', async () => {
  const { buyer, order } = await buy(shop, (await addProduct(shop.db)).id)
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await admin.api.changeOrderStatus(order._id, 'cancelled')
  const [mine] = await buyer.api.listMyOrders(buyer.id)
  expect(mine!.documents.map(({ kind }) => kind)).toEqual(['receipt'])
  const counters = await shop.db.selectFrom('documentCounters').selectAll().execute()
  expect(counters).toEqual([])
})

/** As if the order were from before there were receipts. */
async function forgetReceipt(orderId: string): Promise<void> {
  await sql`alter table documents disable trigger documents_are_kept`.execute(shop.db)
  await sql`delete from documents where order_id = ${orderId}`.execute(shop.db)
  await sql`alter table documents enable trigger documents_are_kept`.execute(shop.db)
}

test('an order from before there were receipts gets one when somebody asks for it, and only one', async () => {
  const { buyer, order } = await buy(shop, (await addProduct(shop.db)).id)
  await forgetReceipt(order._id)
  await sql`update orders set created_at = '2025-03-31T18:45:00Z' where id = ${order._id}`.execute(shop.db)
  const number = `#${order._id.slice(-6).toUpperCase()}`
  expect(await receiptOf(buyer, order._id)).toEqual({ _id: `${order._id}-receipt`, kind: 'receipt', number })
  const asked = Array.from({ length: 4 }, () => linesOf(buyer.api.getMyDocument(`${order._id}-receipt`)))
  const [first, ...others] = await Promise.all(asked)
  for (const other of others) expect(other).toEqual(first)
  // It was the first of April in India.
  expect(first).toContain('01/04/2025')
})

test('a document is sent as a file that nobody keeps, and an administrator may have it', async () => {
  const { buyer, order } = await buy(shop, (await addProduct(shop.db)).id)
  const { _id, number } = await receiptOf(buyer, order._id)
  const answer = await buyer.fetch(`/api/order/documents/${_id}`)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const name = `receipt-${number.toLowerCase().replace('#', '')}.pdf`
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`)
  expect(
    Buffer.from(await answer.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  expect(await linesOf(admin.api.getDocument(_id))).toEqual(await linesOf(buyer.api.getMyDocument(_id)))
})

test('somebody else’s document is answered like one that does not exist', async () => {
  const { buyer, order } = await buy(shop, (await addProduct(shop.db)).id)
  const { _id } = await receiptOf(buyer, order._id)
  const stranger = await signedIn(shop)
  const missing = { status: 404, message: 'Document not found' }
  await expect(stranger.api.getMyDocument(_id)).rejects.toMatchObject(missing)
  await expect(stranger.api.getMyDocument(order._id)).rejects.toMatchObject(missing)
  await expect(stranger.api.getMyDocument(`${newId()}-receipt`)).rejects.toMatchObject(missing)
  await expect(admin.api.getDocument(newId())).rejects.toMatchObject(missing)
  await expect(admin.api.getMyDocument(_id)).rejects.toMatchObject({ status: 401 })
  await expect(buyer.api.getDocument(_id)).rejects.toMatchObject({ status: 401 })
})

test('an order without address has a receipt, too', async () => {
  const buyer = await signedIn(shop)
  await fillCart(buyer, (await addProduct(shop.db)).id)
  const { id } = await buyer.api.startPayment()
  const order = await buyer.api.getOrder(buyer.id, await pay(shop, id))
  expect(await linesOf(receipt(buyer, order._id))).toContainEqual(expect.stringContaining('Nodeliveryaddressyet'))
})

test('no document can be changed or deleted', async () => {
  const { order } = await buy(shop, (await addProduct(shop.db)).id)
  for (const change of [
    sql`update documents set total_paise = 1 where order_id = ${order._id}`,
    sql`delete from documents where order_id = ${order._id}`,
  ]) {
    await expect(change.execute(shop.db)).rejects.toThrow('never changed or deleted')
  }
})

test('many lines, endless names and letters of any script break no document', async () => {
  const buyer = await signedIn(shop)
  const names = [
    'W'.repeat(200),
    'आशा का कुर्ता 👩‍👩‍👧 ثوب ',
    'a very long name '.repeat(11),
    '\u202Eleft\u0007',
    '\uD800 half',
  ]
  for (let count = 0; count < MAX_CART_LINES; count += 1) {
    const { id } = await addProduct(shop.db, { name: `${count} ${names[count % names.length]}`, sizes: { M: 1 } })
    await fillCart(buyer, id, 1)
  }
  const address = { ...ADDRESS, fullName: 'आशा '.repeat(40), street: 'x'.repeat(300) }
  const { order } = await buyCart(shop, buyer, address)
  const pages = await pagesOf(receipt(buyer, order._id))
  expect(pages.length).toBeGreaterThan(1)
  for (const [index, lines] of pages.entries()) {
    expect(lines.at(-1)).toContain(`Page ${index + 1} of ${pages.length}`)
    const [head, ...others] = [...lines.entries()].filter(([, line]) => line.startsWith('Item Qty'))
    expect(others).toEqual([])
    // The size stands on the page of its line.
    expect(lines[(head?.[0] ?? 0) + 1]).not.toMatch(/^Size/)
  }
  const all = pages.flat().join('\n')
  expect(all.replaceAll(' ', '')).toContain('आशा')
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
  await forgetReceipt(order._id)
  return { buyer, order }
}

test('while the document of a long order is drawn the shop answers others', async () => {
  const { buyer, order } = await longOrder(308)
  // The thread that draws has been started.
  expect((await pagesOf(receipt(buyer, order._id))).length).toBeGreaterThan(5)
  const ends: string[] = []
  const drawing = receipt(buyer, order._id).then(() => ends.push('document'))
  for (let count = 0; count < 20; count += 1) await buyer.fetch('/healthz')
  ends.push('others')
  await drawing
  expect(ends).toEqual(['others', 'document'])
})

test('more documents than may wait are turned away, and the shop closes while one is drawn', async () => {
  const drawer = createPdfDrawer()
  const { order } = await buy(shop, (await addProduct(shop.db)).id)
  const document = await shop.db
    .selectFrom('documents')
    .selectAll()
    .where('orderId', '=', order._id)
    .executeTakeFirstOrThrow()
  const drawn = Array.from({ length: 33 }, () => drawer.draw(document as never))
  await expect(drawn.pop()).rejects.toMatchObject({ status: 503, code: 'unavailable' })
  expect((await drawn[0])?.subarray(0, 5).toString()).toBe('%PDF-')
  const rest = Promise.allSettled(drawn)
  await drawer.close()
  expect((await rest).at(-1)).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
})

test('whoever asks for very many documents at once does not turn others away', async () => {
  const drawer = createPdfDrawer()
  const { order } = await buy(shop, (await addProduct(shop.db)).id)
  const document = (await shop.db
    .selectFrom('documents')
    .selectAll()
    .where('orderId', '=', order._id)
    .executeTakeFirstOrThrow()) as never
  const greedy = drawer.sharedBy('greedy')
  const many = Promise.allSettled(Array.from({ length: 40 }, () => greedy.draw(document)))
  expect((await drawer.sharedBy('modest').draw(document)).subarray(0, 5).toString()).toBe('%PDF-')
  expect((await many).filter(({ status }) => status === 'rejected').length).toBe(9)
  await drawer.close()
})
