import { sql } from 'kysely'
import { generate } from 'otplib'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { MailName } from '#contract/words/mail-names.ts'
import type { Mail } from '#server/mails/transport/mail-headers.ts'

import { createAdminApi } from '#contract/api/admin-api.ts'
import { MAIL_NAMES } from '#contract/words/mail-names.ts'
import { checkSecondFactor } from '#server/accounts/second-factor/second-factor.ts'
import { sendMails } from '#server/mails/send-mails.ts'
import { mailPickUp } from '#server/orders/parcels/return-parcel-queries.ts'
import { mailUndelivered } from '#server/orders/order-mail-queries.ts'
import { saveRefundStatus } from '#server/orders/refunds/refund-queries.ts'
import { settlePayment } from '#server/orders/settle-payment.ts'
import { endCredit } from '#server/accounts/store-credit/service.ts'
import { makeStockMailsDue } from '#server/cart/wishlist/service.ts'
import { queuePauseMails } from '#server/programs/webhooks/sending-queries.ts'
import { addProduct } from '#test/factories.ts'
import { ADDRESS, buyCart, fillCart, NEVER, pay, signedIn, type SignedIn } from '#test/purchase.ts'
import { setSettings } from '#test/set-settings.ts'
import { insertPasskey } from '#server/accounts/passkeys/passkey-queries.ts'
import { newId } from '#server/db/new-id.ts'
import { startShop } from '#test/start-shop.ts'
import type { Visitor } from '#test/visitor.ts'

const PUBLIC_URL = 'https://shop.example'
const FORGED = {
  host: 'evil.example',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-server': 'evil.example',
  'x-forwarded-port': '666',
  'x-forwarded-proto': 'http',
  'x-host': 'evil.example',
  'x-original-host': 'evil.example',
  forwarded: 'for=192.0.2.1;host=evil.example;proto=http',
  referer: 'http://evil.example/',
}
const PASSWORD = 'correct horse battery'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  // Even a trusted proxy does not say where the shop is.
  shop = await startShop({ publicUrl: PUBLIC_URL, smtpUrl: 'smtp://mail.example', trustedProxies: ['127.0.0.1'] })
})
afterAll(() => shop.close())

/** Somebody all of whose calls say that the shop is somewhere else. */
function forger(cookies = new Map<string, string>()): Visitor {
  const visit = async (path: string, { method = 'GET', headers, body }: RequestInit = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await shop.app.inject({
      method: method as 'GET',
      url: path,
      headers: { ...Object.fromEntries(new Headers(headers)), ...FORGED, cookie },
      ...(typeof body === 'string' && { payload: body }),
    })
    for (const { name, value } of answer.cookies) cookies.set(name, value)
    return new Response(new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: { 'content-type': String(answer.headers['content-type']) },
    })
  }
  return { api: createAdminApi(visit), fetch: visit, cookies }
}

const withHostCookies = (from: ReadonlyMap<string, string>) =>
  new Map([...from].map(([name, value]) => [`__Host-${name}`, value]))

/** Somebody with a session and a confirmed address. */
async function known(audience: 'customer' | 'admin' = 'customer'): Promise<SignedIn> {
  const { id, cookies } = await signedIn(shop, audience)
  return { id, ...forger(withHostCookies(cookies)) }
}

/** A new customer, registered and signed in by forged calls. */
async function registered() {
  const visitor = forger()
  const email = `new-${Math.random().toString(36).slice(2)}@mailed.example`
  await visitor.api.register({ firstname: 'Asha', lastname: 'Rao', email, password: PASSWORD, phone: '1' })
  const { user } = await visitor.api.login({ email, password: PASSWORD })
  return { ...visitor, id: user._id, email }
}

async function send(): Promise<void> {
  await sql`update mails set due_at = now() where due_at is not null`.execute(shop.db)
  await makeStockMailsDue(shop.db)
  await sendMails(shop.shop, NEVER)
}

async function ordered(buyer: SignedIn) {
  await fillCart(buyer, (await addProduct(shop.db)).id)
  return (await buyCart(shop, buyer)).order
}

/** Cancels one of two pieces. */
async function cancelPiece(buyer: SignedIn) {
  await fillCart(buyer, (await addProduct(shop.db)).id, 2)
  const { order } = await buyCart(shop, buyer)
  await buyer.api.cancelMyOrder(order._id, { lines: [{ _id: order.products[0]!._id, quantity: 1 }] })
}

