import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { ADDRESS, buy, fillCart, signedIn, type SignedIn } from '#test/purchase.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn

beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
  await setSettings(shop, { takesCash: true, cashNeedsConfirming: false })
})
afterEach(() => expectInvariants(shop.db))
afterAll(() => shop.close())

let places = 0
/** A parcel of ₹1,539 on its way, with this number. */
async function sent(trackingNumber: string): Promise<string> {
  places += 1
  const buyer = await signedIn(shop)
  const product = await addProduct(shop.db, { pricePaise: 149_900, stock: 5 })
  await fillCart(buyer, product.id)
  const address = { ...ADDRESS, street: `${places}, Lake View Road`, phone: String(9_000_000_000 + places) }
  const { _id } = await buyer.api.orderForCash({ address })
  await admin.api.changeOrderStatus(_id, 'shipped', { courier: 'delhivery', trackingNumber })
  return _id
}
/** The same, with its cash at the courier. */
async function collected(trackingNumber: string): Promise<string> {
  const id = await sent(trackingNumber)
  await admin.api.changeCash(id, 'collected')
  return id
}

const sheetOf = (...lines: string[]) => new File([lines.join('\n')], 'remittance.csv')
const stateOf = async (id: string) => (await admin.api.getOrderDetail(id)).cash?.status
async function apply(file: File) {
  const { token } = await admin.api.importRemittance(file)
  return admin.api.importRemittance(file, { token })
}
const openFindings = async () => (await admin.api.listCashFindings()).items

