import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { ShopError } from '#contract/api/errors.ts'

import { signIn as enter } from '#server/accounts/sign-in.ts'
import { networksOf } from '#server/http/rate-limits/caller-networks.ts'
import { newId } from '#server/db/new-id.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop({ hasRateLimits: true, trustedProxies: ['127.0.0.1'] })
})
beforeEach(async () => {
  await sql`delete from rate_counters`.execute(shop.db)
})
afterAll(() => shop.close())

const WRONG = 'not this one'
const LIMITS = { account: 5, accountOverall: 10, network: 100 }
const WINDOW_SECONDS = 15 * 60

const letWindowsEnd = () => sql`update rate_counters set window_ends_at = now()`.execute(shop.db)
const letWindowOfNetworkEnd = (network: string) =>
  sql`update rate_counters set window_ends_at = window_ends_at - interval '15 minutes'
    where key like ${`% ${network}`}`.execute(shop.db)

const post = (path: string, body: unknown) =>
  shop.visitor().fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const signIn = (email: string, password: string, path = '/api/users/login') => post(path, { email, password })

const statusesOf = (answers: Response[]) => answers.map(({ status }) => status)
const countOf = (answers: Response[], status: number) => statusesOf(answers).filter((each) => each === status).length

async function newCustomer() {
  const { user, password } = await shop.customer()
  return { email: user.email, password }
}

/** As if the network had failed this often with all kinds of accounts. */
const setNetworkFailures = (count: number) =>
  sql`insert into rate_counters (key, count, window_ends_at)
    values ('sign-in 127.0.0.1', ${count}, now() + interval '10 minutes')
    on conflict (key) do update set count = excluded.count`.execute(shop.db)

/** The first delays are of seconds, which are over before a busy machine has sent the next calls. */
const lengthenDelays = () =>
  sql`update rate_counters set window_ends_at = now() + interval '5 minutes' where key like '% delayed'`.execute(
    shop.db,
  )

