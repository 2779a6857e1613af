import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'

import type { Reconciliation } from '#contract/orders/reconciliation.ts'

import { newId } from '#server/db/new-id.ts'
import { processEvents } from '#server/orders/provider-events/provider-events.ts'
import { reconcile, requestReconciliation, scheduleReconciliation } from '#server/orders/reconciliation/reconcile.ts'
import { recordRefund } from '#server/orders/refunds/record-refund.ts'
import { sendRefunds } from '#server/orders/refunds/refunds.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import {
  ADDRESS,
  buy,
  fillCart,
  makeDue,
  NEVER,
  pay,
  listSandboxRecords,
  signedIn,
  setSandboxFaults,
  type SignedIn,
} from '#test/purchase.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
})
beforeEach(() => setSandboxFaults(shop, { refundAfterMs: 0 }))
afterEach(() => expectInvariants(shop.db))
afterAll(() => shop.close())

const DAY_MS = 86_400_000
const DAILY = { hoursAfterSuccess: 24, hoursAfterFailure: 1 }

/** Compares everything up to this moment, also what a real comparison leaves to the next one. */
async function compare(): Promise<Reconciliation> {
  const period = { from: new Date(Date.now() - DAY_MS), to: new Date(Date.now() + 1000) }
  await requestReconciliation(shop.shop, { actorId: admin.id, period })
  await reconcile(shop.shop, NEVER)
  const { items } = await admin.api.listReconciliations({ limit: 1 })
  return items[0]!
}

const found = ({ findings }: Reconciliation) => findings.map(({ kind, subject, action }) => [kind, subject, action])

async function expectClean(): Promise<void> {
  const again = await compare()
  expect({
    status: again.status,
    mismatches: again.mismatches,
    found: found(again).filter(([kind]) => kind !== KNOWN),
  }).toEqual({
    status: 'done',
    mismatches: 0,
    found: [],
  })
}

/** What both sides know, and what is therefore no difference. */
const KNOWN = 'refund made at the provider'

/** A payment that the provider captured, and of which the shop hears nothing. */
async function payUnheard(pricePaise = 90_000, paid = pricePaise) {
  const product = await addProduct(shop.db, { pricePaise })
  const buyer = await signedIn(shop)
  await fillCart(buyer, product.id)
  const { id } = await buyer.api.startPayment(ADDRESS)
  return { buyer, proof: await pay(shop, id, { payment_amount: paid }) }
}

async function bought() {
  const product = await addProduct(shop.db, { pricePaise: 90_000 })
  const { buyer, order, proof } = await buy(shop, product.id)
  return { buyer, order, paymentId: proof.razorpayPaymentId }
}

const refundOf = (paymentId: string) =>
  shop.db
    .selectFrom('refunds')
    .select(['id', 'status', 'amountPaise', 'providerRefundId'])
    .where('paymentId', '=', paymentId)
    .executeTakeFirstOrThrow()

async function sendAll(): Promise<void> {
  await makeDue(shop)
  await sendRefunds(shop.shop, NEVER)
}

/** The provider has told of all that it did, and the shop has dealt with it. */
async function untilTold(): Promise<void> {
  await expect
    .poll(async () => {
      await processEvents(shop.shop, NEVER)
      const { rows } = await sql`
        select from sandbox_events where next_attempt_at is not null
        union all select from webhook_events where processed_at is null`.execute(shop.db)
      return rows.length
    })
    .toBe(0)
}

/** A cancelled order whose refund the provider and the shop both call processed, and of which no event is to come. */
async function refunded() {
  const purchase = await bought()
  await purchase.buyer.api.cancelMyOrder(purchase.order._id)
  const isDone = async () => {
    await sendAll()
    return (await refundOf(purchase.paymentId)).status
  }
  await expect.poll(isDone).toBe('processed')
  await untilTold()
  return { ...purchase, refund: await refundOf(purchase.paymentId) }
}

test('records that agree are counted, and nothing is found', async () => {
  await bought()
  await refunded()
  const { status, payments, orders, refunds, mismatches, findings, failure, requestedBy, finishedAt } = await compare()
  const records = await listSandboxRecords(shop)
  expect({ status, mismatches, findings, failure, requestedBy }).toEqual({
    status: 'done',
    mismatches: 0,
    findings: [],
    failure: null,
    requestedBy: 'Asha Rao',
  })
  expect({ payments, refunds }).toEqual({
    payments: records.payments.items.length,
    refunds: records.refunds.items.length,
  })
  expect(orders).toBe(2)
  expect(finishedAt).toEqual(expect.any(String))
})

