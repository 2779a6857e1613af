import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { insertPasskey, listPasskeys } from '#server/accounts/passkeys/passkey-queries.ts'
import { newId } from '#server/db/new-id.ts'
import { sendMails } from '#server/mails/send-mails.ts'
import { NEVER } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop({ publicUrl: 'http://shop.example' })
})
beforeEach(() => void shop.mails.splice(0))
afterAll(() => shop.close())

const NEW_PASSWORD = 'a plain new password'
const send = () => sendMails(shop.shop, NEVER)
const api = () => shop.visitor().api
const tokenIn = (text = '') => /^http:\/\/shop\.example\/reset-password\/(.+)$/m.exec(text)?.[1] ?? 'none'
const codeIn = (text = '') => /^Your code is (\d{6})$/m.exec(text)?.[1] ?? 'none'
const wrongCodeFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

async function askedForLink() {
  const customer = await shop.customer()
  await api().forgotPassword(customer.user.email)
  await send()
  return { customer, email: customer.user.email, token: tokenIn(shop.mails.at(-1)?.text) }
}

async function askedForCode() {
  const customer = await shop.customer()
  const browser = shop.visitor()
  await browser.api.sendCode(` ${customer.user.email.toUpperCase()} `)
  await send()
  return { customer, browser, email: customer.user.email, code: codeIn(shop.mails.at(-1)?.text) }
}

test('a link by mail sets a new password once, ends every session and confirms the address', async () => {
  const { customer, email, token } = await askedForLink()
  expect(shop.mails).toMatchObject([{ to: email, subject: 'A new password for your account' }])
  const visitor = shop.visitor()
  expect(await visitor.api.resetPassword({ token, password: NEW_PASSWORD })).toEqual({
    message: 'Your password is changed. Please log in with the new one.',
  })
  expect([...visitor.cookies]).toEqual([])
  await expect(customer.api.getMe()).rejects.toMatchObject({ status: 401 })
  await expect(api().login({ email, password: customer.password })).rejects.toMatchObject({ status: 401 })
  const again = shop.visitor()
  await again.api.login({ email, password: NEW_PASSWORD })
  expect(await again.api.getEmailConfirmation()).toEqual({ isConfirmed: true })
  await expect(api().resetPassword({ token, password: 'another plain password' })).rejects.toMatchObject({
    status: 404,
    message: 'This link does not work any more. Please ask for a new one.',
  })
})

test('of many uses of one link at once, one counts', async () => {
  const { token } = await askedForLink()
  const uses = Array.from({ length: 6 }, (_, index) =>
    api()
      .resetPassword({ token, password: `a plain password ${index}` })
      .then(
        () => 'changed',
        ({ code }: { code: string }) => code,
      ),
  )
  expect((await Promise.all(uses)).toSorted()).toEqual(['changed', ...Array.from({ length: 5 }, () => 'not_found')])
})

test('a password that is easy to guess is refused, and the link still works', async () => {
  const { email, token } = await askedForLink()
  for (const password of ['password1', email, 'short']) {
    await expect(api().resetPassword({ token, password })).rejects.toMatchObject({ status: 400 })
  }
  await api().resetPassword({ token, password: NEW_PASSWORD })
})

test('an ended, replaced, altered or odd token is answered like one that never was', async () => {
  const { customer, email, token } = await askedForLink()
  await sql`delete from recent_mails`.execute(shop.db)
  await api().forgotPassword(email)
  await send()
  const newer = tokenIn(shop.mails.at(-1)?.text)
  expect(newer).not.toBe(token)
  for (const one of [token, `${newer.slice(1)}A`, '\u0000 \uD800', 'x'.repeat(400)]) {
    await expect(api().resetPassword({ token: one, password: NEW_PASSWORD })).rejects.toMatchObject({ status: 404 })
  }
  await sql`update account_links set expires_at = now()`.execute(shop.db)
  await expect(api().resetPassword({ token: newer, password: NEW_PASSWORD })).rejects.toMatchObject({ status: 404 })
  expect((await customer.api.getMe()).email).toBe(email)
})

test('a link works for the address that it was sent to and for no later one', async () => {
  const { customer, token } = await askedForLink()
  await sql`update users set email = 'moved@example.com', email_key = 'moved@example.com'
    where id = ${customer.user._id}`.execute(shop.db)
  await expect(api().resetPassword({ token, password: NEW_PASSWORD })).rejects.toMatchObject({ status: 404 })
})

