import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'

import type { PaymentProof } from '#contract/orders/checkout.ts'
import type { Settings } from '#contract/settings/settings.ts'

import { inTransaction } from '#server/db/in-transaction.ts'
import { issueRefundDocuments } from '#server/documents/issue-documents.ts'
import { listBrokenInvariants } from '#server/orders/invariant-queries.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { ADDRESS, buy, fillCart, pay, signedIn, type SignedIn } from '#test/purchase.ts'
import { readPdf } from '#test/read-pdf.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'
import { takeIn } from '#test/take-in.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
})
afterEach(async () => {
  await setSettings(shop, { taxRegistration: 'none', gstin: '' })
  await expectInvariants(shop.db)
})
afterAll(() => shop.close())

/** Of Karnataka, where `ADDRESS` is too. */
const GSTIN = '29AAGCB7383J1Z4'
const register = (settings: Partial<Settings> = {}) =>
  setSettings(shop, { taxRegistration: 'regular', gstin: GSTIN, addressLines: '4, Church Street', ...settings })

const bought = async (pricePaise = 105_000) => buy(shop, (await addProduct(shop.db, { pricePaise })).id)

async function documentsOf(buyer: SignedIn) {
  const [order] = await buyer.api.listMyOrders(buyer.id)
  return order!.documents
}

async function textOf(buyer: SignedIn, documentId: string): Promise<string> {
  const pdf = await buyer.api.getMyDocument(documentId)
  return readPdf(Buffer.from(await pdf.arrayBuffer()))
    .flat()
    .join('\n')
}

const numbersOf = async (kind: 'receipt voucher' | 'refund voucher') => {
  const rows = await shop.db
    .selectFrom('documents')
    .select('number')
    .where('kind', '=', kind)
    .orderBy('number')
    .execute()
  return rows.map(({ number }) => number)
}

test('a seller without registration issues receipts with the number of the order, and takes none of a series', async () => {
  const { buyer, order } = await bought()
  const short = `#${order._id.slice(-6).toUpperCase()}`
  expect(await documentsOf(buyer)).toEqual([{ _id: `${order._id}-receipt`, kind: 'receipt', number: short }])
  expect(await textOf(buyer, `${order._id}-receipt`)).not.toMatch(/voucher|GST|sign/i)
  expect(await shop.db.selectFrom('documentCounters').selectAll().execute()).toEqual([])
})

test('a registered seller’s receipt is a voucher of a series of its own, with place of supply and tax by head', async () => {
  await register()
  const { buyer, order } = await bought()
  const [voucher, ...others] = await documentsOf(buyer)
  expect(others).toEqual([])
  expect(voucher).toEqual({
    _id: `${order._id}-receipt`,
    kind: 'receipt voucher',
    number: expect.stringMatching(/^TR\d{4}\/000001$/),
  })
  const text = await textOf(buyer, voucher!._id)
  const wanted = [
    'Receipt voucher',
    voucher!.number,
    '4, Church Street',
    `GSTIN ${GSTIN}`,
    'Place of supply: Karnataka (29)',
    'Taxable value ₹1,000.00',
    'CGST 2.5 % ₹25.00',
    'SGST 2.5 % ₹25.00',
    'Tax is not payable on reverse charge.',
    'Authorised signatory',
  ]
  for (const words of wanted) expect(text).toContain(words)
})

test('vouchers of a composition seller say no tax, and those before the address is known count as to another state', async () => {
  await register({ taxRegistration: 'composition' })
  const { buyer } = await bought()
  const [bill] = await documentsOf(buyer)
  expect(bill).toMatchObject({ kind: 'receipt voucher' })
  expect(await textOf(buyer, bill!._id)).not.toMatch(/CGST|IGST|reverse charge|not known/)
  await register()
  const other = await signedIn(shop)
  await fillCart(other, (await addProduct(shop.db, { pricePaise: 105_000 })).id)
  await other.api.verifyPayment(await pay(shop, (await other.api.startPayment()).id))
  const [unplaced] = await documentsOf(other)
  const text = await textOf(other, unplaced!._id)
  expect(text).toMatch(/IGST 5 % ₹50\.00/)
  for (const words of ['Place of supply: not known', 'taxed as to another']) expect(text).toContain(words)
})