test('a captured payment whose event got lost is found and settled: it has its order', async () => {
  const { buyer, proof } = await payUnheard()
  const run = await compare()
  expect(run.mismatches).toBe(1)
  expect(found(run)).toEqual([['captured payment was not known', proof.razorpayPaymentId, 'settled: it has its order']])
  expect(run.findings[0]!.detail).toBe('₹900.00 captured at the provider')
  expect(await buyer.api.listMyOrders(buyer.id)).toMatchObject([{ status: 'order placed', payment: 'paid' }])
  await expectClean()
})

test('a payment over another amount is quarantined, and its money goes back', async () => {
  const { buyer, proof } = await payUnheard(90_000, 50_000)
  const run = await compare()
  expect(found(run)).toEqual([
    ['amount differs', proof.razorpayPaymentId, 'quarantined: no order comes of it, and it goes back'],
  ])
  expect(run.findings[0]!.detail).toBe('₹500.00 captured, ₹900.00 asked for')
  expect(await refundOf(proof.razorpayPaymentId)).toMatchObject({ amountPaise: 50_000 })
  expect(await buyer.api.listMyOrders(buyer.id)).toEqual([])
  await expectClean()
})

test('an amount that differs from what the shop took for paid cancels the order and goes back', async () => {
  const { buyer, paymentId } = await bought()
  await sql`update sandbox_payments set amount_paise = 70000 where id = ${paymentId}`.execute(shop.db)
  const run = await compare()
  expect(found(run)).toEqual([['amount differs', paymentId, 'quarantined: its order is cancelled, and it goes back']])
  expect(run.findings[0]!.detail).toBe('₹700.00 at the provider, ₹900.00 here')
  expect(await buyer.api.listMyOrders(buyer.id)).toMatchObject([{ status: 'cancelled', refund: { amount: 700 } }])
  await expectClean()
})

test('an order that is delivered is left alone, whatever the provider says of its amount', async () => {
  const { order, paymentId } = await bought()
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await admin.api.changeOrderStatus(order._id, 'delivered')
  await sql`update sandbox_payments set amount_paise = 70000 where id = ${paymentId}`.execute(shop.db)
  expect(found(await compare())).toEqual([['amount differs', paymentId, 'left for a person']])
  await sql`update sandbox_payments set amount_paise = 90000 where id = ${paymentId}`.execute(shop.db)
  await expectClean()
})

test('a refund that the provider does not know is sent again', async () => {
  const { paymentId, refund } = await refunded()
  await sql`delete from sandbox_refunds where payment_id = ${paymentId}`.execute(shop.db)
  await sql`update sandbox_payments set amount_refunded_paise = 0, status = 'captured' where id = ${paymentId}`.execute(
    shop.db,
  )
  const run = await compare()
  expect(found(run)).toEqual([['refund is unknown to the provider', refund.id, 'sent again']])
  expect(await refundOf(paymentId)).toMatchObject({ id: refund.id, status: 'pending', providerRefundId: null })
  await expect
    .poll(async () => {
      await sendAll()
      return (await refundOf(paymentId)).status
    })
    .toBe('processed')
  const records = await listSandboxRecords(shop)
  expect(records.refunds.items.filter(({ payment_id }) => payment_id === paymentId)).toMatchObject([{ amount: 90_000 }])
  await expectClean()
})

test('a refund that is missing or would never be sent is asked for', async () => {
  await setSandboxFaults(shop, { refundAfterMs: 0 })
  const [lost, stuck] = [await bought(), await bought()]
  for (const { buyer, order } of [lost, stuck]) await buyer.api.cancelMyOrder(order._id)
  await shop.db.deleteFrom('refunds').where('paymentId', '=', lost.paymentId).execute()
  await shop.db.updateTable('refunds').set({ nextAttemptAt: null }).where('paymentId', '=', stuck.paymentId).execute()
  const { id: stuckId } = await refundOf(stuck.paymentId)
  expect(found(await compare())).toEqual([
    ['refund was missing', lost.paymentId, 'asked for'],
    ['refund was missing', stuckId, 'sent again'],
  ])
  await sendAll()
  const records = await listSandboxRecords(shop)
  for (const { paymentId } of [lost, stuck]) {
    expect(records.refunds.items.filter(({ payment_id }) => payment_id === paymentId)).toHaveLength(1)
  }
})