test('links work for fifteen minutes, codes for ten, and only their hashes are stored', async () => {
  const { token } = await askedForLink()
  const { customer, code } = await askedForCode()
  const { rows } = await sql<{ row: string; minutes: number }>`
    select account_links::text as row, ceil(extract(epoch from expires_at - now()) / 60)::integer as minutes
    from account_links where expires_at > now()`.execute(shop.db)
  const stored = JSON.stringify(rows)
  expect(stored).toContain(createHash('sha256').update(token).digest('hex'))
  expect(stored).not.toContain(token)
  expect(stored).not.toContain(createHash('sha256').update(code).digest('hex'))
  expect(stored).toContain(createHash('sha256').update(`${customer.user._id} ${code}`).digest('hex'))
  expect(rows.map(({ minutes }) => minutes).toSorted((one, other) => one - other)).toEqual([
    10,
    ...rows.slice(1).map(() => 15),
  ])
})

test('an unknown address is answered like a known one, and gets no mail', async () => {
  const customer = await shop.customer()
  for (const ask of ['forgotPassword', 'sendCode'] as const) {
    const [known, unknown] = [await api()[ask](customer.user.email), await api()[ask]('nobody@example.com')]
    expect(unknown).toEqual(known)
  }
  await expect(api().loginByCode({ email: 'nobody@example.com', code: '123456' })).rejects.toMatchObject({
    status: 401,
    message: 'This code is wrong or has ended.',
  })
  await send()
  expect(shop.mails.map(({ to }) => to)).not.toContain('nobody@example.com')
  const { rows } =
    await sql`select outcome from mails where email = 'nobody@example.com' and due_at is not null`.execute(shop.db)
  expect(rows).toEqual([])
})

test('an address gets at most three such mails an hour, and the answer stays the same', async () => {
  const customer = await shop.customer()
  await sql`update users set email_confirmed_at = now() where id = ${customer.user._id}`.execute(shop.db)
  const answers = []
  for (let count = 0; count < 6; count += 1) answers.push(await api().forgotPassword(customer.user.email))
  expect(new Set(answers.map(({ message }) => message)).size).toBe(1)
  await send()
  expect(shop.mails).toHaveLength(3)
})

test('the mail holds nothing that was typed, and its link leads to the shop’s own address whatever the host header says', async () => {
  const customer = await shop.customer()
  await shop.app.inject({
    method: 'POST',
    url: '/api/users/forgot-password',
    headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    payload: { email: customer.user.email },
  })
  await send()
  expect(shop.mails).toHaveLength(1)
  expect(shop.mails[0]?.text).not.toMatch(/evil|Asha|Rao/)
  expect(tokenIn(shop.mails[0]?.text)).toMatch(/^[\w-]{32}$/)
})

test('a code signs its account in once, under a new session, as a customer', async () => {
  const { email, customer, browser: visitor, code } = await askedForCode()
  const { user } = await visitor.api.loginByCode({ email, code: `${code.slice(0, 3)} ${code.slice(3)}` })
  expect(user._id).toBe(customer.user._id)
  expect((await visitor.api.getMe()).email).toBe(email)
  expect(await visitor.api.getEmailConfirmation()).toEqual({ isConfirmed: true })
  await expect(visitor.api.getAdminMe()).rejects.toMatchObject({ status: 401 })
  await expect(visitor.api.loginByCode({ email, code })).rejects.toMatchObject({ status: 401 })
})

test('whoever registered a stranger’s address is out of the account once the stranger signs in by a code', async () => {
  const { email, customer, browser: owner, code } = await askedForCode()
  const key = { id: newId(), userId: customer.user._id, audience: 'customer' as const, name: 'Key' }
  await insertPasskey(shop.db, {
    ...key,
    credentialId: key.id,
    publicKey: new Uint8Array(1),
    counter: 0,
    transports: '',
  })
  await owner.api.loginByCode({ email, code })
  await expect(customer.api.getMe()).rejects.toMatchObject({ status: 401 })
  await expect(api().login({ email, password: customer.password })).rejects.toMatchObject({ status: 401 })
  expect(await listPasskeys(shop.db, key)).toEqual([])
  expect((await owner.api.getMe()).email).toBe(email)
})

test('a code ends nothing in an account whose address is confirmed', async () => {
  const { email, customer, browser, code } = await askedForCode()
  await sql`update users set email_confirmed_at = now() where id = ${customer.user._id}`.execute(shop.db)
  await browser.api.loginByCode({ email, code })
  expect((await customer.api.getMe()).email).toBe(email)
  await api().login({ email, password: customer.password })
})

