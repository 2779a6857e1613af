import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import type { Config } from '#server/start/config.ts'

import { sendMails } from '#server/mails/send-mails.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { buyCart, fillCart, NEVER } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop({ publicUrl: 'http://shop.example' })
})
beforeEach(async () => {
  await send()
  shop.mails.splice(0)
  setMailServer('smtp://mail.example')
})
afterEach(() => expectInvariants(shop.db))
afterAll(() => shop.close())

/** Configures a mail server, or none. */
const setMailServer = (smtpUrl: string | undefined) => void Object.assign<Config, object>(shop.shop.config, { smtpUrl })
const send = () => sendMails(shop.shop, NEVER)
const mailsTo = (address: string) => shop.mails.filter(({ to }) => to === address)
const tokenIn = (text = '') => /^http:\/\/shop\.example\/confirm-new-email\/([\w-]{32})$/m.exec(text)?.[1] ?? 'none'

const TOLD = 'Changed: the e-mail address of your account'

let count = 0
const fresh = () => `new-${(count += 1)}@moved.example`

type Customer = Awaited<ReturnType<typeof shop.customer>>

const ask = (customer: Customer, email: string) => customer.api.changeEmail({ email, password: customer.password })

/** The token of the mail to the new address that the customer has asked for. */
async function asked(customer: Customer, email: string): Promise<string> {
  await ask(customer, email)
  await send()
  return tokenIn(mailsTo(email).at(-1)?.text)
}

const signIn = (email: string, password: string) => shop.visitor().api.login({ email, password })
const confirmed = async (customer: Customer) => {
  await sql`update users set email_confirmed_at = now() where id = ${customer.user._id}`.execute(shop.db)
  return customer
}

test('the link in the mail to the new address changes it, ends every session, and tells the old address', async () => {
  const customer = await confirmed(await shop.customer())
  const product = await addProduct(shop.db, { stock: 5 })
  await fillCart(customer, product.id)
  const { order } = await buyCart(shop, { ...customer, id: customer.user._id })
  await fillCart(customer, product.id, 2)
  const email = fresh()
  expect((await ask(customer, email)).message).toBe(
    `If ${email} can be used, we are sending it a link. It works once, for 24 hours. Until then your address stays as it is.`,
  )
  await send()
  const [mail] = mailsTo(email)
  expect(mail?.subject).toBe('Please confirm your new e-mail address')
  expect(mail?.text).not.toMatch(/Asha|Rao|customer-/)
  expect((await customer.api.getMe()).email).toBe(customer.user.email)

  const { message } = await customer.api.confirmNewEmail(tokenIn(mail?.text))
  expect(message).toBe(`Your e-mail address is ${email} now. Please log in with it.`)
  await expect(customer.api.getMe()).rejects.toMatchObject({ status: 401 })
  await expect(signIn(customer.user.email, customer.password)).rejects.toMatchObject({ status: 401 })
  const again = shop.visitor()
  const { user } = await again.api.login({ email, password: customer.password })
  expect(user).toEqual({ ...customer.user, email })
  expect(await again.api.getEmailConfirmation()).toEqual({ isConfirmed: true })
  expect(await again.api.listMyOrders(user._id)).toMatchObject([{ _id: order._id }])
  expect((await again.api.getCart()).cart).toMatchObject([{ quantity: 2 }])

  await send()
  const told = mailsTo(customer.user.email).filter(({ subject }) => subject === TOLD)
  expect(told).toHaveLength(1)
  expect(told[0]?.text).not.toContain(email)
})

test('messages from a confirmed address move with the account, those from one that nobody confirmed stay', async () => {
  const [owner, stranger] = [await confirmed(await shop.customer()), await shop.customer()]
  for (const { user } of [owner, stranger]) {
    const { firstname: firstName, lastname: lastName } = user
    const words = { subject: 'Buttons', message: 'One is missing.', contactNumber: '9876543210' }
    await shop.visitor().api.submitContact({ firstName, lastName, email: ` ${user.email.toUpperCase()}`, ...words })
  }
  const [moved, taken] = [fresh(), fresh()]
  await owner.api.confirmNewEmail(await asked(owner, moved))
  await stranger.api.confirmNewEmail(await asked(stranger, taken))
  const { rows } = await sql<{ email: string }>`select email from contacts order by created_at desc limit 2`.execute(
    shop.db,
  )
  expect(rows.map(({ email }) => email.trim().toLowerCase()).toSorted()).toEqual(
    [moved, stranger.user.email].toSorted(),
  )
})

