import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Db } from '#server/db/database.ts'

import { issueCashCreditNote, issueInvoice, issueReceipt } from '#server/documents/issue-documents.ts'
import { documentSeller } from '#server/documents/seller.ts'
import { shownNumber } from '#server/documents/document-number-queries.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { addProduct } from '#test/factories.ts'
import { buy } from '#test/purchase.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.close())

/** Lets `now()` be this moment until the transaction ends. */
async function moveClock(db: Db, moment: string): Promise<void> {
  await sql`create schema if not exists moved_clock`.execute(db)
  await sql`
    create or replace function moved_clock.now() returns timestamptz language sql
    as ${sql.lit(`select '${moment}'::timestamptz`)}`.execute(db)
  await sql`set local search_path to moved_clock, public, pg_catalog`.execute(db)
}

/** Undoes what a test did in its transaction. */
const undone = new Error('undone')

test('invoices, vouchers and credit notes begin anew with the first of April in India', async () => {
  await setSettings(shop, { taxRegistration: 'none' })
  const { id } = await addProduct(shop.db, { stock: 10 })
  const orders = [await buy(shop, id), await buy(shop, id), await buy(shop, id)].map(({ order }) => order._id)
  await setSettings(shop, { taxRegistration: 'regular', gstin: '29AAGCB7383J1Z4', addressLines: '4, Church Street' })
  const seller = documentSeller(shop.shop)
  const numbers: string[][] = []
  const issuing = inTransaction(shop.db, async (db) => {
    await sql`alter table documents disable trigger documents_are_kept`.execute(db)
    await sql`delete from documents`.execute(db)
    const moments = ['2027-03-31T23:58:00+05:30', '2027-03-31T23:59:59+05:30', '2027-04-01T00:00:00+05:30']
    for (const [index, orderId] of orders.entries()) {
      await moveClock(db, moments[index]!)
      await issueReceipt(db, orderId, seller)
      await issueInvoice(db, orderId, seller)
      await issueCashCreditNote(db, orderId, 'never paid')
      const { rows } = await sql<{ number: string }>`
        select ${shownNumber('documents')} as number from documents where order_id = ${orderId}
        order by array_position(array['receipt voucher', 'tax invoice', 'credit note'], kind::text)`.execute(db)
      numbers.push(rows.map(({ number }) => number))
    }
    throw undone
  })
  await expect(issuing).rejects.toBe(undone)
  expect(numbers).toEqual([
    ['TR2627/000001', 'TS2627/000001', 'TC2627/000001'],
    ['TR2627/000002', 'TS2627/000002', 'TC2627/000002'],
    ['TR2728/000001', 'TS2728/000001', 'TC2728/000001'],
  ])
})
