import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { processEvents } from '#server/orders/provider-events/provider-events.ts'
import { sendRefunds } from '#server/orders/refunds/refunds.ts'
import { releaseExpiredHolds } from '#server/orders/holds/release-holds.ts'
import { settlePayment } from '#server/orders/settle-payment.ts'
import { checkOpenPayments } from '#server/orders/checkout/check-open-payments.ts'
import { setStocks } from '#server/inventory/queries.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import {
  ADDRESS,
  authoriseOnly,
  buyCart,
  endHold,
  fillCart,
  makeDue,
  NEVER,
  pay,
  listSandboxRecords,
  signedIn,
  stockOf,
  setSandboxFaults,
  type SignedIn,
} from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop()
  await setSandboxFaults(shop, { refundAfterMs: 0 })
})
afterEach(() => expectInvariants(shop.db))
afterAll(() => shop.close())

const ordersOf = ({ api, id }: SignedIn) => api.listMyOrders(id)

const refundsOf = (paymentId: string) =>
  shop.db.selectFrom('refunds').select(['amountPaise', 'reason', 'status']).where('paymentId', '=', paymentId).execute()

const checkoutOf = (providerOrderId: string) =>
  shop.db
    .selectFrom('checkouts')
    .select(['id', 'totalPaise', 'status'])
    .where('providerOrderId', '=', providerOrderId)
    .executeTakeFirstOrThrow()

async function starter({ quantity = 1, stock = 5 }: { quantity?: number; stock?: number } = {}) {
  const buyer = await signedIn(shop)
  const product = await addProduct(shop.db, { pricePaise: 50_000, stock })
  await fillCart(buyer, product.id, quantity)
  const start = await buyer.api.startPayment(ADDRESS)
  return { buyer, product, start }
}

/** The buyer's hold ends, and another buyer buys the product. */
async function loseToRival(buyer: SignedIn, product: { id: string }): Promise<void> {
  await endHold(shop, buyer.id)
  await releaseExpiredHolds(shop.shop)
  const rival = await signedIn(shop)
  await fillCart(rival, product.id)
  await buyCart(shop, rival)
}

async function checkPayments(): Promise<void> {
  await makeDue(shop)
  await checkOpenPayments(shop.shop, NEVER)
}

test('a payment that comes after the hold has ended takes the stock again', async () => {
  const { buyer, product, start } = await starter({ quantity: 2 })
  await endHold(shop, buyer.id)
  await releaseExpiredHolds(shop.shop)
  expect(await stockOf(shop, product.id)).toEqual([5])
  const proof = await pay(shop, start.id)
  expect(await buyer.api.getOrder(buyer.id, proof)).toMatchObject({ payment: 'paid', totalPrice: 1000 })
  expect(await stockOf(shop, product.id)).toEqual([3])
})

test('a payment that comes after the last piece was sold is paid back', async () => {
  const { buyer, product, start } = await starter({ stock: 1 })
  await loseToRival(buyer, product)
  const proof = await pay(shop, start.id)
  const refused = { status: 400, code: 'payment_failed', message: expect.stringContaining('sold out') }
  await expect(buyer.api.verifyPayment(proof)).rejects.toMatchObject(refused)
  expect(await refundsOf(proof.razorpayPaymentId)).toEqual([
    { amountPaise: 50_000, reason: 'sold out', status: 'pending' },
  ])
  expect(await ordersOf(buyer)).toEqual([])
  expect((await buyer.api.getCart()).cart).toHaveLength(1)
})

test('money that is given back makes no order, even when stock comes in later', async () => {
  const { buyer, product, start } = await starter({ stock: 1 })
  await loseToRival(buyer, product)
  const proof = await pay(shop, start.id)
  await expect(buyer.api.verifyPayment(proof)).rejects.toMatchObject({ status: 400 })
  const sizeId = product.sizes[0]!.id
  await setStocks(shop.db, [{ productSizeId: sizeId, to: 4 }], null)
  await expect(buyer.api.verifyPayment(proof)).rejects.toMatchObject({ status: 400 })
  await checkPayments()
  expect(await ordersOf(buyer)).toEqual([])
  expect(await stockOf(shop, product.id)).toEqual([4])
  expect(await refundsOf(proof.razorpayPaymentId)).toHaveLength(1)
})

