import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createPasskeyApi } from '#contract/accounts/passkey-api.ts'
import { createAdmin } from '#server/accounts/service.ts'
import { createRecovery } from '#server/accounts/recovery/recovery.ts'
import { createAuthenticator } from '#test/authenticator.ts'
import { startShop } from '#test/start-shop.ts'
import type { Visitor } from '#test/visitor.ts'

type Audience = 'customer' | 'admin'

const ORIGIN = 'https://shop.example'
const SITE = { publicUrl: ORIGIN }
const SESSIONS = { customer: '__Host-customer_session', admin: '__Host-admin_session' }
const REFUSED = 'This passkey could not be used. Please try again, or use your password.'
const NOT_ADDED = 'The passkey could not be added. Please try again.'
const AUDIENCES: Audience[] = ['customer', 'admin']

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop(SITE)
})
afterAll(() => shop.close())

const passkeysOf = ({ fetch }: Visitor, audience: Audience = 'customer') => createPasskeyApi(fetch, audience)

const signedIn = (audience: Audience) => (audience === 'admin' ? shop.admin() : shop.customer())

/** Somebody with a session and a passkey on a device of theirs. */
async function withPasskey(audience: Audience = 'customer', options: { counts?: boolean } = {}) {
  const person = await signedIn(audience)
  const device = createAuthenticator(ORIGIN, options)
  const api = passkeysOf(person, audience)
  const { passkeys } = await api.addPasskey({
    name: 'My phone',
    credential: device.create(await api.startNewPasskey()),
  })
  return { ...person, device, passkeys: api, passkeyId: passkeys[0]!._id }
}

/** A browser without a session that has asked for a challenge. */
async function atSignIn(audience: Audience = 'customer') {
  const visitor = shop.visitor()
  const passkeys = passkeysOf(visitor, audience)
  return { ...visitor, passkeys, options: await passkeys.startSignIn() }
}

const whoIsIn = async ({ api }: Visitor, audience: Audience) =>
  (audience === 'admin' ? (await api.getAdminMe()).user : await api.getMe())._id

const makeOld = (userId: string) =>
  sql`update sessions set proved_at = now() - interval '16 minutes' where user_id = ${userId}`.execute(shop.db)

test.each(AUDIENCES)(
  'a passkey signs its %s in, under a new session, and is listed with both dates',
  async (audience) => {
    const person = await withPasskey(audience)
    expect((await person.passkeys.listPasskeys()).passkeys).toEqual([
      { _id: person.passkeyId, name: 'My phone', createdAt: expect.any(String), lastUsedAt: null },
    ])
    const browser = await atSignIn(audience)
    const { message, user } = await browser.passkeys.signIn(person.device.get(browser.options))
    expect([message, user._id]).toEqual(['Login successful!', person.user._id])
    expect(await whoIsIn(browser, audience)).toBe(person.user._id)
    expect((await person.passkeys.listPasskeys()).passkeys).toMatchObject([{ lastUsedAt: expect.any(String) }])
    const again = await atSignIn(audience)
    await again.passkeys.signIn(person.device.get(again.options))
  },
)