test('after five wrong tries the code is dead, also for many tries at once', async () => {
  const { email, browser, code } = await askedForCode()
  const tries = Array.from({ length: 8 }, () => browser.api.loginByCode({ email, code: wrongCodeFor(code) }))
  expect((await Promise.allSettled(tries)).every(({ status }) => status === 'rejected')).toBe(true)
  await expect(browser.api.loginByCode({ email, code })).rejects.toMatchObject({ status: 401 })
})

test('a code opens no other account', async () => {
  const [mine, theirs] = [await askedForCode(), await askedForCode()]
  await expect(theirs.browser.api.loginByCode({ email: theirs.email, code: mine.code })).rejects.toMatchObject({
    status: 401,
  })
  await theirs.browser.api.loginByCode({ email: theirs.email, code: theirs.code })
})

test('a code works in the browser that asked for it alone, and the wrong tries of others do not end it', async () => {
  const { email, browser, code } = await askedForCode()
  const stranger = shop.visitor()
  await stranger.api.sendCode(email)
  await send()
  for (let turn = 0; turn < 6; turn += 1) {
    await expect(stranger.api.loginByCode({ email, code })).rejects.toMatchObject({ status: 401 })
  }
  expect((await browser.api.loginByCode({ email, code })).user.email).toBe(email)
})

test('a stranger who asks for an unconfirmed address does not take away its link, nor its code', async () => {
  const customer = await shop.customer()
  const ask = (from: string, path: string) =>
    shop.app.inject({
      method: 'POST',
      url: `/api/users/${path}`,
      remoteAddress: from,
      payload: { email: customer.user.email },
    })
  for (let turn = 0; turn < 6; turn += 1) {
    for (const path of ['forgot-password', 'send-code']) await ask('198.51.100.7', path)
  }
  await send()
  shop.mails.splice(0)
  await ask('203.0.113.9', 'forgot-password')
  await send()
  const token = tokenIn(shop.mails.at(-1)?.text)
  await ask('198.51.100.7', 'forgot-password')
  await send()
  await api().resetPassword({ token, password: NEW_PASSWORD })
  const { user } = await api().login({ email: customer.user.email, password: NEW_PASSWORD })
  expect(user._id).toBe(customer.user._id)
})

test('beyond the limit of mails the newest link works again', async () => {
  const { customer, email, token } = await askedForLink()
  await sql`update account_links set expires_at = now() - interval '1 hour' where user_id = ${customer.user._id}`.execute(
    shop.db,
  )
  await sql`update rate_counters set count = 99 where key like 'recovery password%'`.execute(shop.db)
  shop.mails.splice(0)
  await api().forgotPassword(email)
  await api().forgotPassword(email)
  await send()
  expect(shop.mails).toEqual([])
  await api().resetPassword({ token, password: NEW_PASSWORD })
})

/** Asks from so many networks of others for what this path sends, and lets the mails go. */
async function askFromNetworks(email: string, path: 'forgot-password' | 'send-code', networks: number) {
  for (let network = 1; network <= networks; network += 1) {
    const remoteAddress = `198.51.${network}.7`
    await shop.app.inject({ method: 'POST', url: `/api/users/${path}`, remoteAddress, payload: { email } })
    await send()
  }
}

test('strangers from many networks who ask for codes leave the owner the links', async () => {
  const { email } = (await shop.customer()).user
  await askFromNetworks(email, 'send-code', 9)
  shop.mails.splice(0)
  await api().forgotPassword(email)
  await send()
  expect(shop.mails.map(({ to }) => to)).toEqual([email])
  await api().resetPassword({ token: tokenIn(shop.mails.at(-1)?.text), password: NEW_PASSWORD })
})

test('beyond the limit, whoever has no link to work again gets one, once', async () => {
  const { user } = await shop.customer()
  await askFromNetworks(user.email, 'forgot-password', 9)
  await sql`delete from account_links where user_id = ${user._id}`.execute(shop.db)
  shop.mails.splice(0)
  const refusing = {
    ...shop.shop,
    mailer: { send: () => Promise.reject(new Error('450 later')), close: () => undefined },
  }
  await api().forgotPassword(user.email)
  await sendMails(refusing, NEVER)
  await sql`update mails set due_at = now() where due_at is not null`.execute(shop.db)
  await send()
  await askFromNetworks(user.email, 'forgot-password', 12)
  expect(shop.mails.map(({ to }) => to)).toEqual([user.email])
  await api().resetPassword({ token: tokenIn(shop.mails[0]?.text), password: NEW_PASSWORD })
})

