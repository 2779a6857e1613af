import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { dayInIndia } from '#contract/units/india-time.ts'
import { addProduct } from '#test/factories.ts'
import { ADDRESS, buyCart, fillCart, signedIn, type SignedIn } from '#test/purchase.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'
import { takeIn } from '#test/take-in.ts'
import { withinAnHour } from '#test/within-an-hour.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
  await setSettings(shop, { taxRegistration: 'regular', gstin: '29AAGCB7383J1Z4' })
})
afterAll(() => shop.close())
beforeEach(withinAnHour)

const PUNE = { ...ADDRESS, city: 'Pune', state: 'Maharashtra', pincode: '411001' }
const BUYER = '27AAPFU0939F1ZV'

async function bought(prices: readonly number[], address = ADDRESS) {
  const buyer = await signedIn(shop)
  for (const pricePaise of prices) await fillCart(buyer, (await addProduct(shop.db, { pricePaise })).id)
  const { order } = await buyCart(shop, buyer, address)
  return { buyer, orderId: order._id }
}

async function shipped(prices: readonly number[], address = ADDRESS, gstin: string | null = null) {
  const { orderId } = await bought(prices, address)
  await sql`update orders set buyer_gstin = ${gstin} where id = ${orderId}`.execute(shop.db)
  await admin.api.changeOrderStatus(orderId, 'shipped')
  return orderId
}

/** Calls a parcel back that has left, and takes it in. */
async function callBack(orderId: string): Promise<void> {
  await admin.api.changeOrderStatus(orderId, 'cancelled')
  await takeIn(admin, orderId)
}

/** As if an order's documents had been issued then. */
async function reissue(orderId: string, at: string): Promise<void> {
  await sql`alter table documents disable trigger documents_are_kept`.execute(shop.db)
  await sql`update documents set issued_at = ${at}::timestamptz where order_id = ${orderId}`.execute(shop.db)
  await sql`alter table documents enable trigger documents_are_kept`.execute(shop.db)
}

test('a month is invoices less credit notes by state and rate, and equals the money to the paisa', async () => {
  await shipped([105_000, 299_900])
  await callBack(await shipped([149_901, 29_999], PUNE))
  await shipped([99_999], PUNE)
  const { buyer, orderId } = await bought([50_000])
  await buyer.api.cancelMyOrder(orderId)
  await shipped([11_800_000], PUNE)
  await callBack(await shipped([23_600_000], PUNE))
  await shipped([105_000], PUNE, BUYER)
  await callBack(await shipped([52_500], PUNE, BUYER))

  const month = await admin.api.getTaxMonth({ limit: 4 })
  expect(month.month).toBe(dayInIndia(new Date()).slice(0, 7))
  const total = 1050 + 2999 + 999.99 + 118_000 + 1050
  expect(month.sums.total).toBe(total)
  expect(month.ledger).toEqual({ total, differing: 0, differences: [] })
  const brief = month.rates.map((rate) => [rate.stateCode, rate.percent, rate.total, rate.taxable, rate.integrated])
  expect(brief).toEqual([
    ['27', 5, 2049.99, 1952.37, 97.62],
    ['27', 18, 118_000, 100_000, 18_000],
    ['29', 5, 1050, 1000, 0],
    ['29', 18, 2999, 2541.52, 0],
  ])
  expect(month.kinds.map(({ kind, count }) => [kind, count])).toEqual([
    ['tax invoice', 7],
    ['credit note', 3],
    ['refund voucher', 1],
    ['receipt voucher', 8],
  ])
  expect(month.documents).toHaveLength(4)
  expect(month.documentsInAll).toBe(19)
  const last = await admin.api.getTaxMonth({ page: 5, limit: 4 })
  expect(last.documents).toHaveLength(3)
})

