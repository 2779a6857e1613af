import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { insertPasskey, listPasskeys } from '#server/accounts/passkeys/passkey-queries.ts'
import { newId } from '#server/db/new-id.ts'
import { sendMails } from '#server/mails/send-mails.ts'
import { NEVER } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop({ publicUrl: 'http://shop.example' })
})
afterAll(() => shop.close())

const NEW_PASSWORD = 'a plain new password'
const SESSION = 'customer_session'

/** The same customer in another browser. */
async function elsewhere({ user, password }: { user: { email: string }; password: string }) {
  const visitor = shop.visitor()
  await visitor.api.login({ email: user.email, password })
  return visitor
}

test('a customer changes name and phone', async () => {
  const customer = await shop.customer()
  const { message, user } = await customer.api.changeDetails({
    firstname: ' Meera ',
    lastname: 'Das',
    phone: '080-22334455',
  })
  expect(message).toBe('Your details are saved.')
  expect(user).toEqual({
    ...customer.user,
    firstname: 'Meera',
    lastname: 'Das',
    name: 'Meera Das',
    phone: '8022334455',
  })
  expect(await customer.api.getMe()).toEqual(user)
})

test.each([
  ['an empty name', { firstname: '', lastname: 'Das', phone: '1' }, 'firstname'],
  ['a name with a link', { firstname: 'win at www.evil.example', lastname: 'Das', phone: '1' }, 'firstname'],
  ['a huge name', { firstname: 'Meera', lastname: 'x'.repeat(100_000), phone: '1' }, 'lastname'],
  ['a phone without a digit', { firstname: 'Meera', lastname: 'Das', phone: 'none' }, 'phone'],
  ['a number for a name', { firstname: 'Meera', lastname: 7, phone: '1' }, 'lastname'],
  ['no phone', { firstname: 'Meera', lastname: 'Das' }, 'phone'],
  ['a role', { firstname: 'Meera', lastname: 'Das', phone: '1', role: 'admin' }, 'role'],
  ['an e-mail', { firstname: 'Meera', lastname: 'Das', phone: '1', email: 'other@example.com' }, 'email'],
])('details with %s are refused and nothing changes', async (_what, details, field) => {
  const customer = await shop.customer()
  await expect(customer.api.changeDetails(details as never)).rejects.toMatchObject({
    status: 400,
    fields: { [field]: expect.any(String) },
  })
  expect(await customer.api.getMe()).toEqual(customer.user)
})

test('a new password ends every other session, the administrator’s too, and a copy of the caller’s own', async () => {
  const customer = await shop.customer()
  const other = await elsewhere(customer)
  const copy = shop.visitor()
  for (const [name, value] of customer.cookies) copy.cookies.set(name, value)
  expect(await customer.api.changePassword({ password: customer.password, newPassword: NEW_PASSWORD })).toEqual({
    message: 'Your password is changed. Everywhere else you are logged out.',
  })
  expect((await customer.api.getMe())._id).toBe(customer.user._id)
  for (const ended of [other, copy]) await expect(ended.api.getMe()).rejects.toMatchObject({ status: 401 })
  await expect(elsewhere(customer)).rejects.toMatchObject({ status: 401 })
  await elsewhere({ ...customer, password: NEW_PASSWORD })
})

test('an administrator’s new password ends every other session and is in the audit log', async () => {
  const admin = await shop.admin()
  const asCustomer = await elsewhere(admin)
  const elsewhereAdmin = shop.visitor()
  await elsewhereAdmin.api.adminLogin({ email: admin.user.email, password: admin.password })
  await admin.api.changeAdminPassword({ password: admin.password, newPassword: NEW_PASSWORD })
  expect((await admin.api.getAdminMe()).user._id).toBe(admin.user._id)
  await expect(elsewhereAdmin.api.getAdminMe()).rejects.toMatchObject({ status: 401 })
  await expect(asCustomer.api.getMe()).rejects.toMatchObject({ status: 401 })
  const { rows } = await sql<{ text: string }>`select audit_log::text as text from audit_log
    where subject_id = ${admin.user._id} and action = 'change password'`.execute(shop.db)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.text).not.toMatch(/argon2|plain|correct horse/)
})

