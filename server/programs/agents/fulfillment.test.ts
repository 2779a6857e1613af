import { afterAll, beforeAll, expect, test } from 'vitest'

import { createAgent, type AgentAnswer } from '#test/agent.ts'
import { addProduct } from '#test/factories.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'

const SERVED = '560001'
const UNSERVED = '799999'

let shop: Awaited<ReturnType<typeof startShop>>
let agent: ReturnType<typeof createAgent>
let shirt: Awaited<ReturnType<typeof addProduct>>
beforeAll(async () => {
  shop = await startShop()
  agent = createAgent(shop)
  shirt = await addProduct(shop.db, { name: 'Linen shirt', pricePaise: 100_000, sizes: { M: 5, L: 0 } })
})
afterAll(() => shop.close())

const search = async (more: object, version?: '2026-04-08') =>
  (await agent.call('POST', '/catalog/search', { query: 'linen', ...more }, version && { version })).body
const methodsIn = ({ products }: AgentAnswer) =>
  products.flatMap(({ variants }) => variants.map(({ fulfillment }) => fulfillment?.methods))

/** Delivery to 560001 alone, within two working days, for ₹49.50. */
async function serveOnePin(): Promise<void> {
  const { api } = await shop.admin()
  const sheet = new File([`pin,prepaid,cod,days,fee\n${SERVED},yes,no,2,49.50\n`], 'pins.csv')
  const { token } = await api.importPinTable(sheet)
  await api.importPinTable(sheet, { token })
}

test('a size says how it is brought, and with a PIN code until when', async () => {
  await setSettings(shop, { deliveryDaysEarliest: 3, deliveryDaysLatest: 6 })
  const [inStock] = methodsIn(await search({}))
  expect(inStock).toEqual([{ type: 'shipping', description: { plain: 'Delivered in India within 3 to 6 days' } }])
  const [first, second] = methodsIn(await search({ context: { postal_code: SERVED, address_country: 'IN' } }))
  expect(first).toEqual([
    {
      type: 'shipping',
      description: { plain: expect.stringMatching(/^Ordered now, delivered to 560001 by \d{4}-\d\d-\d\d$/) },
      availability: { available: true, status: 'in_stock' },
    },
  ])
  expect(second).toMatchObject([{ availability: { available: false, status: 'out_of_stock' } }])
})

test('the older version has no delivery in the catalogue, and what a call says of it is passed over', async () => {
  const { products } = await search(
    { filters: { fulfills_to: { postal_code: 'x' }, methods: ['pickup'] } },
    '2026-04-08',
  )
  expect(products).toHaveLength(1)
  expect(products[0]!.variants[0]).not.toHaveProperty('fulfillment')
})

test('what cannot be brought is left out where a filter asks for the place or another way, and told where it is a hint', async () => {
  await serveOnePin()
  const undeliverable = { code: 'address_undeliverable', content: `We do not deliver to the PIN code ${UNSERVED} yet.` }
  const hinted = await search({ context: { postal_code: UNSERVED } })
  expect(hinted).toMatchObject({ messages: [undeliverable] })
  expect(methodsIn(hinted)[0]).toMatchObject([{ availability: { available: false } }])
  const filters = { fulfills_to: { postal_code: UNSERVED } }
  const context = { postal_code: SERVED }
  expect(await search({ filters, context })).toMatchObject({ products: [], messages: [undeliverable] })
  expect(await search({ filters: { fulfills_to: { address_country: 'US', postal_code: '94105' } } })).toMatchObject({
    products: [],
    messages: [{ content: 'We deliver in India only.' }],
  })
  expect(await search({ filters: { methods: ['pickup'] } })).toMatchObject({ products: [] })
  expect((await search({ filters: { methods: ['pickup', 'shipping'] } })).products).toHaveLength(1)
  const looked = await agent.call('POST', '/catalog/lookup', { ids: [shirt.id], filters })
  expect(looked.body).toMatchObject({ products: [], messages: [undeliverable] })
  const one = await agent.call('POST', '/catalog/product', { id: shirt.id, filters })
  expect(one.body).toMatchObject({ ucp: { status: 'error' }, messages: [{ code: 'not_found' }] })
  const near = await agent.call('POST', '/catalog/product', { id: shirt.id, context })
  expect(JSON.stringify(near.body)).toMatch(/delivered to 560001 by \d{4}-\d\d-\d\d for ₹49\.50/)
})

test('the fee of a PIN code is part of what a cart and a checkout cost', async () => {
  const lines = { line_items: [{ item: { id: `${shirt.id}-M` }, quantity: 1 }] }
  for (const path of ['/carts', '/checkout-sessions']) {
    const { body } = await agent.call('POST', path, { ...lines, context: { postal_code: SERVED } })
    expect(body.totals).toEqual([
      { type: 'subtotal', display_text: 'Subtotal', amount: 100_000 },
      { type: 'fulfillment', display_text: 'Delivery to your PIN code', amount: 4950 },
      { type: 'total', display_text: 'Total', amount: 104_950 },
    ])
    expect(body.messages).toContainEqual(
      expect.objectContaining({
        code: 'delivery_estimate',
        content: expect.stringMatching(/ by \d{4}-\d\d-\d\d\. Its fee is in the total\.$/),
      }),
    )
    const { body: elsewhere } = await agent.call('POST', path, { ...lines, context: { postal_code: UNSERVED } })
    expect(elsewhere.messages).toContainEqual(expect.objectContaining({ code: 'address_undeliverable' }))
    expect(elsewhere.totals.at(-1)).toMatchObject({ amount: 100_000 })
  }
})

test('a place of another kind is refused with a sentence', async () => {
  for (const place of ['560001', { postal_code: 560_001 }, { postal_code: '1'.repeat(100) }]) {
    const refused = await agent.call('POST', '/catalog/search', { query: 'linen', filters: { fulfills_to: place } })
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid', content: expect.stringMatching(/\S/) } })
  }
})
