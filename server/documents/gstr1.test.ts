import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

import { gstinFault } from '#contract/tax/gstin.ts'
import { INDIAN_STATES } from '#contract/schemas/indian-states.ts'
import { paiseFromRupees } from '#contract/units/money.ts'
import { addProduct } from '#test/factories.ts'
import { ADDRESS, buyCart, fillCart, signedIn, type SignedIn } from '#test/purchase.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'
import { takeIn } from '#test/take-in.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
  await setSettings(shop, { taxRegistration: 'regular', gstin: '29AAGCB7383J1Z4' })
})
afterAll(() => shop.close())

const PUNE = { ...ADDRESS, city: 'Pune', state: 'Maharashtra', pincode: '411001' }
const BUYER = '27AAPFU0939F1ZV'

// The shape of the GST network's offline tool, as public code and its users describe it. Nothing else may be in the
// file.
const rupees = z.number().refine((value) => value === paiseFromRupees(value) / 100, { error: 'two decimals' })
const amount = rupees.nonnegative()
const gstin = z.string().refine((value) => gstinFault(value) === undefined)
const pos = z.string().refine((code) => INDIAN_STATES.some(({ gstCode }) => gstCode === code))
const number = z.string().regex(/^[A-Z0-9/-]{1,16}$/)
const day = z.string().regex(/^\d\d-\d\d-20\d\d$/)
const rt = z.literal([5, 18])

const INTEGRATED = { txval: amount, rt, iamt: amount, csamt: z.literal(0) }
const HALVES = { txval: amount, rt, camt: amount, samt: amount, csamt: z.literal(0) }
const integrated = z.strictObject(INTEGRATED)
const either = z.union([integrated, z.strictObject(HALVES)])
const items = <Amounts extends z.ZodType>(amounts: Amounts) =>
  z.array(z.strictObject({ num: z.int().positive(), itm_det: amounts })).nonempty()
const REGULAR = { rchrg: z.literal('N'), inv_typ: z.literal('R') }
const INVOICE = { inum: number, idt: day, val: amount }
const NOTE = { ntty: z.literal('C'), nt_num: number, nt_dt: day, val: amount, pos }
const filled = <Row extends z.ZodType>(row: Row) => z.array(row).nonempty()
const hsn = filled(
  z.strictObject({
    num: z.int().positive(),
    hsn_sc: z.string().regex(/^(\d{4}|\d{6}|\d{8})$/),
    desc: z.string().min(1).max(30),
    uqc: z.literal('PCS'),
    qty: z.int(),
    rt,
    txval: rupees,
    iamt: rupees,
    camt: rupees,
    samt: rupees,
    csamt: z.literal(0),
  }),
)
const series = z.strictObject({
  num: z.int().positive(),
  from: number,
  to: number,
  totnum: z.int().positive(),
  cancel: z.literal(0),
  net_issue: z.int().positive(),
})

const Gstr1 = z.strictObject({
  gstin,
  fp: z.string().regex(/^(0[1-9]|1[0-2])20\d\d$/),
  version: z.string().regex(/^GST\d+(\.\d+)+$/),
  hash: z.literal('hash'),
  b2b: filled(
    z.strictObject({ ctin: gstin, inv: filled(z.strictObject({ ...INVOICE, pos, ...REGULAR, itms: items(either) })) }),
  ).optional(),
  b2cl: filled(
    z.strictObject({ pos, inv: filled(z.strictObject({ ...INVOICE, itms: items(integrated) })) }),
  ).optional(),
  b2cs: filled(
    z.union([
      z.strictObject({
        sply_ty: z.literal('INTER'),
        pos,
        typ: z.literal('OE'),
        ...INTEGRATED,
        txval: rupees,
        iamt: rupees,
      }),
      z.strictObject({
        sply_ty: z.literal('INTRA'),
        pos,
        typ: z.literal('OE'),
        ...HALVES,
        txval: rupees,
        camt: rupees,
        samt: rupees,
      }),
    ]),
  ).optional(),
  cdnr: filled(
    z.strictObject({ ctin: gstin, nt: filled(z.strictObject({ ...NOTE, ...REGULAR, itms: items(either) })) }),
  ).optional(),
  cdnur: filled(z.strictObject({ typ: z.literal('B2CL'), ...NOTE, itms: items(integrated) })).optional(),
  doc_issue: z
    .strictObject({
      doc_det: filled(z.strictObject({ doc_num: z.literal([1, 5, 6, 8]), doc_typ: z.string(), docs: filled(series) })),
    })
    .optional(),
  hsn: z.strictObject({ hsn_b2b: hsn.optional(), hsn_b2c: hsn.optional() }).optional(),
})

