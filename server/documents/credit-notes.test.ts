import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

import { inTransaction } from '#server/db/in-transaction.ts'
import { issueRefundDocuments } from '#server/documents/issue-documents.ts'
import { addCategory, addProduct, offerInput } from '#test/factories.ts'
import { buyCart, fillCart, signedIn } from '#test/purchase.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'
import { takeIn } from '#test/take-in.ts'

test('partial refunds are credited by their amounts, and together never more than the invoice', async () => {
  const shop = await startShop()
  onTestFinished(() => shop.close())
  const [admin, buyer] = [await signedIn(shop, 'admin'), await signedIn(shop)]
  await setSettings(shop, { taxRegistration: 'regular', gstin: '29AAGCB7383J1Z4' })
  for (const pricePaise of [105_001, 299_900]) {
    await fillCart(buyer, (await addProduct(shop.db, { pricePaise })).id, 2)
  }
  const { order } = await buyCart(shop, buyer)
  await admin.api.changeOrderStatus(order._id, 'shipped')
  for (const [index, amountPaise] of [10_001, 33_333, 900_000, 100].entries()) {
    await inTransaction(shop.db, async (db) => {
      await sql`
        insert into refunds (id, payment_id, order_id, amount_paise, reason, status)
        select ${`part-${index}`}, id, order_id, ${amountPaise}::bigint, 'order cancelled', 'processed' from payments
        where order_id = ${order._id}`.execute(db)
      await issueRefundDocuments(db, order._id, 'a part came back')
    })
  }
  const documents = await shop.db
    .selectFrom('documents')
    .select(['kind', 'id', 'totalPaise', 'taxablePaise', 'centralPaise', 'statePaise'])
    .where('kind', 'in', ['tax invoice', 'credit note'])
    .orderBy('series', 'desc')
    .orderBy('number')
    .execute()
  const [invoice, ...notes] = documents
  expect(notes.map(({ totalPaise }) => totalPaise)).toEqual([10_001, 33_333, 809_802 - 43_334])
  for (const key of ['totalPaise', 'taxablePaise', 'centralPaise', 'statePaise'] as const) {
    expect(notes.reduce((sum, note) => sum + note[key], 0)).toBe(invoice?.[key])
  }
  const first = await shop.db
    .selectFrom('documentLines')
    .select(['quantity', 'pricePaise', 'percent'])
    .where('documentId', '=', 'part-0-note')
    .orderBy('position')
    .execute()
  // 100.01 over 1,050.01 twice and 2,999.00 twice.
  expect(first).toEqual([
    { quantity: 2, pricePaise: 1297, percent: 5 },
    { quantity: 1, pricePaise: 3704, percent: 18 },
    { quantity: 1, pricePaise: 3703, percent: 18 },
  ])
})

test('an order with a piece that an offer made free can be called back after its invoice', async () => {
  const shop = await startShop()
  onTestFinished(() => shop.close())
  const [admin, buyer] = [await signedIn(shop, 'admin'), await signedIn(shop)]
  await setSettings(shop, { taxRegistration: 'regular', gstin: '29AAGCB7383J1Z4' })
  const category = await addCategory(shop.db, 'Socks')
  const socks = await addProduct(shop.db, { categoryId: category.id, pricePaise: 5000 })
  await fillCart(buyer, socks.id, 1)
  await fillCart(buyer, (await addProduct(shop.db, { pricePaise: 105_000 })).id, 1)
  await admin.api.createOffer(offerInput({ code: 'SOCKS', amount: 50, categories: [category.id] }))
  await buyer.api.enterCode('SOCKS')
  const { order } = await buyCart(shop, buyer)
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await admin.api.changeOrderStatus(order._id, 'cancelled')
  await takeIn(admin, order._id)
  const { ledger, sums, kinds } = await admin.api.getTaxMonth()
  expect({ ledger, total: sums.total }).toEqual({ ledger: { total: 0, differing: 0, differences: [] }, total: 0 })
  expect(kinds.find(({ kind }) => kind === 'credit note')).toMatchObject({ count: 1, total: -1050 })
})
