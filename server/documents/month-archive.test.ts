import { sql } from 'kysely'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { addProduct } from '#test/factories.ts'
import { buy, signedIn, type SignedIn } from '#test/purchase.ts'
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

async function shipped(pricePaise: number) {
  const { order } = await buy(shop, (await addProduct(shop.db, { pricePaise })).id)
  await admin.api.changeOrderStatus(order._id, 'shipped')
  return order._id
}

/** The files of a ZIP by name, each of the length and the checksum that the ZIP says. */
function unzip(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  const end = zip.lastIndexOf('PK\u0005\u0006')
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [sum, size, nameLength] = [zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 24), zip.readUInt16LE(at + 28)]
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const bytes = zip.subarray(start, start + size)
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    expect([name, crc32(bytes)]).toEqual([name, sum])
    files.set(name, bytes)
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return files
}

const archive = async (month?: string) =>
  unzip(Buffer.from(await (await admin.api.getMonthArchive(month)).arrayBuffer()))

test('everything of a month is one ZIP: documents, register and GSTR-1, as each is by itself', async () => {
  await shipped(105_000)
  const calledBack = await shipped(299_900)
  await admin.api.changeOrderStatus(calledBack, 'cancelled')
  await takeIn(admin, calledBack)
  const { month, documents, documentsInAll } = await admin.api.getTaxMonth()
  expect(documentsInAll).toBe(5)
  const files = await archive()
  expect([...files.keys()].toSorted()).toEqual(
    [
      `register-${month}.csv`,
      `gstr1/gstr1-${month}.json`,
      ...['b2b', 'b2cl', 'b2cs', 'cdnr', 'cdnur', 'hsn(b2b)', 'hsn(b2c)', 'docs'].map(
        (section) => `gstr1/${section}.csv`,
      ),
      ...documents.map(({ kind, number }) => {
        const title = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`
        return `${kind.replace(' ', '-')}s/${title} ${number.replace('/', '-')}.pdf`
      }),
    ].toSorted(),
  )
  const note = documents.find(({ kind }) => kind === 'credit note')!
  const own = Buffer.from(await (await admin.api.getDocument(note._id)).arrayBuffer())
  expect(files.get(`credit-notes/Credit note ${note.number.replace('/', '-')}.pdf`)).toEqual(own)
  expect(files.get(`register-${month}.csv`)?.toString()).toBe(await admin.api.getTaxRegister())
  expect(JSON.parse(files.get(`gstr1/gstr1-${month}.json`)!.toString())).toEqual(await admin.api.getGstr1())
  expect(files.get('gstr1/hsn(b2c).csv')?.toString()).toBe(await admin.api.getGstr1Csv('hsn(b2c)'))
  const { entries } = await admin.api.listAudit({ area: 'tax' })
  expect(entries[0]).toMatchObject({ action: 'save month', subject: { _id: month }, person: { _id: admin.id } })
})

test('a second click does not make a second ZIP, and a dead process does not stop the next one', async () => {
  const clicks = await Promise.allSettled([archive(), archive()])
  expect(clicks.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const { entries } = await admin.api.listAudit({ area: 'tax' })
  expect(entries).toHaveLength(2)
  expect(await archive()).toBeDefined()
  await sql`insert into month_archives (id, lease_ends_at) values ('other', now() + interval '9 minutes')`.execute(
    shop.db,
  )
  await expect(archive()).rejects.toMatchObject({ status: 409 })
  await sql`update month_archives set lease_ends_at = now() - interval '1 second'`.execute(shop.db)
  expect((await archive('2026-01')).size).toBe(10)
  expect(await shop.db.selectFrom('monthArchives').selectAll().execute()).toEqual([])
})

test('the register has every document beside its money, receipts too', async () => {
  const { documents } = await admin.api.getTaxMonth()
  const lines = (await admin.api.getTaxRegister()).trim().split('\n')
  expect(lines).toHaveLength(documents.length + 1)
  expect(lines[0]).toBe(
    'Document,Number,Date,Order,Corrects,Buyer,GSTIN,Seller GSTIN,State code,State,Taxable,Central tax,State/UT tax,Integrated tax,Total,Captured or refunded,Difference',
  )
  const [, receipt, invoice] = lines
  expect(receipt).toMatch(
    /^Receipt voucher,TR\d{4}\/000001,.*,Asha Rao,,29AAGCB7383J1Z4,,,,,,,1050\.00,1050\.00,0\.00$/,
  )
  expect(invoice).toMatch(
    /^Tax invoice,TS\d{4}\/000001,.*,29,Karnataka,1000\.00,25\.00,25\.00,0\.00,1050\.00,1050\.00,0/,
  )
  expect(lines.at(-1)).toMatch(/^Credit note,TC\d{4}\/000001,.*,TS\d{4}\/000002,Asha Rao,.*,-2999\.00,-2999\.00,0\.00$/)
})

test('a receipt that differs from its payment is named, and is not added to the supplies', async () => {
  const { order } = await buy(shop, (await addProduct(shop.db, { pricePaise: 50_000 })).id)
  const before = await admin.api.getTaxMonth()
  await sql`update payments set amount_paise = 49999 where order_id = ${order._id}`.execute(shop.db)
  const { ledger, documents, kinds } = await admin.api.getTaxMonth()
  const { number } = documents.find(({ orderId }) => orderId === order._id)!
  const short = order._id.slice(-6).toUpperCase()
  expect(ledger).toEqual({
    ...before.ledger,
    differing: 1,
    differences: [`${number} is over ₹500.00, and ₹499.99 was captured for order #${short}.`],
  })
  expect(kinds.find(({ kind }) => kind === 'receipt voucher')).toMatchObject({ total: 1050 + 2999 + 500 })
  expect(await admin.api.getTaxRegister()).toMatch(new RegExp(`${number},.*,500\\.00,499\\.99,0\\.01\n`))
})

test('a receipt without a series is a file with the whole id of its order', async () => {
  await setSettings(shop, { taxRegistration: 'none', gstin: '' })
  const { order } = await buy(shop, (await addProduct(shop.db, { pricePaise: 40_000 })).id)
  const names = [...(await archive()).keys()]
  expect(names.filter((name) => name.startsWith('receipts/'))).toEqual([`receipts/Receipt ${order._id}.pdf`])
})