async function shipped(prices: readonly number[], address = ADDRESS, buyerGstin: string | null = null) {
  const buyer = await signedIn(shop)
  for (const pricePaise of prices) await fillCart(buyer, (await addProduct(shop.db, { pricePaise })).id)
  const { order } = await buyCart(shop, buyer, address)
  await sql`update orders set buyer_gstin = ${buyerGstin} where id = ${order._id}`.execute(shop.db)
  await admin.api.changeOrderStatus(order._id, 'shipped')
  return order._id
}
/** Calls a parcel back that has left, and takes it in. */
async function callBack(orderId: string): Promise<void> {
  await admin.api.changeOrderStatus(orderId, 'cancelled')
  await takeIn(admin, orderId)
}

test('a month without documents has the head of the file alone', async () => {
  expect(Object.keys(Gstr1.parse(await admin.api.getGstr1()))).toEqual(['gstin', 'fp', 'version', 'hash'])
})

test('a section without documents is left out', async () => {
  await shipped([105_000])
  const { hsn: tables, ...gstr1 } = Gstr1.parse(await admin.api.getGstr1())
  expect(Object.keys(gstr1)).toEqual(['gstin', 'fp', 'version', 'hash', 'b2cs', 'doc_issue'])
  expect(Object.keys(tables ?? {})).toEqual(['hsn_b2c'])
})

test('each section has the shape of the offline tool, and all together are the documents of the month', async () => {
  await shipped([105_000, 299_900], PUNE)
  await callBack(await shipped([299_900]))
  // Up to ₹1,00,000 to a consumer in another state it is a small invoice.
  await shipped([10_000_000], PUNE)
  await shipped([10_000_001, 105_000], PUNE)
  await callBack(await shipped([10_000_001], PUNE))
  await shipped([10_000_001])
  await shipped([105_000, 299_900], PUNE, BUYER)
  await callBack(await shipped([105_000], ADDRESS, '29AAGCB7383J1Z4'))
  const gstr1 = Gstr1.parse(await admin.api.getGstr1())
  expect(gstr1.b2cl?.map(({ inv }) => inv.map(({ val }) => val))).toEqual([[101_050.01, 100_000.01]])
  expect(gstr1.b2b?.map(({ ctin, inv }) => [ctin, ...inv.map(({ itms }) => itms.length)])).toEqual([
    [BUYER, 2],
    ['29AAGCB7383J1Z4', 1],
  ])
  expect([gstr1.cdnr, gstr1.cdnur].map((notes) => notes?.length)).toEqual([1, 1])

  type Amounts = { txval: number; rt: number; iamt?: number; camt?: number; samt?: number }
  const taxable = (rows: readonly Amounts[] = []) => rows.reduce((all, { txval }) => all + paiseFromRupees(txval), 0)
  const itemsOf = (documents: readonly { itms: { itm_det: Amounts }[] }[] = []) =>
    documents.flatMap(({ itms }) => itms.map(({ itm_det: amounts }) => amounts))
  const invoices = [
    ...(gstr1.b2cs ?? []),
    ...itemsOf(gstr1.b2b?.flatMap(({ inv }) => inv)),
    ...itemsOf(gstr1.b2cl?.flatMap(({ inv }) => inv)),
  ]
  const notes = [...itemsOf(gstr1.cdnr?.flatMap(({ nt }) => nt)), ...itemsOf(gstr1.cdnur)]
  const share = ({ rt: percent, txval }: Amounts, part: number) => Number((percent * txval * part).toFixed(2))
  const listed: Amounts[] = [...invoices, ...notes]
  const [inState, outside] = [
    listed.filter(({ iamt }) => iamt === undefined),
    listed.filter(({ camt }) => camt === undefined),
  ]
  expect(inState.map(({ camt, samt }) => [camt, samt])).toEqual(
    inState.map((row) => [share(row, 0.005), share(row, 0.005)]),
  )
  expect(outside.map(({ iamt }) => iamt)).toEqual(outside.map((row) => share(row, 0.01)))
  const { sums, returns } = await admin.api.getTaxMonth()
  expect(taxable(invoices) - taxable(notes)).toBe(paiseFromRupees(sums.taxable))
  const hsnRows = [...(gstr1.hsn?.hsn_b2b ?? []), ...(gstr1.hsn?.hsn_b2c ?? [])]
  expect(taxable(hsnRows)).toBe(paiseFromRupees(sums.taxable))
  const [filed] = returns
  const sum = (name: 'iamt' | 'camt', rows: readonly Amounts[]) =>
    rows.reduce((all, row) => all + Math.round((row[name] ?? 0) * 100), 0)
  for (const [name, key] of [
    ['camt', 'central'],
    ['iamt', 'integrated'],
  ] as const) {
    const paise = sum(name, invoices) - sum(name, notes)
    expect(paise).toBe(Math.round(filed![key] * 100))
    expect(Math.round((filed![key] + filed!.rounding[key]) * 100)).toBe(Math.round(sums[key] * 100))
  }
  const issued = gstr1.doc_issue?.doc_det.map(({ doc_num, docs }) => [doc_num, docs[0]!.totnum])
  expect(issued).toEqual([
    [1, 9],
    [5, 3],
    [6, 9],
  ])
})