test('GSTR-1 has what it wants one by one, and the rest by state; its rates add up to the month', async () => {
  const gstr1 = await admin.api.getGstr1()
  expect(gstr1).toMatchObject({
    gstin: '29AAGCB7383J1Z4',
    b2b: [{ ctin: BUYER, inv: [{ val: 1050, pos: '27', itms: [{ num: 501 }] }, { val: 525 }] }],
    b2cl: [
      {
        pos: '27',
        inv: [
          { val: 118_000, itms: [{ num: 1801, itm_det: { txval: 100_000, rt: 18, iamt: 18_000 } }] },
          { val: 236_000 },
        ],
      },
    ],
    cdnr: [{ ctin: BUYER, nt: [{ ntty: 'C', val: 525 }] }],
    cdnur: [{ typ: 'B2CL', ntty: 'C', val: 236_000, pos: '27' }],
    b2cs: [
      { sply_ty: 'INTER', pos: '27', typ: 'OE', rt: 5, txval: 952.37, iamt: 47.62, csamt: 0 },
      { sply_ty: 'INTRA', pos: '29', rt: 5, txval: 1000, camt: 25, samt: 25 },
      { sply_ty: 'INTRA', pos: '29', rt: 18, txval: 2541.52, camt: 228.74, samt: 228.74 },
    ],
    doc_issue: {
      doc_det: [
        { doc_num: 1, docs: [{ totnum: 7, net_issue: 7 }] },
        { doc_num: 5, docs: [{ totnum: 3 }] },
        { doc_num: 6, doc_typ: 'Receipt Voucher', docs: [{ totnum: 8 }] },
        { doc_num: 8, doc_typ: 'Refund Voucher', docs: [{ totnum: 1 }] },
      ],
    },
  })
  const { hsn } = gstr1 as { hsn: Record<string, { txval: number }[]> }
  const paise = Object.values(hsn)
    .flat()
    .reduce((sum, row) => sum + Math.round(row.txval * 100), 0)
  expect(paise).toBe(Math.round((await admin.api.getTaxMonth()).sums.taxable * 100))
  const csv = await admin.api.getGstr1Csv('b2cs')
  expect(csv.split('\n').slice(0, 2)).toEqual([
    'Type,Place Of Supply,Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount,E-Commerce GSTIN',
    'OE,27-Maharashtra,,5,952.37,0,',
  ])
  for (const [section, rows] of [
    ['b2b', 2],
    ['b2cl', 2],
    ['cdnr', 1],
    ['cdnur', 1],
    ['hsn(b2b)', 1],
    ['hsn(b2c)', 2],
    ['docs', 4],
  ] as const) {
    expect([section, (await admin.api.getGstr1Csv(section)).trim().split('\n').length - 1]).toEqual([section, rows])
  }
})

test('a month begins at midnight in India', async () => {
  await reissue(await shipped([100_000]), '2026-04-30T18:29:59.999Z')
  await reissue(await shipped([200_000]), '2026-04-30T18:30:00Z')
  expect((await admin.api.getTaxMonth({ month: '2026-04' })).sums.total).toBe(1000)
  expect((await admin.api.getTaxMonth({ month: '2026-05' })).sums.total).toBe(2000)
  const empty = await admin.api.getTaxMonth({ month: '2026-06' })
  expect(empty).toMatchObject({ rates: [], documents: [], documentsInAll: 0, ledger: { total: 0, differing: 0 } })
  expect(await admin.api.getGstr1('2026-06')).toEqual({
    gstin: '29AAGCB7383J1Z4',
    fp: '062026',
    version: 'GST3.2.4',
    hash: 'hash',
  })
  for (const month of ['2026-13', '2026-1', 'May', '99999-01']) {
    await expect(admin.api.getTaxMonth({ month })).rejects.toMatchObject({ status: 400 })
    await expect(admin.api.getGstr1(month)).rejects.toMatchObject({ status: 400 })
  }
})

test('a document that differs from the money is named', async () => {
  const orderId = await shipped([123_400])
  await reissue(orderId, '2026-02-10T10:00:00Z')
  await sql`update payments set amount_paise = 123300 where order_id = ${orderId}`.execute(shop.db)
  const { ledger, documents } = await admin.api.getTaxMonth({ month: '2026-02' })
  expect(documents.map(({ kind }) => kind).toSorted()).toEqual(['receipt voucher', 'tax invoice'])
  expect(ledger).toEqual({
    total: 1233,
    differing: 2,
    differences: documents.map(
      ({ number }) =>
        `${number} is over ₹1,234.00, and ₹1,233.00 was captured for order #${orderId.slice(-6).toUpperCase()}.`,
    ),
  })
})