test('payments that are settled at once get vouchers without a gap, also where one of them is undone', async () => {
  await register()
  const before = (await numbersOf('receipt voucher')).length
  const product = await addProduct(shop.db, { pricePaise: 50_000 })
  const payments: { buyer: SignedIn; proof: PaymentProof }[] = []
  for (let count = 0; count < 6; count += 1) {
    const buyer = await signedIn(shop)
    await fillCart(buyer, product.id)
    payments.push({ buyer, proof: await pay(shop, (await buyer.api.startPayment(ADDRESS)).id) })
  }
  const unlucky = payments[2]!.buyer.id
  await sql`
    create function undo_one() returns trigger language plpgsql as $$
    begin
      if exists (select from orders where id = new.order_id and user_id = ${sql.lit(unlucky)}) then
        raise exception 'undone';
      end if;
      return new;
    end $$`.execute(shop.db)
  await sql`create trigger undo_one before insert on documents for each row execute function undo_one()`.execute(
    shop.db,
  )
  const settle = () => Promise.allSettled(payments.map(({ buyer, proof }) => buyer.api.verifyPayment(proof)))
  expect((await settle()).filter(({ status }) => status === 'rejected')).toHaveLength(1)
  await sql`drop trigger undo_one on documents`.execute(shop.db)
  expect((await settle()).filter(({ status }) => status === 'rejected')).toEqual([])
  expect(await numbersOf('receipt voucher')).toEqual(Array.from({ length: before + 6 }, (_, index) => index + 1))
})

test('a paid order that is cancelled before it left has a refund voucher, which names its receipt voucher', async () => {
  await register()
  const { buyer, order } = await bought()
  await buyer.api.cancelMyOrder(order._id)
  const [receipt, refund] = await documentsOf(buyer)
  expect(refund).toMatchObject({ kind: 'refund voucher', number: expect.stringMatching(/^TV\d{4}\/000001$/) })
  const text = await textOf(buyer, refund!._id)
  for (const words of ['Refund voucher', `${receipt!.number} of `, 'Refunded ₹1,050.00', 'CGST 2.5 % ₹25.00']) {
    expect(text).toContain(words)
  }
  const { order: seen } = await admin.api.getOrderDetail(order._id)
  expect(seen.documents.map(({ kind }) => kind)).toEqual(['receipt voucher', 'refund voucher'])
  const month = await admin.api.getTaxMonth()
  expect(month.ledger).toMatchObject({ total: 0, differing: 0 })
  expect(month.sums.total).toBe(0)
})

test('partial refunds before the parcel left have vouchers of together no more than the receipt voucher', async () => {
  const other = await startShop()
  onTestFinished(() => other.close())
  await setSettings(other, { taxRegistration: 'regular', gstin: GSTIN })
  const { order } = await buy(other, (await addProduct(other.db, { pricePaise: 105_000 })).id)
  for (const [index, amountPaise] of [10_001, 99_999, 100].entries()) {
    await inTransaction(other.db, async (db) => {
      await sql`
        insert into refunds (id, payment_id, order_id, amount_paise, reason, status)
        select ${`part-${index}`}, id, order_id, ${amountPaise}::bigint, 'order cancelled', 'processed' from payments
        where order_id = ${order._id}`.execute(db)
      await issueRefundDocuments(db, order._id, 'a part came back')
    })
  }
  const vouchers = other.db.selectFrom('documents').where('kind', '=', 'refund voucher')
  const rows = await vouchers.select('totalPaise').orderBy('number').execute()
  expect(rows.map(({ totalPaise }) => totalPaise)).toEqual([10_001, 105_000 - 10_001])
})

test('an order that was shipped is answered by a credit note, and one of an unregistered seller by nothing', async () => {
  const plain = await bought()
  await plain.buyer.api.cancelMyOrder(plain.order._id)
  expect((await documentsOf(plain.buyer)).map(({ kind }) => kind)).toEqual(['receipt'])
  await register()
  const { buyer, order } = await bought()
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await admin.api.changeOrderStatus(order._id, 'cancelled')
  await takeIn(admin, order._id)
  expect((await documentsOf(buyer)).map(({ kind }) => kind)).toEqual(['receipt voucher', 'tax invoice', 'credit note'])
})

test('vouchers begin behind the numbers that earlier receipts used up, and a missing one breaks the invariant', async () => {
  const other = await startShop()
  await setSettings(other, { taxRegistration: 'regular', gstin: GSTIN })
  const buyOne = async () => buy(other, (await addProduct(other.db, { pricePaise: 50_000 })).id)
  await sql`insert into document_counters (series, year, first, last)
    select 'TR', to_char(now() at time zone 'Asia/Kolkata' - interval '3 months', 'YY')
      || to_char(now() at time zone 'Asia/Kolkata' + interval '9 months', 'YY'), 43, 42`.execute(other.db)
  await expectInvariants(other.db)
  const { buyer } = await buyOne()
  const [voucher] = await documentsOf(buyer)
  expect(voucher!.number).toMatch(/\/000043$/)
  await expectInvariants(other.db)
  await sql`update document_counters set last = last + 1`.execute(other.db)
  expect(await listBrokenInvariants(other.db)).toMatchObject([{ invariant: '12 no number of a document is missing' }])
  await other.close()
})