/** Orders for cash, asks for the code that confirms it, and pays in advance after all. */
async function payForCash(buyer: SignedIn) {
  await setSettings(shop, { takesCash: true })
  await fillCart(buyer, (await addProduct(shop.db)).id)
  const { _id } = await buyer.api.orderForCash({ address: ADDRESS })
  await buyer.api.sendOrderCode(_id)
  await send()
  await buyer.api.verifyPayment(await pay(shop, (await buyer.api.payCashOrder(_id)).id))
}

const confirm = (id: string) => sql`update users set email_confirmed_at = now() where id = ${id}`.execute(shop.db)

/** The courier finds nobody at home. */
async function missReceiver(orderId: string): Promise<void> {
  const id = newId()
  await sql`
    insert into parcels (id, order_id, direction, reference, service, state, weight_grams, length_cm, breadth_cm, height_cm, cash_paise, shipment_id, tracking_number, step, booked_at, reason)
    values (${id}, ${orderId}, 'out', ${orderId}, 'shiprocket', 'booked', 500, 30, 20, 5, 0, ${id}, ${id}, 'not delivered', now(), 'nobody at home')`.execute(
    shop.db,
  )
  await mailUndelivered(shop.db, id, new Date())
}

/** A courier is booked to fetch a return. */
async function fetchReturn(orderId: string, returnId: string): Promise<void> {
  await sql`
    insert into parcels (id, order_id, return_id, direction, reference, service, state, weight_grams, length_cm, breadth_cm, height_cm, cash_paise, shipment_id, tracking_number, step, booked_at)
    values (${returnId}, ${orderId}, ${returnId}, 'back', ${returnId}, 'shiprocket', 'booked', 500, 30, 20, 5, 0, '1', '1490312345', 'booked', now())`.execute(
    shop.db,
  )
  await mailPickUp(shop.db, returnId)
}

async function mailAboutOrders(admin: SignedIn): Promise<void> {
  const [buyer, newcomer] = [await known(), await registered()]
  await sql`delete from mails where name = 'confirm-address' and user_id = ${newcomer.id}`.execute(shop.db)
  await ordered(newcomer)
  const order = await ordered(buyer)
  await cancelPiece(buyer)
  await payForCash(buyer)
  await admin.api.changeOrderAddress(order._id, { address: { ...ADDRESS, street: '9, Mill Road' } })
  await send()
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await missReceiver(order._id)
  await send()
  await admin.api.changeOrderStatus(order._id, 'delivered')
  const cancelled = await ordered(buyer)
  await buyer.api.cancelMyOrder(cancelled._id)
  await send()
  await sql`update refunds set status = 'processed'`.execute(shop.db)
  await sql`
    insert into mails (name, key, user_id)
    select 'refund-done', refunds.id, orders.user_id from refunds join orders on orders.id = order_id`.execute(shop.db)
  const { checkoutId } = await shop.db
    .selectFrom('orders')
    .select('checkoutId')
    .where('id', '=', order._id)
    .executeTakeFirstOrThrow()
  const second = { id: 'pay_second', amountPaise: order.totalAmount * 100, status: 'refunded' as const }
  await settlePayment(shop.shop, checkoutId, second)
  const { id: ownId } = await shop.db
    .selectFrom('refunds')
    .select('id')
    .where('paymentId', '=', second.id)
    .executeTakeFirstOrThrow()
  const report = {
    paymentId: second.id,
    providerRefundId: null,
    ownId,
    amountPaise: second.amountPaise,
    waitSeconds: 0,
  }
  await saveRefundStatus(shop.db, { ...report, status: 'processed' })
  await send()
}

