import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import type { Mail } from '#server/mails/transport/mail-headers.ts'

import { permitMail } from '#server/accounts/service.ts'
import { MailUnavailable } from '#server/mails/transport/mailer.ts'
import { sendMails } from '#server/mails/send-mails.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { ADDRESS, buyCart, fillCart, NEVER, signedIn, type SignedIn } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop({ publicUrl: 'http://shop.example' })
  admin = await signedIn(shop, 'admin')
})
beforeEach(() => void shop.mails.splice(0))
afterEach(async () => {
  await sql`
    update payments set status = 'captured'
    from orders where orders.id = payments.order_id and orders.status <> 'cancelled' and payments.status = 'vouched'`.execute(
    shop.db,
  )
  await expectInvariants(shop.db)
})
afterAll(() => shop.close())

const letDue = () => sql`update mails set due_at = now() where due_at is not null`.execute(shop.db)

/** A round once everything that waits is due. */
async function send(by = shop.shop): Promise<void> {
  await letDue()
  await sendMails(by, NEVER)
}

const mailedBy = (sendOne: (mail: Mail) => Promise<void>) => ({
  ...shop.shop,
  mailer: { send: sendOne, close: () => undefined },
})

const BAIT = 'Collect your prize at http://evil.example'

/** Somebody who gave an address that nobody confirmed, and a sentence for a name. */
async function unconfirmed(email?: string): Promise<SignedIn> {
  const person = await signedIn(shop)
  await shop.db
    .updateTable('users')
    .set({
      firstname: BAIT,
      lastname: BAIT,
      emailConfirmedAt: null,
      ...(email !== undefined && { email, emailKey: email.toLowerCase() }),
    })
    .where('id', '=', person.id)
    .execute()
  return person
}

async function orderOf(buyer: SignedIn) {
  const product = await addProduct(shop.db, { name: BAIT })
  await fillCart(buyer, product.id)
  return (await buyCart(shop, buyer, { ...ADDRESS, fullName: BAIT, street: BAIT })).order
}

/** As if the provider had not said yet that the money is there. */
async function unpaid<Placed extends { _id: string }>(order: Placed): Promise<Placed> {
  await shop.db.updateTable('payments').set({ status: 'vouched' }).where('orderId', '=', order._id).execute()
  return order
}

const numberOf = ({ _id }: { _id: string }) => `#${_id.slice(-6).toUpperCase()}`
const subjects = () => shop.mails.map(({ subject }) => subject)

async function outcomesOf({ _id }: { _id: string }) {
  const steps = await shop.db
    .selectFrom('mails')
    .select(['name', 'outcome', 'dueAt'])
    .where('key', '=', _id)
    .orderBy('at')
    .execute()
  return steps.map(({ name, outcome, dueAt }) => [name, outcome, dueAt])
}

const confirm = ({ id }: SignedIn) =>
  shop.db.updateTable('users').set({ emailConfirmedAt: new Date() }).where('id', '=', id).execute()

/** As if the mails so far had gone out a day earlier. */
const letDayPass = () => sql`update recent_mails set at = at - interval '1 day'`.execute(shop.db)

test('an address that nobody confirmed gets one mail a day about what is not paid, with nothing in it that somebody typed', async () => {
  const buyer = await unconfirmed()
  for (let count = 0; count < 3; count += 1) {
    const { _id } = await unpaid(await orderOf(buyer))
    await admin.api.changeOrderStatus(_id, 'cancelled')
  }
  await send()
  expect(shop.mails).toHaveLength(1)
  expect(JSON.stringify(shop.mails)).not.toMatch(/evil|prize|Mysuru|Rao|9876543210/)
})

test('that mail holds the order’s number, a link to it and a link that confirms the address', async () => {
  const order = await orderOf(await unconfirmed())
  await send()
  const [mail] = shop.mails
  expect(mail).toMatchObject({ to: order.user.email, subject: `Received: your order ${numberOf(order)}` })
  expect(mail?.text).toContain(`http://shop.example/signin?order=${order._id}\n`)
  expect(mail?.text).toMatch(/\nhttp:\/\/shop\.example\/confirm-email\/[\w-]{32}\n/)
  await letDayPass()
})

