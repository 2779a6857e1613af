import { sql } from 'kysely'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Db } from '#server/db/database.ts'

import { ORDER_STATUSES, stepsTo } from '#contract/states/order-states.ts'
import { listBrokenInvariants } from '#server/orders/invariant-queries.ts'
import { addProduct, offerInput } from '#test/factories.ts'
import { ADDRESS, buy, buyCart, fillCart, signedIn } from '#test/purchase.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop()
  const product = await addProduct(shop.db, { stock: 50 })
  const admin = await signedIn(shop, 'admin')
  await buy(shop, product.id, 2)
  const { order: cancelled } = await buy(shop, product.id)
  await admin.api.changeOrderStatus(cancelled._id, 'cancelled')
  const { order: shipped } = await buy(shop, product.id)
  const { buyer, order: delivered } = await buy(shop, product.id, 2)
  await admin.api.changeOrderStatus(delivered._id, 'shipped')
  await admin.api.changeOrderStatus(delivered._id, 'delivered')
  const pieces = [{ _id: delivered.products[0]!._id, quantity: 1 }]
  const { _id: back } = await buyer.api.askForReturn(delivered._id, {
    lines: pieces.map((line) => ({ ...line, reason: 'too small' })),
  })
  await admin.api.changeReturn(back, { to: 'approved' })
  await admin.api.changeReturn(back, { to: 'received' })
  await admin.api.changeReturn(back, {
    to: 'inspected',
    pieces: pieces.map((line) => ({ ...line, condition: 'as new' })),
  })
  await admin.api.changeReturn(back, { refund: true })
  const neighbour = await signedIn(shop)
  await setSettings(shop, { takesCash: true, cashNeedsConfirming: false })
  await fillCart(neighbour, product.id)
  const { _id: due } = await neighbour.api.orderForCash({ address: ADDRESS })
  await admin.api.changeOrderStatus(due, 'shipped')
  const rich = await signedIn(shop)
  await admin.api.giveCredit(rich.id, { amount: 5000, reason: 'A test.' })
  for (const to of ['shipped', 'cancelled'] as const) {
    await fillCart(rich, product.id)
    const { _id } = await rich.api.orderByCredit({ address: ADDRESS })
    await admin.api.changeOrderStatus(_id, to)
  }
  await setSettings(shop, { taxRegistration: 'regular', gstin: '29AAGCB7383J1Z4' })
  await admin.api.changeOrderStatus(shipped._id, 'shipped')
  const { offer } = await admin.api.createOffer(offerInput({ maxUses: 5, maxUsesPerCustomer: 1 }))
  const saver = await signedIn(shop)
  await fillCart(saver, product.id)
  await saver.api.enterCode(offer.code ?? '')
  await buyCart(shop, saver)
  const starter = await signedIn(shop)
  await fillCart(starter, product.id)
  await starter.api.startPayment()
})
afterAll(() => shop.close())

class Undone extends Error {}

/** What is broken after the damage, which is undone again. */
async function brokenBy(damage: (db: Db) => Promise<unknown>): Promise<string[]> {
  let broken: string[] = []
  const work = shop.db.transaction().execute(async (db) => {
    await damage(db)
    broken = (await listBrokenInvariants(db)).map(({ invariant }) => invariant)
    throw new Undone()
  })
  await expect(work).rejects.toThrow(Undone)
  return broken
}

const only = (status: string) =>
  sql`(select id from orders where status = ${status} and not is_cash order by id limit 1)`
const paymentOf = (status: string) => sql`(select id from payments where order_id = ${only(status)})`

const ANOTHER_LINE = sql`insert into document_lines
  select document_id, position + 1, order_line_id, hsn, quantity, price_paise, percent, taxable_paise, central_paise,
    state_paise, integrated_paise
  from document_lines`

