import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { MAX_LINES } from '#server/programs/agents/agent-limits.ts'
import { PROTOCOL_VERSIONS } from '#server/programs/agents/protocol-versions.ts'
import { deleteExpired } from '#server/jobs/delete-expired.ts'
import { setStocks } from '#server/inventory/queries.ts'
import { createAgent, tokenIn } from '#test/agent.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { buy, buyCart, fillCart, signedIn } from '#test/purchase.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'
import { ERROR_SCHEMA, schemaFaults } from '#test/ucp-schemas.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let agent: ReturnType<typeof createAgent>
let shirt: Awaited<ReturnType<typeof addProduct>>
let medium: string
beforeAll(async () => {
  shop = await startShop()
  agent = createAgent(shop)
  shirt = await addProduct(shop.db, { name: 'Blue shirt', pricePaise: 120_050, sizes: { S: 0, M: 20, L: 2 } })
  medium = `${shirt.id}-M`
})
afterAll(() => shop.close())

const lines = (...wanted: (readonly [string, number])[]) => ({
  line_items: wanted.map(([id, quantity]) => ({ item: { id }, quantity })),
})
const checkout = async (body: object) => (await agent.call('POST', '/checkout-sessions', body)).body
const countChoices = async () => (await shop.db.selectFrom('agentChoices').select('id').execute()).length

test.each(PROTOCOL_VERSIONS)('carts and checkouts in %s are as the schemas of the protocol say', async (version) => {
  const at = { version }
  const cart = await agent.call('POST', '/carts', lines([medium, 2]), at)
  expect(cart).toMatchObject({ status: 201, body: { ucp: { version }, currency: 'INR' } })
  const answers = [
    cart,
    await agent.call('GET', `/carts/${cart.body.id}`, undefined, at),
    await agent.call('PUT', `/carts/${cart.body.id}`, lines([medium, 1], [`${shirt.id}-L`, 3]), at),
    await agent.call('POST', `/carts/${cart.body.id}/cancel`, undefined, at),
  ]
  for (const { body } of answers) expect(schemaFaults(version, 'shopping/cart.json', body)).toEqual([])
  const begun = await agent.call('POST', '/checkout-sessions', lines([medium, 2]), at)
  expect(begun.status).toBe(201)
  const { id } = begun.body
  const steps = [
    begun,
    await agent.call('PUT', `/checkout-sessions/${id}`, { id, ...lines([medium, 1], ['none', 1]) }, at),
    await agent.call('POST', `/checkout-sessions/${id}/complete`, { payment: { instruments: [] } }, at),
    await agent.call('POST', `/checkout-sessions/${id}/cancel`, undefined, at),
    await agent.call('GET', `/checkout-sessions/${id}`, undefined, at),
  ]
  for (const { body } of steps) expect(schemaFaults(version, 'shopping/checkout.json', body)).toEqual([])
  expect(steps.map(({ body }) => body.status)).toEqual([
    'requires_escalation',
    'incomplete',
    'incomplete',
    'canceled',
    'canceled',
  ])
  const none = await agent.call('GET', '/carts/none', undefined, at)
  expect(none).toMatchObject({ status: 200, body: { ucp: { status: 'error' }, messages: [{ code: 'not_found' }] } })
  expect(schemaFaults(version, ERROR_SCHEMA[version], none.body)).toEqual([])
})

test('a checkout says what is paid, and leads a person to the shop', async () => {
  await setSettings(shop, { shippingFee: 49, freeShippingFrom: 2000 })
  const { status, line_items: items, totals, messages, continue_url: url } = await checkout(lines([medium, 1]))
  expect({ status, items, totals }).toEqual({
    status: 'requires_escalation',
    items: [
      {
        id: medium,
        item: { id: medium, title: 'Blue shirt, size M', price: 120_050 },
        quantity: 1,
        totals: [
          { type: 'subtotal', amount: 120_050 },
          { type: 'total', amount: 120_050 },
        ],
      },
    ],
    totals: [
      { type: 'subtotal', display_text: 'Subtotal', amount: 120_050 },
      { type: 'fulfillment', display_text: 'Shipping', amount: 4900 },
      { type: 'total', display_text: 'Total', amount: 124_950 },
    ],
  })
  expect(messages).toMatchObject([{ type: 'error', severity: 'requires_buyer_input', code: 'sign_in_required' }])
  expect(url).toMatch(new RegExp(`^${shop.shop.publicUrl()}/chosen/[\\w-]{32}$`))
  await setSettings(shop, { shippingFee: 0 })
})

