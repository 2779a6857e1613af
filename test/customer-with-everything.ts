import { sql } from 'kysely'

import type { Order } from '#contract/orders/orders.ts'
import type { startShop } from '#test/start-shop.ts'

import { addProduct } from '#test/factories.ts'
import { buyCart, fillCart, type SignedIn } from '#test/purchase.ts'

type TestShop = Awaited<ReturnType<typeof startShop>>

export const HOME = {
  fullName: 'Zebulon Quillfeather',
  phone: '9198765001',
  street: '7, Quokka Street',
  city: 'Mysuru',
  state: 'Karnataka',
  pincode: '570001',
}

/** A customer with a confirmed address, all of whose words are the same few. */
export async function confirmedCustomer(shop: TestShop, email: string) {
  const customer = await shop.customer({ firstname: 'Zebulon', lastname: 'Quillfeather', email })
  await sql`update users set email_confirmed_at = now(), phone = ${HOME.phone} where id = ${customer.user._id}`.execute(
    shop.db,
  )
  return { ...customer, id: customer.user._id }
}
type Customer = Awaited<ReturnType<typeof confirmedCustomer>>

/** An order of one piece. */
export async function orderedBy(shop: TestShop, customer: Customer, productId: string) {
  await fillCart(customer, productId)
  return (await buyCart(shop, customer, HOME)).order
}

/** Where the staff send the first order instead. */
export const MOVED = { ...HOME, street: '8, Quokka Street' }

const VAN = { courier: 'other', courierName: 'Zebulon’s van', trackingLink: 'https://quokka.example/1' } as const

interface At {
  shop: TestShop
  admin: SignedIn
}

/** What was written about a customer's orders by them, the staff and the couriers. */
async function writeAboutOrders({ shop, admin }: At, customer: Customer, order: Order, productId: string) {
  await admin.api.changeAside(order._id, 'Zebulon is on holiday')
  await admin.api.changeOrderAddress(order._id, { address: MOVED })
  await customer.api.cancelMyOrder(order._id, { lines: onePiece(order), reason: 'I am Zebulon of Quokka Street' })
  await admin.api.cancelItems(order._id, { lines: onePiece(order), reason: 'Zebulon rang' })
  await admin.api.changeOrderStatus(order._id, 'shipped', VAN)
  await admin.api.undoShipping(order._id)
  await admin.api.changeOrderStatus(order._id, 'shipped', VAN)
  await admin.api.changeShipment(order._id, { ...VAN, courierName: 'Quokka Carriers' })
  await admin.api.changeOrderStatus(order._id, 'delivered')
  await sql`
    insert into parcels (id, order_id, reference, service, state, failure, weight_grams, length_cm, breadth_cm, height_cm, cash_paise)
    values (${order._id}, ${order._id}, ${order._id}, 'sandbox', 'cancelled', 'Nobody knows Quillfeather', 1, 1, 1, 1, 0)`.execute(
    shop.db,
  )
  for (const by of [customer, admin]) {
    const cancelled = await orderedBy(shop, customer, productId)
    const reason = 'Zebulon has another one'
    if (by === customer) await customer.api.cancelMyOrder(cancelled._id, { reason })
    else await admin.api.changeOrderStatus(cancelled._id, 'cancelled', undefined, reason)
  }
}

const onePiece = (order: Order) => [{ _id: order.products[0]!._id, quantity: 1 }]

/** What was written about returns: one that was refused, and one whose money was paid by hand. */
async function writeAboutReturns(admin: SignedIn, customer: Customer, order: Order, productId: string) {
  const asked = (of: Order) => ({
    lines: onePiece(of).map((line) => ({ ...line, reason: 'damaged' as const, note: 'Quokka' })),
  })
  const refused = await customer.api.askForReturn(order._id, asked(order))
  await admin.api.changeReturn(refused._id, { to: 'refused', reason: 'Zebulon has worn it' })
  await fillCart(customer, productId)
  const ofCash = await customer.api.orderForCash({ address: HOME })
  await admin.api.changeOrderStatus(ofCash._id, 'shipped')
  await admin.api.changeOrderStatus(ofCash._id, 'delivered')
  const request = { ...asked(ofCash), refundTo: 'zebulon@upi' }
  const { _id } = await customer.api.askForReturn(ofCash._id, request)
  await admin.api.changeReturn(_id, { to: 'approved' })
  await admin.api.changeReturn(_id, { refund: { reference: 'To Zebulon, UTR 1' } })
}

/** What was written about a customer's money: a gift, a taking back, and a difference that somebody looked into. */
async function writeAboutMoney({ shop, admin }: At, customer: Customer, orderId: string) {
  await admin.api.giveCredit(customer.id, { amount: 50, reason: 'Zebulon rang' }, `for ${customer.id}`)
  await admin.api.takeCreditBack(customer.id, { amount: 20, reason: 'Zebulon rang again' }, `from ${customer.id}`)
  const [payment] = await shop.db.selectFrom('payments').select('id').where('orderId', '=', orderId).execute()
  const finding = { kind: 'amount differs', subject: payment!.id, amountPaise: 100, detail: '', action: '' }
  await sql`
    insert into reconciliations (id, status, from_at, to_at, finished_at, findings)
    values (${orderId}, 'done', now(), now(), now(), ${JSON.stringify([finding])}::jsonb)`.execute(shop.db)
  const key = { kind: 'amount differs', subject: payment!.id, amount: 1 } as const
  await admin.api.dealWithFinding({ ...key, note: 'Quillfeather knows' })
  await admin.api.reopenFinding(key)
  await admin.api.dealWithFinding({ ...key, note: 'Asked Zebulon' })
}

/** A customer who has left something everywhere, and about whom something is written everywhere. */
export async function customerWithEverything(shop: TestShop, admin: SignedIn, email: string) {
  const customer = await confirmedCustomer(shop, email)
  const [shirt, soldOut] = [await addProduct(shop.db, { stock: 9 }), await addProduct(shop.db, { stock: 0 })]
  await fillCart(customer, shirt.id, 3)
  const { order } = await buyCart(shop, customer, HOME)
  await writeAboutOrders({ shop, admin }, customer, order, shirt.id)
  await writeAboutReturns(admin, customer, order, shirt.id)
  await writeAboutMoney({ shop, admin }, customer, order._id)
  await sql`update refunds set status = 'processed', updated_at = now()`.execute(shop.db)
  await sql`
    insert into mails (name, key, user_id)
    select 'refund-done', refunds.id, orders.user_id from refunds join orders on orders.id = order_id
    on conflict do nothing`.execute(shop.db)
  const { review } = await customer.api.review(shirt.id, { rating: 4, text: 'Sits well.' })
  await admin.api.answerReview(review._id, 'Dear Quillfeather')
  await admin.api.answerReview(review._id, 'Dear Zebulon')
  await customer.api.saveProduct(shirt.id)
  await customer.api.requestStock(soldOut.id)
  await fillCart(customer, shirt.id)
  const form = { firstName: 'Zebulon', lastName: 'Quillfeather', email: email.toUpperCase(), contactNumber: HOME.phone }
  await shop.visitor().api.submitContact({ ...form, subject: 'Quokka Street', message: 'I am Zebulon.' })
  const contact = (await admin.api.listContacts()).items[0]!
  await admin.api.answerContact(contact._id, { text: 'Dear Zebulon, yes.', seen: 0 })
  await shop.visitor().api.sendCode(email)
  await sql`update mails set due_at = now() where due_at is not null`.execute(shop.db)
  return { customer, order, shirt }
}