test('with a new password or address the passkeys end where that is asked for, and the address is told', async () => {
  const customer = await shop.customer()
  const { _id: userId, email } = customer.user
  await sql`update users set email_confirmed_at = now() where id = ${userId}`.execute(shop.db)
  const key = { userId, audience: 'customer', name: 'Key', transports: '', counter: 0 } as const
  const addPasskey = () => {
    const id = newId()
    return insertPasskey(shop.db, { ...key, id, credentialId: id, publicKey: new Uint8Array(1) })
  }
  const count = async () => (await listPasskeys(shop.db, key)).length
  const { password } = customer
  await addPasskey()
  await customer.api.changePassword({ password, newPassword: NEW_PASSWORD })
  expect(await count()).toBe(1)
  await customer.api.changePassword({ password: NEW_PASSWORD, newPassword: password, removesPasskeys: true })
  expect(await count()).toBe(0)
  await addPasskey()
  await customer.api.changeEmail({ email: `moved-${userId}@example.com`, password, removesPasskeys: true })
  expect(await count()).toBe(0)
  shop.mails.splice(0)
  await sendMails(shop.shop, NEVER)
  expect(
    shop.mails
      .filter(({ to }) => to === email)
      .map(({ subject }) => subject)
      .toSorted(),
  ).toEqual([
    'Added: a passkey for your account',
    'Added: a passkey for your account',
    'Changed: the e-mail address of your account',
    'Changed: the password of your account',
    'Changed: the password of your account',
  ])
})

test('a wrong, common, short or missing password changes nothing', async () => {
  const customer = await shop.customer()
  const other = await elsewhere(customer)
  const { password } = customer
  for (const [change, message] of [
    [{ password: 'wrong one', newPassword: NEW_PASSWORD }, 'This is not your present password.'],
    [{ password, newPassword: 'password1' }, 'This password is one that is guessed first. Please choose another one.'],
    [{ password, newPassword: customer.user.email }, 'A password cannot be your e-mail address or your name.'],
    [{ password, newPassword: 'short' }, 'A password has at least 8 characters.'],
    [{ newPassword: NEW_PASSWORD }, 'Please enter a password.'],
    [{ password: { $ne: '' }, newPassword: NEW_PASSWORD }, 'Please enter a password.'],
  ] as const) {
    await expect(customer.api.changePassword(change as never)).rejects.toMatchObject({ status: 400, message })
  }
  for (const { api } of [customer, other]) expect((await api.getMe())._id).toBe(customer.user._id)
  await elsewhere(customer)
})

test('of two changes at once with the same present password, one counts', async () => {
  const customer = await shop.customer()
  const other = await elsewhere(customer)
  const changes = [customer, other].map(({ api }, index) =>
    api.changePassword({ password: customer.password, newPassword: `a plain password ${index}` }),
  )
  const outcomes = await Promise.allSettled(changes)
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('the session goes on under an id that the caller did not choose', async () => {
  const customer = await shop.customer()
  const before = customer.cookies.get(SESSION)
  customer.cookies.set('planted', 'x')
  await customer.api.changePassword({ password: customer.password, newPassword: NEW_PASSWORD })
  const after = customer.cookies.get(SESSION) ?? ''
  expect(after).not.toBe(before)
  expect(Buffer.from(after, 'base64url')).toHaveLength(32)
})

test('a new password ends the links for a forgotten one', async () => {
  const customer = await shop.customer()
  await shop.visitor().api.forgotPassword(customer.user.email)
  await sendMails(shop.shop, NEVER)
  const token = /reset-password\/([\w-]+)/.exec(shop.mails.at(-1)?.text ?? '')?.[1] ?? 'none'
  await customer.api.changePassword({ password: customer.password, newPassword: NEW_PASSWORD })
  await expect(shop.visitor().api.resetPassword({ token, password: 'a stolen password' })).rejects.toMatchObject({
    status: 404,
  })
})

test('whoever has taken over a session guesses the password no more often than at the sign-in', async () => {
  const limited = await startShop({ hasRateLimits: true })
  try {
    const customer = await limited.customer()
    const guess = () => customer.api.changePassword({ password: 'wrong one', newPassword: NEW_PASSWORD })
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, guess))
    const codes = outcomes.map((outcome) => (outcome.status === 'rejected' ? String(outcome.reason.code) : 'changed'))
    expect(codes.toSorted((a, b) => a.localeCompare(b))).toEqual([
      ...Array.from({ length: 5 }, () => 'invalid'),
      'rate_limited',
      'rate_limited',
      'rate_limited',
    ])
    await expect(
      customer.api.changePassword({ password: customer.password, newPassword: NEW_PASSWORD }),
    ).rejects.toMatchObject({ status: 429 })
  } finally {
    await limited.close()
  }
})
