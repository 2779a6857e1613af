import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { MAX_CODES } from '#server/programs/agents/agent-limits.ts'
import { PROTOCOL_VERSIONS } from '#server/programs/agents/protocol-versions.ts'
import { createAgent, expectAsTheProtocolSays, tokenIn, type AgentAnswer } from '#test/agent.ts'
import { addProduct, offerInput } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { buyCart, fillCart, signedIn } from '#test/purchase.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: Awaited<ReturnType<typeof shop.admin>>
let agent: ReturnType<typeof createAgent>
let shirt: Awaited<ReturnType<typeof addProduct>>
let socks: Awaited<ReturnType<typeof addProduct>>
beforeAll(async () => {
  shop = await startShop()
  admin = await shop.admin()
  agent = createAgent(shop)
  shirt = await addProduct(shop.db, { name: 'Blue shirt', pricePaise: 99_933, sizes: { M: 50 } })
  socks = await addProduct(shop.db, { name: 'Grey socks', pricePaise: 10_001, stock: 50 })
})
afterEach(async () => {
  await expectInvariants(shop.db)
  // An offer that applies by itself would be in the carts of the next test.
  await shop.db.updateTable('offers').set({ isActive: false }).where('code', 'is', null).execute()
})
afterAll(() => shop.close())

let numbers = 0
/** Makes an offer, by default with a code of its own. */
const offer = async (changes: Parameters<typeof offerInput>[0] = {}) =>
  (await admin.api.createOffer(offerInput({ code: `CODE-${(numbers += 1)}`, ...changes }))).offer
const codeOf = async (changes: Parameters<typeof offerInput>[0] = {}) => (await offer(changes)).code ?? ''

const wanted = (quantity = 3) => ({
  line_items: [
    { item: { id: `${shirt.id}-M` }, quantity },
    { item: { id: `${socks.id}-` }, quantity: 1 },
  ],
})
const withCodes = (...codes: string[]) => ({ ...wanted(), discounts: { codes } })
const checkout = async (body: object) => (await agent.call('POST', '/checkout-sessions', body)).body

const amountOf = (totals: AgentAnswer['totals'], type: string) =>
  totals.filter((total) => total.type === type).reduce((sum, { amount }) => sum + amount, 0)
const reasonsOf = ({ messages = [] }: AgentAnswer) =>
  messages.filter(({ path }) => path?.startsWith('$.discounts')).map(({ code, path }) => [code, path])