test('a link works again within the hour after it was made, and is not brought back later', async () => {
  const { customer, email, token } = await askedForLink()
  const made = (minutes: number) => sql`update account_links
    set created_at = now() - make_interval(mins => ${minutes}), expires_at = now() where user_id = ${customer.user._id}`
  const askBeyondLimit = async () => {
    await sql`update rate_counters set count = 99 where key like 'recovery password%'`.execute(shop.db)
    await api().forgotPassword(email)
    await send()
  }
  shop.mails.splice(0)
  await made(50).execute(shop.db)
  await askBeyondLimit()
  const { rows } = await sql`select expires_at - created_at = interval '1 hour' as is_an_hour
    from account_links where user_id = ${customer.user._id}`.execute(shop.db)
  expect(rows).toEqual([{ isAnHour: true }])
  expect(shop.mails).toEqual([])
  await made(61).execute(shop.db)
  await askBeyondLimit()
  await expect(api().resetPassword({ token, password: NEW_PASSWORD })).rejects.toMatchObject({ status: 404 })
  await api().resetPassword({ token: tokenIn(shop.mails.at(-1)?.text), password: NEW_PASSWORD })
})

test.each([
  ['links', 'forgot-password'],
  ['codes', 'send-code'],
])('one network has twenty %s an hour sent to addresses that nobody has confirmed', async (_, path) => {
  const limited = await startShop({ hasRateLimits: true, trustedProxies: ['127.0.0.1'] })
  try {
    const owner = await limited.customer()
    await sql`update users set email_confirmed_at = now() where id = ${owner.user._id}`.execute(limited.db)
    await sql`
      insert into users (id, firstname, lastname, email, email_key, phone, password_hash)
      select 'victim-' || place, 'A', 'B', name, name, '', ''
      from generate_series(1, 24) place, lateral (select 'a' || place || '@victim.example') as named (name)`.execute(
      limited.db,
    )
    const ask = async (network: string, email: string) => {
      await sql`delete from rate_counters where key like 'POST /%'`.execute(limited.db)
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': network }
      const answer = await limited
        .visitor()
        .fetch(`/api/users/${path}`, { method: 'POST', headers, body: JSON.stringify({ email }) })
      return { status: answer.status, ...(await answer.json()) }
    }
    const sent = async () => {
      limited.mails.splice(0)
      for (let round = 0; round < 4; round += 1) await sendMails(limited.shop, NEVER)
      return limited.mails.map(({ to }) => to)
    }
    const answers = []
    for (let turn = 1; turn <= 24; turn += 1) answers.push(await ask('203.0.113.7', `a${turn}@victim.example`))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await sent()).toHaveLength(20)
    // Nor beyond the limit of the address, where a link is owed to whoever has none.
    for (let turn = 1; turn <= 5; turn += 1) await ask('203.0.113.7', 'a24@victim.example')
    expect(await sent()).toEqual([])
    await ask('203.0.113.7', owner.user.email)
    await ask('203.0.113.200', 'a24@victim.example')
    expect((await sent()).toSorted()).toEqual(['a24@victim.example', owner.user.email].toSorted())
    const left = await sql`select from mails where payload ? 'networks' or due_at is not null`.execute(limited.db)
    expect(left.rows).toEqual([])
  } finally {
    await limited.close()
  }
})

test('a code that is no code is refused with a sentence', async () => {
  for (const code of ['12345', '1234567', 'abcdef', '', '९९९ ९९']) {
    await expect(api().loginByCode({ email: 'a@example.com', code })).rejects.toMatchObject({ status: 400 })
  }
})

test('an administrator’s reset ends the administrator’s sessions and is in the audit log', async () => {
  const admin = await shop.admin()
  const { user } = await admin.api.getAdminMe()
  await sql`update users set email_confirmed_at = now() where id = ${user._id}`.execute(shop.db)
  await api().forgotPassword(user.email)
  await send()
  await api().resetPassword({ token: tokenIn(shop.mails.at(-1)?.text), password: NEW_PASSWORD })
  await expect(admin.api.getAdminMe()).rejects.toMatchObject({ status: 401 })
  const { rows } =
    await sql`select action from audit_log where subject_id = ${user._id} and action = 'reset password'`.execute(
      shop.db,
    )
  expect(rows).toHaveLength(1)
})