async function mailAboutReturns(admin: SignedIn): Promise<void> {
  const buyer = await known()
  await fillCart(buyer, (await addProduct(shop.db)).id, 2)
  const { order } = await buyCart(shop, buyer)
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await admin.api.changeOrderStatus(order._id, 'delivered')
  const line = { _id: order.products[0]!._id, quantity: 1, reason: 'damaged' as const }
  const [taken, refused] = [
    await buyer.api.askForReturn(order._id, { lines: [line] }),
    await buyer.api.askForReturn(order._id, { lines: [line] }),
  ]
  await send()
  await admin.api.changeReturn(taken._id, { to: 'approved' })
  await admin.api.changeReturn(refused._id, { to: 'refused', reason: 'It was worn.' })
  await send()
  await fetchReturn(order._id, taken._id)
  await send()
  await admin.api.changeReturn(taken._id, { to: 'received' })
  const payment = { id: 'by-hand', returnId: taken._id, orderId: order._id, amountPaise: 100, reference: 'UTR 1' }
  await shop.db
    .insertInto('settlements')
    .values({ ...payment, kind: 'by hand', actorId: null, refundId: null })
    .execute()
  await shop.db.insertInto('mails').values({ name: 'return-paid', key: 'by-hand', userId: buyer.id }).execute()
  for (const name of ['return-exchange-ended', 'return-lost', 'return-delivered'] as const) {
    await shop.db.insertInto('mails').values({ name, key: taken._id, userId: buyer.id }).execute()
  }
  await send()
}

async function mailAboutAccounts(admin: SignedIn): Promise<void> {
  const customer = await registered()
  await send()
  await confirm(customer.id)
  await forger().api.forgotPassword(customer.email)
  await forger().api.sendCode(customer.email)
  await customer.api.changeEmail({ email: 'moved@mailed.example', password: PASSWORD })
  await send()
  const link = shop.mails.find(({ to }) => to === 'moved@mailed.example')?.text ?? ''
  await forger().api.confirmNewEmail(/confirm-new-email\/(\S+)/.exec(link)?.[1] ?? '', PASSWORD)
  await customer.api.login({ email: 'moved@mailed.example', password: PASSWORD })
  const key = { id: newId(), userId: customer.id, audience: 'customer', name: 'Phone', transports: '' } as const
  await insertPasskey(shop.db, { ...key, credentialId: key.id, publicKey: new Uint8Array(1), counter: 0 })
  await customer.api.eraseAccount({ password: PASSWORD })
  await admin.api.inviteStaff({ email: 'packer@mailed.example', staffRole: 'packer' })
  await send()
}

async function mailAboutSecondFactors(admin: SignedIn): Promise<void> {
  await confirm(admin.id)
  const { key } = await admin.api.startSecondFactor()
  await admin.api.confirmSecondFactor(await generate({ secret: key, epoch: Math.floor(Date.now() / 1000) }))
  const [code = ''] = (await admin.api.renewRecoveryCodes()).recoveryCodes
  await checkSecondFactor(shop.db, admin.id, code.replaceAll('-', ''))
  await admin.api.removeSecondFactor()
  await send()
}

async function mailAboutStoreCredit(admin: SignedIn): Promise<void> {
  const { id } = await known()
  await admin.api.giveCredit(id, { amount: 500, reason: 'For the delay.', expiresOn: '2099-12-31' })
  await send()
  await sql`
    update store_credits set expires_on = current_date + 5, created_at = now() - interval '3 days' where user_id = ${id}`.execute(
    shop.db,
  )
  await endCredit(shop.db)
  await send()
}

async function mailAboutStockAndMessages(admin: SignedIn): Promise<void> {
  const [customer, product] = [await known(), await addProduct(shop.db, { stock: 0 })]
  await customer.api.requestStock(product.id)
  await admin.api.setStock(product.id, 3)
  await forger().api.submitContact({
    firstName: 'Meera',
    lastName: 'Das',
    email: 'meera@mailed.example',
    contactNumber: '9123456780',
    subject: 'A matter',
    message: 'Do you send to Pune?',
  })
  const [contact] = (await admin.api.listContacts()).items
  await admin.api.answerContact(contact?._id ?? '', { text: 'Yes.', seen: 0 })
  await admin.api.makeKey({ name: 'A chat bot', areas: ['orders:read'] })
  await send()
}

async function mailAboutWebhook(admin: SignedIn): Promise<void> {
  const { _id } = await admin.api.addWebhook({ url: 'https://hooks.example.com/', topics: ['order'] })
  await sql`update webhooks set paused_at = now(), pause_reason = 'failing'`.execute(shop.db)
  await queuePauseMails(shop.db, _id)
  await send()
}