test('the mail tells how the order stands now, and each step says why it has none', async () => {
  const buyer = await unconfirmed()
  const order = await orderOf(buyer)
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await unpaid(order)
  await admin.api.changeOrderStatus(order._id, 'cancelled')
  await send()
  expect(subjects()).toEqual([`Cancelled: order ${numberOf(order)}`])
  expect(await outcomesOf(order)).toEqual([
    ['order-received', 'sent', null],
    ['order-shipped', 'outdated', null],
    ['order-cancelled', 'unconfirmed', null],
  ])
})

const SENT = { courier: 'delhivery', trackingNumber: '14908126' } as const

test('who has paid hears of the parcel at an address that nobody confirmed, without what somebody typed or a way in', async () => {
  const buyer = await unconfirmed()
  const order = await orderOf(buyer)
  await send()
  await admin.api.changeOrderStatus(order._id, 'shipped', SENT)
  await send()
  await admin.api.changeOrderStatus(order._id, 'delivered')
  const cancelled = await orderOf(buyer)
  await admin.api.changeOrderStatus(cancelled._id, 'cancelled')
  await send()
  expect(subjects()).toEqual([
    ...['Received', 'Shipped', 'Delivered'].map((word) => `${word}: your order ${numberOf(order)}`),
    ...['Received', 'Cancelled'].map((word) => `${word}: your order ${numberOf(cancelled)}`),
  ])
  expect(JSON.stringify(shop.mails)).not.toMatch(/evil|prize|Mysuru|Rao|9876543210|order-status/)
  expect(shop.mails[0]?.text).toContain('Your payment has arrived.')
  expect(shop.mails[1]?.text).toContain('Delhivery carries it. Tracking number: 14908126\n')
  expect(shop.mails[4]?.text).toContain('goes back to the card or account that you paid with.')
  // The first of the day has the link that confirms the address.
  expect(shop.mails.map(({ text }) => text.includes('/confirm-email/'))).toEqual([true, false, false, false, false])
})

test('the refund of what was paid is told to an address that nobody confirmed', async () => {
  const order = await orderOf(await unconfirmed())
  await send()
  await admin.api.changeOrderStatus(order._id, 'cancelled')
  await sql`
    update refunds set status = 'processed', next_attempt_at = null, provider_refund_id = id
    where order_id = ${order._id}`.execute(shop.db)
  await sql`
    insert into mails (name, key, user_id)
    select 'refund-done', refunds.id, orders.user_id from refunds join orders on orders.id = order_id
    where orders.id = ${order._id}`.execute(shop.db)
  await send()
  expect(subjects().at(-1)).toBe(`Refund done: your order ${numberOf(order)}`)
  expect(JSON.stringify(shop.mails)).not.toMatch(/evil|prize/)
})

test('also an address that paid gets at most thirty mails a day', async () => {
  const buyer = await unconfirmed()
  for (let count = 0; count < 29; count += 1) {
    await permitMail(shop.db, buyer.id, `earlier-${count}`, { isPaid: true })
  }
  const orders = [await orderOf(buyer), await orderOf(buyer)]
  await send()
  expect((await Promise.all(orders.map(outcomesOf))).map(([mail]) => mail?.[1])).toEqual(['sent', 'limited'])
})

test('once the address is confirmed, mails come as before', async () => {
  const buyer = await unconfirmed()
  const order = await orderOf(buyer)
  await send()
  await confirm(buyer)
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await send()
  expect(subjects()).toEqual(['Received', 'Shipped'].map((word) => `${word}: your order ${numberOf(order)}`))
  expect(shop.mails[1]?.text).toContain(`1 × ${BAIT}`)
  expect(shop.mails[1]?.text).not.toContain('confirm-email')
  expect(await outcomesOf(order)).toEqual([
    ['order-received', 'sent', null],
    ['order-shipped', 'sent', null],
  ])
})

