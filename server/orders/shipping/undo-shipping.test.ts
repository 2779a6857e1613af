import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { sendMails } from '#server/mails/service.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { buy, NEVER, signedIn, type SignedIn } from '#test/purchase.ts'
import { readPdf } from '#test/read-pdf.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
let other: SignedIn
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
  other = await signedIn(shop, 'admin')
})
beforeEach(() => void shop.mails.splice(0))
afterEach(async () => {
  await setSettings(shop, { taxRegistration: 'none', gstin: '' })
  await expectInvariants(shop.db)
})
afterAll(() => shop.close())

const CONFLICT = { status: 409, code: 'conflict' }
const SENT = { courier: 'delhivery', trackingNumber: '14908126' } as const

const placed = async () => buy(shop, (await addProduct(shop.db)).id)
const statusOf = async (orderId: string) => (await admin.api.getOrderDetail(orderId)).order.status

/** Sends the mails about an order that wait. */
async function send(orderId: string) {
  await sql`update mails set due_at = now() where key = ${orderId} and due_at is not null`.execute(shop.db)
  await sendMails(shop.shop, NEVER)
  return shop.mails.filter(({ id }) => id.startsWith(orderId)).map(({ id }) => id.replace(`${orderId}.`, ''))
}

/** As if the order had been shipped so long ago. */
const letPass = (orderId: string, seconds: number) =>
  sql`
    update order_steps set at = at - make_interval(secs => ${seconds}) where order_id = ${orderId}`.execute(shop.db)

test('whoever shipped an order takes it back: it waits to be shipped again, and no mail says that it left', async () => {
  const { buyer, order } = await placed()
  await admin.api.changeOrderStatus(order._id, 'shipped', SENT)
  const { message, order: undone } = await admin.api.undoShipping(order._id)
  expect(message).toBe(`Order #${order._id.slice(-6).toUpperCase()} is not shipped any more.`)
  expect(undone).toMatchObject({ status: 'order placed', shipment: null, timeline: [{ status: 'order placed' }] })
  expect(await buyer.api.listMyOrders(buyer.id)).toMatchObject([{ status: 'order placed', shipment: null }])
  expect(await send(order._id)).toEqual(['received'])
  const { entries } = await admin.api.listAudit({ search: order._id })
  expect(entries.find(({ action }) => action === 'order.shipping taken back')).toMatchObject({
    person: { _id: admin.id },
    changes: expect.arrayContaining([{ what: 'Status', from: 'shipped', to: 'order placed' }]),
  })
  await other.api.changeOrderStatus(order._id, 'shipped')
  expect(await send(order._id)).toEqual(['received', 'shipped'])
})

test('nobody else takes it back, nobody takes it back twice, and after ten seconds nobody at all', async () => {
  const [{ order }, { order: late, buyer }] = [await placed(), await placed()]
  // The calls take no time, however long they take.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  onTestFinished(() => void vi.useRealTimers())
  await expect(admin.api.undoShipping(order._id)).rejects.toMatchObject(CONFLICT)
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await expect(other.api.undoShipping(order._id)).rejects.toMatchObject(CONFLICT)
  await letPass(order._id, 9)
  await admin.api.undoShipping(order._id)
  await expect(admin.api.undoShipping(order._id)).rejects.toMatchObject(CONFLICT)
  await admin.api.changeOrderStatus(late._id, 'shipped')
  await letPass(late._id, 10)
  await expect(admin.api.undoShipping(late._id)).rejects.toMatchObject(CONFLICT)
  await expect(buyer.api.undoShipping(late._id)).rejects.toMatchObject({ status: 401 })
  await expect(admin.api.undoShipping('no such order')).rejects.toMatchObject({ status: 404 })
  expect(await statusOf(late._id)).toBe('shipped')
})

test('what was delivered or cancelled meanwhile is not taken back', async () => {
  const [{ order: delivered }, { order: cancelled }] = [await placed(), await placed()]
  for (const { _id } of [delivered, cancelled]) await admin.api.changeOrderStatus(_id, 'shipped')
  await other.api.changeOrderStatus(delivered._id, 'delivered')
  await other.api.changeOrderStatus(cancelled._id, 'cancelled')
  for (const { _id } of [delivered, cancelled]) {
    await expect(admin.api.undoShipping(_id)).rejects.toMatchObject(CONFLICT)
  }
  expect([await statusOf(delivered._id), await statusOf(cancelled._id)]).toEqual(['delivered', 'cancelled'])
})

test('of taking back, delivering, cancelling and shipping at the same moment each is done or refused whole', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { order } = await placed()
    await admin.api.changeOrderStatus(order._id, 'shipped')
    const outcomes = await Promise.allSettled([
      admin.api.undoShipping(order._id),
      other.api.changeOrderStatus(order._id, 'delivered'),
      admin.api.undoShipping(order._id),
      other.api.changeOrderStatus(order._id, 'cancelled'),
      other.api.changeOrderStatus(order._id, 'shipped'),
    ])
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    for (const refusal of refusals) expect(refusal).toMatchObject(CONFLICT)
    const [undone, , again] = outcomes
    expect([undone, again].filter(({ status }) => status === 'fulfilled').length).toBeLessThan(2)
  }
})