test('after five failures even the right password has to wait until the window ends', async () => {
  const { email, password } = await newCustomer()
  for (let count = 0; count < LIMITS.account; count += 1) expect((await signIn(email, WRONG)).status).toBe(401)
  const refused = await signIn(email, password)
  expect(refused.status).toBe(429)
  expect(await refused.json()).toMatchObject({ code: 'rate_limited', message: expect.any(String) })
  const wait = Number(refused.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(WINDOW_SECONDS - 60)
  expect(wait).toBeLessThanOrEqual(WINDOW_SECONDS)
  expect(refused.headers.getSetCookie()).toEqual([])
  await letWindowsEnd()
  expect((await signIn(email, password)).status).toBe(200)
})

test('the limit is one for both sign-in calls and for however the e-mail is written', async () => {
  const { email } = await newCustomer()
  const spellings = [email, email.toUpperCase(), ` ${email} `, email, email.toUpperCase()]
  for (const spelling of spellings) await signIn(spelling, WRONG)
  expect((await signIn(email, WRONG)).status).toBe(429)
  expect((await signIn(email, WRONG, '/api/admin/login')).status).toBe(429)
})

test('an e-mail without an account is counted like one with an account', async () => {
  const { email } = await newCustomer()
  const nobody = `nobody-${newId()}@example.com`
  const failSixTimes = async (address: string) => {
    const answers: Response[] = []
    for (let count = 0; count <= LIMITS.account; count += 1) answers.push(await signIn(address, WRONG))
    return answers
  }
  const known = await failSixTimes(email)
  const unknown = await failSixTimes(nobody)
  expect(statusesOf(unknown)).toEqual(statusesOf(known))
  expect(await Promise.all(unknown.map((answer) => answer.text()))).toEqual(
    await Promise.all(known.map((answer) => answer.text())),
  )
})

test('two hundred wrong sign-ins at once get five answers', async () => {
  const { email } = await newCustomer()
  const answers = await Promise.all(Array.from({ length: 200 }, () => signIn(email, WRONG)))
  expect(countOf(answers, 401)).toBe(LIMITS.account)
  expect(countOf(answers, 429)).toBe(200 - LIMITS.account)
  expect((await shop.visitor().fetch('/healthz')).status).toBe(200)
})

test('what is over the limit costs no hash', async () => {
  const { email } = await newCustomer()
  const attempts = Array.from({ length: 400 }, () =>
    enter(
      shop.db,
      'customer',
      { email, password: WRONG },
      { networks: networksOf('203.0.113.7'), previousToken: undefined },
    ),
  )
  const outcomes = await Promise.allSettled(attempts)
  const codes = outcomes.map((outcome) => outcome.status === 'rejected' && (outcome.reason as ShopError).code)
  // Were they hashed before they are counted, more would wait than may, and the last of them would be turned away.
  expect(codes.filter((code) => code === 'unavailable')).toEqual([])
  expect(codes.filter((code) => code === 'unauthenticated')).toHaveLength(LIMITS.account)
  expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(400 - LIMITS.account)
})

test('signing in rightly is never counted, however often', async () => {
  const { email, password } = await newCustomer()
  for (let count = 0; count < LIMITS.account * 2; count += 1) expect((await signIn(email, password)).status).toBe(200)
})

test('signing in rightly forgets the failures before', async () => {
  const { email, password } = await newCustomer()
  for (let round = 0; round < 2; round += 1) {
    for (let count = 1; count < LIMITS.account; count += 1) await signIn(email, WRONG)
    expect((await signIn(email, password)).status).toBe(200)
  }
})

test('failures of one account keep no other from signing in', async () => {
  const [victim, neighbour] = [await newCustomer(), await newCustomer()]
  for (let count = 0; count < LIMITS.account * 3; count += 1) await signIn(victim.email, WRONG)
  expect((await signIn(neighbour.email, neighbour.password)).status).toBe(200)
})

test('failures from elsewhere do not keep the owner out', async () => {
  const { email, password } = await newCustomer()
  for (let count = 0; count < LIMITS.account; count += 1) await signIn(email, WRONG)
  // The same failures, but made by another network.
  await sql`update rate_counters set key = replace(key, '127.0.0.1', '203.0.113.7')`.execute(shop.db)
  expect((await signIn(email, password)).status).toBe(200)
})

test('a network with a hundred failures waits longer with each further one, and never for good', async () => {
  // Some more, because the first delays are over before a busy machine has sent the next call.
  await setNetworkFailures(LIMITS.network + 4)
  const waits: number[] = []
  for (let round = 0; round < 5; round += 1) {
    expect((await signIn(`nobody-${newId()}@example.com`, WRONG)).status).toBe(401)
    const refused = await signIn(`nobody-${newId()}@example.com`, WRONG)
    expect(refused.status).toBe(429)
    waits.push(Number(refused.headers.get('retry-after')))
    await sql`update rate_counters set window_ends_at = now() where key like '% delayed'`.execute(shop.db)
  }
  expect(waits.every((wait, index) => index === 0 || wait > (waits[index - 1] ?? 0))).toBe(true)
  await setNetworkFailures(5000)
  await signIn(`nobody-${newId()}@example.com`, WRONG)
  const capped = await signIn(`nobody-${newId()}@example.com`, WRONG)
  expect(Number(capped.headers.get('retry-after'))).toBeLessThanOrEqual(WINDOW_SECONDS)
})

test('an account of one’s own does not wipe out a network’s failures', async () => {
  const { email, password } = await newCustomer()
  await setNetworkFailures(LIMITS.network - 2)
  for (let count = 0; count < 5; count += 1) expect((await signIn(email, password)).status).toBe(200)
  for (let count = 0; count < 3; count += 1) await signIn(`nobody-${newId()}@example.com`, WRONG)
  await lengthenDelays()
  expect((await signIn(`nobody-${newId()}@example.com`, WRONG)).status).toBe(429)
})

test('what a network is refused for is not held against the account', async () => {
  const { email, password } = await newCustomer()
  await setNetworkFailures(LIMITS.network)
  await signIn(`nobody-${newId()}@example.com`, WRONG)
  await lengthenDelays()
  for (let count = 0; count < LIMITS.account * 2; count += 1) expect((await signIn(email, password)).status).toBe(429)
  await sql`update rate_counters set window_ends_at = now() where key like '% delayed'`.execute(shop.db)
  expect((await signIn(email, password)).status).toBe(200)
})

/** As somebody behind the trusted proxy signs in. */
const signInFrom = (address: string, email: string, password: string) =>
  fetch(`${shop.origin}/api/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ email, password }),
  })

test('guesses at one account from many networks become slower and slower', async () => {
  const { email } = await newCustomer()
  const answers: Response[] = []
  for (let index = 0; index < 30; index += 1) {
    answers.push(await signInFrom(`2001:db8:7:${index.toString(16)}::1`, email, WRONG))
  }
  // A few more than are free, where the machine is so busy that the first delays pass meanwhile.
  expect(countOf(answers, 401)).toBeGreaterThanOrEqual(LIMITS.accountOverall)
  expect(countOf(answers, 401)).toBeLessThanOrEqual(LIMITS.accountOverall + 5)
  for (const refused of answers.filter(({ status }) => status === 429)) {
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(WINDOW_SECONDS)
  }
})

test('thirty guesses at once from thirty networks are looked at no more often', async () => {
  const { email } = await newCustomer()
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) => signInFrom(`2001:db8:8:${index}::1`, email, WRONG)),
  )
  expect(countOf(answers, 401)).toBeLessThanOrEqual(LIMITS.accountOverall + 5)
  expect(countOf(answers, 401) + countOf(answers, 429)).toBe(30)
})

/** As if the account had been guessed at this often from elsewhere. */
async function guessAt(email: string, times: number) {
  for (let index = 0; index < LIMITS.accountOverall; index += 1) await signInFrom(`10.1.${index}.1`, email, WRONG)
  await sql`update rate_counters set count = ${times} where key like 'sign-in account %'`.execute(shop.db)
}

test('guesses from elsewhere do not keep the owner out where they have signed in before', async () => {
  const { email, password } = await newCustomer()
  expect((await signInFrom('2001:db8:9:1::5', email, password)).status).toBe(200)
  await guessAt(email, 500)
  expect((await signInFrom('2001:db8:9:1::6', email, password)).status).toBe(200)
  // From there, too, only five guesses are free.
  const guesses: number[] = []
  for (let count = 0; count <= LIMITS.account; count += 1) {
    guesses.push((await signInFrom('2001:db8:9:1::7', email, WRONG)).status)
  }
  expect(guesses).toEqual([401, 401, 401, 401, 401, 429])
})

test('from a network that is new to the account the owner gets in after one bounded wait, however many guess', async () => {
  const { email, password } = await newCustomer()
  await guessAt(email, 500)
  const first = await signInFrom('192.0.2.1', email, password)
  expect(first.status).toBe(429)
  expect(Number(first.headers.get('retry-after'))).toBeLessThanOrEqual(WINDOW_SECONDS)
  await letWindowOfNetworkEnd('192.0.2.0/24')
  // Those who come from elsewhere have no part in this wait, and their own begins with each attempt.
  for (let index = 0; index < 5; index += 1) {
    expect((await signInFrom(`198.51.${index}.1`, email, WRONG)).status).toBe(429)
  }
  expect((await signInFrom('192.0.2.1', email, password)).status).toBe(200)
  expect((await signInFrom('192.0.2.1', email, password)).status).toBe(200)
})

test('a wait that is over is good for one attempt, also of many at once', async () => {
  const { email } = await newCustomer()
  await guessAt(email, 500)
  expect((await signInFrom('192.0.2.1', email, WRONG)).status).toBe(429)
  await letWindowOfNetworkEnd('192.0.2.0/24')
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => signInFrom(`192.0.2.${index}`, email, WRONG)),
  )
  expect(countOf(answers, 401)).toBe(1)
  expect(countOf(answers, 429)).toBe(9)
})

test.each([
  ['2001:db8:a:1::1', '2001:db8:a::/48', 4],
  ['203.0.113.9', '203.0.113.0/24', 8],
])('%s fails for its network %s too, of which %d times as many failures are free', async (address, network, share) => {
  const setFailures = (count: number) =>
    sql`insert into rate_counters (key, count, window_ends_at)
      values (${`sign-in ${network}`}, ${count}, now() + interval '10 minutes')
      on conflict (key) do update set count = excluded.count`.execute(shop.db)
  const failOnce = async () => (await signInFrom(address, `nobody-${newId()}@example.com`, WRONG)).status
  await setFailures(LIMITS.network * share - 3)
  expect([await failOnce(), await failOnce(), await failOnce()]).toEqual([401, 401, 401])
  await setFailures(LIMITS.network * share + 20)
  expect([await failOnce(), await failOnce()]).toEqual([401, 429])
})

test('the counters hold no e-mail', async () => {
  const { email } = await newCustomer()
  await signIn(email, WRONG)
  const { rows } = await sql<{ key: string }>`select key from rate_counters`.execute(shop.db)
  expect(rows.length).toBeGreaterThan(1)
  expect(JSON.stringify(rows)).not.toContain('customer-')
})

test('nothing is counted where limits are off', async () => {
  const unlimited = await startShop()
  try {
    const email = `nobody-${newId()}@example.com`
    for (let count = 0; count < LIMITS.account * 2; count += 1) {
      await expect(unlimited.visitor().api.login({ email, password: WRONG })).rejects.toMatchObject({ status: 401 })
    }
    const { rows } = await sql`select key from rate_counters`.execute(unlimited.db)
    expect(rows).toEqual([])
  } finally {
    await unlimited.close()
  }
})