test('the checkout that a changed cart has replaced can still be paid', async () => {
  const { buyer, product, start } = await starter({ stock: 1 })
  await shop.db.updateTable('products').set({ pricePaise: 60_000 }).where('id', '=', product.id).execute()
  const second = await buyer.api.startPayment(ADDRESS)
  // The newer attempt of the same buyer holds the only piece; it has to make room.
  const proof = await pay(shop, start.id)
  expect(await buyer.api.getOrder(buyer.id, proof)).toMatchObject({ totalPrice: 500 })
  expect(await stockOf(shop, product.id)).toEqual([0])
  const late = await pay(shop, second.id)
  await expect(buyer.api.verifyPayment(late)).rejects.toMatchObject({ message: expect.stringContaining('sold out') })
  expect(await refundsOf(late.razorpayPaymentId)).toMatchObject([{ amountPaise: 60_000 }])
})

/** A payment that the provider takes only when it is told to, and one that it takes at once. */
async function payTwice(buyer: SignedIn, providerOrderId: string) {
  await setSandboxFaults(shop, { lateAfterMs: 600_000 })
  const late = await pay(shop, providerOrderId, { outcome: 'late', webhook: false })
  const prompt = await pay(shop, providerOrderId)
  await buyer.api.verifyPayment(prompt)
  const find = async () =>
    (await listSandboxRecords(shop)).payments.items.find(({ id }) => id === late.razorpayPaymentId)
  async function takeLate() {
    await sql`update sandbox_payments set due_at = now() where id = ${late.razorpayPaymentId}`.execute(shop.db)
    // Makes the provider look for what is due.
    await setSandboxFaults(shop, { lateAfterMs: 0 })
    await expect.poll(find).toMatchObject({ status: 'captured' })
  }
  return { late, prompt, takeLate }
}

test('a second payment of one order is paid back, whichever comes first', async () => {
  const { buyer, start } = await starter()
  const { late, prompt, takeLate } = await payTwice(buyer, start.id)
  await takeLate()
  await checkPayments()
  expect(await refundsOf(late.razorpayPaymentId)).toMatchObject([{ amountPaise: 50_000, reason: 'paid twice' }])
  expect(await refundsOf(prompt.razorpayPaymentId)).toEqual([])
  expect(await ordersOf(buyer)).toHaveLength(1)
  // Whoever proves the second payment is shown the one order.
  expect(await buyer.api.verifyPayment(late)).toMatchObject({ success: true })
  expect(await buyer.api.getOrder(buyer.id, late)).toMatchObject({ orderId: start.id, payment: 'paid' })
})

test('a second payment that the provider takes only after the final check is paid back, though nobody tells of it', async () => {
  const { buyer, start } = await starter()
  const { late, takeLate } = await payTwice(buyer, start.id)
  await checkPayments()
  expect(await refundsOf(late.razorpayPaymentId)).toEqual([])
  await takeLate()
  await checkPayments()
  expect(await refundsOf(late.razorpayPaymentId)).toMatchObject([{ amountPaise: 50_000, reason: 'paid twice' }])
  await checkPayments()
  const { nextCheckAt } = await shop.db
    .selectFrom('checkouts')
    .select('nextCheckAt')
    .where('userId', '=', buyer.id)
    .executeTakeFirstOrThrow()
  expect(nextCheckAt).toBeNull()
})

test('a second payment that is proven while the provider is silent is asked about, also when all checks are over', async () => {
  const { buyer, start } = await starter()
  const { late, takeLate } = await payTwice(buyer, start.id)
  await takeLate()
  await shop.db.updateTable('checkouts').set({ nextCheckAt: null }).where('userId', '=', buyer.id).execute()
  await setSandboxFaults(shop, { failNext: 1 })
  await expect(buyer.api.verifyPayment(late)).rejects.toMatchObject({ code: 'payment_failed' })
  await checkPayments()
  expect(await refundsOf(late.razorpayPaymentId)).toMatchObject([{ amountPaise: 50_000, reason: 'paid twice' }])
})