test('a message or another account in somebody’s name does not keep the link from the one who asks for the address', async () => {
  const email = fresh()
  const [stranger, owner] = [await shop.customer(), await confirmed(await shop.customer())]
  const words = { firstName: 'A', lastName: 'B', subject: 'C', message: 'D', contactNumber: '9876543210' }
  await shop.visitor().api.submitContact({ ...words, email })
  await ask(stranger, email)
  await send()
  await owner.api.confirmNewEmail(await asked(owner, email))
  expect((await shop.visitor().api.login({ email, password: owner.password })).user._id).toBe(owner.user._id)
})

test('an address that many accounts ask for gets eight links a day from those whose own address nobody confirmed', async () => {
  const email = fresh()
  for (let asks = 0; asks < 10; asks += 1) await ask(await shop.customer(), email)
  await send()
  expect(mailsTo(email)).toHaveLength(8)
  const owner = await confirmed(await shop.customer())
  expect(await asked(owner, email)).not.toBe('none')
})

test('an address that has an account is answered like any other, and gets no mail', async () => {
  const [one, two, other] = [await shop.customer(), await shop.customer(), await shop.customer()]
  const free = fresh()
  const [ofFree, ofTaken] = [await ask(one, free), await ask(two, other.user.email.toUpperCase())]
  expect(ofTaken.message.replace(other.user.email.toUpperCase(), free)).toBe(ofFree.message)
  await send()
  expect(mailsTo(free)).toHaveLength(1)
  // Only the mail of the registration.
  expect(mailsTo(other.user.email).map(({ subject }) => subject)).toEqual(['Please confirm your e-mail address'])
  expect(mailsTo(other.user.email.toUpperCase())).toEqual([])
  expect((await other.api.getMe()).email).toBe(other.user.email)
})

test('an address that gets an account before its link is used stays with that account', async () => {
  const customer = await shop.customer()
  const email = fresh()
  const token = await asked(customer, email)
  await shop.customer({ email })
  await expect(customer.api.confirmNewEmail(token)).rejects.toMatchObject({
    status: 409,
    message: 'An account with this e-mail exists already.',
  })
  expect((await customer.api.getMe()).email).toBe(customer.user.email)
})

test('a link works once, for 24 hours, and only the hash of its token is stored', async () => {
  const customer = await shop.customer()
  const [used, late] = [fresh(), fresh()]
  const token = await asked(customer, used)
  const { rows } = await sql<{ row: string; hours: number }>`
    select account_links::text as row, extract(epoch from expires_at - now()) / 3600 as hours
    from account_links where payload ->> 'email' = ${used}`.execute(shop.db)
  expect(rows[0]?.row).not.toContain(token)
  expect(rows[0]?.row).toContain(createHash('sha256').update(token).digest('hex'))
  expect(Number(rows[0]?.hours)).toSatisfy((hours: number) => hours > 23.9 && hours <= 24)
  const uses = await Promise.allSettled([1, 2, 3].map(() => customer.api.confirmNewEmail(token)))
  expect(uses.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])

  await customer.api.login({ email: used, password: customer.password })
  const lateToken = await asked(customer, late)
  expect(lateToken).toMatch(/^[\w-]{32}$/)
  await sql`update account_links set expires_at = now() where payload ->> 'email' = ${late}`.execute(shop.db)
  for (const wrong of [token, lateToken, `${lateToken.slice(1)}A`, '', '\u0000 \uD800']) {
    await expect(shop.visitor().api.confirmNewEmail(wrong)).rejects.toMatchObject({
      status: 404,
      message: 'This link does not work any more. Please log in and enter the new address again.',
    })
  }
  expect((await customer.api.getMe()).email).toBe(used)
})

test('another new address ends the link to the one before; the same one keeps it', async () => {
  const customer = await shop.customer()
  const [first, second] = [fresh(), fresh()]
  const firstToken = await asked(customer, first)
  const secondToken = await asked(customer, second)
  await expect(shop.visitor().api.confirmNewEmail(firstToken)).rejects.toMatchObject({ status: 404 })
  await ask(customer, second)
  await send()
  // Nobody has confirmed it, so there is one mail a day.
  expect(mailsTo(second)).toHaveLength(1)
  await customer.api.confirmNewEmail(secondToken)
  await signIn(second, customer.password)
})

test('a new password ends the link to a new address', async () => {
  const [changer, loser] = [await shop.customer(), await confirmed(await shop.customer())]
  const tokens = [await asked(changer, fresh()), await asked(loser, fresh())]
  await changer.api.changePassword({ password: changer.password, newPassword: 'a plain new password' })
  await shop.visitor().api.forgotPassword(loser.user.email)
  await send()
  const token = /reset-password\/([\w-]+)/.exec(mailsTo(loser.user.email).at(-1)?.text ?? '')?.[1] ?? 'none'
  await shop.visitor().api.resetPassword({ token, password: 'a plain new password' })
  for (const ended of tokens) {
    await expect(shop.visitor().api.confirmNewEmail(ended)).rejects.toMatchObject({ status: 404 })
  }
})