test('nothing is a line that cannot be bought, and of what is short there are as many as there are', async () => {
  const {
    status,
    line_items: items,
    messages,
  } = await checkout(lines([`${shirt.id}-S`, 1], [`${shirt.id}-L`, 5], ['no-such', 1], [medium, 40]))
  expect(status).toBe('incomplete')
  expect(items.map(({ id, quantity }) => [id, quantity])).toEqual([
    [`${shirt.id}-L`, 2],
    [medium, 10],
  ])
  expect(messages?.map(({ code, path }) => [code, path])).toEqual([
    ['out_of_stock', undefined],
    ['quantity_adjusted', '$.line_items[0].quantity'],
    ['item_unavailable', undefined],
    ['quantity_adjusted', '$.line_items[1].quantity'],
  ])
  const before = await countChoices()
  expect(await checkout(lines([`${shirt.id}-S`, 1]))).toMatchObject({
    ucp: { status: 'error' },
    messages: [{ code: 'out_of_stock', content: 'Blue shirt, size S is out of stock.', severity: 'unrecoverable' }],
  })
  expect(await countChoices()).toBe(before)
})

test('a checkout tells the stock and the prices of the moment, and holds nothing', async () => {
  const product = await addProduct(shop.db, { stock: 3, pricePaise: 50_000 })
  const { id } = await checkout(lines([`${product.id}-`, 3]))
  expect(
    await shop.db.selectFrom('productSizes').select('stock').where('productId', '=', product.id).execute(),
  ).toEqual([{ stock: 3 }])
  await setStocks(shop.db, [{ productSizeId: product.sizes[0]!.id, to: 1 }], null)
  await shop.db.updateTable('products').set({ pricePaise: 60_000 }).where('id', '=', product.id).execute()
  const later = await agent.call('GET', `/checkout-sessions/${id}`)
  expect(later.body).toMatchObject({ line_items: [{ quantity: 1, item: { price: 60_000 } }] })
  await shop.db.updateTable('products').set({ deletedAt: new Date() }).where('id', '=', product.id).execute()
  const gone = await agent.call('GET', `/checkout-sessions/${id}`)
  expect(gone.body).toMatchObject({ status: 'incomplete', line_items: [], messages: [{ code: 'item_unavailable' }] })
  await expectInvariants(shop.db)
})

test('a cart becomes one checkout, whatever else is sent along', async () => {
  const { body: cart } = await agent.call('POST', '/carts', lines([medium, 2]))
  const first = await checkout({ cart_id: cart.id, ...lines(['other', 9]) })
  expect(first.line_items).toMatchObject([{ id: medium, quantity: 2 }])
  expect((await checkout({ cart_id: cart.id })).id).toBe(first.id)
  await agent.call('POST', `/checkout-sessions/${first.id}/cancel`)
  expect((await checkout({ cart_id: cart.id })).id).not.toBe(first.id)
  await agent.call('POST', `/carts/${cart.id}/cancel`)
  expect(await checkout({ cart_id: cart.id })).toMatchObject({ messages: [{ code: 'not_found' }] })
  expect((await agent.call('PUT', `/carts/${cart.id}`, lines())).body).toMatchObject({
    messages: [{ code: 'not_found' }],
  })
})

test('a PIN code is answered with the day of the delivery, and kept nowhere', async () => {
  const { messages } = await checkout({ ...lines([medium, 1]), context: { postal_code: '560 001' } })
  expect(messages).toContainEqual({
    type: 'info',
    code: 'delivery_estimate',
    content: expect.stringMatching(/^Ordered now, it is delivered to 560001 by \d{4}-\d\d-\d\d\.$/),
  })
  const { rows } = await sql<{ text: string }>`select to_jsonb(agent_choices)::text as text from agent_choices`.execute(
    shop.db,
  )
  expect(rows.filter(({ text }) => text.includes('560001'))).toEqual([])
})

test('what an agent says about a person is neither answered nor kept', async () => {
  const buyer = { first_name: 'Asha', email: 'asha@secret.example', phone_number: '+919876543210' }
  const { body } = await agent.call(
    'POST',
    '/checkout-sessions',
    { ...lines([medium, 1]), buyer },
    { key: 'with a buyer' },
  )
  expect(JSON.stringify(body)).not.toMatch(/asha/i)
  const kept = await sql<{ text: string }>`
    select to_jsonb(c)::text as text from agent_choices c union all select a.answer::text from agent_answers a`.execute(
    shop.db,
  )
  expect(kept.rows.filter(({ text }) => /asha/i.test(text))).toEqual([])
})

