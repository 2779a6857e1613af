import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { dayText } from '#contract/delivery/delivery-text.ts'
import { sendMails } from '#server/mails/send-mails.ts'
import { createOrderLinks } from '#server/orders/order-link.ts'
import { addProduct } from '#test/factories.ts'
import { ADDRESS, buyCart, fillCart, NEVER, pay, signedIn } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'
import { withinAnHour } from '#test/within-an-hour.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: Awaited<ReturnType<typeof shop.admin>>
let productId: string
beforeAll(async () => {
  shop = await startShop()
  admin = await shop.admin()
  productId = (await addProduct(shop.db, { stock: 50 })).id
})
afterAll(() => shop.close())
beforeEach(withinAnHour)

async function setTable(...rows: string[]) {
  const { rows: known, version } = await admin.api.getPinTable()
  if (known > 0) await admin.api.emptyPinTable(version)
  if (rows.length === 0) return
  const file = new File([['pin,prepaid,cod,days,fee', ...rows].join('\n')], 'pins.csv')
  const { token } = await admin.api.importPinTable(file)
  await admin.api.importPinTable(file, { token })
}
async function buyer() {
  const visitor = await signedIn(shop)
  await fillCart(visitor, productId)
  return visitor
}
const promisedTo = async (pin: string) => (await shop.visitor().api.getDelivery(pin)).by

test('without a PIN table an order promises no day, and any PIN is taken', async () => {
  await setTable()
  const { order } = await buyCart(shop, await buyer(), { ...ADDRESS, pincode: 'unknown' })
  expect(order).not.toHaveProperty('deliverBy')
})

test('a PIN that is not served, or only against cash, is refused before anything is held or paid', async () => {
  await setTable('570001,yes,no,3,0', '570002,no,yes,3,0')
  const visitor = await buyer()
  const refusal = (pincode: string) =>
    visitor.api.startPayment({ ...ADDRESS, pincode }).catch((error: unknown) => error)
  expect(await refusal('570009')).toMatchObject({
    status: 409,
    code: 'conflict',
    fields: { pincode: 'We do not deliver to the PIN code 570009 yet.' },
  })
  expect(await refusal('570002')).toMatchObject({ status: 409 })
  expect(await refusal('57')).toMatchObject({ status: 400, fields: { pincode: expect.any(String) } })
  const held = await shop.db.selectFrom('checkouts').select('id').where('userId', '=', visitor.id).execute()
  expect(held).toEqual([])
})

test('a frozen order keeps its promise when the table changes, and before the freeze the new table counts', async () => {
  await setTable('570001,yes,no,3,0')
  const [first, second] = [await buyer(), await buyer()]
  const before = await promisedTo('570001')
  const { id } = await first.api.startPayment(ADDRESS)
  await setTable('570001,yes,no,9,0')
  const after = await promisedTo('570001')
  expect(after > before).toBe(true)
  const proof = await pay(shop, id)
  await first.api.verifyPayment(proof)
  // Between the payment and its address, too, the PIN may have left the table.
  await setTable('110001,yes,no,9,0')
  const order = await first.api.getOrder(first.id, proof)
  expect(order.deliverBy).toBe(before)
  expect((await first.api.saveAddress(order._id, { ...ADDRESS, street: '3, Another Lane' })).order.deliverBy).toBe(
    before,
  )
  const [listed] = await first.api.listMyOrders(first.id)
  expect(listed?.deliverBy).toBe(before)
  await expect(second.api.startPayment(ADDRESS)).rejects.toMatchObject({ status: 409 })

  await setTable('570001,yes,no,9,0', '110001,yes,no,2,0')
  expect((await buyCart(shop, second)).order.deliverBy).toBe(after)
  // Another PIN has another promise, and one that is not served is refused.
  const moved = await first.api.saveAddress(order._id, { ...ADDRESS, state: 'Delhi', pincode: '110001' })
  expect(moved.order.deliverBy).toBe(await promisedTo('110001'))
  const unserved = first.api.saveAddress(order._id, { ...ADDRESS, pincode: '570009' })
  await expect(unserved).rejects.toMatchObject({ status: 409 })
})

test('an order that got its address after the payment is promised its day then', async () => {
  await setTable('570001,yes,no,3,0')
  const visitor = await buyer()
  const { id } = await visitor.api.startPayment()
  const proof = await pay(shop, id)
  await visitor.api.verifyPayment(proof)
  const order = await visitor.api.getOrder(visitor.id, proof)
  expect(order).not.toHaveProperty('deliverBy')
  expect((await visitor.api.saveAddress(order._id, ADDRESS)).order.deliverBy).toBe(await promisedTo('570001'))
})

test('the mail about an order and its status page say the promised day', async () => {
  await setTable('570001,yes,no,3,0')
  const visitor = await buyer()
  const { order } = await buyCart(shop, visitor)
  const by = await promisedTo('570001')
  await sql`update mails set due_at = now() where due_at is not null`.execute(shop.db)
  await sendMails(shop.shop, NEVER)
  const { email } = await visitor.api.getMe()
  expect(shop.mails.find(({ to }) => to === email)?.text).toContain(`Delivery by ${dayText(by)}.`)
  const link = (await createOrderLinks(shop.db))(order._id)
  expect((await shop.visitor().api.getSharedOrder(link)).deliverBy).toBe(by)
})
