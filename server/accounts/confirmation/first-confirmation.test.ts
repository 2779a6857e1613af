import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { sendMails } from '#server/mails/send-mails.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { buyCart, fillCart, NEVER } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

const MAILED = { publicUrl: 'http://shop.example', smtpUrl: 'smtp://mail.example' }

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop(MAILED)
})
afterEach(() => expectInvariants(shop.db))
afterAll(() => shop.close())

type Customer = Awaited<ReturnType<typeof shop.customer>>

const NEEDED = {
  status: 403,
  code: 'confirmation_needed',
  message:
    'Please confirm your e-mail address first, by the link in our mail. You can ask for a new mail on your profile.',
}
const send = async () => {
  await sql`update mails set due_at = now() where due_at is not null`.execute(shop.db)
  await sendMails(shop.shop, NEVER)
}
const mailsTo = ({ user }: Customer) => shop.mails.filter(({ to }) => to === user.email)
const tokenIn = (text = '') => /^http:\/\/shop\.example\/confirm-email\/(.+)$/m.exec(text)?.[1] ?? 'none'

async function ordered(customer: Customer) {
  await fillCart(customer, (await addProduct(shop.db)).id)
  return (await buyCart(shop, { ...customer, id: customer.user._id })).order
}

async function deliver({ _id }: { _id: string }) {
  const admin = await shop.admin()
  await admin.api.changeOrderStatus(_id, 'shipped')
  await admin.api.changeOrderStatus(_id, 'delivered')
}

test('whoever registers gets one mail, whose link confirms the address', async () => {
  const customer = await shop.customer()
  await send()
  expect(mailsTo(customer)).toMatchObject([{ subject: 'Please confirm your e-mail address' }])
  expect(mailsTo(customer)[0]?.text).not.toMatch(/Asha|Rao/)
  expect(await customer.api.getEmailConfirmation()).toEqual({ isConfirmed: false })
  await customer.api.confirmEmail(tokenIn(mailsTo(customer)[0]?.text))
  expect(await customer.api.getEmailConfirmation()).toEqual({ isConfirmed: true })
  await send()
  expect(mailsTo(customer)).toHaveLength(1)
})

test('whoever forgets the password on the day of registering gets that mail too, also a second time, and then those of the orders', async () => {
  const customer = await shop.customer()
  const { _id } = await ordered(customer)
  // A paid order would have its mails already.
  await sql`update payments set status = 'vouched' where order_id = ${_id}`.execute(shop.db)
  await send()
  const visitor = shop.visitor()
  for (let asked = 0; asked < 2; asked += 1) await visitor.api.forgotPassword(customer.user.email)
  await sql`update mails set due_at = now() where due_at is not null`.execute(shop.db)
  await send()
  expect(mailsTo(customer)).toHaveLength(3)
  const token = /^http:\/\/shop\.example\/reset-password\/(.+)$/m.exec(mailsTo(customer)[2]?.text ?? '')?.[1] ?? 'none'
  await visitor.api.resetPassword({ token, password: 'a better password' })
  await send()
  expect(mailsTo(customer).map(({ subject }) => subject)).toContainEqual(expect.stringMatching(/^Received: your order/))
})

test('registering answers the same with and without a mail, and a taken address gets none', async () => {
  const person = { firstname: 'Asha', lastname: 'Rao', password: 'correct horse battery', phone: '9876543210' }
  const mute = await startShop()
  try {
    const answers = []
    for (const { app } of [shop, mute]) {
      const payload = { ...person, email: 'same@first.example' }
      const register = () => app.inject({ method: 'POST', url: '/api/users/register', payload })
      const [first, again] = [await register(), await register()]
      const { message, user } = first.json<{ message: string; user: Record<string, unknown> }>()
      answers.push({ message, user: { ...user, _id: '', createdAt: '' }, status: [first.statusCode, again.statusCode] })
    }
    expect(answers[0]).toEqual(answers[1])
    await send()
    expect(shop.mails.filter(({ to }) => to === 'same@first.example')).toHaveLength(1)
    await sendMails(mute.shop, NEVER)
    expect(mute.mails).toEqual([])
  } finally {
    await mute.close()
  }
})

test('buying waits for nothing, and the order’s mail comes once the address is confirmed', async () => {
  const customer = await shop.customer()
  await send()
  const order = await ordered(customer)
  // A paid order would have its mails already.
  await sql`update payments set status = 'vouched' where order_id = ${order._id}`.execute(shop.db)
  await send()
  expect(mailsTo(customer)).toHaveLength(1)
  const token = tokenIn(mailsTo(customer)[0]?.text)
  await customer.api.confirmEmail(token)
  await customer.api.confirmEmail(token)
  await send()
  await send()
  expect(mailsTo(customer).map(({ subject }) => subject)).toEqual([
    'Please confirm your e-mail address',
    `Received: your order #${order._id.slice(-6).toUpperCase()}`,
  ])
})

test('a review waits for the confirmed address, and is written then', async () => {
  const customer = await shop.customer()
  const order = await ordered(customer)
  const productId = order.products[0]?.product._id ?? ''
  const review = () => customer.api.review(productId, { rating: 4, text: 'Sits well.' })
  await expect(review()).rejects.toMatchObject({ status: 409 })
  await deliver(order)
  await expect(review()).rejects.toMatchObject(NEEDED)
  expect((await customer.api.listReviews(productId)).count).toBe(0)
  await send()
  await customer.api.confirmEmail(tokenIn(mailsTo(customer)[0]?.text))
  await review()
  expect((await customer.api.listReviews(productId)).count).toBe(1)
})

test('erasing waits for the confirmed address', async () => {
  const customer = await shop.customer()
  await expect(customer.api.eraseAccount({ password: customer.password })).rejects.toMatchObject(NEEDED)
  await send()
  await customer.api.confirmEmail(tokenIn(mailsTo(customer)[0]?.text))
  await customer.api.eraseAccount({ password: customer.password })
  await expect(customer.api.getMe()).rejects.toMatchObject({ status: 401 })
})

test('where the shop sends no mail, neither reviews nor erasing wait', async () => {
  const customer = await shop.customer()
  const order = await ordered(customer)
  await deliver(order)
  Object.assign(shop.shop.config, { smtpUrl: undefined })
  try {
    await customer.api.review(order.products[0]?.product._id ?? '', { rating: 5 })
    expect((await customer.api.eraseAccount({ password: customer.password })).message).toMatch(/^Your account will be/)
  } finally {
    Object.assign(shop.shop.config, { smtpUrl: MAILED.smtpUrl })
  }
})

test('whoever registers many addresses has twenty mails an hour sent, and no more', async () => {
  const limited = await startShop({ ...MAILED, hasRateLimits: true })
  try {
    for (let turn = 0; turn < 22; turn += 1) {
      const person = { firstname: 'A', lastname: 'B', password: 'correct horse battery', phone: '1' }
      await limited.visitor().api.register({ ...person, email: `stranger-${turn}@first.example` })
    }
    for (let round = 0; round < 2; round += 1) await sendMails(limited.shop, NEVER)
    expect(limited.mails).toHaveLength(20)
    const customer = limited.visitor()
    await customer.api.login({ email: 'stranger-21@first.example', password: 'correct horse battery' })
    await customer.api.requestEmailConfirmation()
    await sendMails(limited.shop, NEVER)
    expect(limited.mails.at(-1)?.to).toBe('stranger-21@first.example')
  } finally {
    await limited.close()
  }
})