test('a call with an Idempotency-Key is carried out once, and its key is for no other call', async () => {
  const before = await countChoices()
  const body = lines([medium, 1])
  const once = () => agent.call('POST', '/checkout-sessions', body, { key: 'key 1' })
  const answers = await Promise.all([once(), once(), once()])
  answers.push(await once())
  expect(new Set(answers.map((answer) => JSON.stringify([answer.status, answer.body]))).size).toBe(1)
  expect(await countChoices()).toBe(before + 1)
  const other = await agent.call('POST', '/checkout-sessions', lines([medium, 2]), { key: 'key 1' })
  expect(other).toMatchObject({ status: 409, body: { code: 'conflict', content: expect.any(String) } })
  const elsewhere = await agent.call('POST', '/carts', body, { key: 'key 1' })
  expect(elsewhere.status).toBe(409)
  const stranger = createAgent(shop, 'https://other.example/profile')
  expect((await stranger.call('POST', '/checkout-sessions', body, { key: 'key 1' })).status).toBe(201)
  expect((await agent.call('POST', '/carts', body, { key: 'k'.repeat(201) })).status).toBe(400)
})

const FAULTS = [
  ['no lines', {}, 'invalid'],
  ['lines that are none', { line_items: 'many' }, 'invalid'],
  ['a line without an item', { line_items: [{ quantity: 1 }] }, 'invalid'],
  ['a quantity in words', { line_items: [{ item: { id: 'x' }, quantity: 'two' }] }, 'invalid'],
  ['half a piece', { line_items: [{ item: { id: 'x' }, quantity: 0.5 }] }, 'invalid'],
  ['less than nothing', { line_items: [{ item: { id: 'x' }, quantity: -1 }] }, 'invalid'],
  [
    'more lines than a cart has',
    lines(...Array.from({ length: MAX_LINES + 1 }, (_, n) => [`x-${n}`, 1] as const)),
    'request_too_large',
  ],
  ['thousands of lines', lines(...Array.from({ length: 4000 }, (_, n) => [`x-${n}`, 1] as const)), 'invalid'],
] as const

test.each(FAULTS)('a cart and a checkout of %s are refused with a code and a sentence', async (_, body, code) => {
  const before = await countChoices()
  for (const path of ['/carts', '/checkout-sessions']) {
    const answer = await agent.call('POST', path, body)
    expect(answer).toMatchObject({ status: 400, body: { code, content: expect.stringMatching(/\S/) } })
  }
  expect(await countChoices()).toBe(before)
})

test('a size whose name the database cannot store, and a full cart with everything that was answered of it, are no fault', async () => {
  expect(await checkout(lines(['x-%00', 1], ['%-%', 1]))).toMatchObject({ messages: [{ code: 'out_of_stock' }] })
  const sizes = Object.fromEntries(Array.from({ length: MAX_LINES }, (_, n) => [`size ${n}`, 3]))
  const product = await addProduct(shop.db, { sizes })
  const full = await checkout(
    lines(...product.sizes.map(({ size }) => [`${product.id}-${encodeURIComponent(size)}`, 1] as const)),
  )
  expect(full.line_items).toHaveLength(MAX_LINES)
  const again = await agent.call('PUT', `/checkout-sessions/${full.id}`, full)
  expect(again.body).toMatchObject({ status: 'requires_escalation', line_items: full.line_items })
})

test('what is counted in another unit than pieces is refused', async () => {
  const item = { id: medium, quantity_unit: { unit: 'KGM', scale: 2, display_text: 'kg' } }
  const inPieces = { id: medium, quantity_unit: { unit: 'C62', display_text: 'each' } }
  expect(await checkout({ line_items: [{ item, quantity: 150 }] })).toMatchObject({
    ucp: { status: 'error' },
    messages: [{ code: 'quantity_unit_mismatch', severity: 'recoverable' }],
  })
  expect(await checkout({ line_items: [{ item: inPieces, quantity: 1 }] })).toMatchObject({
    status: 'requires_escalation',
  })
})

test('a person takes over what was chosen, once, and the agent is told', async () => {
  const body = await checkout(lines([medium, 2], [`${shirt.id}-L`, 5]))
  const token = tokenIn(body)
  const [asha, ravi] = [await signedIn(shop), await signedIn(shop)]
  await expect(shop.visitor().api.takeChosen(token)).rejects.toMatchObject({ status: 401 })
  expect(await shop.visitor().api.getChosen(token)).toMatchObject({
    lines: [
      { name: 'Blue shirt', size: 'M', price: 1200.5, quantity: 2 },
      { size: 'L', quantity: 2 },
    ],
    notices: ['Only 2 of 5 pieces of Blue shirt, size L can be bought.'],
    subtotal: 4802,
  })
  expect((await asha.api.getCart()).cart).toEqual([])
  const outcomes = await Promise.allSettled([asha, ravi].map(({ api }) => api.takeChosen(token)))
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const carts = [await asha.api.getCart(), await ravi.api.getCart()].flatMap(({ cart }) => cart)
  expect(carts).toMatchObject([
    { size: 'M', quantity: 2 },
    { size: 'L', quantity: 2 },
  ])
  await expect(shop.visitor().api.getChosen(token)).rejects.toMatchObject({ status: 404, code: 'not_found' })
  const told = await agent.call('GET', `/checkout-sessions/${body.id}`)
  expect(told.body.continue_url).toBe(`${shop.shop.publicUrl()}/cart`)
  const late = await agent.call('PUT', `/checkout-sessions/${body.id}`, lines([medium, 1]))
  expect(late.body.messages).toContainEqual(
    expect.objectContaining({ code: 'checkout_closed', severity: 'recoverable' }),
  )
  const cancelled = await agent.call('POST', `/checkout-sessions/${body.id}/cancel`)
  expect(cancelled.body.status).not.toBe('canceled')
  expect((await asha.api.getCart()).cart.length + (await ravi.api.getCart()).cart.length).toBe(2)
})

