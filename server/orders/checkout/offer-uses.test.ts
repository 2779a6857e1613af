import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { sendMails } from '#server/mails/service.ts'
import { sendRefunds } from '#server/orders/refunds/refunds.ts'
import { addProduct, offerInput } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import {
  ADDRESS,
  buyCart,
  endHold,
  fillCart,
  listSandboxRecords,
  makeDue,
  NEVER,
  pay,
  signedIn,
  startPatiently,
  setSandboxFaults,
  type SignedIn,
} from '#test/purchase.ts'
import { readPdf } from '#test/read-pdf.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
let product: Awaited<ReturnType<typeof addProduct>>
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
  product = await addProduct(shop.db, { pricePaise: 100_000, stock: 500 })
  await setSandboxFaults(shop, { refundAfterMs: 0 })
})
afterEach(async () => {
  await expectInvariants(shop.db)
  await shop.db.updateTable('offers').set({ isActive: false }).where('code', 'is', null).execute()
})
afterAll(() => shop.close())

const create = async (changes: Parameters<typeof offerInput>[0] = {}) =>
  (await admin.api.createOffer(offerInput(changes))).offer
const usesOf = async ({ _id }: { _id: string }) => (await admin.api.getOffer(_id)).used

async function buyerWith(code: string | undefined, quantity = 1) {
  const buyer = await signedIn(shop)
  await fillCart(buyer, product.id, quantity)
  if (code !== undefined) await buyer.api.enterCode(code)
  return buyer
}

test(
  'of twenty buyers one has the last use, and the others are told and go on without it',
  { timeout: 120_000 },
  async () => {
    const { code = '', _id } = await create({ maxUses: 1 })
    const buyers: SignedIn[] = []
    for (let count = 0; count < 20; count += 1) buyers.push(await buyerWith(code))
    for (const { api } of buyers) expect(await api.getCart()).toMatchObject({ finalprice: 900 })
    const outcomes = await Promise.allSettled(buyers.map(startPatiently))
    const started = outcomes.filter((outcome) => outcome.status === 'fulfilled')
    expect(started.map(({ value }) => value.amount)).toEqual([90_000])
    expect(await usesOf({ _id })).toBe(1)
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.status === 'fulfilled') continue
      expect(outcome.reason).toMatchObject({
        status: 409,
        code: 'conflict',
        message: expect.stringContaining('used up'),
      })
      const { api } = buyers[index]!
      expect(await api.getCart()).toMatchObject({
        finalprice: 1_000,
        code: { code, notice: `The code ${code} has been used up.`, isRefused: true },
      })
    }
    const lost = buyers.filter((_buyer, index) => outcomes[index]?.status === 'rejected')
    await expect(lost[0]!.api.startPayment(ADDRESS)).rejects.toMatchObject({
      message: `The code ${code} has been used up. Remove it to go on without it.`,
    })
    await lost[0]!.api.removeCode()
    expect(await startPatiently(lost[0]!)).toMatchObject({ amount: 100_000 })
    await expect(lost[1]!.api.enterCode(code)).rejects.toMatchObject({ message: `The code ${code} has been used up.` })
  },
)

test(
  'one buyer who starts twenty times has one use, and keeps it when the cart changes',
  { timeout: 60_000 },
  async () => {
    const offer = await create({ maxUses: 1, maxUsesPerCustomer: 1 })
    const buyer = await buyerWith(offer.code)
    const starts = await Promise.all(Array.from({ length: 20 }, () => startPatiently(buyer)))
    expect(new Set(starts.map(({ id }) => id)).size).toBe(1)
    await fillCart(buyer, product.id, 2)
    expect(await buyer.api.getCart()).toMatchObject({ finalprice: 1_800 })
    expect(await startPatiently(buyer)).toMatchObject({ amount: 180_000 })
    expect(await usesOf(offer)).toBe(1)
  },
)

test('a hold that ends and an order that is cancelled give their use back; what is paid keeps it', async () => {
  const offer = await create({ maxUses: 1 })
  const first = await buyerWith(offer.code)
  await first.api.startPayment(ADDRESS)
  const second = await signedIn(shop)
  await fillCart(second, product.id)
  await expect(second.api.enterCode(offer.code!)).rejects.toThrow('used up')
  await endHold(shop, first.id)
  // Whoever comes first closes it; the customer's own next start here.
  await first.api.removeCode()
  await first.api.startPayment(ADDRESS)
  expect(await usesOf(offer)).toBe(0)
  await second.api.enterCode(offer.code!)
  const { order } = await buyCart(shop, second)
  expect(order).toMatchObject({ totalAmount: 900 })
  expect(await usesOf(offer)).toBe(1)
  expect(await admin.api.getOffer(offer._id)).toMatchObject({ state: 'used up' })
  const { order: cancelled } = await second.api.cancelMyOrder(order._id)
  expect(cancelled).toMatchObject({ totalAmount: 900, refund: { amount: 900 } })
  expect(await usesOf(offer)).toBe(0)
})

test('a refund gives back exactly what was paid', async () => {
  const { code = '' } = await create({ percent: 33 })
  const buyer = await buyerWith(code, 3)
  const { order, proof } = await buyCart(shop, buyer)
  expect(order).toMatchObject({ totalAmount: 2_010, discount: { amount: 990 } })
  await admin.api.changeOrderStatus(order._id, 'cancelled')
  await makeDue(shop)
  await sendRefunds(shop.shop, NEVER)
  const { refunds } = await listSandboxRecords(shop)
  expect(refunds.items.find(({ payment_id }) => payment_id === proof.razorpayPaymentId)).toMatchObject({
    amount: 201_000,
  })
})

