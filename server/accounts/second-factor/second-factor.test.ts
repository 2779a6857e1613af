import { generate } from 'otplib'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { signIn as signInAs } from '#server/accounts/sign-in.ts'
import { resetFactor } from '#server/accounts/second-factor/second-factor.ts'
import { sendMails } from '#server/mails/send-mails.ts'
import { networksOf } from '#server/http/rate-limits/caller-networks.ts'
import { NEVER } from '#test/purchase.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop()
})
beforeEach(async () => {
  await sql`delete from rate_counters`.execute(shop.db)
})
afterAll(() => shop.close())

const WRONG = 'This code is wrong or was used already. Please wait for the next one.'
const STEP_SECONDS = 30
const now = () => Math.floor(Date.now() / 1000)
/**
 * The code of so many half minutes from now; the app's clock may be one off. That of one before is two off as soon as
 * the next half minute begins.
 */
const codeOf = (secret: string, steps = 0) => generate({ secret, epoch: now() + steps * STEP_SECONDS })
const wrongCodeFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

const countSessions = async (userId: string) =>
  (await sql`select id_hash from sessions where user_id = ${userId}`.execute(shop.db)).rows.length

/** An owner with a code app, whose last code is a while ago. */
async function withApp() {
  const owner = await shop.admin()
  const { key } = await owner.api.startSecondFactor()
  const { recoveryCodes } = await owner.api.confirmSecondFactor(await codeOf(key))
  await sql`update second_factors set last_step = 1 where user_id = ${owner.user._id}`.execute(shop.db)
  const pair = { email: owner.user.email, password: owner.password }
  const signIn = (code?: string) => shop.visitor().api.adminLogin({ ...pair, ...(code !== undefined && { code }) })
  return { owner, key, recoveryCodes, pair, signIn }
}

test('a code app is on from its first right code, and signing in needs the password and a code', async () => {
  const owner = await shop.admin()
  const other = shop.visitor()
  await other.api.adminLogin({ email: owner.user.email, password: owner.password })
  const { key, uri } = await owner.api.startSecondFactor()
  expect(uri).toContain('otpauth://totp/')
  expect(uri).toContain(encodeURIComponent(owner.user.email))
  expect(await owner.api.getSecondFactor()).toEqual({ isOn: false, isDemanded: false, recoveryCodesLeft: 0 })
  await expect(owner.api.confirmSecondFactor(wrongCodeFor(await codeOf(key)))).rejects.toMatchObject({ status: 400 })
  const { recoveryCodes } = await owner.api.confirmSecondFactor(await codeOf(key))
  expect(new Set(recoveryCodes).size).toBe(10)
  expect(await owner.api.getSecondFactor()).toEqual({ isOn: true, isDemanded: false, recoveryCodesLeft: 10 })
  await expect(other.api.getAdminMe()).rejects.toMatchObject({ status: 401 })

  const visitor = shop.visitor()
  const pair = { email: owner.user.email, password: owner.password }
  await expect(visitor.api.adminLogin(pair)).rejects.toMatchObject({ status: 401, code: 'code_needed' })
  const { user } = await visitor.api.adminLogin({ ...pair, code: await codeOf(key, 1) })
  expect(user.email).toBe(pair.email)
  await visitor.api.getAdminMe()
})

test('there is no session, no cookie and no sign of the second factor before both steps', async () => {
  const { owner, key, pair, signIn } = await withApp()
  const before = await countSessions(owner.user._id)
  const visitor = shop.visitor()
  visitor.cookies.set('admin_session', 'planted')
  await expect(visitor.api.adminLogin(pair)).rejects.toMatchObject({ code: 'code_needed' })
  await expect(visitor.api.adminLogin({ ...pair, code: wrongCodeFor(await codeOf(key)) })).rejects.toMatchObject({
    status: 401,
    message: WRONG,
  })
  expect([...visitor.cookies]).toEqual([['admin_session', 'planted']])
  expect(await countSessions(owner.user._id)).toBe(before)
  await expect(
    shop.visitor().api.adminLogin({ ...pair, password: 'not this one', code: await codeOf(key) }),
  ).rejects.toMatchObject({ code: 'unauthenticated', message: 'Invalid email or password.' })
  await visitor.api.adminLogin({ ...pair, code: await codeOf(key) })
  expect(visitor.cookies.get('admin_session')).not.toBe('planted')
  await expect(signIn('12 34')).rejects.toMatchObject({ status: 400 })
})