test('a courier’s sheet is compared first, notes what is right to the paisa, and tells each difference with what to do', async () => {
  const right = await collected('DL1')
  const other = await collected('dl2')
  const zero = await collected('0049')
  const due = await sent('DL4')
  const refused = await sent('DL5')
  await admin.api.changeCash(refused, 'refused')
  const remitted = await collected('DL6')
  await admin.api.remitCash(remitted, 1539)
  const product = await addProduct(shop.db, { stock: 3 })
  const { order: prepaid } = await buy(shop, product.id)
  await admin.api.changeOrderStatus(prepaid._id, 'shipped', { courier: 'delhivery', trackingNumber: 'DL7' })
  const [twin, otherTwin] = [await collected('SAME'), await collected('SAME')]

  const sheet = sheetOf(
    'AWB No.,Delivered on,COD Amount,Bank UTR',
    'dl 1,2026-11-20,"₹1,539.00",UTR77',
    'DL1,2026-11-20,1539,UTR77',
    'DL2,2026-11-20,1538.99,UTR77',
    '49,2026-11-20,1539,UTR77',
    'DL4,2026-11-20,1539,UTR77',
    'DL5,2026-11-20,1539,UTR77',
    'DL6,2026-11-20,1539,UTR77',
    'DL7,2026-11-20,1539,UTR77',
    'SAME,2026-11-20,1539,UTR77',
    'NOBODYS,2026-11-20,1539,UTR77',
    '1.49081E+11,2026-11-20,1539,UTR77',
    'DL2,2026-11-20,1.5E3,UTR77',
    ',2026-11-20,1539,UTR77',
    ',Total,20007,',
  )
  const told = await admin.api.importRemittance(sheet)
  expect(told).toMatchObject({
    isApplied: false,
    counts: { matched: 1, noted: 0, findings: 12, known: 0 },
    matchedSum: 1539,
  })
  expect(told.columns.map(({ means }) => means)).toEqual(['number', null, 'amount', 'reference'])
  expect(await stateOf(right)).toBe('collected')
  expect(await openFindings()).toEqual([])

  const done = await admin.api.importRemittance(sheet, { token: told.token })
  expect(done).toMatchObject({ isApplied: true, message: '1 parcel remitted.' })
  expect(await stateOf(right)).toBe('remitted')
  for (const id of [other, zero, twin, otherTwin]) expect(await stateOf(id)).toBe('collected')
  const reasonOf = (line: number) => done.rows.find((row) => row.line === line)
  expect(reasonOf(3)).toMatchObject({ orderId: right, reason: expect.stringContaining('Line 2 has brought the money') })
  expect(reasonOf(4)).toMatchObject({
    orderId: other,
    reason: expect.stringContaining('collected ₹1,539.00 for this parcel and paid out ₹1,538.99'),
  })
  expect(reasonOf(5)).toMatchObject({ orderId: null, reason: expect.stringContaining('has 0049') })
  expect(reasonOf(6)).toMatchObject({ orderId: due, reason: expect.stringContaining('not noted as delivered yet') })
  expect(reasonOf(7)).toMatchObject({ orderId: refused, reason: expect.stringContaining('refused at the door') })
  expect(reasonOf(8)).toMatchObject({ orderId: remitted, reason: expect.stringContaining('has come already') })
  expect(reasonOf(9)).toMatchObject({ orderId: prepaid._id, reason: expect.stringContaining('paid online') })
  expect(reasonOf(10)?.reason).toContain('have this number')
  expect(reasonOf(11)?.reason).toContain('No parcel of the shop has this number')
  expect(reasonOf(12)?.reason).toContain('its last digits are lost')
  expect(reasonOf(13)).toMatchObject({ orderId: other, reason: expect.stringContaining('of the amount') })
  expect(reasonOf(14)?.reason).toContain('has no tracking number')

  const findings = await openFindings()
  expect(findings).toHaveLength(12)
  expect((await admin.api.getWaiting()).cash?.differences).toBe(12)

  // Once more: nothing happens twice, and nothing is kept twice.
  const again = await apply(sheet)
  expect(again.counts).toEqual({ matched: 0, noted: 1, findings: 0, known: 12 })
  expect(await openFindings()).toHaveLength(12)

  // What was collected meanwhile is right by the same sheet, and so is a number that was corrected.
  await admin.api.changeCash(due, 'collected')
  expect((await apply(sheet)).counts).toMatchObject({ matched: 1, noted: 1, known: 11 })
  expect(await stateOf(due)).toBe('remitted')

  const [first] = findings
  await admin.api.dealWithCashFinding(first?._id ?? '', true)
  await admin.api.dealWithCashFinding(first?._id ?? '', true)
  expect(await openFindings()).toHaveLength(11)
  expect((await admin.api.listCashFindings({ dealt: 'true' })).items.map(({ _id }) => _id)).toEqual([first?._id])
  await apply(sheet)
  expect(await openFindings()).toHaveLength(11)
  await admin.api.dealWithCashFinding(first?._id ?? '', false)
  expect(await openFindings()).toHaveLength(12)
})

test('the same wrong payment in the next sheet is open again after it was dealt with, unless the bank’s reference is the same', async () => {
  const head = 'AWB,Amount,UTR'
  const sheet = (day: string, reference: string) =>
    sheetOf(head, `AGAIN${reference},500,${reference}`, `${day}${reference},1,`)
  const mine = async (reference: string) =>
    (await openFindings()).filter(({ trackingNumber }) => trackingNumber === `AGAIN${reference}`)
  for (const reference of ['', 'UTR99']) {
    await apply(sheet('first', reference))
    const [finding] = await mine(reference)
    await admin.api.dealWithCashFinding(finding!._id, true)
    await apply(sheet('first', reference))
    expect(await mine(reference)).toEqual([])

    const isOther = reference === ''
    const told = await admin.api.importRemittance(sheet('second', reference))
    expect(told.counts).toMatchObject({ findings: isOther ? 2 : 1, known: isOther ? 0 : 1 })
    await apply(sheet('second', reference))
    expect((await mine(reference)).map(({ _id }) => _id)).toEqual(isOther ? [finding!._id] : [])
  }
  const [again] = await mine('')
  const { entries } = await admin.api.listAudit({ search: again!._id })
  expect(entries.map(({ action }) => action)).toEqual(['finding.reopened', 'finding.dealt with'])
  // Each of the two sheets once more tells nothing new.
  await admin.api.dealWithCashFinding(again!._id, true)
  await apply(sheet('first', ''))
  await apply(sheet('second', ''))
  expect(await mine('')).toEqual([])
})