test('once a person has bought it, the agent is told of its own pieces, and of nobody else’s', async () => {
  const { id, ...body } = await checkout(lines([medium, 2]))
  const buyer = await signedIn(shop)
  const socks = await addProduct(shop.db, { name: 'Grey socks' })
  await buyer.api.takeChosen(tokenIn({ ...body, id }))
  await fillCart(buyer, socks.id)
  const { order } = await buyCart(shop, buyer)
  const { body: done } = await agent.call('GET', `/checkout-sessions/${id}`)
  expect(done).toMatchObject({
    status: 'completed',
    line_items: [{ id: medium, quantity: 2 }],
    order: { permalink_url: `${shop.shop.publicUrl()}/signin?order=${order._id}` },
  })
  expect(done).not.toHaveProperty('continue_url')
  for (const version of PROTOCOL_VERSIONS) {
    const checkoutOf = await agent.call('GET', `/checkout-sessions/${id}`, undefined, { version })
    expect(schemaFaults(version, 'shopping/checkout.json', checkoutOf.body)).toEqual([])
    const told = await agent.call('GET', `/orders/${done.order?.id}`, undefined, { version })
    expect(told.body).toMatchObject({
      checkout_id: id,
      line_items: [{ id: medium, quantity: { original: 2, total: 2, fulfilled: 0 }, status: 'processing' }],
    })
    expect(schemaFaults(version, 'shopping/order.json', told.body)).toEqual([])
    expect(JSON.stringify([done, told.body])).not.toMatch(/Asha|Mysuru|9876543210|socks/)
  }
  const { order: other } = await buy(shop, socks.id)
  for (const stranger of [order._id, other._id, 'none', done.order!.id.slice(0, -1), 'order_']) {
    const refused = await agent.call('GET', `/orders/${stranger}`)
    expect(refused).toMatchObject({
      status: 200,
      body: { ucp: { status: 'error' }, messages: [{ code: 'not_found' }] },
    })
  }
  await shop.db.deleteFrom('agentChoices').where('id', '=', id).execute()
  await expectInvariants(shop.db)
})

test('a link that is guessed, has ended or was cancelled opens nothing', async () => {
  const { body } = await agent.call('POST', '/checkout-sessions', lines([medium, 1]))
  const customer = await signedIn(shop)
  const ended = { status: 404, message: expect.stringContaining('does not work any more') }
  for (const token of ['x', body.id, 'y'.repeat(32), '\0']) {
    await expect(customer.api.getChosen(token)).rejects.toMatchObject(ended)
    await expect(customer.api.takeChosen(token)).rejects.toMatchObject(ended)
  }
  await agent.call('POST', `/checkout-sessions/${body.id}/cancel`)
  await expect(customer.api.takeChosen(tokenIn(body))).rejects.toMatchObject(ended)
  const old = await checkout(lines([medium, 1]))
  await sql`update agent_choices set expires_at = now() where id = ${old.id}`.execute(shop.db)
  await expect(customer.api.takeChosen(tokenIn(old))).rejects.toMatchObject(ended)
  expect((await agent.call('GET', `/checkout-sessions/${old.id}`)).body).toMatchObject({
    messages: [{ code: 'not_found' }],
  })
  expect((await customer.api.getCart()).cart).toEqual([])
  await deleteExpired(shop.db)
  expect(await shop.db.selectFrom('agentChoices').select('id').where('id', '=', old.id).execute()).toEqual([])
})

test('whoever changes too much within a minute is told when to come back', async () => {
  const limited = await startShop({ hasRateLimits: true })
  const fast = createAgent(limited)
  const product = await addProduct(limited.db)
  let last = await fast.call('POST', '/carts', lines([`${product.id}-`, 1]))
  for (let times = 0; times < 60 && last.status === 201; times += 1) {
    last = await fast.call('POST', '/carts', lines([`${product.id}-`, 1]))
  }
  expect(last).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await fast.call('POST', '/catalog/search', { query: 'product' })).status).toBe(200)
  await limited.close()
})