test('the tax of a row is its taxable value times its rate, and what the documents have more is rounding', async () => {
  const before = (await admin.api.getTaxMonth()).returns[0]!
  for (let times = 0; times < 4; times += 1) await shipped([99_900])
  const { returns, sums } = await admin.api.getTaxMonth()
  const { central, rounding } = returns[0]!
  expect(Math.round((central + rounding.central) * 100)).toBe(Math.round(sums.central * 100))
  expect(rounding.central).not.toBe(before.rounding.central)
})

test('each GSTIN that documents carry has a return of its own', async () => {
  const old = await admin.api.getGstr1()
  await setSettings(shop, { gstin: BUYER, addressState: 'Maharashtra' })
  await shipped([105_000], PUNE)
  expect(await admin.api.getGstr1(undefined, '29AAGCB7383J1Z4')).toEqual(old)
  const moved = Gstr1.parse(await admin.api.getGstr1())
  expect(moved).toMatchObject({ gstin: BUYER, b2cs: [{ sply_ty: 'INTRA', pos: '27', txval: 1000, camt: 25 }] })
  expect((await admin.api.getTaxMonth()).returns.map(({ gstin: one }) => one)).toEqual([BUYER, '29AAGCB7383J1Z4'])
  await setSettings(shop, { gstin: '29AAGCB7383J1Z4', addressState: 'Karnataka' })
})

test('the tables as CSV have the headings of the offline tool in its order', async () => {
  const headings = async (section: Parameters<typeof admin.api.getGstr1Csv>[0]) =>
    (await admin.api.getGstr1Csv(section)).split('\n')[0]
  expect(await headings('b2b')).toBe(
    'GSTIN/UIN of Recipient,Receiver Name,Invoice Number,Invoice date,Invoice Value,Place Of Supply,Reverse Charge,Applicable % of Tax Rate,Invoice Type,E-Commerce GSTIN,Rate,Taxable Value,Cess Amount',
  )
  expect(await headings('b2cl')).toBe(
    'Invoice Number,Invoice date,Invoice Value,Place Of Supply,Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount,E-Commerce GSTIN',
  )
  expect(await headings('cdnr')).toBe(
    'GSTIN/UIN of Recipient,Receiver Name,Note Number,Note Date,Note Type,Place Of Supply,Reverse Charge,Note Supply Type,Note Value,Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount',
  )
  expect(await headings('cdnur')).toBe(
    'UR Type,Note Number,Note Date,Note Type,Place Of Supply,Note Value,Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount',
  )
  for (const section of ['hsn(b2b)', 'hsn(b2c)'] as const) {
    expect(await headings(section)).toBe(
      'HSN,Description,UQC,Total Quantity,Total Value,Rate,Taxable Value,Integrated Tax Amount,Central Tax Amount,State/UT Tax Amount,Cess Amount',
    )
  }
  expect(await headings('docs')).toBe('Nature of Document,Sr. No. From,Sr. No. To,Total Number,Cancelled')
})