test('a code lets in once, also if it is used many times at once, and none before it afterwards', async () => {
  const { key, signIn } = await withApp()
  const code = await codeOf(key)
  const outcomes = await Promise.all(
    Array.from({ length: 4 }, () =>
      signIn(code).then(
        () => 'in',
        ({ message }: { message: string }) => message,
      ),
    ),
  )
  expect(outcomes.toSorted()).toEqual([WRONG, WRONG, WRONG, 'in'].toSorted())
  await sql`delete from rate_counters`.execute(shop.db)
  await expect(signIn(code)).rejects.toMatchObject({ message: WRONG })
  await expect(signIn(await codeOf(key, -1))).rejects.toMatchObject({ message: WRONG })
  await signIn(await codeOf(key, 1))
})

test('a code from long ago or of another app does not let in', async () => {
  const [one, another] = [await withApp(), await withApp()]
  for (const code of [await codeOf(one.key, -3), await codeOf(one.key, 3), await codeOf(another.key)]) {
    await expect(one.signIn(code)).rejects.toMatchObject({ message: WRONG })
  }
})

test('each recovery code lets in once; only hashes are stored', async () => {
  const { owner, recoveryCodes, signIn } = await withApp()
  const { rows } = await sql<{ row: string }>`select recovery_codes::text as row from recovery_codes`.execute(shop.db)
  const [first = '', second = ''] = recoveryCodes
  expect(JSON.stringify(rows)).not.toContain(first.replaceAll('-', ''))
  await signIn(first)
  await expect(signIn(first)).rejects.toMatchObject({ message: WRONG })
  await signIn(` ${second.toUpperCase().replaceAll('-', ' ')}`)
  expect((await owner.api.getSecondFactor()).recoveryCodesLeft).toBe(8)
  const renewed = await owner.api.renewRecoveryCodes()
  await expect(signIn(recoveryCodes[2])).rejects.toMatchObject({ message: WRONG })
  await signIn(renewed.recoveryCodes[0])
})

test('whoever knows the password may try five codes in a quarter of an hour, from however many places', async () => {
  const { key, pair } = await withApp()
  const right = await codeOf(key, 1)
  const tries = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      shop
        .visitor()
        .api.adminLogin({
          ...pair,
          code: String(index).padStart(6, '7') === right ? '000000' : String(index).padStart(6, '7'),
        })
        .catch(({ status }: { status: number }) => status),
    ),
  )
  expect(tries.filter((status) => status === 401)).toHaveLength(5)
  expect(tries.filter((status) => status === 429)).toHaveLength(25)
  await expect(shop.visitor().api.adminLogin({ ...pair, code: right })).rejects.toMatchObject({ status: 429 })
  await sql`update rate_counters set window_ends_at = now()`.execute(shop.db)
  await shop.visitor().api.adminLogin({ ...pair, code: right })
})

test('where the owner demands it, whoever has none can only set one up', async () => {
  const [owner, manager] = [await withApp(), await shop.admin()]
  await setSettings(shop, { demandsSecondFactor: true })
  const demanded = { status: 403, code: 'factor_needed' }
  await expect(manager.api.listOffers()).rejects.toMatchObject(demanded)
  await expect(manager.api.listStaff()).rejects.toMatchObject(demanded)
  expect(await manager.api.getAdminMe()).toMatchObject({ needsSecondFactor: true })
  await owner.owner.api.listOffers()
  expect(await owner.owner.api.getAdminMe()).not.toHaveProperty('needsSecondFactor')
  const { key } = await manager.api.startSecondFactor()
  await manager.api.confirmSecondFactor(await codeOf(key))
  await manager.api.listOffers()
  expect(await manager.api.getAdminMe()).not.toHaveProperty('needsSecondFactor')
  await setSettings(shop, { demandsSecondFactor: false })
})