test('columns that the shop does not know are chosen by their headings', async () => {
  const id = await collected('XB01')
  const sheet = sheetOf('Packet;Was wir zahlen', 'XB01;1539')
  const told = await admin.api.importRemittance(sheet)
  expect(told).toMatchObject({ counts: { matched: 0, findings: 0 }, message: expect.stringContaining('which columns') })
  const columns = { number: 'Packet', amount: 'Was wir zahlen' }
  const chosen = await admin.api.importRemittance(sheet, { columns })
  expect(chosen.counts.matched).toBe(1)
  await expect(admin.api.importRemittance(sheet, { token: chosen.token })).rejects.toMatchObject({ status: 409 })
  await expect(admin.api.importRemittance(sheet, { columns: { number: 'Gone' } })).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('no column “Gone”'),
  })
  expect((await admin.api.importRemittance(sheet, { columns, token: chosen.token })).counts.matched).toBe(1)
  expect(await stateOf(id)).toBe('remitted')
})

test('a sheet whose parcels have changed since the check is told anew', async () => {
  const id = await collected('YB01')
  const sheet = sheetOf('awb,amount', 'YB01,1539')
  const { token } = await admin.api.importRemittance(sheet)
  await admin.api.remitCash(id, 1539)
  await expect(admin.api.importRemittance(sheet, { token })).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('have changed since the check'),
  })
})

test('one sheet that two people note at once brings each parcel’s money once', async () => {
  const ids = [await collected('ZB01'), await collected('ZB02'), await collected('ZB03')]
  const sheet = sheetOf('awb,amount', 'ZB01,1539', 'ZB02,1539', 'ZB03,1539')
  const { token } = await admin.api.importRemittance(sheet)
  const other = await signedIn(shop, 'admin', 'accountant')
  const answers = await Promise.allSettled([
    admin.api.importRemittance(sheet, { token }),
    other.api.importRemittance(sheet, { token }),
  ])
  const noted = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.counts] : []))
  expect(noted.reduce((sum, { matched }) => sum + matched, 0)).toBe(3)
  expect(noted.reduce((sum, { findings }) => sum + findings, 0)).toBe(0)
  for (const id of ids) expect(await stateOf(id)).toBe('remitted')
})

test('one parcel by hand is noted by its number, and with the bank’s reference the same payment is none more', async () => {
  const id = await collected('HB01')
  const note = (trackingNumber: string, amount: string | number, reference?: string) =>
    admin.api.remitByNumber({ trackingNumber, amount, reference })
  const refusal = (message: string) =>
    expect.objectContaining({ status: 409, message: expect.stringContaining(message) })
  await expect(note('hb01', '1,538.50')).rejects.toEqual(refusal('paid out ₹1,538.50'))
  await expect(note('HB09', 1539)).rejects.toEqual(refusal('No parcel of the shop has this number'))
  await expect(note('HB01', 'all of it')).rejects.toEqual(refusal('no amount in rupees'))
  expect(await note('hb01', '₹1,539', 'UTR5')).toMatchObject({
    orderId: id,
    message: expect.stringContaining('remitted'),
  })
  expect((await note('HB01', 1539, 'UTR5')).message).toContain('was noted before')
  await expect(note('HB01', 1539, 'UTR6')).rejects.toEqual(refusal('has come already'))
  const sheet = sheetOf('awb,amount,utr', 'HB01,1539,UTR5')
  expect((await admin.api.importRemittance(sheet)).counts).toMatchObject({ noted: 1, findings: 0 })
  const packer = await signedIn(shop, 'admin', 'packer')
  await expect(packer.api.remitByNumber({ trackingNumber: 'HB01', amount: 1 })).rejects.toMatchObject({ status: 403 })
})