test('how far a refund has come is taken over, but what was done is not undone', async () => {
  await setSandboxFaults(shop, { refundAfterMs: 600_000 })
  const { buyer, order, paymentId } = await bought()
  await buyer.api.cancelMyOrder(order._id)
  await sendAll()
  const { providerRefundId } = await refundOf(paymentId)
  await sql`update sandbox_refunds set status = 'processed', due_at = null where id = ${providerRefundId}`.execute(
    shop.db,
  )
  const run = await compare()
  expect(found(run)).toContainEqual(['refund status differs', providerRefundId, 'taken over'])
  expect(await refundOf(paymentId)).toMatchObject({ status: 'processed' })
  await sql`update sandbox_refunds set status = 'pending' where id = ${providerRefundId}`.execute(shop.db)
  expect(found(await compare())).toContainEqual(['refund status differs', providerRefundId, 'left for a person'])
  await sql`update sandbox_refunds set status = 'processed' where id = ${providerRefundId}`.execute(shop.db)
})

const TAKEN = 'taken over: the order counts it, and only the rest goes back from here'

test('a refund that was made by hand is found and counted once', async () => {
  const { paymentId } = await bought()
  const id = `rfnd_${newId().slice(-14)}`
  await sql`
    insert into sandbox_refunds (id, payment_id, amount_paise, status, notes, request, created_at)
    values (${id}, ${paymentId}, 20000, 'processed', '{}', '{}', now())`.execute(shop.db)
  expect(found(await compare())).toContainEqual(['refund that nobody here asked for', id, TAKEN])
  const entries = shop.db.selectFrom('auditLog').select('action').where('subjectId', '=', paymentId)
  expect(await entries.execute()).toContainEqual({ action: 'refund.reported' })
  const again = await compare()
  expect(found(again)).toContainEqual([KNOWN, id, 'known: its order counts it'])
  expect(again.mismatches).toBe(0)
  await sql`update sandbox_payments set amount_refunded_paise = 20000 where id = ${paymentId}`.execute(shop.db)
})

test.each(['its event came', 'its event never came'])(
  'a refund by hand after the invoice is listed with its credit note once it is known: %s',
  async (way) => {
    await setSettings(shop, { taxRegistration: 'regular', gstin: '29AAGCB7383J1Z4' })
    onTestFinished(() => setSettings(shop, { taxRegistration: 'none' }))
    const { order, paymentId } = await bought()
    await admin.api.changeOrderStatus(order._id, 'shipped')
    const id = `rfnd_${newId().slice(-14)}`
    await sql`
      insert into sandbox_refunds (id, payment_id, amount_paise, status, notes, request, created_at)
      values (${id}, ${paymentId}, 20000, 'processed', '{}', '{}', now())`.execute(shop.db)
    await sql`update sandbox_payments set amount_refunded_paise = 20000 where id = ${paymentId}`.execute(shop.db)
    const isToldOf = way === 'its event came'
    if (isToldOf) await recordRefund(shop.shop, { id, paymentId, amountPaise: 20_000, status: 'processed' })
    const first = found(await compare()).filter(([kind]) => kind !== KNOWN)
    expect(first).toEqual(isToldOf ? [] : [['refund that nobody here asked for', id, TAKEN]])
    const run = await compare()
    const known = [KNOWN, id, expect.stringMatching(/^known: its order counts it, credit note TC\d{4}\/\d{6}$/)]
    expect(found(run).filter(([, subject]) => subject === id)).toEqual([known])
    expect(run.mismatches).toBe(0)
    const listed = async (list: 'open' | 'others') =>
      (await admin.api.listFindings({ list, limit: 100 })).items.filter(
        ({ kind, subject }) => kind === KNOWN && subject === id,
      )
    expect(await listed('open')).toEqual([])
    expect(await listed('others')).toMatchObject([{ orderId: order._id, amount: 200 }])
  },
)

test('money that the bank took back in a dispute is named, and what to do', async () => {
  const { paymentId } = await bought()
  const id = `disp_${newId().slice(-14)}`
  await sql`
    insert into disputes (id, payment_id, amount_paise, reason, status, decided_at)
    values (${id}, ${paymentId}, 50000, 'fraud', 'lost', now())`.execute(shop.db)
  const run = await compare()
  expect(found(run)).toContainEqual([
    'money lost in a dispute',
    id,
    'left for a person: the bank has paid the buyer; book it as lost',
  ])
  expect(run.mismatches).toBeGreaterThan(0)
  await sql`delete from disputes where id = ${id}`.execute(shop.db)
})