test('a customer has an offer as often as it allows each, and another customer has it still', async () => {
  const offer = await create({ maxUsesPerCustomer: 1 })
  const buyer = await buyerWith(offer.code)
  await buyCart(shop, buyer)
  await fillCart(buyer, product.id)
  const sentence = `You have used the code ${offer.code} as often as it allows.`
  await expect(buyer.api.enterCode(offer.code!)).rejects.toMatchObject({ message: sentence })
  expect((await buyCart(shop, await buyerWith(offer.code))).order).toMatchObject({ totalAmount: 900 })
  expect(await usesOf(offer)).toBe(2)
})

test('a late payment is no second use of an offer that a customer has once', async () => {
  const offer = await create({ maxUsesPerCustomer: 1 })
  const buyer = await buyerWith(offer.code)
  const { id } = await buyer.api.startPayment(ADDRESS)
  await endHold(shop, buyer.id)
  await fillCart(buyer, product.id, 2)
  expect((await buyCart(shop, buyer)).order).toMatchObject({ totalAmount: 1_800 })
  await expect(buyer.api.verifyPayment(await pay(shop, id))).rejects.toMatchObject({
    message: 'The offer was used up while you were paying. Whatever you paid is returned in full.',
  })
  expect(await usesOf(offer)).toBe(1)
})

test('a late payment has its discount still, or goes back when the last use is another buyer’s', async () => {
  const offer = await create({ maxUses: 1 })
  const slow = await buyerWith(offer.code)
  const { id } = await slow.api.startPayment(ADDRESS)
  await endHold(shop, slow.id)
  await fillCart(slow, product.id, 2)
  await slow.api.startPayment(ADDRESS)
  const proof = await pay(shop, id)
  await slow.api.verifyPayment(proof)
  expect(await slow.api.getOrder(slow.id, proof)).toMatchObject({ totalAmount: 900 })
  expect(await usesOf(offer)).toBe(1)

  const other = await create({ maxUses: 1 })
  const late = await buyerWith(other.code)
  const { id: lateId } = await late.api.startPayment(ADDRESS)
  await endHold(shop, late.id)
  await late.api.removeCode()
  await late.api.startPayment(ADDRESS)
  await buyCart(shop, await buyerWith(other.code))
  const latePayment = await pay(shop, lateId)
  await expect(late.api.verifyPayment(latePayment)).rejects.toMatchObject({
    code: 'payment_failed',
    message: 'The offer was used up while you were paying. Whatever you paid is returned in full.',
  })
  const refund = await shop.db
    .selectFrom('refunds')
    .select(['amountPaise', 'reason', 'orderId'])
    .where('paymentId', '=', latePayment.razorpayPaymentId)
    .executeTakeFirst()
  expect(refund).toEqual({ amountPaise: 90_000, reason: 'offer used up', orderId: null })
})

test('another total than the customer has seen is told before anything is held', async () => {
  const buyer = await buyerWith(undefined)
  await expect(buyer.api.startPayment(ADDRESS, 900)).rejects.toMatchObject({
    status: 409,
    message: 'Your total was ₹900.00 and is ₹1,000.00 now. Please look at your order again.',
  })
  const { rows } = await sql`select from checkouts where user_id = ${buyer.id}`.execute(shop.db)
  expect(rows).toEqual([])
  expect(await buyer.api.startPayment(ADDRESS, 1_000)).toMatchObject({ amount: 100_000 })
})

test('an offer that ends between two starts ends the old one, and the same cart has its new price', async () => {
  const offer = await create({ name: 'Ends soon' })
  const buyer = await buyerWith(undefined)
  const first = await buyer.api.startPayment(ADDRESS)
  expect(first).toMatchObject({ amount: 90_000 })
  expect(await buyer.api.startPayment(ADDRESS)).toEqual(first)
  await admin.api.switchOffer(offer._id, false)
  await expect(buyer.api.startPayment(ADDRESS, 900)).rejects.toMatchObject({ status: 409 })
  expect(await buyer.api.startPayment(ADDRESS)).toMatchObject({ amount: 100_000 })
  // The first one is paid all the same: what it froze holds.
  const proof = await pay(shop, first.id)
  await buyer.api.verifyPayment(proof)
  expect(await buyer.api.getOrder(buyer.id, proof)).toMatchObject({ totalAmount: 900, discount: { amount: 100 } })
})

test('mail, receipt and figures say what was really paid', async () => {
  const { code = '', summary } = await create({ percent: 25 })
  const buyer = await buyerWith(code, 2)
  const { order } = await buyCart(shop, buyer)
  await sql`update mails set due_at = now() where due_at is not null`.execute(shop.db)
  await sendMails(shop.shop, NEVER)
  const text = shop.mails.find((mail) => mail.text.includes(order._id))?.text
  expect(text).toContain(`${summary}: −₹500.00\nTotal: ₹1,500.00`)
  const pdf = await (await buyer.api.getMyDocument(order.documents[0]!._id)).arrayBuffer()
  const lines = readPdf(Buffer.from(pdf))
    .flat()
    .map((line) => line.replaceAll(' ', ''))
  expect(lines).toContain('Paid₹1,500.00')
  expect(lines.join('\n')).toContain('−₹500.00')
  expect(lines.join('')).toContain(summary.replaceAll(' ', ''))
  const { bestSellers } = await admin.api.getFigures()
  const { rows } = await sql<{ paise: number }>`
    select sum(total_paise)::bigint as paise from orders where status <> 'cancelled'`.execute(shop.db)
  expect(bestSellers.find(({ _id }) => _id === product.id)?.revenue).toBe(rows[0]!.paise / 100)
})