const DAMAGES: Record<string, ReturnType<typeof sql>> = {
  '1 stock equals its ledger': sql`update product_sizes set stock = stock - 1`,
  '14 taken in is the sum of all places': sql`update product_sizes set stock = stock + 1`,
  '14 no place has less than nothing': sql`insert into stock_ledger
    (product_size_id, from_place, to_place, quantity, reason)
    select id, 'inspection', 'written off', 1, 'inspection' from product_sizes limit 1`,
  '14 the pieces of a checkout are where its order says': sql`update stock_ledger set to_place = 'packed'
    where reason = 'hold' and checkout_id = (select id from checkouts where status = 'open')`,
  '2 captured money has one order or goes back': sql`update refunds set amount_paise = amount_paise - 1`,
  '2 only captured money is refunded': sql`update refunds set order_id = null where payment_id is not null`,
  '2 a refund for exchanges has its parts': sql`update refunds set is_foreign = true, exchanges_paise = 1
    where payment_id is not null`,
  '2 a refund of the provider is known once': sql`with sent as (update refunds set provider_refund_id = 'rfnd_1' where payment_id is not null)
    insert into refunds (id, payment_id, amount_paise, reason, status, provider_refund_id, is_foreign)
    values ('twice', ${paymentOf('shipped')}, 1, '', 'processed', 'rfnd_1', true)`,
  '2 a paid checkout has one order, made by one payment of its own': sql`update checkouts set paid_by = 'pay_other'
    where id = (select checkout_id from orders where id = ${only('shipped')})`,
  '3 an order costs what its lines cost and what was paid': sql`update orders set total_paise = total_paise + 1
    where id = ${only('order placed')}`,
  '3 a checkout costs what its lines cost': sql`update checkout_lines set paid_price_paise = paid_price_paise + 1`,
  '3 the lines of an order are those of its checkout': sql`update order_lines set name = 'Another'`,
  '3 the fees of an order are those of its checkout': sql`update orders set fees = '[{"kind": "shipping", "amountPaise": 100}]'
    where id = ${only('order placed')}`,
  '3 cancelled pieces are those of the cancellations': sql`update orders set cancelled_paise = 1 where id = ${only('order placed')}`,
  '3 what was cancelled before it was paid was not charged': sql`update order_lines set cancelled = 1, uncharged = 1`,
  '3 the cancelled pieces of a line are counted': sql`update order_lines set cancelled = 1`,
  '3 a discount has its offer and its reason': sql`update orders set discount_reason = null`,
  '3 a shipping fee that is taken away is not charged': sql`update checkouts set shipping_off_paise = 100
    where offer_id is not null`,
  '4 the steps of an order are allowed': sql`insert into order_steps (order_id, status) values
    (${only('order placed')}, 'delivered')`,
  '4 what is shipped has an address and its money': sql`update orders set address = null where status = 'shipped'`,
  '5 a cancelled order gives its stock back once': sql`insert into stock_ledger
    (product_size_id, from_place, to_place, quantity, reason, checkout_id)
    select product_size_id, from_place, to_place, quantity, reason, checkout_id from stock_ledger where reason = 'cancellation'`,
  '4 nothing is shipped while its payment is disputed': sql`insert into disputes
    (id, payment_id, amount_paise, reason, status, created_at)
    values ('disp_1', ${paymentOf('shipped')}, 100, '', 'open', now() - interval '1 hour')`,
  '5 what is disputed is not paid back a second time': sql`with sent as (update refunds set provider_refund_id = 'rfnd_1' where payment_id is not null)
    insert into disputes (id, payment_id, amount_paise, reason, status, created_at)
    values ('disp_1', ${paymentOf('cancelled')}, 100, '', 'lost', now() - interval '1 hour')`,
  '2 a checkout, its payments and its order are of one provider': sql`update orders set is_sandbox = not is_sandbox`,
  '9 a hold lasts at most 15 minutes': sql`update checkouts set hold_expires_at = hold_expires_at + interval '1 second'`,
  '10 an order belongs to who paid': sql`update orders set user_id =
    (select id from users where role = 'admin') where id = ${only('shipped')}`,
  '11 a step is in the audit log': sql`insert into order_steps (order_id, status) values
    (${only('order placed')}, 'cancelled')`,
  '11 cancelled pieces are in the audit log': sql`insert into cancellations (id, order_id, amount_paise)
    values ('part', ${only('order placed')}, 0)`,
  '11 what the staff changed of an order is in the audit log': sql`insert into order_changes (id, order_id, actor_id)
    values ('change', ${only('order placed')}, 'nobody')`,
  '11 captured money is in the audit log once': sql`insert into audit_log (action, subject_type, subject_id)
    values ('payment.captured', 'payment', ${paymentOf('shipped')})`,
  '12 what has an offer has a use of it': sql`delete from offer_uses`,
  '12 an offer is used no more often than it may be': sql`insert into offer_uses (checkout_id, offer_id, user_id)
    select open.id, uses.offer_id, uses.user_id from offer_uses uses, checkouts open where open.status = 'open'`,
  '17 an order for cash has its cash, and no other order has': sql`update cash_payments set amount_paise = amount_paise + 1`,
  '17 the state of cash is that of its order': sql`update cash_payments set status = 'nothing due'`,
  '17 a move of cash is in the audit log once': sql`update cash_payments set confirmed_at = now()`,
  '18 no more pieces come back than were delivered': sql`update return_lines set quantity = 5`,
  '18 the pieces of a return are of its order': sql`update returns set order_id = ${only('shipped')}`,
  '18 each piece of an inspected return was found once': sql`update inspected_pieces set quantity = 2`,
  '18 what a courier fetches is a return that comes back': sql`
    insert into parcels (id, order_id, return_id, direction, reference, service, weight_grams, length_cm, breadth_cm, height_cm, cash_paise)
    select id, order_id, id, 'back', id, 'shiprocket', 500, 30, 20, 5, 0 from returns`,
  '18 the steps of a return are allowed': sql`update returns set status = 'received'`,
  '18 what was never received is with its customer and stays paid': sql`delete from return_steps where status = 'received'`,
  '18 a step of a return is in the audit log': sql`insert into return_steps (return_id, status)
    select id, 'refused' from returns`,
  '1 pieces that came back to the shelf are in the ledger': sql`delete from stock_ledger where reason = 'inspection'`,
  '18 the settled pieces of a line are counted and priced': sql`update order_lines set settled = 0`,
  '18 a piece is settled by its own return, unless it was sent back': sql`update inspected_pieces
    set condition = 'worn', goes_to = 'sent back'`,
  '18 a settlement is at most what its pieces and fees cost': sql`update settlements set amount_paise = amount_paise + 1`,
  '18 what is settled by store credit was given': sql`update settlements
    set kind = 'store credit', refund_id = null, reference = null, credit_id = (select min(id) from store_credits)
    where id = (select min(id) from settlements)`,
  '18 what is exchanged has one order at the same price': sql`update orders
    set is_cash = false, provider_order_id = null, credit_paise = total_paise, exchange_of = (select min(id) from returns)
    where id = (select min(id) from orders)`,
  '18 another size is held for pieces that are open': sql`update return_lines set exchange_size_id = 'other', held = quantity`,
  '18 what goes back for returned pieces is what was settled': sql`update orders set returned_paise = returned_paise + 1
    where returned_paise > 0`,
  '18 what goes back for exchanges is what they settled': sql`update orders set exchanges_returned_paise = 1
    where id = ${only('shipped')}`,
  '20 store credit equals its ledger': sql`update store_credits set left_paise = left_paise - 1`,
  '20 a checkout uses its store credit or nothing': sql`insert into store_credit_ledger (credit_id, change_paise, kind, checkout_id)
    select credit_id, 1, 'released', checkout_id from store_credit_ledger where kind = 'held' limit 1`,
  '20 store credit is used by its own customer': sql`update store_credits set user_id =
    (select id from users where role = 'admin')`,
  '20 store credit that came back has its refund': sql`update refunds set amount_paise = amount_paise - 1
    where payment_id is null`,
  '15 somebody of the staff is an owner who may come in': sql`update users set staff_role = 'manager'
    where role = 'admin'`,
  '12 no number of a document is missing': sql`update document_counters set last = last + 1`,
  '13 a document is over the amount of its order': sql`update orders set total_paise = total_paise + 1
    where id = ${only('shipped')}`,
  '13 the sums of a document are those of its lines': ANOTHER_LINE,
  '13 the pieces of a document are those of its order': ANOTHER_LINE,
  '13 the fees of a document are those of its order': sql`update orders set fees = '[{"kind": "shipping", "amountPaise": 100}]'
    where id = ${only('shipped')}`,
  '13 a fee has the highest rate of its goods': sql`insert into document_lines (
      document_id, position, fee, hsn, quantity, price_paise, percent, taxable_paise, central_paise, state_paise, integrated_paise
    )
    select document_id, 9, 'shipping', hsn, 1, 100, 18, 100, 0, 0, 0 from document_lines limit 1`,
  '13 credit notes are at most their invoice': sql`with note as (
      insert into documents (
        id, kind, series, year, number, order_id, refund_id, invoice_id, is_sandbox, issued_at, total_paise, data
      )
      select 'note', 'credit note', 'C', year, 1, order_id, (select id from refunds limit 1), id, is_sandbox, now(), 1, data
      from documents where kind = 'tax invoice' returning id, order_id
    )
    insert into document_lines (
      document_id, position, order_line_id, hsn, quantity, price_paise, percent, taxable_paise, central_paise, state_paise,
      integrated_paise
    )
    select note.id, 0, line.id, '', 1, 1000000000, 5, 1000000000, 0, 0, 0
    from note join order_lines line on line.order_id = note.order_id`,
  '13 refund vouchers are at most their receipt': sql`insert into documents (
      id, kind, series, year, number, order_id, refund_id, invoice_id, is_sandbox, issued_at, total_paise, data
    )
    select 'voucher', 'refund voucher', 'V', year, 1, order_id, (select id from refunds limit 1), id, is_sandbox, now(),
      total_paise + 1, data
    from documents where kind = 'receipt voucher'`,
  '13 only what has left has an invoice': sql`delete from order_steps where status = 'shipped'`,
  '13 invoices less credit notes are payments less refunds': sql`update payments set amount_paise = amount_paise + 1
    where id = ${paymentOf('shipped')}`,
  '13 money that went back at the provider is for pieces': sql`with exchanged as (
      update orders set exchange_of = (select id from returns where order_id = ${only('delivered')}),
        user_id = (select user_id from orders where id = ${only('delivered')})
      where status = 'shipped' and credit_paise = total_paise
    )
    insert into refunds (id, payment_id, order_id, amount_paise, reason, status, provider_refund_id, is_foreign)
    select 'beyond', id, order_id, amount_paise, 'refunded at the provider', 'processed', 'rfnd_2', true
    from payments where id = ${paymentOf('delivered')}`,
  '11 a refund made at the provider is in the audit log': sql`update refunds set is_foreign = true
    where payment_id is not null`,
  '11 a refund is in the audit log once': sql`insert into audit_log (action, subject_type, subject_id)
    select 'refund.requested', 'refund', id from refunds`,
}