test('a payment whose confirmation is late makes the order at once and is paid when it comes', async () => {
  const { buyer, start } = await starter()
  await setSandboxFaults(shop, { lateAfterMs: 600_000 })
  const proof = await pay(shop, start.id, { outcome: 'late', webhook: true })
  await buyer.api.verifyPayment(proof)
  expect(await buyer.api.getOrder(buyer.id, proof)).toMatchObject({ payment: 'awaiting capture' })
  await sql`update sandbox_payments set due_at = now() where id = ${proof.razorpayPaymentId}`.execute(shop.db)
  await setSandboxFaults(shop, { lateAfterMs: 0 })
  await expect.poll(() => ordersOf(buyer)).toMatchObject([{ payment: 'paid' }])
})

test('money that is only authorised makes an order, and is captured by the background check', async () => {
  const { buyer, start } = await starter()
  await authoriseOnly(shop, start.id)
  const proof = await pay(shop, start.id)
  await buyer.api.verifyPayment(proof)
  expect(await ordersOf(buyer)).toMatchObject([{ payment: 'awaiting capture' }])
  await checkPayments()
  expect(await ordersOf(buyer)).toMatchObject([{ payment: 'paid' }])
  const { payments } = await listSandboxRecords(shop)
  expect(payments.items.find(({ id }) => id === proof.razorpayPaymentId)).toMatchObject({ status: 'captured' })
})

test('a late authorisation holds again and is captured, or is left alone when it is sold out', async () => {
  const lucky = await starter({ stock: 1 })
  const unlucky = await starter({ stock: 1 })
  for (const { buyer, start } of [lucky, unlucky]) {
    await authoriseOnly(shop, start.id)
    await endHold(shop, buyer.id)
  }
  await releaseExpiredHolds(shop.shop)
  const rival = await signedIn(shop)
  await fillCart(rival, unlucky.product.id)
  await buyCart(shop, rival)
  const proofs = [await pay(shop, lucky.start.id), await pay(shop, unlucky.start.id)]
  await checkPayments()
  expect(await ordersOf(lucky.buyer)).toMatchObject([{ payment: 'paid' }])
  expect(await ordersOf(unlucky.buyer)).toEqual([])
  const { payments } = await listSandboxRecords(shop)
  const statuses = proofs.map(({ razorpayPaymentId }) => payments.items.find(({ id }) => id === razorpayPaymentId))
  expect(statuses).toMatchObject([{ status: 'captured' }, { status: 'authorized' }])
  expect(await refundsOf(proofs[1]!.razorpayPaymentId)).toEqual([])
})

test('the reports of one payment lead to the same end in any order (BP-06)', async () => {
  const statuses = ['failed', 'authorized', 'captured'] as const
  const permutations = statuses.flatMap((first) =>
    statuses
      .filter((status) => status !== first)
      .map((second) => [first, second, ...statuses.filter((status) => status !== first && status !== second)]),
  )
  for (const permutation of permutations) {
    const { buyer, start } = await starter()
    const { id, totalPaise } = await checkoutOf(start.id)
    for (const status of permutation) {
      await settlePayment(shop.shop, id, { id: `pay_of_${id}`, amountPaise: totalPaise, status })
    }
    expect(await ordersOf(buyer)).toMatchObject([{ status: 'order placed', payment: 'paid' }])
  }
})

test('the same payment settled by many at once makes one order', async () => {
  const { buyer, product, start } = await starter({ quantity: 2 })
  const { id, totalPaise } = await checkoutOf(start.id)
  const payment = { id: `pay_of_${id}`, amountPaise: totalPaise, status: 'captured' as const }
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => settlePayment(shop.shop, id, payment)))
  expect(new Set(outcomes.map((outcome) => (outcome.kind === 'ordered' ? outcome.orderId : 'none'))).size).toBe(1)
  expect(await ordersOf(buyer)).toHaveLength(1)
  expect(await stockOf(shop, product.id)).toEqual([3])
})