/** What subject and text of each mail match. */
const MAIL_PATTERNS: Record<MailName, RegExp> = {
  'order-received': /^Received: your order #\w+\n[^]*\/order-status\//,
  'order-shipped': /^Shipped: your order #\w+\n/,
  'order-delivered': /^Delivered: your order #\w+\n/,
  'order-cancelled': /^Cancelled: your order #\w+\n/,
  'order-paid': /^Paid: your order #\w+\n[^]*\/order-status\//,
  'cash-order-code': /^Your code for order #\w+\n/,
  'pieces-cancelled': /^Cancelled: 1 piece of your order #\w+\n/,
  'order-changed': /^Changed: your order #\w+\n/,
  'parcel-undelivered': /^Not delivered: your order #\w+\n[^]*Nobody was at home/,
  'return-asked': /^Asked for: your return of order #\w+\n/,
  'return-approved': /^Approved: your return of order #\w+\n/,
  'return-pick-up': /^Pick-up booked: your return of order #\w+\n[^]*1490/,
  'return-refused': /^Refused: your return of order #\w+\n/,
  'return-received': /^Received: your return of order #\w+\n/,
  'return-lost': /^Lost: the parcel of your order #\w+\n/,
  'return-delivered': /^Delivered after all: your order #\w+\n/,
  'return-exchange-ended': /^No longer kept: your other size for order #\w+\n/,
  'return-paid': /^Paid: ₹[\d,.]+ for your return of order #\w+\n/,
  'refund-done': /^Refund done: your order #\w+\n/,
  'payment-returned': /^Refund done: ₹[\d,.]+\n/,
  'first-mail': /^Received: your order #\w+\n[^]*\/confirm-email\//,
  'confirm-address': /^Please confirm your e-mail address\n[^]*\/confirm-email\//,
  'confirm-new-address': /^Please confirm your new e-mail address\n[^]*\/confirm-new-email\//,
  'address-changed': /^Changed: the e-mail address of your account\n/,
  'password-changed': /^Changed: the password of your account\n[^]*\/forgot-password/,
  'passkey-added': /^Added: a passkey for your account\n[^]*\/forgot-password/,
  'second-factor-on': /^Turned on: the code app of your account\n[^]*\/forgot-password/,
  'second-factor-off': /^Turned off: the code app of your account\n[^]*\/forgot-password/,
  'recovery-codes-renewed': /^Renewed: the recovery codes of your account\n[^]*\/forgot-password/,
  'recovery-code-used': /^Used: a recovery code of your account\n[^]*\/forgot-password/,
  'new-password': /^A new password for your account\n[^]*\/reset-password\//,
  'sign-in-code': /^Your code to log in\n/,
  'account-erasure': /^Your account will be erased on [^\n]+\n[^]*\/keep-account\//,
  'back-in-stock': /^Back in stock: /,
  'credit-given': /^Given to you: ₹500\.00 of store credit\n/,
  'credit-ends': /^₹500\.00 of store credit ends on /,
  'message-received': /^Received: your message T-\w+\n/,
  'message-answered': /^Answered: your message T-\w+\n/,
  'staff-invitation': /^Join the staff of Selvedge\n[^]*\/join-staff\//,
  'key-made': /^Made: a key for another program\n[^]*\/admin\/keys/,
  'webhook-paused': /^Paused: a webhook of Selvedge\n[^]*\/admin\/webhooks/,
}

const addressesIn = ({ text, html }: Mail) => `${text}\n${html}`.match(/[a-z][\w+.-]*:\/\/[^\s"'<>)]+/gi) ?? []

test('every mail leads to the configured address only, whatever the headers of the calls behind it say', async () => {
  const admin = await known('admin')
  await mailAboutOrders(admin)
  await mailAboutReturns(admin)
  await mailAboutAccounts(admin)
  await mailAboutStockAndMessages(admin)
  await mailAboutStoreCredit(admin)
  await mailAboutSecondFactors(admin)
  await mailAboutWebhook(admin)
  const missing = MAIL_NAMES.filter(
    (name) => !shop.mails.some(({ subject, text }) => MAIL_PATTERNS[name].test(`${subject}\n${text}`)),
  )
  expect(missing).toEqual([])
  for (const mail of shop.mails) {
    const elsewhere = addressesIn(mail).filter((address) => new URL(address).origin !== PUBLIC_URL)
    expect({ subject: mail.subject, elsewhere }).toEqual({ subject: mail.subject, elsewhere: [] })
    expect(addressesIn(mail).length).toBeGreaterThan(1)
  }
  expect(JSON.stringify(shop.mails)).not.toMatch(/evil/)
})