test('what a browser asks the device for names the configured address, whatever the host header says', async () => {
  const customer = await shop.customer()
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
  const [cookie] = [...customer.cookies].map(([name, value]) => `${name}=${value}`)
  const ask = (url: string) =>
    shop.app.inject({ method: 'POST', url, headers: { ...headers, cookie: cookie ?? '' }, payload: {} })
  expect((await ask('/api/users/passkey-challenge')).json()).toEqual({
    challenge: expect.stringMatching(/^[\w-]{43}$/),
    rpId: 'shop.example',
    timeout: 300_000,
    userVerification: 'required',
  })
  const options = (await ask('/api/users/passkeys/options')).json()
  expect(options).toMatchObject({
    rp: { id: 'shop.example', name: 'Selvedge' },
    user: { name: customer.user.email, displayName: customer.user.name },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  expect(Buffer.from(options.user.id, 'base64url').toString()).not.toContain(customer.user._id)
})

test('the browser is known by a cookie that no script reads and that ends with the challenge', async () => {
  const answer = await shop.visitor().fetch('/api/users/passkey-challenge', { method: 'POST' })
  const cookie = answer.headers.getSetCookie().join()
  expect(cookie).toMatch(/^__Host-passkey_browser=[\w-]{43}; Max-Age=300; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
  const { rows } = await sql<{ text: string }>`select passkey_challenges::text as text from passkey_challenges`.execute(
    shop.db,
  )
  const [, browser = ''] = /=([\w-]+)/.exec(cookie) ?? []
  expect(rows.map(({ text }) => text).join()).not.toContain(browser)
})

test('a session that the browser had before ends, and one that was planted opens nothing', async () => {
  const person = await withPasskey()
  const earlier = person.cookies.get(SESSIONS.customer) ?? ''
  const options = await person.passkeys.startSignIn()
  await person.passkeys.signIn(person.device.get(options))
  expect(person.cookies.get(SESSIONS.customer)).not.toBe(earlier)
  const browser = await atSignIn()
  browser.cookies.set(SESSIONS.customer, earlier)
  await expect(browser.api.getMe()).rejects.toMatchObject({ status: 401 })
  browser.cookies.set(SESSIONS.customer, 'planted')
  await browser.passkeys.signIn(person.device.get(browser.options))
  expect(browser.cookies.get(SESSIONS.customer)).not.toBe('planted')
  expect(await whoIsIn(browser, 'customer')).toBe(person.user._id)
})

test.each([
  ['of another origin', { origin: 'https://evil.example' }],
  ['of the same host by http', { origin: 'http://shop.example' }],
  ['of another port', { origin: `${ORIGIN}:8443` }],
  ['for another relying party', { rpId: 'evil.example' }],
  ['for a parent domain', { rpId: 'example' }],
  ['without user verification', { isUserVerified: false }],
  ['without anybody present', { isUserPresent: false }],
  ['of a challenge that nobody gave', { challenge: 'A'.repeat(43) }],
  ['of a challenge that is no text', { challenge: '\u0000' }],
  ['of a registration', { type: 'webauthn.create' }],
  ['of another account’s handle', { userHandle: Buffer.alloc(32).toString('base64url') }],
  ['without a handle', { userHandle: null }],
])('an answer %s signs nobody in', async (_, lie) => {
  const { device } = await withPasskey()
  const browser = await atSignIn()
  await expect(browser.passkeys.signIn(device.get(browser.options, lie))).rejects.toMatchObject({
    status: 401,
    code: 'unauthenticated',
    message: REFUSED,
  })
  expect(browser.cookies.has(SESSIONS.customer)).toBe(false)
})

test('an answer counts once, also when it is sent many times at once', async () => {
  for (const counts of [true, false]) {
    const { device } = await withPasskey('customer', { counts })
    const browser = await atSignIn()
    const answer = device.get(browser.options)
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => browser.passkeys.signIn(answer)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(browser.passkeys.signIn(answer)).rejects.toMatchObject({ status: 401 })
  }
})

test('a wrong answer uses the challenge up', async () => {
  const { device } = await withPasskey()
  const browser = await atSignIn()
  await expect(browser.passkeys.signIn(device.get(browser.options, { isUserVerified: false }))).rejects.toThrow(REFUSED)
  await expect(browser.passkeys.signIn(device.get(browser.options))).rejects.toThrow(REFUSED)
})

test('a challenge is for the browser that asked, for its purpose, and for five minutes', async () => {
  const person = await withPasskey()
  const [browser, other] = [await atSignIn(), await atSignIn()]
  await expect(other.passkeys.signIn(person.device.get(browser.options))).rejects.toMatchObject({ status: 401 })
  await expect(passkeysOf(shop.visitor()).signIn(person.device.get(browser.options))).rejects.toMatchObject({
    status: 401,
  })
  const forAdmins = passkeysOf(browser, 'admin')
  await expect(browser.passkeys.signIn(person.device.get(await forAdmins.startSignIn()))).rejects.toMatchObject({
    status: 401,
  })
  const { challenge } = await person.passkeys.startNewPasskey()
  const { rpId } = browser.options
  await expect(
    person.passkeys.signIn(person.device.get({ ...browser.options, challenge, rpId })),
  ).rejects.toMatchObject({
    status: 401,
  })
  const credential = createAuthenticator(ORIGIN).create({
    ...(await person.passkeys.startNewPasskey()),
    challenge: (await person.passkeys.startSignIn()).challenge,
  })
  await expect(person.passkeys.addPasskey({ name: 'x', credential })).rejects.toThrow(NOT_ADDED)
  await browser.passkeys.signIn(person.device.get(browser.options))
  const late = await atSignIn()
  await sql`update passkey_challenges set expires_at = now() where challenge = ${late.options.challenge}`.execute(
    shop.db,
  )
  await expect(late.passkeys.signIn(person.device.get(late.options))).rejects.toMatchObject({ status: 401 })
})

test('two pages of one browser may each wait for a passkey', async () => {
  const { device, user } = await withPasskey()
  const browser = await atSignIn()
  await browser.passkeys.startSignIn()
  await browser.passkeys.signIn(device.get(browser.options))
  expect(await whoIsIn(browser, 'customer')).toBe(user._id)
})

test('an unknown passkey, and a known one with another key, sign nobody in', async () => {
  const person = await withPasskey()
  const browser = await atSignIn()
  const real = person.device.get(browser.options)
  const forged = createAuthenticator(ORIGIN)
  forged.pretend(real.id, real.response.userHandle ?? '')
  await expect(browser.passkeys.signIn(forged.get(await browser.passkeys.startSignIn()))).rejects.toThrow(REFUSED)
  forged.pretend(Buffer.alloc(32).toString('base64url'), real.response.userHandle ?? '')
  await expect(browser.passkeys.signIn(forged.get(await browser.passkeys.startSignIn()))).rejects.toThrow(REFUSED)
})

test('a counter that has not grown is refused, because the device may have been copied', async () => {
  const { device } = await withPasskey()
  const signIn = async (lie = {}) => {
    const browser = await atSignIn()
    return browser.passkeys.signIn(device.get(browser.options, lie))
  }
  await signIn({ counter: 7 })
  for (const counter of [7, 6, 0]) await expect(signIn({ counter })).rejects.toThrow(REFUSED)
  await signIn({ counter: 8 })
})

test('a passkey that does not count signs in again and again', async () => {
  const { device, user } = await withPasskey('customer', { counts: false })
  for (let count = 0; count < 3; count += 1) {
    const browser = await atSignIn()
    expect((await browser.passkeys.signIn(device.get(browser.options))).user._id).toBe(user._id)
  }
})

test('a passkey opens the kind of session that it was made in, and no other', async () => {
  const admin = await withPasskey('admin')
  const asCustomer = await atSignIn('customer')
  await expect(asCustomer.passkeys.signIn(admin.device.get(asCustomer.options))).rejects.toThrow(REFUSED)
  // The same account, but its customer's side, which makes none for the staff.
  await admin.api.login({ email: admin.user.email, password: admin.password })
  const customerSide = passkeysOf(admin, 'customer')
  expect((await customerSide.listPasskeys()).passkeys).toEqual([])
  await expect(customerSide.startNewPasskey()).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  const shopper = await withPasskey('customer')
  const asAdmin = await atSignIn('admin')
  await expect(asAdmin.passkeys.signIn(shopper.device.get(asAdmin.options))).rejects.toThrow(REFUSED)
  await expect(asAdmin.api.getAdminMe()).rejects.toMatchObject({ status: 401 })
})

test.each([
  ['no administrator any more', sql`role = 'customer', staff_role = null`],
  ['deactivated', sql`deactivated_at = now()`],
])('whoever is %s does not come in by a passkey', async (_, change) => {
  const { device, user } = await withPasskey('admin')
  await sql`update users set ${change} where id = ${user._id}`.execute(shop.db)
  const browser = await atSignIn('admin')
  await expect(browser.passkeys.signIn(device.get(browser.options))).rejects.toMatchObject({
    status: 403,
    message: 'Access denied. Not an admin.',
  })
  expect(browser.cookies.has(SESSIONS.admin)).toBe(false)
})

test.each(AUDIENCES)('a %s’s removed passkey, and that of a deleted account, sign nobody in', async (audience) => {
  const person = await withPasskey(audience)
  const browser = await atSignIn(audience)
  const answer = person.device.get(browser.options)
  expect((await person.passkeys.removePasskey(person.passkeyId)).passkeys).toEqual([])
  await expect(browser.passkeys.signIn(answer)).rejects.toThrow(REFUSED)
  // The password is left.
  const { email } = person.user
  const { password } = person
  await (audience === 'admin'
    ? shop.visitor().api.adminLogin({ email, password })
    : shop.visitor().api.login({ email, password }))
  if (audience === 'admin') return
  const gone = await withPasskey()
  await sql`delete from users where id = ${gone.user._id}`.execute(shop.db)
  const second = await atSignIn()
  await expect(second.passkeys.signIn(gone.device.get(second.options))).rejects.toThrow(REFUSED)
})

test('nobody renames or removes a passkey of another, nor adds one to another’s account', async () => {
  const [owner, other] = [await withPasskey(), await withPasskey()]
  await expect(other.passkeys.renamePasskey(owner.passkeyId, 'Mine')).rejects.toMatchObject({ status: 404 })
  await expect(other.passkeys.removePasskey(owner.passkeyId)).rejects.toMatchObject({ status: 404 })
  await expect(other.passkeys.removePasskey('none')).rejects.toMatchObject({ status: 404 })
  const credential = createAuthenticator(ORIGIN).create(await owner.passkeys.startNewPasskey())
  // Even in a browser that holds what the owner's does.
  other.cookies.set('__Host-passkey_browser', owner.cookies.get('__Host-passkey_browser') ?? '')
  await expect(other.passkeys.addPasskey({ name: 'x', credential })).rejects.toThrow(NOT_ADDED)
  expect((await owner.passkeys.listPasskeys()).passkeys).toMatchObject([{ name: 'My phone' }])
})

test('one account has several passkeys, each with a name, and a device has one of them', async () => {
  const person = await withPasskey()
  const second = createAuthenticator(ORIGIN)
  const options = await person.passkeys.startNewPasskey()
  const first = person.device.get(await person.passkeys.startSignIn()).id
  expect(options.excludeCredentials).toEqual([{ id: first, type: 'public-key', transports: ['internal'] }])
  await person.passkeys.addPasskey({ name: '  My key  ', credential: second.create(options) })
  const { passkeys } = await person.passkeys.renamePasskey(person.passkeyId, 'Old phone')
  expect(passkeys.map(({ name }) => name)).toEqual(['Old phone', 'My key'])
  for (const device of [person.device, second]) {
    const browser = await atSignIn()
    expect((await browser.passkeys.signIn(device.get(browser.options))).user._id).toBe(person.user._id)
  }
  for (const name of ['', ' ', 'x'.repeat(61), 'x\u0000', 7, undefined]) {
    await expect(person.passkeys.renamePasskey(person.passkeyId, name as never)).rejects.toMatchObject({ status: 400 })
  }
})

test.each([
  ['of another origin', { origin: 'https://evil.example' }],
  ['for another relying party', { rpId: 'evil.example' }],
  ['without user verification', { isUserVerified: false }],
  ['of another challenge', { challenge: 'A'.repeat(43) }],
  ['of a sign-in', { type: 'webauthn.get' }],
  ['with an attestation that was not asked for', { attestation: 'apple' }],
])('a passkey %s is not added', async (_, lie) => {
  const customer = await shop.customer()
  const passkeys = passkeysOf(customer)
  const credential = createAuthenticator(ORIGIN).create(await passkeys.startNewPasskey(), lie)
  await expect(passkeys.addPasskey({ name: 'x', credential })).rejects.toMatchObject({
    status: 400,
    message: NOT_ADDED,
  })
  expect((await passkeys.listPasskeys()).passkeys).toEqual([])
})

test('the same passkey is added once, and an account has at most twenty', async () => {
  const customer = await shop.customer()
  const passkeys = passkeysOf(customer)
  const device = createAuthenticator(ORIGIN)
  const credential = device.create(await passkeys.startNewPasskey())
  await passkeys.addPasskey({ name: 'One', credential })
  await expect(passkeys.addPasskey({ name: 'One', credential })).rejects.toMatchObject({ status: 400 })
  const add = async () =>
    passkeys.addPasskey({
      name: 'More',
      credential: createAuthenticator(ORIGIN).create(await passkeys.startNewPasskey()),
    })
  const outcomes = await Promise.allSettled(Array.from({ length: 21 }, add))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(19)
  const refused = outcomes.find((outcome) => outcome.status === 'rejected')
  expect(refused).toMatchObject({ reason: { status: 409 } })
  expect((await passkeys.listPasskeys()).passkeys).toHaveLength(20)
})

test('a passkey that another account has is not added to this one', async () => {
  const owner = await withPasskey()
  const other = passkeysOf(await shop.customer())
  const credential = createAuthenticator(ORIGIN).create(await other.startNewPasskey())
  const { id } = owner.device.get(await other.startSignIn())
  await sql`update passkeys set credential_id = ${credential.id} where credential_id = ${id}`.execute(shop.db)
  await expect(other.addPasskey({ name: 'x', credential })).rejects.toMatchObject({ status: 409 })
})

test('some time after the sign-in, adding and removing ask for the password', async () => {
  const person = await withPasskey()
  expect((await person.passkeys.listPasskeys()).isSignInRecent).toBe(true)
  await makeOld(person.user._id)
  expect((await person.passkeys.listPasskeys()).isSignInRecent).toBe(false)
  const calls = [
    (password?: string) => person.passkeys.startNewPasskey({ password }),
    (password?: string) => person.passkeys.removePasskey(person.passkeyId, { password }),
  ]
  for (const call of calls) {
    await expect(call()).rejects.toMatchObject({ status: 403, code: 'password_needed' })
    await expect(call('not this one')).rejects.toMatchObject({ status: 400 })
  }
  expect((await person.passkeys.listPasskeys()).passkeys).toHaveLength(1)
  for (const call of calls) {
    await makeOld(person.user._id)
    await call(person.password)
  }
  expect(await person.passkeys.listPasskeys()).toEqual({ passkeys: [], isSignInRecent: true })
})

test('a new password by mail and a re-keyed administrator leave no passkey of before', async () => {
  const [admin, customer] = [await withPasskey('admin'), await withPasskey()]
  await createAdmin(shop.db, { email: admin.user.email, password: admin.password })
  const token = await createRecovery(shop.db, customer.user._id, customer.user.email, 'password')
  await shop.visitor().api.resetPassword({ token, password: 'a plain new password' })
  for (const [audience, { device }] of [['admin', admin] as const, ['customer', customer] as const]) {
    const browser = await atSignIn(audience)
    await expect(browser.passkeys.signIn(device.get(browser.options))).rejects.toThrow(REFUSED)
  }
})

test('what an administrator does with passkeys is in the audit log', async () => {
  const admin = await withPasskey('admin')
  await admin.passkeys.renamePasskey(admin.passkeyId, 'Office key')
  await admin.passkeys.removePasskey(admin.passkeyId)
  const { rows } = await sql`select action, before, after from audit_log where actor_id = ${admin.user._id}
    order by id`.execute(shop.db)
  expect(rows).toEqual([
    { action: 'add passkey', before: null, after: { passkey: 'My phone' } },
    { action: 'rename passkey', before: { passkey: 'My phone' }, after: { passkey: 'Office key' } },
    { action: 'remove passkey', before: { passkey: 'Office key' }, after: null },
  ])
})

test('no answer about passkeys holds a key or a credential of the list', async () => {
  const person = await withPasskey()
  const text = await (await person.fetch('/api/users/passkeys')).text()
  expect(Object.keys(JSON.parse(text).passkeys[0])).toEqual(['_id', 'name', 'createdAt', 'lastUsedAt'])
})

test('bytes that are none, huge values and missing fields are told clearly', async () => {
  const browser = await atSignIn()
  const send = (body: unknown) =>
    browser.fetch('/api/users/login-by-passkey', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const right = (await withPasskey()).device.get(browser.options)
  const broken = [
    [400, {}],
    [400, { ...right, id: 7 }],
    [400, { ...right, id: 'x'.repeat(5000) }],
    [400, { ...right, response: null }],
    [401, { ...right, id: '\u0000', rawId: '\u0000' }],
    [401, { ...right, response: { ...right.response, clientDataJSON: '%%%' } }],
    [401, { ...right, response: { ...right.response, clientDataJSON: Buffer.from('null').toString('base64url') } }],
    [401, { ...right, response: { ...right.response, authenticatorData: '' } }],
  ] as const
  for (const [status, body] of broken) expect((await send(body)).status).toBe(status)
})

test('wrong answers are counted like wrong passwords, and guesses at the password slow no passkey down', async () => {
  const limited = await startShop({ ...SITE, hasRateLimits: true })
  try {
    const customer = await limited.customer()
    const passkeys = passkeysOf(customer)
    const device = createAuthenticator(ORIGIN)
    await passkeys.addPasskey({ name: 'x', credential: device.create(await passkeys.startNewPasskey()) })
    for (let count = 0; count < 6; count += 1) {
      await limited
        .visitor()
        .api.login({ email: customer.user.email, password: 'wrong' })
        .catch(() => {})
    }
    const signIn = async (lie = {}) => passkeys.signIn(device.get(await passkeys.startSignIn(), lie))
    await signIn()
    for (let count = 0; count < 5; count += 1) {
      await expect(signIn({ isUserVerified: false })).rejects.toMatchObject({ status: 401 })
    }
    await expect(signIn()).rejects.toMatchObject({ status: 429 })
  } finally {
    await limited.close()
  }
})
