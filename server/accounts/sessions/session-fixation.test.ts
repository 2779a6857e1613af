import { generate } from 'otplib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { SessionAudience } from '#server/http/session-cookies.ts'
import type { Visitor } from '#test/visitor.ts'

import { createPasskeyApi } from '#contract/accounts/passkey-api.ts'
import { createConfirmation } from '#server/accounts/confirmation/confirm-email.ts'
import { createRecovery } from '#server/accounts/recovery/recovery.ts'
import { sessionCookieName } from '#server/http/session-cookies.ts'
import { newId } from '#server/db/new-id.ts'
import { createAuthenticator } from '#test/authenticator.ts'
import { startShop } from '#test/start-shop.ts'

const ORIGIN = 'https://shop.example'
const NEW_PASSWORD = 'a plain new password'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop({ publicUrl: ORIGIN })
})
afterAll(() => shop.close())

type Person = Awaited<ReturnType<typeof shop.customer>>

const cookieOf = (audience: SessionAudience) => sessionCookieName(audience, true)
const person = (audience: SessionAudience) => (audience === 'admin' ? shop.admin() : shop.customer())
const pairOf = ({ user, password }: Person) => ({ email: user.email, password })

/** Who is signed in by this session; undefined if nobody is. */
async function whoseIs(audience: SessionAudience, token: string): Promise<string | undefined> {
  const visitor = shop.visitor()
  visitor.cookies.set(cookieOf(audience), token)
  const me = audience === 'admin' ? visitor.api.getAdminMe().then(({ user }) => user) : visitor.api.getMe()
  return me.then(
    ({ _id }) => _id,
    () => undefined,
  )
}

async function withCodeApp(owner: Person): Promise<string> {
  const { key } = await owner.api.startSecondFactor()
  await owner.api.confirmSecondFactor(await generate({ secret: key }))
  await sql`update second_factors set last_step = 1 where user_id = ${owner.user._id}`.execute(shop.db)
  return generate({ secret: key })
}

async function withPasskey(owner: Person, audience: SessionAudience) {
  const device = createAuthenticator(ORIGIN)
  const api = createPasskeyApi(owner.fetch, audience)
  await api.addPasskey({ name: 'Key', credential: device.create(await api.startNewPasskey()) })
  return device
}

const codeFor = ({ user }: Person) => createRecovery(shop.db, user._id, user.email, 'code')

/** Each way in: what the victim does in a browser that somebody has prepared. */
const WAYS_IN: Record<string, [SessionAudience, (at: Visitor, victim: Person) => Promise<unknown>]> = {
  password: ['customer', ({ api }, victim) => api.login(pairOf(victim))],
  'a code of the mail': [
    'customer',
    async ({ api }, victim) => api.loginByCode({ email: victim.user.email, code: await codeFor(victim) }),
  ],
  'a passkey': [
    'customer',
    async ({ fetch }, victim) => {
      const [device, api] = [await withPasskey(victim, 'customer'), createPasskeyApi(fetch, 'customer')]
      await api.signIn(device.get(await api.startSignIn()))
    },
  ],
  'an administrator’s password': ['admin', ({ api }, victim) => api.adminLogin(pairOf(victim))],
  'an administrator’s second factor': [
    'admin',
    async ({ api }, victim) => {
      const code = await withCodeApp(victim)
      await api.adminLogin(pairOf(victim)).catch(() => undefined)
      await api.adminLogin({ ...pairOf(victim), code })
    },
  ],
  'an administrator’s passkey': [
    'admin',
    async ({ fetch }, victim) => {
      const [device, api] = [await withPasskey(victim, 'admin'), createPasskeyApi(fetch, 'admin')]
      await api.signIn(device.get(await api.startSignIn()))
    },
  ],
}

test.each(Object.entries(WAYS_IN))(
  'a session that somebody set in the browser before is never that of who signs in there by %s',
  async (_way, [audience, enter]) => {
    const [attacker, victim] = [await person(audience), await person(audience)]
    for (const planted of [attacker.cookies.get(cookieOf(audience)) ?? '', 'p'.repeat(43)]) {
      const browser = shop.visitor()
      browser.cookies.set(cookieOf(audience), planted)
      await enter(browser, victim)
      const token = browser.cookies.get(cookieOf(audience)) ?? ''
      expect(token).not.toBe(planted)
      expect(await whoseIs(audience, token)).toBe(victim.user._id)
      expect(await whoseIs(audience, planted)).toBeUndefined()
      // Each way is walked once more by a made-up session, for which the victim may need a new device.
      await sql`delete from second_factors where user_id = ${victim.user._id}`.execute(shop.db)
    }
  },
)

/** Calls that sign nobody in: the browser keeps its session, and the session keeps its owner. */
const NO_WAY_IN: Record<string, (at: Visitor, victim: Person) => Promise<unknown>> = {
  registering: ({ api }) =>
    api.register({ firstname: 'A', lastname: 'B', email: `${newId()}@x.example`, password: NEW_PASSWORD, phone: '1' }),
  'a new password by mail': async ({ api }, { user }) =>
    api.resetPassword({
      token: await createRecovery(shop.db, user._id, user.email, 'password'),
      password: NEW_PASSWORD,
    }),
  'the link that confirms an address': async ({ api }, { user }) =>
    api.confirmEmail(await createConfirmation(shop.db, user._id, user.email), NEW_PASSWORD),
  'an invitation': async ({ api }) => {
    const owner = await shop.admin()
    const { link } = await owner.api.inviteStaff({ email: `${newId()}@x.example`, staffRole: 'packer' })
    const token = link?.split('/').at(-1) ?? ''
    await api.joinStaff({ token, firstname: 'A', lastname: 'B', password: NEW_PASSWORD })
  },
}

test.each(Object.entries(NO_WAY_IN))('%s opens no session and takes none over', async (_way, use) => {
  const [attacker, attackingAdmin, victim] = [await shop.customer(), await shop.admin(), await shop.customer()]
  const browser = shop.visitor()
  const planted = {
    customer: attacker.cookies.get(cookieOf('customer')) ?? '',
    admin: attackingAdmin.cookies.get(cookieOf('admin')) ?? '',
  }
  for (const audience of ['customer', 'admin'] as const) browser.cookies.set(cookieOf(audience), planted[audience])
  const before = [...browser.cookies]
  await use(browser, victim)
  expect([...browser.cookies]).toEqual(before)
  expect(await whoseIs('customer', planted.customer)).toBe(attacker.user._id)
  expect(await whoseIs('admin', planted.admin)).toBe(attackingAdmin.user._id)
})

/** What makes a session worth more, or shows anew who has it: a copy of it must not be worth more too. */
const RAISES: Record<string, [SessionAudience, (owner: Person) => Promise<unknown>]> = {
  'a new password': ['customer', ({ api, password }) => api.changePassword({ password, newPassword: NEW_PASSWORD })],
  'another address': ['customer', ({ api, password }) => api.changeEmail({ email: `${newId()}@x.example`, password })],
  'a new password of an administrator': [
    'admin',
    ({ api, password }) => api.changeAdminPassword({ password, newPassword: NEW_PASSWORD }),
  ],
  'the second factor': ['admin', withCodeApp],
}

test.each(Object.entries(RAISES))('with %s the session goes on under another id', async (_what, [audience, raise]) => {
  const owner = await person(audience)
  const before = owner.cookies.get(cookieOf(audience)) ?? ''
  await raise(owner)
  const after = owner.cookies.get(cookieOf(audience)) ?? ''
  expect(await whoseIs(audience, before)).toBeUndefined()
  expect(await whoseIs(audience, after)).toBe(owner.user._id)
})
