import { afterAll, beforeAll, expect, test } from 'vitest'

import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.close())

const ROLES = [
  ['customer', '/api/users/me', '/api/users/logout'],
  ['admin', '/api/admin/me', '/api/admin/logout'],
] as const

const hintsIn = (answer: Response) => answer.headers.getSetCookie().filter((cookie) => cookie.includes('_hint='))

test.each(ROLES)('beside the session of a %s stands a readable hint with a fixed value', async (role) => {
  const [first, second] = [await shop[role](), await shop[role]()]
  expect(first.cookies.get(`${role}_hint`)).toBe('1')
  expect(second.cookies.get(`${role}_hint`)).toBe('1')
})

test.each(ROLES)('the hint of a %s goes when the session is ended', async (role, _me, logout) => {
  const visitor = await shop[role]()
  await visitor.fetch(logout)
  expect(visitor.cookies.has(`${role}_hint`)).toBe(false)
})

test.each(ROLES)('a %s whose session has ended elsewhere loses the hint with the refusal', async (role, me, logout) => {
  const visitor = await shop[role]()
  const session = [...visitor.cookies].find(([name]) => name.endsWith('_session'))
  await shop.app.inject({ url: logout, headers: { cookie: session?.join('='), 'sec-fetch-site': 'same-origin' } })
  expect(visitor.cookies.has(`${role}_hint`)).toBe(true)
  expect((await visitor.fetch(me)).status).toBe(401)
  expect(visitor.cookies.has(`${role}_hint`)).toBe(false)
})

test.each(ROLES)(
  'a session of a %s without its hint is as good, and the answer brings the hint again',
  async (role, me) => {
    const visitor = await shop[role]()
    visitor.cookies.delete(`${role}_hint`)
    const answer = await visitor.fetch(me)
    expect(answer.status).toBe(200)
    const [hint = ''] = hintsIn(answer)
    expect(hint).toMatch(new RegExp(`^${role}_hint=1; Max-Age=\\d+; Path=/; SameSite=Strict$`))
    expect(hintsIn(await visitor.fetch(me))).toEqual([])
  },
)

test.each(ROLES)('the hint of a %s alone opens nothing', async (role, me) => {
  const answer = await fetch(shop.origin + me, { headers: { cookie: `${role}_hint=1` } })
  expect(answer.status).toBe(401)
  expect(hintsIn(answer)).toEqual([expect.stringMatching(new RegExp(`^${role}_hint=; .*Expires=Thu, 01 Jan 1970`))])
})

test('under https the hint is bound to the host and to https', async () => {
  const secure = await startShop({ publicUrl: 'https://shop.example' })
  try {
    const { cookies } = await secure.customer()
    expect([...cookies.keys()]).toEqual(['__Host-customer_session', '__Host-customer_hint'])
  } finally {
    await secure.close()
  }
})
