import { generate } from 'otplib'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { Config } from '#server/start/config.ts'
import type { Visitor } from '#test/visitor.ts'

import { ensureFirstAdmin } from '#server/accounts/service.ts'
import { createEmailChangeToken } from '#server/accounts/email-change/change-email.ts'
import { createRecovery } from '#server/accounts/recovery/recovery.ts'
import { sendMails } from '#server/mails/send-mails.ts'
import { newId } from '#server/db/new-id.ts'
import { NEVER } from '#test/purchase.ts'
import { passkeyBodies } from '#test/sample-passkeys.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop()
})
beforeEach(() => void shop.mails.splice(0))
afterAll(() => shop.close())

const NEW_PASSWORD = 'a plain new password'
const ELSEWHERE = {
  status: 403,
  code: 'forbidden',
  message:
    'This account belongs to the staff. It is changed in the admin area only: please log in there and open “Your account” (/admin/account).',
}

const FACTORS = ['none', 'begun', 'on'] as const
type FactorState = (typeof FACTORS)[number]

/**
 * Somebody of the staff with a second factor in this state, who is also signed in to the shop. `code` gives the next
 * right code.
 */
async function staffWith(state: FactorState) {
  const admin = await shop.admin()
  const inShop = shop.visitor()
  await inShop.api.login({ email: admin.user.email, password: admin.password })
  let recoveryCodes: string[] = []
  if (state !== 'none') {
    const { key } = await admin.api.startSecondFactor()
    if (state === 'on') ({ recoveryCodes } = await admin.api.confirmSecondFactor(await generate({ secret: key })))
  }
  return { admin, inShop, recoveryCodes }
}

