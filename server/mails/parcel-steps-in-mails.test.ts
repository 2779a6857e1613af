import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { sendMails } from '#server/mails/send-mails.ts'
import { addProduct } from '#test/factories.ts'
import { buy, NEVER, signedIn, type SignedIn } from '#test/purchase.ts'
import { courierControls } from '#test/start-courier-sandbox.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
let courier: ReturnType<typeof courierControls>
beforeAll(async () => {
  shop = await startShop()
  admin = await signedIn(shop, 'admin')
  courier = courierControls(shop.origin)
})
beforeEach(() => void shop.mails.splice(0))
afterAll(() => shop.close())

async function send(): Promise<void> {
  await sql`update mails set due_at = now() where due_at > now()`.execute(shop.db)
  await sendMails(shop.shop, NEVER)
}

/** A booked parcel with what a courier has said of it so far, at times in India. */
async function scanned(scans: readonly (readonly [label: string, at: string])[]) {
  const { buyer, order } = await buy(shop, (await addProduct(shop.db, { stock: 3 })).id)
  const { results } = await admin.api.bookParcels([{ _id: order._id }])
  const number = results[0]?.trackingNumber ?? ''
  await send()
  for (const [label, at] of scans) {
    await courier.scan(number, label, { at: new Date(`${at}+05:30`), activity: 'Consignee not available' })
  }
  const kept = async () => (await admin.api.getOrderDetail(order._id)).parcels?.[0]?.scans.length
  await expect.poll(kept).toBe(scans.length)
  return { buyer, order }
}

test('the mail about a parcel that could not be handed over lists its steps with place and time, in text and HTML', async () => {
  const at = new Date(Date.now() + 60_000)
  const day = new Date(at.getTime() + 19_800_000).toISOString().slice(0, 10)
  await scanned([
    ['PICKED UP', `${day}T00:05`],
    ['UNDELIVERED', `${day}T23:30`],
  ])
  await send()
  const mail = shop.mails.at(-1)
  expect(mail?.text).toMatch(
    /Where the parcel has been\n[^\n]+ at 11:30 pm: Could not be delivered, Mysuru\n[^\n]+: Picked up by the courier, Mysuru/,
  )
  expect(mail?.html).toMatch(/Where the parcel has been.+11:30 pm: Could not be delivered, Mysuru/s)
})

test('the mails about a delivered parcel and about one that comes back list its steps, and one without any has no list', async () => {
  const soon = new Date(Date.now() + 19_800_000 + 120_000).toISOString().slice(0, 16)
  const later = new Date(Date.now() + 19_800_000 + 240_000).toISOString().slice(0, 16)
  const home = await scanned([
    ['OUT FOR DELIVERY', soon],
    ['DELIVERED', later],
  ])
  const back = await scanned([['RTO INITIATED', soon]])
  const byHand = await buy(shop, (await addProduct(shop.db)).id)
  for (const status of ['shipped', 'delivered'] as const) await admin.api.changeOrderStatus(byHand.order._id, status)
  await send()
  const textOf = ({ _id }: { _id: string }) =>
    shop.mails.findLast(({ subject }) => subject.includes(_id.slice(-6).toUpperCase()))?.text ?? ''
  expect(textOf(home.order)).toMatch(
    /: Delivered, Mysuru\n[^\n]+: Out for delivery, Mysuru\n[^\n]+: Booked with the courier/,
  )
  expect(textOf(back.order)).toContain('The parcel could not be delivered. We send it again, or')
  expect(textOf(back.order)).toContain(': On its way back to the shop, Mysuru\n')
  expect(textOf(byHand.order)).not.toContain('Where the parcel has been')
})

test('an address that nobody has confirmed reads the steps without their places', async () => {
  const { buyer } = await scanned([])
  await sql`update users set email_confirmed_at = null where id = ${buyer.id}`.execute(shop.db)
  const [order] = await buyer.api.listMyOrders(buyer.id)
  await courier.scan(order?.shipment?.trackingNumber ?? '', 'DELIVERED')
  await expect.poll(async () => (await buyer.api.listMyOrders(buyer.id))[0]?.status).toBe('delivered')
  await send()
  const text = shop.mails.at(-1)?.text ?? ''
  expect(text).toContain(': Delivered\n')
  expect(text).not.toContain('Mysuru')
})