async function dayFromToday(days: number): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select ((now() at time zone 'Asia/Kolkata')::date + ${days}::integer) as day`.execute(shop.db)
  return rows[0]!.day
}

test.each(PROTOCOL_VERSIONS)('a code takes off in %s what it takes off a cart, true to the paisa', async (version) => {
  const code = await codeOf({ percent: 15 })
  const { body } = await agent.call('POST', '/carts', withCodes(` ${code.toLowerCase()} `), { version })
  const [applied] = body.discounts!.applied
  const customer = await signedIn(shop)
  await fillCart(customer, shirt.id, 3)
  await fillCart(customer, socks.id)
  const { discount, finalprice } = await customer.api.enterCode(code)
  expect(applied).toMatchObject({ code, title: discount?.reason, amount: Math.round((discount?.amount ?? 0) * 100) })
  expect(amountOf(body.totals, 'total')).toBe(Math.round(finalprice * 100))
  expect(amountOf(body.totals, 'items_discount')).toBe(-applied!.amount)
  for (const [place, line] of body.line_items.entries()) {
    const part = applied!.allocations.find(({ path }) => path === `$.line_items[${place}]`)?.amount ?? 0
    expect(amountOf(line.totals, 'items_discount')).toBe(-part)
    expect(amountOf(line.totals, 'total')).toBe(line.item.price * line.quantity - part)
  }
  expect(applied!.allocations.reduce((sum, { amount }) => sum + amount, 0)).toBe(applied!.amount)
  expect(body.ucp).toMatchObject({ capabilities: { 'dev.ucp.shopping.discount': [{ version }] } })
})

test.each(PROTOCOL_VERSIONS)('free shipping is told of in %s as off the order, beside the fee', async (version) => {
  await setSettings(shop, { shippingFee: 49, freeShippingFrom: 10_000 })
  const code = await codeOf({ freeShipping: true, maxUsesPerCustomer: 1 })
  const { body } = await agent.call('POST', '/checkout-sessions', withCodes(code), { version })
  expect(body.totals).toEqual([
    { type: 'subtotal', display_text: 'Subtotal', amount: 309_800 },
    { type: 'fulfillment', display_text: 'Shipping', amount: 4_900 },
    { type: 'discount', display_text: `${code}: free shipping`, amount: -4_900 },
    { type: 'total', display_text: 'Total', amount: 309_800 },
  ])
  expect(body.discounts).toEqual({
    codes: [code],
    applied: [{ code, title: `${code}: free shipping`, amount: 4_900, provisional: true }],
  })
  const { api } = shop.visitor()
  expect((await api.getChosen(tokenIn(body))).discount).toMatchObject({ amount: 0, shipping: 49 })
  await setSettings(shop, { shippingFee: 0 })
  const without = await checkout(withCodes(code))
  expect(reasonsOf(without)).toEqual([['discount_code_user_ineligible', '$.discounts.codes[0]']])
  expect(without.totals.map(({ type }) => type)).toEqual(['subtotal', 'total'])
})

test('an offer without a code is told of as automatic, and a code that takes less off is outdone by it', async () => {
  await offer({ code: undefined, name: 'Weekend', percent: 30 })
  const code = await codeOf({ percent: 5 })
  const body = await checkout(withCodes(code))
  expect(body.discounts?.applied).toMatchObject([{ title: 'Weekend: 30% off', automatic: true }])
  expect(body.discounts?.applied[0]).not.toHaveProperty('code')
  expect(reasonsOf(body)).toEqual([['discount_code_combination_disallowed', '$.discounts.codes[0]']])
})

test('each code that takes nothing off is told of with the protocol’s reason and the shop’s sentence', async () => {
  const best = await codeOf({ percent: 20 })
  const less = await codeOf({ percent: 10 })
  const tooDear = await codeOf({ percent: 50, minimumTotal: 90_000 })
  const early = await codeOf({ startsOn: await dayFromToday(1) })
  const over = await codeOf({ startsOn: '2020-01-01', endsOn: '2020-01-31' })
  const off = await offer()
  await admin.api.switchOffer(off._id, false)
  const sent = [best, less, tooDear, early, over, off.code!, 'NO-SUCH', 'ÄÖ??', best.toLowerCase()]
  const { discounts, messages } = await checkout(withCodes(...sent))
  expect(discounts).toMatchObject({ codes: sent, applied: [{ code: best }] })
  expect(messages?.filter(({ type }) => type === 'warning')).toMatchObject([
    { code: 'discount_code_combination_disallowed', content: expect.stringContaining('This takes more off than') },
    { code: 'discount_code_user_ineligible', content: expect.stringMatching(/needs ₹90,000 in your cart: ₹.* more/) },
    { code: 'discount_code_invalid', content: expect.stringContaining('is valid from') },
    { code: 'discount_code_expired', content: `The code ${over} ended on 31 January 2020.` },
    { code: 'discount_code_expired', content: `The code ${off.code} is no longer valid.` },
    { code: 'discount_code_invalid', content: 'There is no code NO-SUCH.' },
    { code: 'discount_code_invalid', content: 'A code has letters, digits and hyphens only.' },
    { code: 'discount_code_already_applied', path: '$.discounts.codes[8]' },
  ])
})

test('a code that has been used up takes nothing off', async () => {
  const code = await codeOf({ maxUses: 1 })
  const buyer = await signedIn(shop)
  await fillCart(buyer, socks.id)
  await buyer.api.enterCode(code)
  await buyCart(shop, buyer)
  expect(reasonsOf(await checkout(withCodes(code)))).toEqual([['discount_code_expired', '$.discounts.codes[0]']])
})

test('codes stay with what was chosen until others are sent, and an empty list takes them away', async () => {
  const [first, second] = [await codeOf({ percent: 10 }), await codeOf({ percent: 20 })]
  const { body: cart } = await agent.call('POST', '/carts', withCodes(first))
  const put = async (body: object) => (await agent.call('PUT', `/carts/${cart.id}`, body)).body.discounts
  expect(await put(wanted(1))).toMatchObject({ codes: [first], applied: [{ code: first }] })
  expect(await put(withCodes(second))).toMatchObject({ codes: [second], applied: [{ code: second }] })
  const converted = await checkout({ cart_id: cart.id, ...withCodes(first) })
  expect(converted.discounts).toMatchObject({ codes: [second], applied: [{ code: second }] })
  expect(await put(withCodes())).toBeUndefined()
  const { body: again } = await agent.call('GET', `/checkout-sessions/${converted.id}`)
  expect(again.discounts).toMatchObject({ codes: [second] })
})

test('a cart without lines keeps its codes, and says what they need', async () => {
  const code = await codeOf()
  const { body } = await agent.call('POST', '/carts', { line_items: [], discounts: { codes: [code, 'NONE'] } })
  expect(body).toMatchObject({ line_items: [], discounts: { codes: [code, 'NONE'], applied: [] } })
  expect(reasonsOf(body)).toEqual([
    ['discount_code_user_ineligible', '$.discounts.codes[0]'],
    ['discount_code_invalid', '$.discounts.codes[1]'],
  ])
})

test('the discount comes along into the cart of whoever takes over what was chosen', async () => {
  const code = await codeOf({ percent: 10, maxUsesPerCustomer: 1 })
  const body = await checkout(withCodes(code))
  expect(body.discounts?.applied).toMatchObject([{ code, provisional: true }])
  expect(body.messages).toContainEqual({
    type: 'warning',
    code: 'discount_provisional',
    path: '$.discounts.applied[0]',
    content: `Each customer may use ${code} once. Whether the buyer still may is known once they have signed in.`,
  })
  const customer = await signedIn(shop)
  const { discount, subtotal, notices } = await customer.api.getChosen(tokenIn(body))
  expect(discount).toMatchObject({ subtotal, amount: 309.8, reason: `${code}: 10% off` })
  expect(notices).toEqual([expect.stringContaining('known once they have signed in')])
  expect(await customer.api.takeChosen(tokenIn(body))).toMatchObject({ notAdded: [], isWithoutCode: false })
  expect(await customer.api.getCart()).toMatchObject({ code: { code }, discount: { amount: 309.8 } })
  await buyCart(shop, customer)
  const { body: done } = await agent.call('GET', `/checkout-sessions/${body.id}`)
  expect(amountOf(done.totals, 'items_discount')).toBe(-30_980)

  const second = await checkout(withCodes(code))
  const taken = await customer.api.takeChosen(tokenIn(second))
  expect(taken).toMatchObject({
    notAdded: [],
    isWithoutCode: true,
    message: expect.stringContaining(`You have used the code ${code} as often as it allows.`),
  })
  const { code: inCart, discount: none } = await customer.api.getCart()
  expect({ inCart, none }).toEqual({ inCart: undefined, none: undefined })
})

test('a code that a customer has already stays where it takes more off', async () => {
  const [own, ofAgent, better] = [
    await codeOf({ percent: 20 }),
    await codeOf({ percent: 10 }),
    await codeOf({ percent: 30 }),
  ]
  const customer = await signedIn(shop)
  await customer.api.enterCode(own)
  await customer.api.takeChosen(tokenIn(await checkout(withCodes(ofAgent))))
  expect((await customer.api.getCart()).code).toMatchObject({ code: own, isRefused: false })
  await customer.api.takeChosen(tokenIn(await checkout(withCodes(ofAgent, better))))
  expect((await customer.api.getCart()).code).toMatchObject({ code: better })
})

test('a code that the cart does not fulfil yet comes along, and what can be no code loses nothing', async () => {
  const code = await codeOf({ minimumTotal: 80_000 })
  const customer = await signedIn(shop)
  const body = await checkout(withCodes('?', 'NO-SUCH', code))
  expect(body.status).toBe('requires_escalation')
  expect(await customer.api.takeChosen(tokenIn(body))).toMatchObject({ isWithoutCode: false })
  const { cart, code: inCart } = await customer.api.getCart()
  expect(cart).toHaveLength(2)
  expect(inCart).toMatchObject({ code, notice: expect.stringContaining('more') })
})

const FAULTS = [
  ['fifty codes', { codes: Array.from({ length: 50 }, (_, n) => `C-${n}`) }, 'request_too_large'],
  ['codes that are no list', { codes: 'WELCOME10' }, 'invalid'],
  ['a code that is a number', { codes: [10] }, 'invalid'],
  ['a code as long as a letter', { codes: ['x'.repeat(5000)] }, 'invalid'],
  ['discounts that are a list', ['WELCOME10'], 'invalid'],
] as const

test.each(FAULTS)(
  '%s are refused with a code and a sentence, and what was chosen stays',
  async (_, discounts, code) => {
    const { body: cart } = await agent.call('POST', '/carts', wanted())
    for (const [method, path] of [
      ['POST', '/carts'],
      ['POST', '/checkout-sessions'],
      ['PUT', `/carts/${cart.id}`],
    ] as const) {
      const refused = await agent.call(method, path, { ...wanted(1), discounts })
      expect(refused).toMatchObject({ status: 400, body: { code, content: expect.stringMatching(/\S/) } })
    }
    expect((await agent.call('GET', `/carts/${cart.id}`)).body.line_items).toEqual(cart.line_items)
  },
)

test('a code with signs that the database cannot store is refused as every other', async () => {
  const { discounts, messages } = await checkout(withCodes('A\0B', '\uD800', ''))
  expect(discounts?.codes).toEqual(['A\uFFFDB', '\uFFFD', ''])
  expect(messages?.filter(({ type }) => type === 'warning').map(({ content }) => content)).toEqual([
    'A code has letters, digits and hyphens only.',
    'Please enter a code.',
    'Please enter a code.',
  ])
})

test('by MCP a tool takes codes, and answers as the schema says', async () => {
  const code = await codeOf()
  for (const version of PROTOCOL_VERSIONS) {
    const path = version === PROTOCOL_VERSIONS[0] ? '/ucp/mcp' : `/ucp/${version}/mcp`
    const meta = { 'ucp-agent': { profile: 'https://agent.example/profile.json' } }
    const answer = await fetch(`${shop.origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'create_checkout', arguments: { meta, checkout: withCodes(code) } },
      }),
    })
    const { result } = (await answer.json()) as { result: { structuredContent: AgentAnswer } }
    expectAsTheProtocolSays(version, '/checkout-sessions', result.structuredContent)
    expect(result.structuredContent.discounts).toMatchObject({ codes: [code], applied: [{ code }] })
  }
})

test('codes that a network tries are counted with those of its customers, and known ones only once', async () => {
  const limited = await startShop({ hasRateLimits: true })
  const guesser = createAgent(limited)
  const product = await addProduct(limited.db)
  const line = { item: { id: `${product.id}-` }, quantity: 1 }
  const guess = (turn: number) => Array.from({ length: MAX_CODES }, (_, n) => `GUESS-${turn}-${n}`)
  const carts = []
  for (let turn = 0; turn < 6; turn += 1) {
    carts.push(await guesser.call('POST', '/carts', { line_items: [line], discounts: { codes: guess(turn) } }))
  }
  expect(carts.map(({ status }) => status)).toEqual(Array(6).fill(201))
  const [first] = carts
  const again = await guesser.call('PUT', `/carts/${first!.body.id}`, {
    line_items: [line],
    discounts: { codes: guess(0) },
  })
  expect(again.status).toBe(200)
  const more = await guesser.call('POST', '/carts', { line_items: [line], discounts: { codes: ['ONE-MORE'] } })
  expect(more).toMatchObject({ status: 429, body: { code: 'rate_limited', content: expect.stringContaining('codes') } })
  expect(Number(more.headers.get('retry-after'))).toBeGreaterThan(0)
  await limited.close()
})