/** What somebody does in the provider's own dashboard, and no event tells of. */
async function refundWholeByHand(paymentId: string, status: 'pending' | 'processed'): Promise<string> {
  const id = `rfnd_${newId().slice(-14)}`
  await sql`
    insert into sandbox_refunds (id, payment_id, amount_paise, status, notes, request, created_at)
    values (${id}, ${paymentId}, 90000, ${status}, '{}', '{}', now())`.execute(shop.db)
  await sql`
    update sandbox_payments set status = 'refunded', amount_refunded_paise = amount_paise where id = ${paymentId}
  `.execute(shop.db)
  return id
}

test('an order whose whole money was refunded by hand is cancelled, also if its event got lost', async () => {
  const { buyer, paymentId } = await bought()
  const id = await refundWholeByHand(paymentId, 'processed')
  expect(found(await compare())).toContainEqual(['refund that nobody here asked for', id, TAKEN])
  expect(await buyer.api.listMyOrders(buyer.id)).toMatchObject([{ status: 'cancelled', payment: 'refunded' }])
  await expectClean()
})

test('a refund by hand that was noted while it was under way is looked at again once it is done', async () => {
  const { buyer, paymentId } = await bought()
  const id = await refundWholeByHand(paymentId, 'pending')
  const kind = 'refund that nobody here asked for'
  expect(found(await compare())).toContainEqual([kind, id, TAKEN])
  await sql`update sandbox_refunds set status = 'processed' where id = ${id}`.execute(shop.db)
  expect(found(await compare())).toContainEqual(['refund status differs', id, 'taken over'])
  expect(await buyer.api.listMyOrders(buyer.id)).toMatchObject([{ status: 'cancelled', payment: 'refunded' }])
  await expectClean()
})

test('a refund by hand in place of one that failed is taken over, and called so', async () => {
  const { paymentId, refund } = await refunded()
  await sql`update refunds set status = 'failed' where id = ${refund.id}`.execute(shop.db)
  await sql`delete from sandbox_refunds where id = ${refund.providerRefundId}`.execute(shop.db)
  const id = await refundWholeByHand(paymentId, 'processed')
  const kind = 'refund that nobody here asked for'
  expect(found(await compare())).toContainEqual([kind, id, TAKEN])
  const rows = shop.db.selectFrom('refunds').select(['status', 'providerRefundId']).where('paymentId', '=', paymentId)
  expect(await rows.orderBy('createdAt').execute()).toEqual([
    { status: 'replaced', providerRefundId: refund.providerRefundId },
    { status: 'processed', providerRefundId: id },
  ])
})

test('money that only the shop believes in is named, and left for a person', async () => {
  const { order, paymentId } = await bought()
  await sql`delete from sandbox_events where subject = ${paymentId}`.execute(shop.db)
  await sql`update sandbox_payments set id = ${`${paymentId}x`} where id = ${paymentId}`.execute(shop.db)
  const unknown = found(await compare()).filter(([, subject]) => subject === paymentId)
  expect(unknown).toEqual([['payment is unknown to the provider', paymentId, 'left for a person']])
  await sql`update sandbox_payments set id = ${paymentId} where id = ${`${paymentId}x`}`.execute(shop.db)
  expect(found(await compare()).filter(([, subject]) => subject === paymentId)).toEqual([])
  expect(order.status).toBe('order placed')
})

test('lists of many pages are read to the end, and other shops’ payments are no mismatch', async () => {
  const before = await compare()
  const orderId = `order_${newId().slice(-14)}`
  await sql`
    insert into sandbox_orders (id, amount_paise, notes, is_auto_captured, created_at)
    values (${orderId}, 100, '{}', true, now() - interval '1 hour')`.execute(shop.db)
  await sql`
    insert into sandbox_payments (id, order_id, amount_paise, status, method, has_webhooks, created_at)
    select ${orderId} || number, ${orderId}, 100, 'captured', 'card', false, now() - interval '1 hour'
    from generate_series(1, 230) as number`.execute(shop.db)
  const run = await compare()
  expect({ payments: run.payments, mismatches: run.mismatches }).toEqual({
    payments: before.payments + 230,
    mismatches: before.mismatches,
  })
  expect(run.findings.filter(({ kind }) => kind === 'payment of no checkout here')).toHaveLength(230)
  await sql`delete from sandbox_payments where order_id = ${orderId}`.execute(shop.db)
})

