import { sql } from 'kysely'
import { argon2Sync, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Registration } from '#contract/accounts/accounts.ts'

import { hashPassword } from '#server/accounts/passwords/passwords.ts'
import { newId } from '#server/db/new-id.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.close())

const PASSWORD = 'a plain long password'

const registration = (overrides: Partial<Registration> = {}): Registration => ({
  firstname: 'Asha',
  lastname: 'Rao',
  email: `someone-${newId()}@example.com`,
  password: PASSWORD,
  phone: '98765 43210',
  ...overrides,
})

function post(path: string, body: unknown) {
  return shop.visitor().fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

const countSessions = async () => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from sessions`.execute(shop.db)
  return rows[0]?.count
}

test('registering answers the user with a name and a phone of digits, and signs nobody in', async () => {
  const visitor = shop.visitor()
  const form = registration({ phone: '+91 98765-43210' })
  const answer = await visitor.fetch('/api/users/register', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(form),
  })
  expect(answer.status).toBe(201)
  expect(answer.headers.getSetCookie()).toEqual([])
  const { message, user } = await answer.json()
  expect(message).toEqual(expect.any(String))
  expect(user).toEqual({
    _id: expect.any(String),
    firstname: 'Asha',
    lastname: 'Rao',
    name: 'Asha Rao',
    email: form.email,
    phone: '9876543210',
    role: 'customer',
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  })
  await expect(visitor.api.getMe()).rejects.toMatchObject({ status: 401 })
})

test('an e-mail has one account, in whatever case it is written', async () => {
  const form = registration()
  const { api } = shop.visitor()
  await api.register(form)
  await expect(api.register({ ...form, email: form.email.toUpperCase() })).rejects.toMatchObject({
    status: 409,
    code: 'conflict',
    fields: { email: expect.any(String) },
  })
})

test('of ten registrations of one e-mail at once exactly one makes the account', async () => {
  const form = registration()
  const answers = await Promise.all(Array.from({ length: 10 }, () => post('/api/users/register', form)))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([201, ...Array.from({ length: 9 }, () => 409)])
})

test.each([
  ['firstname', ''],
  ['lastname', '   '],
  ['email', 'nobody'],
  ['email', 'a@b@c.example'],
  ['phone', 'no digits'],
  ['phone', '1234567890123456'],
])('registering with %s %j is refused, and the field is named', async (field, value) => {
  await expect(shop.visitor().api.register(registration({ [field]: value }))).rejects.toMatchObject({
    status: 400,
    code: 'invalid',
    fields: { [field]: expect.any(String) },
  })
})

test.each(['seven77', '', 'x'.repeat(201)])(
  'the password %j is refused in a sentence, and no key names it',
  async (password) => {
    const answer = await post('/api/users/register', registration({ password }))
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({
      code: 'invalid',
      message: expect.stringMatching(/^A password has at (least 8|most 200) characters\.$/),
      error: expect.any(String),
    })
  },
)

test.each([
  'password',
  '12345678',
  'qwertyuiop',
  'password123',
  'changeme1',
  'ASHA.RAO@example.com',
  'asha rao',
  'Asharao1',
])('the password %j, which is guessed first, is refused in a sentence, and no account is made', async (password) => {
  const form = registration({ email: `asha.rao@example.com`, firstname: 'Asha', lastname: 'Rao', password })
  const asked = password === 'Asharao1' ? { ...form, firstname: 'Asharao1' } : form
  const answer = await post('/api/users/register', asked)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toEqual({
    code: 'invalid',
    message: expect.stringMatching(/guessed first|your e-mail address or your name/),
    error: expect.any(String),
  })
  const { rows } = await sql`select 1 from users where email_key = ${form.email}`.execute(shop.db)
  expect(rows).toEqual([])
})

test.each(['Passw0rd!', 'Secret123!', 'Test1234!', 'Password123', 'correct horse battery', 'नमस्ते दुनिया'])(
  'the password %j is taken: only the commonest are refused, letter for letter',
  async (password) => {
    const form = registration({ password })
    expect((await post('/api/users/register', form)).status).toBe(201)
    expect((await post('/api/users/login', { email: form.email, password })).status).toBe(200)
  },
)

const UNSEEN = [
  '\u200B',
  '\u2060',
  '\u00AD',
  '\u034F',
  '\u3164',
  '\u115F\u1160',
  '\uFFA0',
  '\u2800',
  '\uFE0F',
  '\u{E0041}',
  '\u0301',
  'ा',
  '\u00A0\u2003',
  '\u202E',
]

test.each(UNSEEN)('a name of which nobody sees anything is missing: %j', async (name) => {
  for (const field of ['firstname', 'lastname']) {
    await expect(shop.visitor().api.register(registration({ [field]: name }))).rejects.toMatchObject({
      status: 400,
      fields: { [field]: 'Please fill in this field.' },
    })
  }
})

test('invisible characters around a name are left out, and joiners inside of it stay', async () => {
  const form = registration({ firstname: '\u200BAsha\u2060 ', lastname: 'अवന്\u200D' })
  const { user } = await shop.visitor().api.register(form)
  expect([user.firstname, user.lastname]).toEqual(['Asha', 'अवന്\u200D'])
})

test.each([
  ['+91 98765 43210', '9876543210'],
  ['098765-43210', '9876543210'],
  ['0091 98765 43210', '9876543210'],
  ['+91\u00A0(98765)\u00A043.210', '9876543210'],
  ['९८७६५ ४३२१०', '9876543210'],
  ['৯৮৭৬৫৪৩২১০', '9876543210'],
  ['௯௮௭௬௫௪௩௨௧௦', '9876543210'],
  ['9198765432', '9198765432'],
  ['+1 415 555 2671', '14155552671'],
])('the phone typed as %j is kept as %s', async (typed, kept) => {
  expect((await shop.visitor().api.register(registration({ phone: typed }))).user.phone).toBe(kept)
})

test.each(['a&b', 'asha/dept', "o'hara+x", '{x}|~', 'a.b-c_d'])('%s may stand before the @', async (local) => {
  const form = registration({ email: `${local}.${newId()}@example.com` })
  expect((await shop.visitor().api.register(form)).user.email).toBe(form.email)
  expect((await shop.visitor().api.login({ email: form.email.toUpperCase(), password: PASSWORD })).user.email).toBe(
    form.email,
  )
})

test('an address under .भारत is one address, however its domain is written', async () => {
  const local = `asha${newId()}`
  const ascii = `${local}@xn--c2bd4bq1db8d.xn--h2brj9c`
  const form = registration({ email: `${local}@डाटामेल.भारत` })
  expect((await shop.visitor().api.register(form)).user.email).toBe(ascii)
  await expect(shop.visitor().api.register(registration({ email: ascii }))).rejects.toMatchObject({ status: 409 })
  for (const email of [form.email, ascii, `${ascii}\u200B`, ascii.toUpperCase()]) {
    expect((await shop.visitor().api.login({ email, password: PASSWORD })).user.email).toBe(ascii)
  }
})

test.each([
  'आशा@example.com',
  'a..b@example.com',
  '.a@example.com',
  'a@example',
  'a@1.2.3.4',
  'a b@example.com',
  'a@-x.in',
])('no mail server takes %j', async (email) => {
  await expect(shop.visitor().api.register(registration({ email }))).rejects.toMatchObject({
    status: 400,
    fields: { email: expect.any(String) },
  })
})

test.each([
  'https://evil.example',
  'javascript://x',
  'Win at www.evil',
  'evil.com/win',
  'Prize evil.example/x',
  'visit evil.com now',
  'someone@example.com',
  'Asha\nRao',
  'Asha\u202Ecod',
  'x'.repeat(61),
])('the name %j is refused in a sentence', async (name) => {
  for (const field of ['firstname', 'lastname']) {
    await expect(shop.visitor().api.register(registration({ [field]: name }))).rejects.toMatchObject({
      status: 400,
      code: 'invalid',
      fields: { [field]: expect.stringMatching(/^(A name holds no|At most 60 characters)/) },
    })
  }
})

test.each([
  'K. R.',
  'R',
  "D'Souza",
  'Anne-Marie',
  'आशा',
  'क्षत्रिय\u200Dराव',
  'K.Rao',
  'Test User 1',
  'Asha2',
  'மு. கருணாநிதி',
  'x'.repeat(60),
])('the name %j is a name', async (name) => {
  const form = registration({ firstname: name, lastname: name })
  expect(await shop.visitor().api.register(form)).toMatchObject({ user: { firstname: name, lastname: name } })
})

test.each([{ role: 'admin' }, { _id: 'mine' }, { isAdmin: true }])(
  'a registration cannot carry %j along',
  async (extra) => {
    const form = registration()
    expect((await post('/api/users/register', { ...form, ...extra })).status).toBe(400)
    const { rows } = await sql`select 1 from users where email_key = ${form.email}`.execute(shop.db)
    expect(rows).toEqual([])
  },
)

test('a right pair signs in, in whatever case the e-mail is typed, and me is the bare user', async () => {
  const form = registration({ email: `Mixed-${newId()}@Example.com` })
  const visitor = shop.visitor()
  await visitor.api.register(form)
  const { message, user } = await visitor.api.login({ email: ` ${form.email.toLowerCase()} `, password: PASSWORD })
  expect(message).toBe('Login successful!')
  expect(user).toMatchObject({ email: form.email, role: 'customer' })
  expect(await visitor.api.getMe()).toEqual(user)
})

test('the session cookie is out of reach of scripts and of other sites', async () => {
  const form = registration()
  await shop.visitor().api.register(form)
  const answer = await post('/api/users/login', { email: form.email, password: PASSWORD })
  const [cookie = '', ...others] = answer.headers.getSetCookie()
  expect(others).toEqual([expect.stringMatching(/^customer_hint=1; Path=\/; Expires=[^;]+; SameSite=Strict$/)])
  expect(cookie).toMatch(/^customer_session=[\w-]{43};/)
  for (const attribute of ['HttpOnly', 'SameSite=Strict', 'Path=/', 'Expires=']) expect(cookie).toContain(attribute)
  expect(cookie).not.toContain('Domain')
})

test('a wrong password and an unknown e-mail get the same answer', async () => {
  const form = registration()
  await shop.visitor().api.register(form)
  const wrong = await post('/api/users/login', { email: form.email, password: 'not this one' })
  const unknown = await post('/api/users/login', { email: `nobody-${newId()}@example.com`, password: 'not this one' })
  expect([wrong.status, unknown.status]).toEqual([401, 401])
  expect(await wrong.text()).toBe(await unknown.text())
  expect([...wrong.headers.keys()].toSorted()).toEqual([...unknown.headers.keys()].toSorted())
})

test('an unknown e-mail takes as long as a wrong password', async () => {
  const form = registration()
  await shop.visitor().api.register(form)
  // What this process computes, whatever else the machine does.
  const time = async (email: string) => {
    const before = process.cpuUsage()
    await post('/api/users/login', { email, password: 'not this one' })
    return process.cpuUsage(before).user
  }
  const known: number[] = []
  const unknown: number[] = []
  for (let round = 0; round < 9; round += 1) {
    known.push(await time(form.email))
    unknown.push(await time(`nobody-${newId()}@example.com`))
  }
  // Other work of this process disturbs the quickest of nine the least.
  const quotient = Math.min(...unknown) / Math.min(...known)
  // Without the work that stands in for the missing account this is about a twentieth.
  expect(quotient).toBeGreaterThan(0.5)
  expect(quotient).toBeLessThan(2)
})

test('a password that was stored with other parameters is stored anew when it signs in', async () => {
  const form = registration()
  await shop.visitor().api.register(form)
  const parameters = { memory: 8192, passes: 1, parallelism: 1, tagLength: 32 }
  const nonce = randomBytes(16)
  const key = argon2Sync('argon2id', { message: PASSWORD, nonce, ...parameters })
  const [salt, hash] = [nonce, key].map((bytes) => bytes.toString('base64').replaceAll('=', ''))
  const stored = `$argon2id$v=19$m=8192,t=1,p=1$${salt}$${hash}`
  await sql`update users set password_hash = ${stored} where email_key = ${form.email}`.execute(shop.db)
  const signIn = () => shop.visitor().api.login({ email: form.email, password: PASSWORD })
  await signIn()
  const { rows } = await sql<{ passwordHash: string }>`
    select password_hash from users where email_key = ${form.email}`.execute(shop.db)
  expect(rows[0]?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await signIn()).toMatchObject({ user: { email: form.email } })
})

test('signing out ends the session on the server', async () => {
  const customer = await shop.customer()
  const stolen = [...customer.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  expect(await customer.api.logout()).toEqual({ message: expect.any(String) })
  expect(customer.cookies.size).toBe(0)
  const again = await shop.visitor().fetch('/api/users/me', { headers: { cookie: stolen } })
  expect(again.status).toBe(401)
})

test('signing out without a session, or with one that never was, is harmless', async () => {
  expect(await shop.visitor().api.logout()).toEqual({ message: expect.any(String) })
  expect(await shop.visitor().api.adminLogout()).toEqual({ message: expect.any(String) })
  const customer = await shop.customer()
  const before = await countSessions()
  const made = await shop.visitor().fetch('/api/users/logout', { headers: { cookie: 'customer_session=made-up' } })
  expect(made.status).toBe(200)
  expect(await countSessions()).toBe(before)
  expect(await customer.api.getMe()).toMatchObject({ _id: customer.user._id })
})

test('each sign-in has a new session, and the one that the browser had is gone', async () => {
  const customer = await shop.customer()
  const first = customer.cookies.get('customer_session')
  await customer.api.login({ email: customer.user.email, password: customer.password })
  const second = customer.cookies.get('customer_session')
  expect(second).not.toBe(first)
  const old = await shop.visitor().fetch('/api/users/me', { headers: { cookie: `customer_session=${first}` } })
  expect(old.status).toBe(401)
})

test('a session id that somebody planted is never taken over', async () => {
  const planted = 'p'.repeat(43)
  const form = registration()
  const visitor = shop.visitor()
  await visitor.api.register(form)
  visitor.cookies.set('customer_session', planted)
  await visitor.api.login({ email: form.email, password: PASSWORD })
  expect(visitor.cookies.get('customer_session')).not.toBe(planted)
  const attacker = await shop.visitor().fetch('/api/users/me', { headers: { cookie: `customer_session=${planted}` } })
  expect(attacker.status).toBe(401)
})

test('two devices are signed in side by side, and signing out on one leaves the other', async () => {
  const phone = await shop.customer()
  const laptop = shop.visitor()
  await laptop.api.login({ email: phone.user.email, password: phone.password })
  await phone.api.logout()
  expect(await laptop.api.getMe()).toMatchObject({ _id: phone.user._id })
})

test('an administrator signs in by the call for administrators and sees who it is', async () => {
  const admin = await shop.admin()
  expect(admin.user.role).toBe('admin')
  expect(await admin.api.getAdminMe()).toEqual({ user: admin.user })
})

test('by the administrators’ call a customer’s right pair is refused, a wrong one is just wrong', async () => {
  const { user, password } = await shop.customer()
  const visitor = shop.visitor()
  await expect(visitor.api.adminLogin({ email: user.email, password })).rejects.toMatchObject({
    status: 403,
    code: 'forbidden',
    message: 'Access denied. Not an admin.',
  })
  expect(visitor.cookies.size).toBe(0)
  const customersWrong = await post('/api/admin/login', { email: user.email, password: 'not this one' })
  const nobodys = await post('/api/admin/login', { email: `nobody-${newId()}@example.com`, password: 'not this one' })
  expect([customersWrong.status, nobodys.status]).toEqual([401, 401])
  expect(await customersWrong.text()).toBe(await nobodys.text())
})

test('by the customers’ call an administrator is a customer like any other', async () => {
  const admin = await shop.admin()
  const visitor = shop.visitor()
  const { user } = await visitor.api.login({ email: admin.user.email, password: admin.password })
  expect(user.role).toBe('admin')
  expect(await visitor.api.getMe()).toEqual(user)
  await expect(visitor.api.getAdminMe()).rejects.toMatchObject({ status: 401 })
})

test('an administrator’s session opens no customer’s call, under either name', async () => {
  const admin = await shop.admin()
  await expect(admin.api.getMe()).rejects.toMatchObject({ status: 401 })
  const token = admin.cookies.get('admin_session')
  const renamed = await shop.visitor().fetch('/api/users/me', { headers: { cookie: `customer_session=${token}` } })
  expect(renamed.status).toBe(401)
})

test('both sessions stand side by side in one browser, and end one by one', async () => {
  const admin = await shop.admin()
  await admin.api.login({ email: admin.user.email, password: admin.password })
  expect(await admin.api.getMe()).toEqual((await admin.api.getAdminMe()).user)
  await admin.api.logout()
  await expect(admin.api.getMe()).rejects.toMatchObject({ status: 401 })
  expect(await admin.api.getAdminMe()).toMatchObject({ user: { role: 'admin' } })
})

test('whoever is no administrator any more is refused at the next call', async () => {
  const admin = await shop.admin()
  await sql`update users set role = 'customer' where id = ${admin.user._id}`.execute(shop.db)
  await expect(admin.api.getAdminMe()).rejects.toMatchObject({ status: 403, message: 'Access denied. Not an admin.' })
})

test('a deleted account is signed out everywhere', async () => {
  const customer = await shop.customer()
  await sql`delete from users where id = ${customer.user._id}`.execute(shop.db)
  await expect(customer.api.getMe()).rejects.toMatchObject({ status: 401 })
})

test('under an https address session cookies are bound to the host and to https', async () => {
  const secure = await startShop({ publicUrl: 'https://shop.example' })
  try {
    const admin = await secure.admin()
    expect([...admin.cookies.keys()]).toEqual(['__Host-admin_session', '__Host-admin_hint'])
    const customer = await secure.customer()
    expect([...customer.cookies.keys()]).toEqual(['__Host-customer_session', '__Host-customer_hint'])
    const answer = await admin.fetch('/api/admin/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: admin.user.email, password: admin.password }),
    })
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toContain('; Secure')
    expect(cookie).not.toContain('Domain')
    expect(answer.headers.get('strict-transport-security')).toMatch(/max-age=\d{8}/)
    expect(await admin.api.getAdminMe()).toMatchObject({ user: { _id: admin.user._id } })
    await admin.api.adminLogout()
    expect(admin.cookies.size).toBe(0)
  } finally {
    await secure.close()
  }
})

test('a sign-in that is being checked while the password is changed leaves no session of the old one', async () => {
  const customer = await shop.customer()
  const { email, _id: userId } = customer.user
  const another = await hashPassword('another long password')
  const signIn = () =>
    shop
      .visitor()
      .api.login({ email, password: customer.password })
      .catch(({ status }: { status: number }) => status)
  const signIns = Array.from({ length: 12 }, signIn)
  // Some are in, some are being checked, and some wait for that; the last come now, should all others be in already.
  await Promise.race(signIns)
  signIns.push(signIn(), signIn())
  await shop.db.transaction().execute(async (db) => {
    await sql`update users set password_hash = ${another} where id = ${userId}`.execute(db)
    await sql`delete from sessions where user_id = ${userId}`.execute(db)
  })
  const outcomes = await Promise.all(signIns)
  expect(outcomes).toContain(401)
  const { rows } = await sql`select 1 from sessions where user_id = ${userId}`.execute(shop.db)
  expect(rows).toEqual([])
})