test('two payments of one checkout at once make one order and one refund', async () => {
  const { buyer, start } = await starter()
  const { id, totalPaise } = await checkoutOf(start.id)
  const payments = ['a', 'b'].map((one) => ({
    id: `pay_${one}_${id}`,
    amountPaise: totalPaise,
    status: 'captured' as const,
  }))
  const outcomes = await Promise.all(payments.map((payment) => settlePayment(shop.shop, id, payment)))
  expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['ordered', 'refused'])
  expect(await ordersOf(buyer)).toHaveLength(1)
})

test('an order that was made in good faith is undone when other money comes', async () => {
  const { buyer, product, start } = await starter()
  const { id } = await checkoutOf(start.id)
  const payment = { id: `pay_of_${id}`, amountPaise: 50_000 }
  await settlePayment(shop.shop, id, { ...payment, status: 'vouched' })
  for (let times = 0; times < 2; times += 1) {
    await settlePayment(shop.shop, id, { ...payment, amountPaise: 100, status: 'captured' })
  }
  expect(await ordersOf(buyer)).toMatchObject([{ status: 'cancelled', payment: 'refund pending' }])
  expect(await refundsOf(payment.id)).toEqual([{ amountPaise: 100, reason: 'amount differs', status: 'pending' }])
  expect(await stockOf(shop, product.id)).toEqual([5])
})

test('such an order does not wait for money that is only set aside; should that be taken, it goes back', async () => {
  const { buyer, product, start } = await starter()
  const { id } = await checkoutOf(start.id)
  const payment = { id: `pay_of_${id}`, amountPaise: 50_000 }
  await settlePayment(shop.shop, id, { ...payment, status: 'vouched' })
  for (let times = 0; times < 2; times += 1) {
    const outcome = await settlePayment(shop.shop, id, { ...payment, amountPaise: 100, status: 'authorized' })
    expect(outcome).toEqual({ kind: 'refused', reason: 'amount differs' })
    await expectInvariants(shop.db)
  }
  expect(await ordersOf(buyer)).toMatchObject([{ status: 'cancelled', payment: 'not charged' }])
  expect(await refundsOf(payment.id)).toEqual([])
  expect(await stockOf(shop, product.id)).toEqual([5])
  await settlePayment(shop.shop, id, { ...payment, amountPaise: 100, status: 'captured' })
  expect(await refundsOf(payment.id)).toMatchObject([{ amountPaise: 100, status: 'pending' }])
  expect(await stockOf(shop, product.id)).toEqual([5])
})

test('a signature makes no order of money that is known to be another amount', async () => {
  const { buyer, start } = await starter()
  const { id: checkoutId, totalPaise } = await checkoutOf(start.id)
  const payment = { id: `pay_${start.id}`, amountPaise: totalPaise - 1 }
  await settlePayment(shop.shop, checkoutId, { ...payment, status: 'authorized' })
  const proven = { ...payment, amountPaise: totalPaise, status: 'vouched' } as const
  expect(await settlePayment(shop.shop, checkoutId, proven)).toEqual({ kind: 'recorded' })
  expect(await ordersOf(buyer)).toEqual([])
})

test('a payment that was given back makes no order later, on the strength of its signature', async () => {
  const { buyer, product, start } = await starter()
  const { id, totalPaise } = await checkoutOf(start.id)
  const payment = { id: `pay_of_${id}`, amountPaise: totalPaise + 1 }
  await settlePayment(shop.shop, id, { ...payment, status: 'captured' })
  const vouched = { ...payment, amountPaise: totalPaise, status: 'vouched' as const }
  expect(await settlePayment(shop.shop, id, vouched)).toEqual({ kind: 'recorded' })
  expect(await ordersOf(buyer)).toEqual([])
  expect((await buyer.api.getCart()).cart).toMatchObject([{ productId: product.id, quantity: 1 }])
  expect(await checkoutOf(start.id)).toMatchObject({ status: 'released' })
  expect(await refundsOf(payment.id)).toMatchObject([{ amountPaise: totalPaise + 1, reason: 'amount differs' }])
})