test('an app is taken away with the password, and a lost one by the machine’s owner', async () => {
  const [one, lost] = [await withApp(), await withApp()]
  await expect(one.owner.api.startSecondFactor()).rejects.toMatchObject({ status: 409 })
  await sql`update sessions set proved_at = now() - interval '16 minutes'`.execute(shop.db)
  await expect(one.owner.api.removeSecondFactor()).rejects.toMatchObject({ code: 'password_needed' })
  await one.owner.api.confirmPassword(one.owner.password)
  await one.owner.api.removeSecondFactor()
  await one.signIn()
  await expect(one.owner.api.removeSecondFactor()).rejects.toMatchObject({ status: 404 })

  await resetFactor(shop.db, lost.pair.email)
  await lost.signIn()
  await expect(resetFactor(shop.db, lost.pair.email)).rejects.toMatchObject({ status: 404 })
  const { rows } = await sql`select actor_id, action from audit_log
    where subject_id = ${lost.owner.user._id} order by id`.execute(shop.db)
  expect(rows.slice(1)).toEqual([
    { actorId: lost.owner.user._id, action: 'turn on second factor' },
    { actorId: null, action: 'reset second factor' },
  ])
})

test('the account’s address is told of a code app that comes or goes, and of recovery codes that are new or used', async () => {
  const { owner, recoveryCodes, signIn } = await withApp()
  await sql`update users set email_confirmed_at = now() where id = ${owner.user._id}`.execute(shop.db)
  await sql`delete from mails where user_id <> ${owner.user._id}`.execute(shop.db)
  await sql`update mails set payload = '{"isConfirmed": true}' where user_id = ${owner.user._id} and email is not null`.execute(
    shop.db,
  )
  await signIn(recoveryCodes[0])
  await owner.api.renewRecoveryCodes()
  await owner.api.removeSecondFactor()
  await owner.api.startSecondFactor()
  await resetFactor(shop.db, owner.user.email)
  await sendMails(shop.shop, NEVER)
  const subjects = shop.mails.filter(({ to }) => to === owner.user.email).map(({ subject }) => subject)
  expect(subjects.toSorted()).toEqual([
    'Renewed: the recovery codes of your account',
    'Turned off: the code app of your account',
    'Turned on: the code app of your account',
    'Used: a recovery code of your account',
  ])
})

test('whoever knows the password elsewhere uses up no tries of its owner, and does not become known by it', async () => {
  const { owner, key, pair } = await withApp()
  const [home, elsewhere] = ['203.0.113.7', '198.51.100.7'].map((address) => networksOf(address))
  const start = (networks = home) => ({ networks: networks ?? [], device: '', network: '' })
  const signIn = (networks: typeof home, code: string) =>
    signInAs(shop.db, 'admin', { ...pair, code }, start(networks)).then(
      () => 'in',
      (refusal: { code: string }) => refusal.code,
    )
  expect(await signIn(home, await codeOf(key))).toBe('in')
  const wrong = wrongCodeFor(await codeOf(key))
  for (let tries = 0; tries < 5; tries += 1) expect(await signIn(elsewhere, wrong)).toBe('unauthenticated')
  expect(await signIn(elsewhere, await codeOf(key))).toBe('rate_limited')
  expect(await signIn(home, await codeOf(key, 1))).toBe('in')
  const { rows } = await sql`select from sign_in_networks where user_id = ${owner.user._id}`.execute(shop.db)
  expect(rows).toHaveLength(1)
})