test('nothing is broken where every step was taken as it should be', async () => {
  expect(await listBrokenInvariants(shop.db)).toEqual([])
})

test.for(Object.entries(DAMAGES))('damage is found: %s', async ([invariant, damage]) => {
  expect(await brokenBy((db) => damage.execute(db))).toContain(invariant)
})

test('damage is found: 9 a customer has one open checkout', async () => {
  const broken = await brokenBy(async (db) => {
    await sql`drop index checkouts_one_open`.execute(db)
    await sql`update checkouts set status = 'open', user_id = (select id from users where role = 'admin')`.execute(db)
  })
  expect(broken).toContain('9 a customer has one open checkout')
})

test('every invariant of the file is shown to be breakable', async () => {
  const text = await readFile(new URL('./invariants.sql', import.meta.url), 'utf8')
  const named = [...text.matchAll(/^select '([^']+)'/gm)].map(([, name]) => name)
  expect(new Set(named)).toEqual(new Set([...Object.keys(DAMAGES), '9 a customer has one open checkout']))
})

test('the database and the invariants know the statuses of an order in their order', async () => {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'orders_status_check'`.execute(
    shop.db,
  )
  const named = rows[0]?.definition.match(/'[^']+'/g)?.map((name) => name.slice(1, -1))
  expect(named).toEqual(ORDER_STATUSES)
  const invariants = await readFile(new URL('./invariants.sql', import.meta.url), 'utf8')
  expect(invariants).toContain(`array_position(array[${ORDER_STATUSES.map((name) => `'${name}'`).join(', ')}], status)`)
  for (const status of ORDER_STATUSES) expect(invariants).toContain(`'${stepsTo(status).join(' > ')}'`)
})