test('one comparison is made at a time, by one process, and who asked is in the audit log', async () => {
  const { proof } = await payUnheard()
  const { message, reconciliation } = await admin.api.requestReconciliation()
  expect(message).toBe('The comparison has begun.')
  expect(reconciliation).toMatchObject({ status: 'waiting', requestedBy: 'Asha Rao', finishedAt: null })
  await expect(admin.api.requestReconciliation()).rejects.toMatchObject({ status: 409, code: 'conflict' })
  const audit = shop.db.selectFrom('auditLog').select(['actorId', 'action', 'subjectType'])
  expect(await audit.where('subjectId', '=', reconciliation._id).execute()).toEqual([
    { actorId: admin.id, action: 'reconciliation.requested', subjectType: 'reconciliation' },
  ])
  // What is younger than a minute is still on its way to the shop.
  expect(Date.now() - Date.parse(reconciliation.to)).toBeGreaterThanOrEqual(60_000)
  await Promise.all([1, 2, 3, 4].map(() => reconcile(shop.shop, NEVER)))
  const { items } = await admin.api.listReconciliations({ limit: 1 })
  expect(items).toMatchObject([{ _id: reconciliation._id, status: 'done' }])
  expect(items[0]!.findings.map(({ subject }) => subject)).not.toContain(proof.razorpayPaymentId)

  const period = { from: new Date(Date.now() - DAY_MS), to: new Date(Date.now() + 1000) }
  await requestReconciliation(shop.shop, { actorId: admin.id, period })
  await Promise.all([1, 2, 3, 4].map(() => reconcile(shop.shop, NEVER)))
  const [latest] = (await admin.api.listReconciliations({ limit: 1 })).items
  expect(latest!.findings.filter(({ subject }) => subject === proof.razorpayPaymentId)).toHaveLength(1)
})

test('a provider that is down ends a comparison with a sentence, and the next one works', async () => {
  await setSandboxFaults(shop, { failNext: 1000, failStatus: 500 })
  const failed = await compare()
  await setSandboxFaults(shop, { failNext: 0 })
  expect(failed).toMatchObject({ status: 'failed', failure: 'The payment provider did not answer.' })
  expect(await compare()).toMatchObject({ status: 'done', failure: null })
})

test('a comparison whose process died is made by another one', async () => {
  await admin.api.requestReconciliation()
  const { items } = await admin.api.listReconciliations({ limit: 1 })
  const running = shop.db
    .updateTable('reconciliations')
    .set({ status: 'running', leaseEndsAt: new Date(Date.now() - 60_000) })
  await running.where('id', '=', items[0]!._id).execute()
  await reconcile(shop.shop, NEVER)
  expect((await admin.api.listReconciliations({ limit: 1 })).items[0]).toMatchObject({
    _id: items[0]!._id,
    status: 'done',
  })
})

test('a shop that stops gives its comparison back', async () => {
  await admin.api.requestReconciliation()
  await reconcile(shop.shop, AbortSignal.abort())
  expect((await admin.api.listReconciliations({ limit: 1 })).items[0]).toMatchObject({ status: 'waiting' })
  await reconcile(shop.shop, NEVER)
})

test('the shop compares by itself once a day, and after a failure within the hour', async () => {
  const daily = () =>
    shop.db.selectFrom('reconciliations').select(['id', 'status']).where('actorId', 'is', null).execute()
  await Promise.all([1, 2, 3].map(() => scheduleReconciliation(shop.db, DAILY)))
  expect(await daily()).toHaveLength(1)
  await reconcile(shop.shop, NEVER)
  await scheduleReconciliation(shop.db, DAILY)
  expect(await daily()).toMatchObject([{ status: 'done' }])
  const age = (hours: number, status: 'done' | 'failed') =>
    shop.db
      .updateTable('reconciliations')
      .set({ createdAt: new Date(Date.now() - hours * 3_600_000), status } as never)
      .where('actorId', 'is', null)
      .execute()
  await age(2, 'failed')
  await scheduleReconciliation(shop.db, DAILY)
  expect(await daily()).toHaveLength(2)
  await reconcile(shop.shop, NEVER)
  await age(25, 'done')
  await scheduleReconciliation(shop.db, DAILY)
  expect(await daily()).toHaveLength(3)
  await reconcile(shop.shop, NEVER)
})