/** What an account lets in by. */
async function keysOf(userId: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select email, password_hash, firstname, email_confirmed_at,
      (select count(*) from passkeys where user_id = users.id)::int as passkeys,
      (select count(*) from recovery_codes where user_id = users.id)::int as codes,
      (select confirmed_at from second_factors where user_id = users.id) as factor,
      (select count(*) from account_erasures where user_id = users.id)::int as erasures
    from users where id = ${userId}`.execute(shop.db)
  return rows[0]
}

type Refusal = typeof ELSEWHERE
type Change = (visitor: Visitor, password: string) => Promise<unknown>
const raw =
  (method: string, path: string, body: object = {}): Change =>
  async ({ fetch }) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`/api${path}`, {
      method,
      headers,
      ...(method !== 'GET' && { body: JSON.stringify(body) }),
    })
    if (answer.ok) return
    const { code, message } = (await answer.json()) as { code: string; message: string }
    throw Object.assign(new Error(message), { status: answer.status, code })
  }
/** Every call of the shop that changes an account or takes its data out. */
const CHANGES: Record<string, Change> = {
  'PATCH /users/me': ({ api }) => api.changeDetails({ firstname: 'Another', lastname: 'Name', phone: '1' }),
  'POST /users/change-password': ({ api }, password) => api.changePassword({ password, newPassword: NEW_PASSWORD }),
  'POST /users/change-email': ({ api }, password) => api.changeEmail({ email: `${newId()}@x.example`, password }),
  'GET /users/data': ({ api }) => api.getOwnData(),
  'POST /users/erasure': ({ api }, password) => api.eraseAccount({ password }),
  'POST /users/passkeys/options': raw('POST', '/users/passkeys/options'),
  'POST /users/passkeys': raw('POST', '/users/passkeys', passkeyBodies('/users')['POST /users/passkeys']),
  'PATCH /users/passkeys/{passkeyId}': raw('PATCH', '/users/passkeys/one', { name: 'Key' }),
  'POST /users/passkeys/{passkeyId}/remove': raw('POST', '/users/passkeys/one/remove'),
}

/** The calls of a customer that change nothing about what lets into the account. */
const HARMLESS = [
  'GET /users/me',
  'GET /users/email-confirmation',
  'POST /users/email-confirmation',
  'GET /users/sessions',
  'DELETE /users/sessions',
  'DELETE /users/sessions/{sessionId}',
  'GET /users/passkeys',
  'GET /users/store-credit',
]

test('each call of a customer about the own account either changes what lets into it, or is known to be harmless', async () => {
  const { paths } = (await (await shop.visitor().fetch('/api/openapi.json')).json()) as {
    paths: Record<string, Record<string, { 'x-audience': string }>>
  }
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      path.startsWith('/users/') && operation['x-audience'] === 'customer' ? [`${method.toUpperCase()} ${path}`] : [],
    ),
  )
  expect(calls.toSorted()).toEqual([...Object.keys(CHANGES), ...HARMLESS].toSorted())
})

test.each(FACTORS)(
  'with a second factor that is %s, a session of the shop changes nothing of an account of the staff',
  async (state) => {
    const { admin, inShop } = await staffWith(state)
    const before = await keysOf(admin.user._id)
    for (const [name, change] of Object.entries(CHANGES)) {
      const refusal = await change(inShop, admin.password).catch(({ status, code, message }: Refusal) => ({
        status,
        code,
        message,
      }))
      expect({ name, refusal }).toEqual({ name, refusal: ELSEWHERE })
    }
    expect(await keysOf(admin.user._id)).toEqual(before)
    expect((await admin.api.getAdminMe()).user._id).toBe(admin.user._id)
    expect((await inShop.api.getMe())._id).toBe(admin.user._id)
  },
)

test('a session that was opened without the second factor changes nothing once there is one', async () => {
  const { admin } = await staffWith('on')
  await sql`update sessions set has_two_factors = false where user_id = ${admin.user._id}`.execute(shop.db)
  const { password } = admin
  await expect(admin.api.changeAdminPassword({ password, newPassword: NEW_PASSWORD })).rejects.toMatchObject(ELSEWHERE)
  await expect(admin.api.changeAdminEmail({ email: 'a@x.example', password })).rejects.toMatchObject(ELSEWHERE)
  await expect(admin.api.getAdminData()).rejects.toMatchObject(ELSEWHERE)
  await expect(admin.api.renewRecoveryCodes()).rejects.toMatchObject(ELSEWHERE)
  await expect(admin.api.removeSecondFactor()).rejects.toMatchObject(ELSEWHERE)
})

test.each(FACTORS)('with a second factor that is %s, the admin area changes the account', async (state) => {
  const { admin } = await staffWith(state)
  const email = `${newId()}@x.example`
  await admin.api.changeAdminDetails({ firstname: 'Another', lastname: 'Name', phone: '1' })
  await admin.api.changeAdminPassword({ password: admin.password, newPassword: NEW_PASSWORD })
  await admin.api.changeAdminEmail({ email, password: NEW_PASSWORD })
  expect(await admin.api.getAdminData()).toMatchObject({ account: { email, firstname: 'Another' } })
  expect((await admin.api.getSecondFactor()).isOn).toBe(state === 'on')
})

test('a link for a new password asks somebody of the staff for the second factor, and leaves it on', async () => {
  const { admin, recoveryCodes } = await staffWith('on')
  const token = await createRecovery(shop.db, admin.user._id, admin.user.email, 'password')
  const { api } = shop.visitor()
  const before = await keysOf(admin.user._id)
  await expect(api.resetPassword({ token, password: NEW_PASSWORD })).rejects.toMatchObject({ code: 'code_needed' })
  await expect(api.resetPassword({ token, password: NEW_PASSWORD, code: '000000' })).rejects.toMatchObject({
    status: 401,
  })
  expect(await keysOf(admin.user._id)).toEqual(before)
  await api.resetPassword({ token, password: NEW_PASSWORD, code: recoveryCodes[0] ?? '' })
  const again = shop.visitor()
  await expect(again.api.adminLogin({ email: admin.user.email, password: NEW_PASSWORD })).rejects.toMatchObject({
    code: 'code_needed',
  })
  await again.api.adminLogin({ email: admin.user.email, password: NEW_PASSWORD, code: recoveryCodes[1] ?? '' })
})

test('a link to a new address that a customer asked for ends nothing for who has joined the staff since', async () => {
  const customer = await shop.customer()
  const email = `${newId()}@x.example`
  Object.assign<Config, object>(shop.shop.config, { smtpUrl: 'smtp://mail.example' })
  try {
    await customer.api.changeEmail({ email, password: customer.password })
  } finally {
    Object.assign<Config, object>(shop.shop.config, { smtpUrl: undefined })
  }
  const { rows } = await sql<{
    id: string
  }>`select key as id from account_links where payload ->> 'email' = ${email}`.execute(shop.db)
  const token = (await createEmailChangeToken(shop.db, rows[0]?.id ?? '')) ?? ''
  await sql`update users set role = 'admin', staff_role = 'packer' where id = ${customer.user._id}`.execute(shop.db)
  for (const { api } of [customer, shop.visitor()]) {
    await expect(api.confirmNewEmail(token, NEW_PASSWORD)).rejects.toMatchObject(ELSEWHERE)
  }
})

test('a code at the shop’s sign-in leaves the first administrator’s password, passkeys and sessions as they are', async () => {
  await sql`update users set role = 'customer', staff_role = null where role = 'admin'`.execute(shop.db)
  const first = { email: 'first@x.example', password: 'a plain first password' }
  await ensureFirstAdmin(shop.db, first)
  const admin = shop.visitor()
  const { user } = await admin.api.adminLogin(first)
  const before = await keysOf(user._id)
  const browser = shop.visitor()
  await browser.api.sendCode(first.email)
  await sendMails(shop.shop, NEVER)
  const code = /^Your code is (\d{6})$/m.exec(shop.mails.at(-1)?.text ?? '')?.[1] ?? ''
  await browser.api.loginByCode({ email: first.email, code })
  expect(await keysOf(user._id)).toEqual({ ...before, emailConfirmedAt: expect.any(Date) })
  expect((await admin.api.getAdminMe()).user._id).toBe(user._id)
  await shop.visitor().api.adminLogin(first)
})

test('every change of what lets somebody of the staff in is in the audit log', async () => {
  const { admin, recoveryCodes } = await staffWith('on')
  const actions = async () => {
    const { rows } = await sql<{ action: string }>`
      select action from audit_log where subject_id = ${admin.user._id} order by id`.execute(shop.db)
    return rows.map(({ action }) => action)
  }
  await shop
    .visitor()
    .api.adminLogin({ email: admin.user.email, password: admin.password, code: recoveryCodes[0] ?? '' })
  await admin.api.renewRecoveryCodes()
  await admin.api.changeAdminPassword({ password: admin.password, newPassword: NEW_PASSWORD })
  await admin.api.changeAdminEmail({ email: `${newId()}@x.example`, password: NEW_PASSWORD })
  await admin.api.removeSecondFactor()
  expect((await actions()).filter((action) => action !== 'make administrator')).toEqual([
    'turn on second factor',
    'use recovery code',
    'renew recovery codes',
    'change password',
    'change e-mail',
    'turn off second factor',
  ])
})

test('an owner sees and ends the sessions of somebody of the staff, and everybody their own', async () => {
  const [owner, other] = [await shop.admin(), await shop.admin()]
  const elsewhere = shop.visitor()
  await elsewhere.api.adminLogin({ email: other.user.email, password: other.password })
  expect((await other.api.listAdminSessions()).signIns).toMatchObject([{ isCurrent: false }, { isCurrent: true }])
  await other.api.endOtherAdminSessions()
  await expect(elsewhere.api.getAdminMe()).rejects.toMatchObject({ status: 401 })
  expect((await owner.api.listStaffSessions(other.user._id)).signIns).toHaveLength(1)
  await owner.api.endStaffSessions(other.user._id)
  await expect(other.api.getAdminMe()).rejects.toMatchObject({ status: 401 })
  const customer = await shop.customer()
  await expect(owner.api.listStaffSessions(customer.user._id)).rejects.toMatchObject({ status: 404 })
})

test('an owner sees and ends the sessions of a customer, which the audit log keeps without the address', async () => {
  const [owner, customer] = [await shop.admin(), await shop.customer()]
  const { _id: userId, email } = customer.user
  await shop.visitor().api.login({ email, password: customer.password })
  expect((await owner.api.listCustomerSessions(userId)).signIns).toHaveLength(2)
  expect((await owner.api.endCustomerSessions(userId)).message).toBe('Logged out everywhere.')
  await expect(customer.api.getMe()).rejects.toMatchObject({ status: 401 })
  expect((await owner.api.listCustomerSessions(userId)).signIns).toEqual([])
  const { rows } = await sql`
    select actor_id, action, before, after from audit_log where subject_id = ${userId}`.execute(shop.db)
  expect(rows).toEqual([{ actorId: owner.user._id, action: 'end sessions', before: null, after: null }])
  await shop.visitor().api.login({ email, password: customer.password })
  for (const id of [owner.user._id, newId()]) {
    await expect(owner.api.endCustomerSessions(id)).rejects.toMatchObject({ status: 404 })
  }
  await owner.api.getAdminMe()
})