test('an invoice that was numbered meanwhile is kept as cancelled, and the return says so', async () => {
  await setSettings(shop, { taxRegistration: 'regular', gstin: '29AAGCB7383J1Z4' })
  const { buyer, order } = await placed()
  await admin.api.changeOrderStatus(order._id, 'shipped')
  const invoiceOf = async () =>
    (await admin.api.getOrderDetail(order._id)).order.documents.find(({ kind }) => kind === 'tax invoice')
  const first = await invoiceOf()
  await admin.api.undoShipping(order._id)
  expect(await invoiceOf()).toBeUndefined()
  expect((await buyer.api.listMyOrders(buyer.id))[0]?.documents.map(({ kind }) => kind)).toEqual(['receipt voucher'])
  await expectInvariants(shop.db)

  await admin.api.changeOrderStatus(order._id, 'shipped')
  const second = await invoiceOf()
  expect(second?.number).not.toBe(first?.number)
  const month = await admin.api.getTaxMonth()
  expect(month.sums.total).toBe(order.totalAmount)
  expect(month.ledger).toMatchObject({ total: order.totalAmount, differing: 0 })
  expect(month.documents.filter(({ kind }) => kind === 'tax invoice')).toEqual([
    expect.objectContaining({ number: second?.number, total: order.totalAmount }),
    expect.objectContaining({ number: first?.number, total: 0, isCancelled: true }),
  ])
  const file = async (path: string) => (await admin.fetch(`/api${path}`)).text()
  const gstr1 = JSON.parse(await file('/admin/tax/gstr1'))
  expect(gstr1.doc_issue.doc_det[0].docs).toEqual([
    { num: 1, from: first?.number, to: second?.number, totnum: 2, cancel: 1, net_issue: 1 },
  ])
  expect(gstr1.b2cs).toHaveLength(1)
  expect(await file('/admin/tax/gstr1/docs')).toContain(`${first?.number},${second?.number},2,1`)
  expect(await file('/admin/tax/register')).toContain(`Tax invoice (cancelled),${first?.number}`)
  const pdf = await admin.fetch(`/api/admin/documents/${first?._id}`)
  expect(
    readPdf(Buffer.from(await pdf.arrayBuffer()))
      .flat()
      .join('\n'),
  ).toContain('Cancelled on')
  await expect(
    sql`update documents set cancelled_at = null where cancelled_at is not null`.execute(shop.db),
  ).rejects.toThrow('a document is never changed')
})

test('an order that was taken back and then cancelled gives its money back by a refund voucher', async () => {
  await setSettings(shop, { taxRegistration: 'regular', gstin: '29AAGCB7383J1Z4' })
  const { order } = await placed()
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await admin.api.undoShipping(order._id)
  await admin.api.changeOrderStatus(order._id, 'cancelled')
  const { documents } = (await admin.api.getOrderDetail(order._id)).order
  expect(documents.map(({ kind }) => kind)).toEqual(['receipt voucher', 'refund voucher'])
})

test('an order that was taken back leaves again with the document of what the seller has become', async () => {
  const change = (taxRegistration: 'regular' | 'composition') =>
    setSettings(shop, { taxRegistration, gstin: '29AAGCB7383J1Z4' })
  await change('regular')
  const { order } = await placed()
  for (const registration of ['composition', 'regular', 'composition'] as const) {
    await admin.api.changeOrderStatus(order._id, 'shipped')
    await admin.api.undoShipping(order._id)
    await change(registration)
  }
  await admin.api.changeOrderStatus(order._id, 'shipped')
  const { documents } = (await admin.api.getOrderDetail(order._id)).order
  expect(documents.map(({ kind }) => kind)).toEqual(['receipt voucher', 'bill of supply'])
})

test('the reason of a cancelling is kept and shown to the staff, and the audit log says that there was one', async () => {
  const { buyer, order } = await placed()
  const reason = 'The customer called: a wrong size'
  await expect(admin.api.changeOrderStatus(order._id, 'shipped', undefined, reason)).rejects.toMatchObject({
    status: 400,
    fields: { reason: 'Only an order that is cancelled has a reason.' },
  })
  await expect(admin.api.changeOrderStatus(order._id, 'cancelled', undefined, 'x'.repeat(301))).rejects.toMatchObject({
    status: 400,
  })
  await admin.api.changeOrderStatus(order._id, 'cancelled', undefined, reason)
  expect(await admin.api.getOrderDetail(order._id)).toMatchObject({ cancelReason: reason })
  const { entries } = await admin.api.listAudit({ search: order._id })
  expect(entries.find(({ action }) => action === 'order.cancelled')?.changes).toContainEqual({
    what: 'Reason',
    from: null,
    to: 'yes',
  })
  expect((await admin.api.listAudit({ search: 'wrong size' })).total).toBe(0)
  expect(JSON.stringify(await buyer.api.listMyOrders(buyer.id))).not.toContain(reason)
})