test('a wrong password, a bad address or the present one changes nothing', async () => {
  const customer = await shop.customer()
  const { password } = customer
  const anyText: unknown = expect.any(String)
  for (const [change, field] of [
    [{ email: fresh(), password: 'wrong one' }, undefined],
    [{ email: fresh() }, undefined],
    [{ email: 'none', password }, 'email'],
    [{ email: `${'x'.repeat(10_000)}@example.com`, password }, 'email'],
    [{ email: { $ne: '' }, password }, 'email'],
    [{ email: ` ${customer.user.email.toUpperCase()} `, password }, 'email'],
    [{ email: fresh(), password, role: 'admin' }, 'role'],
  ] as const) {
    await expect(customer.api.changeEmail(change as never)).rejects.toMatchObject({
      status: 400,
      ...(field && { fields: { [field]: anyText } }),
    })
  }
  expect(await customer.api.getMe()).toEqual(customer.user)
  expect(await customer.api.getOwnData()).toMatchObject({ emailChanges: [] })
})

test('an account names at most five new addresses a day', async () => {
  const customer = await shop.customer()
  for (let turn = 0; turn < 5; turn += 1) await ask(customer, fresh())
  await expect(ask(customer, fresh())).rejects.toMatchObject({ status: 429, retryAfterSeconds: expect.any(Number) })
})

test('where no mail is sent, the address changes at once, unless it has an account', async () => {
  setMailServer(undefined)
  const [customer, other] = [await confirmed(await shop.customer()), await shop.customer()]
  const elsewhere = shop.visitor()
  await elsewhere.api.login({ email: customer.user.email, password: customer.password })
  await expect(ask(customer, other.user.email)).rejects.toMatchObject({
    status: 409,
    fields: { email: 'An account with this e-mail exists already.' },
  })
  const before = customer.cookies.get('customer_session')
  const email = fresh()
  expect(await ask(customer, email)).toEqual({
    message: 'Your e-mail address is changed. Everywhere else you are logged out.',
  })
  expect(customer.cookies.get('customer_session')).not.toBe(before)
  expect((await customer.api.getMe()).email).toBe(email)
  expect(await customer.api.getEmailConfirmation()).toEqual({ isConfirmed: false })
  await expect(elsewhere.api.getMe()).rejects.toMatchObject({ status: 401 })
  await signIn(email, customer.password)
  await send()
  expect(mailsTo(customer.user.email)).toMatchObject([{ subject: TOLD }])
})

test('two accounts that take the same address at once do not both get it', async () => {
  setMailServer(undefined)
  const both = [await shop.customer(), await shop.customer()]
  const email = fresh()
  const outcomes = await Promise.allSettled(both.map((customer) => ask(customer, email)))
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { status: 409 } })
})

test('somebody of the staff changes the address in the admin area, and its link works there alone', async () => {
  const admin = await shop.admin()
  const asCustomer = shop.visitor()
  await asCustomer.api.login({ email: admin.user.email, password: admin.password })
  const email = fresh()
  await admin.api.changeAdminEmail({ email, password: admin.password })
  await send()
  const token = tokenIn(mailsTo(email)[0]?.text)
  for (const browser of [shop.visitor(), asCustomer]) {
    await expect(browser.api.confirmNewEmail(token, 'a plain new password')).rejects.toMatchObject({
      status: 403,
      code: 'forbidden',
    })
  }
  await admin.api.confirmNewEmail(token)
  await expect(admin.api.getAdminMe()).rejects.toMatchObject({ status: 401 })
  const { rows } = await sql`select before, after from audit_log
    where subject_id = ${admin.user._id} and action = 'change e-mail'`.execute(shop.db)
  expect(rows).toEqual([{ before: { email: admin.user.email }, after: { email } }])
})

test('whoever opens the link in another browser chooses a new password, and the one of before ends', async () => {
  const trojan = await confirmed(await shop.customer())
  const email = fresh()
  const token = await asked(trojan, email)
  const victim = shop.visitor()
  await expect(victim.api.confirmNewEmail(token)).rejects.toMatchObject({ status: 403, code: 'new_password_needed' })
  expect((await trojan.api.getMe()).email).toBe(trojan.user.email)
  await victim.api.confirmNewEmail(token, 'a password of the owner')
  await expect(trojan.api.getMe()).rejects.toMatchObject({ status: 401 })
  await expect(signIn(email, trojan.password)).rejects.toMatchObject({ status: 401 })
  await signIn(email, 'a password of the owner')
})

test('the addresses are in the customer’s own data', async () => {
  const customer = await shop.customer()
  const email = fresh()
  await ask(customer, email)
  expect(await customer.api.getOwnData()).toMatchObject({ emailChanges: [{ email, isOld: false }] })
})