test('a long name is cut in the greeting', async () => {
  const buyer = await unconfirmed()
  await confirm(buyer)
  await orderOf(buyer)
  await send()
  expect(shop.mails[0]?.text).toMatch(/^Hello Collect your prize at http:\/\/evil\.example Collect your prize…,\n/)
})

test('spellings of one address share its mail of the day, and the next day there is another', async () => {
  const spellings = ['Vic.Tim@gmail.com', 'victim+a@gmail.com', 'v.i.ctim+b@googlemail.com']
  const orders = []
  for (const spelling of spellings) orders.push(await unpaid(await orderOf(await unconfirmed(spelling))))
  await send()
  expect(shop.mails.map(({ to }) => to)).toEqual([spellings[0]])
  expect(await outcomesOf(orders[1]!)).toEqual([['order-received', 'unconfirmed', null]])
  await letDayPass()
  await unpaid(await orderOf(await unconfirmed('victim+c@gmail.com')))
  await send()
  expect(shop.mails.map(({ to }) => to)).toEqual([spellings[0], 'victim+c@gmail.com'])
})

test('a mail that was refused or met an outage is still the mail of the day when it is tried again', async () => {
  const order = await orderOf(await unconfirmed())
  await send(mailedBy(() => Promise.reject(new Error('450 later'))))
  const outage = mailedBy(() => Promise.reject(new MailUnavailable('nobody answers')))
  await expect(send(outage)).rejects.toThrow('nobody answers')
  expect(await outcomesOf(order)).toEqual([['order-received', null, expect.any(Date)]])
  await send()
  expect(subjects()).toEqual([`Received: your order ${numberOf(order)}`])
  await letDayPass()
})

test('a mail that is given up says so', async () => {
  const order = await orderOf(await unconfirmed())
  await sql`update mails set at = now() - interval '25 hours' where key = ${order._id}`.execute(shop.db)
  await send(mailedBy(() => Promise.reject(new Error('450 later'))))
  expect(await outcomesOf(order)).toEqual([['order-received', 'failed', null]])
})

test('a confirmed address gets thirty mails a day, and the others say that they were too many', async () => {
  const buyer = await signedIn(shop)
  for (let count = 0; count < 28; count += 1) await permitMail(shop.db, buyer.id, `earlier-${count}`)
  const orders = []
  for (let count = 0; count < 4; count += 1) orders.push(await orderOf(buyer))
  await letDue()
  await Promise.all([1, 2, 3].map(() => sendMails(shop.shop, NEVER)))
  expect(shop.mails).toHaveLength(2)
  const outcomes = (await Promise.all(orders.map(outcomesOf))).map(([step]) => String(step?.[1]))
  expect(outcomes.toSorted()).toEqual(['limited', 'limited', 'sent', 'sent'])
})

test('of many mails to one mailbox at the same moment one is allowed', async () => {
  const people = await Promise.all(
    Array.from({ length: 12 }, (_, index) => unconfirmed(`crowded+${index}@example.com`)),
  )
  const permissions = await Promise.all(people.map(({ id }, index) => permitMail(shop.db, id, `mail-${index}`)))
  expect(permissions.filter((permission) => permission && 'address' in permission)).toHaveLength(1)
})

test('the address counts that the account has when the mail goes out', async () => {
  const buyer = await signedIn(shop)
  const order = await orderOf(buyer)
  const email = 'newer@example.com'
  await shop.db
    .updateTable('users')
    .set({ email, emailKey: email, emailConfirmedAt: null })
    .where('id', '=', buyer.id)
    .execute()
  await send()
  expect(shop.mails).toMatchObject([{ to: email, subject: `Received: your order ${numberOf(order)}` }])
  expect(shop.mails[0]?.text).not.toContain('evil')
})

test('what is stored of a mailbox names nobody', async () => {
  const buyer = await signedIn(shop)
  const order = await orderOf(buyer)
  await send()
  const { rows } = await sql<{ row: string }>`select recent_mails::text as row from recent_mails`.execute(shop.db)
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain('@')
  expect(shop.mails[0]?.to).toBe(order.user.email)
})