test('money that comes for an order that was cancelled meanwhile is paid back', async () => {
  const { buyer, product, start } = await starter()
  const admin = await signedIn(shop, 'admin')
  const { id, totalPaise } = await checkoutOf(start.id)
  const payment = { id: `pay_of_${id}`, amountPaise: totalPaise }
  await settlePayment(shop.shop, id, { ...payment, status: 'vouched' })
  const [order] = await ordersOf(buyer)
  const { order: cancelled } = await admin.api.changeOrderStatus(order!._id, 'cancelled')
  expect(cancelled).toMatchObject({ status: 'cancelled', payment: 'not charged' })
  expect(await refundsOf(payment.id)).toEqual([])
  await settlePayment(shop.shop, id, { ...payment, status: 'captured' })
  await settlePayment(shop.shop, id, { ...payment, status: 'captured' })
  expect(await refundsOf(payment.id)).toMatchObject([{ amountPaise: totalPaise, reason: 'order cancelled' }])
  expect(await ordersOf(buyer)).toMatchObject([{ status: 'cancelled', payment: 'refund pending' }])
  expect(await stockOf(shop, product.id)).toEqual([5])
})

test('an order whose money never comes is cancelled when the provider was asked for the last time', async () => {
  const { buyer, product, start } = await starter()
  const { id, totalPaise } = await checkoutOf(start.id)
  await settlePayment(shop.shop, id, { id: `pay_of_${id}`, amountPaise: totalPaise, status: 'vouched' })
  await checkPayments()
  expect(await ordersOf(buyer)).toMatchObject([{ status: 'order placed' }])
  const weekAgo = new Date(Date.now() - 7 * 24 * 3600 * 1000)
  await shop.db
    .updateTable('checkouts')
    .set({ holdExpiresAt: weekAgo, ...({ createdAt: weekAgo } as object) })
    .where('id', '=', id)
    .execute()
  await checkPayments()
  expect(await ordersOf(buyer)).toMatchObject([{ status: 'cancelled', payment: 'not charged' }])
  expect(await stockOf(shop, product.id)).toEqual([5])
  const { nextCheckAt } = await shop.db
    .selectFrom('checkouts')
    .select('nextCheckAt')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(nextCheckAt).toBeNull()
})

test('money that went back at the provider before the shop knew of it is not taken for a payment', async () => {
  const { buyer, start } = await starter()
  const { id, totalPaise } = await checkoutOf(start.id)
  const payment = { id: `pay_of_${id}`, amountPaise: totalPaise, status: 'refunded' as const }
  expect(await settlePayment(shop.shop, id, payment)).toMatchObject({ kind: 'refused' })
  expect(await ordersOf(buyer)).toEqual([])
  // It may still be on its way: it is done once the provider says so.
  expect(await refundsOf(payment.id)).toMatchObject([{ status: 'pending' }])
  // The provider takes one payment an order, so the next attempt is another.
  expect(await buyer.api.startPayment(ADDRESS)).not.toMatchObject({ id: start.id })
})

test('everything at once: events, background checks, verify and refunds make one order', async () => {
  const { buyer, start } = await starter()
  const proof = await pay(shop, start.id, { webhook: true })
  await makeDue(shop)
  await Promise.all([
    buyer.api.verifyPayment(proof),
    buyer.api.getOrder(buyer.id, proof),
    checkOpenPayments(shop.shop, NEVER),
    checkOpenPayments(shop.shop, NEVER),
    processEvents(shop.shop, NEVER),
    sendRefunds(shop.shop, NEVER),
    releaseExpiredHolds(shop.shop),
  ])
  expect(await ordersOf(buyer)).toMatchObject([{ payment: 'paid' }])
})
