import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createErasureToken } from '#server/accounts/erasure/account-erasure.ts'
import { createEmailChangeToken } from '#server/accounts/email-change/change-email.ts'
import { createConfirmation } from '#server/accounts/confirmation/confirm-email.ts'
import { createRecovery } from '#server/accounts/recovery/recovery.ts'
import { createOrderLinks } from '#server/orders/order-link.ts'
import { newId } from '#server/db/new-id.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop({ hasRateLimits: true, trustedProxies: ['127.0.0.1'], smtpUrl: 'smtp://mail.example' })
})
beforeEach(() => forgetCounts())
afterAll(() => shop.close())

const forgetCounts = (like = '%') => sql`delete from rate_counters where key like ${like}`.execute(shop.db)
const lengthenDelays = () =>
  sql`update rate_counters set window_ends_at = now() + interval '5 minutes' where key like '% delayed'`.execute(
    shop.db,
  )

/** A call from this address, and its status and body. */
async function call(path: string, body: object, from = '203.0.113.7') {
  const answer = await shop.visitor().fetch(`/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: await answer.text() }
}

async function customer() {
  await forgetCounts('POST /users/register%')
  const { user, ...person } = await shop.customer()
  await sql`update users set email_confirmed_at = now() where id = ${user._id}`.execute(shop.db)
  return { ...person, user, email: user.email }
}

const codeFor = ({ user }: { user: { _id: string; email: string } }) =>
  createRecovery(shop.db, user._id, user.email, 'code')
const wrongCodeFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const statusesOf = (answers: readonly { status: number }[]) => answers.map(({ status }) => status)

test('one code tried at many addresses from one network is looked at a hundred times, and then not even a right one', async () => {
  const victim = await customer()
  const code = await codeFor(victim)
  const statuses: number[] = []
  for (let turn = 0; turn < 120; turn += 1) {
    // As if each try came in a minute of its own.
    if (turn % 50 === 0) await forgetCounts('POST /users/login-by-code%')
    statuses.push((await call('/users/login-by-code', { email: `victim-${turn}@x.example`, code })).status)
    // The first delay is of two seconds, in which a busy machine does not send all the others.
    if (turn === 100) await lengthenDelays()
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(101)
  await forgetCounts('POST /users/login-by-code%')
  expect((await call('/users/login-by-code', { email: victim.email, code })).status).toBe(429)
})

test('codes tried at one address from many networks are looked at ten times a day, and five end the code', async () => {
  const victim = await customer()
  const code = await codeFor(victim)
  const networks = Array.from({ length: 40 }, (_, index) => `198.51.${index}.7`)
  const answers = []
  for (const from of networks) {
    answers.push(await call('/users/login-by-code', { email: victim.email, code: wrongCodeFor(code) }, from))
  }
  const checked = statusesOf(answers).filter((status) => status === 401)
  expect(checked.length).toBeGreaterThanOrEqual(5)
  expect(checked.length).toBeLessThanOrEqual(10)
  expect(new Set(statusesOf(answers))).toEqual(new Set([401, 429]))
  expect((await call('/users/login-by-code', { email: victim.email, code }, '192.0.2.9')).status).not.toBe(200)
  // Where the owner has signed in before nobody keeps them out.
  const fresh = await codeFor(victim)
  expect((await call('/users/login-by-code', { email: victim.email, code: fresh }, '127.0.0.1')).status).toBe(200)
})

test('many networks at many addresses: no code is looked at more than five times', async () => {
  const victims = [await customer(), await customer(), await customer()]
  const codes = await Promise.all(victims.map(codeFor))
  for (let index = 0; index < 12; index += 1) {
    await Promise.all(
      victims.map(({ email }, place) =>
        call('/users/login-by-code', { email, code: wrongCodeFor(codes[place] ?? '') }, `2001:db8:${index}${place}::1`),
      ),
    )
  }
  const { rows } = await sql<{ failures: number }>`
    select failures from account_links where user_id in (${sql.join(victims.map(({ user }) => user._id))})`.execute(
    shop.db,
  )
  expect(rows.map(({ failures }) => failures)).toEqual([5, 5, 5])
})

/** A token of each kind, made for this customer. */
async function tokensOf({ api, user, password, email }: Awaited<ReturnType<typeof customer>>) {
  // Whoever logs in keeps the account, so that comes first.
  const { cookies } = await signInAgain(email, password)
  await api.changeEmail({ email: `${newId()}@x.example`, password })
  const { rows } = await sql<{ id: string }>`select key as id from account_links where user_id = ${user._id}`.execute(
    shop.db,
  )
  await sql`insert into account_erasures (user_id, erases_at)
    values (${user._id}, now() + interval '7 days')`.execute(shop.db)
  const owner = await shop.admin()
  Object.assign(shop.shop.config, { smtpUrl: undefined })
  const { link } = await owner.api
    .inviteStaff({ email: `${newId()}@x.example`, staffRole: 'owner' })
    .finally(() => Object.assign(shop.shop.config, { smtpUrl: 'smtp://mail.example' }))
  return {
    'reset-password': await createRecovery(shop.db, user._id, email, 'password'),
    'confirm-email': await createConfirmation(shop.db, user._id, email),
    'confirm-new-email': (await createEmailChangeToken(shop.db, rows[0]?.id ?? '')) ?? '',
    'keep-account': (await createErasureToken(shop.db, user._id))?.token ?? '',
    join: link?.split('/').at(-1) ?? '',
    order: (await createOrderLinks(shop.db))(newId()),
    code: await codeFor({ user }),
    session: cookies.get('customer_session') ?? '',
  }
}

async function signInAgain(email: string, password: string) {
  const visitor = shop.visitor()
  await visitor.api.login({ email, password })
  return visitor
}

const NEW_PASSWORD = 'a plain new password'

/** The calls that take a token, by its kind. */
const CALLS_WITH_TOKEN: Record<string, [path: string, rest: object]> = {
  'reset-password': ['/users/reset-password', { password: NEW_PASSWORD }],
  'confirm-email': ['/users/confirm-email', {}],
  'confirm-new-email': ['/users/confirm-new-email', {}],
  'keep-account': ['/users/keep-account', {}],
  join: ['/admin/join', { firstname: 'A', lastname: 'B', password: NEW_PASSWORD }],
}

test('a token of one kind is nothing to a call of another kind, and its own call takes it', async () => {
  const victim = await customer()
  const tokens = await tokensOf(victim)
  expect(Object.values(tokens).filter((token) => token === '')).toEqual([])
  for (const [kind, [path, rest]] of Object.entries(CALLS_WITH_TOKEN)) {
    for (const [other, token] of Object.entries(tokens)) {
      if (other === kind) continue
      const { status } = await call(path, { token, ...rest })
      expect({ path, other, status }).toEqual({ path, other, status: 404 })
    }
  }
  const own = { 'keep-account': 200, 'confirm-email': 200, join: 200, 'reset-password': 200 }
  for (const [kind, status] of Object.entries(own)) {
    const [path, rest] = CALLS_WITH_TOKEN[kind] ?? ['', {}]
    const token = tokens[kind as keyof typeof tokens]
    expect({ kind, status: (await call(path, { token, ...rest })).status }).toEqual({ kind, status })
    // The link that confirms may be opened again, and changes nothing then.
    const again = kind === 'confirm-email' ? 200 : 404
    expect({ kind, again: (await call(path, { token, ...rest })).status }).toEqual({ kind, again })
  }
})

test.each(Object.entries(CALLS_WITH_TOKEN))(
  'guessing at tokens by the call for %s is cut off',
  async (_kind, [path, rest]) => {
    const statuses: number[] = []
    for (let turn = 0; turn < 32; turn += 1) {
      statuses.push((await call(path, { token: `guess-${turn}`.padEnd(32, 'x'), ...rest })).status)
    }
    expect(new Set(statuses)).toEqual(new Set([404, 429]))
    expect(statuses.filter((status) => status === 404).length).toBeLessThanOrEqual(30)
    expect(statuses.at(-1)).toBe(429)
  },
)

/**
 * What somebody sends to learn whether this address has an account. Registering says so, as the specification demands.
 */
const QUESTIONS: Record<string, (email: string) => [path: string, body: object]> = {
  login: (email) => ['/users/login', { email, password: 'not this one' }],
  'login of administrators': (email) => ['/admin/login', { email, password: 'not this one' }],
  'login of administrators with a code': (email) => ['/admin/login', { email, password: 'not', code: '123456' }],
  'a link for a new password': (email) => ['/users/forgot-password', { email }],
  'a code': (email) => ['/users/send-code', { email }],
  'login by a code': (email) => ['/users/login-by-code', { email, code: '000000' }],
}

test.each(Object.entries(QUESTIONS))('%s answers a known address like an unknown one', async (_what, question) => {
  const [known, admin] = [await customer(), await shop.admin()]
  await createRecovery(shop.db, known.user._id, known.email, 'code')
  const answers = []
  for (const email of [known.email, admin.user.email, 'nobody@x.example']) {
    await forgetCounts()
    const { status, body } = await call(...question(email))
    answers.push({ status, body: body.replaceAll(/"requestId":"[^"]*"/g, '') })
  }
  expect(answers[0]).toEqual(answers[2])
  expect(answers[1]).toEqual(answers[2])
})
