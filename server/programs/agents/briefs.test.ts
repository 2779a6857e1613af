import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { readVariantId } from '#server/programs/agents/variant-id.ts'
import { fabricsIn } from '#server/catalogue/search/fabrics.ts'
import { readDemoCatalogue } from '#demo/catalogue.ts'
import { createAgent, tokenIn, type AgentAnswer } from '#test/agent.ts'
import { fillWithDemo } from '#test/fill-with-demo.ts'
import { startShop } from '#test/start-shop.ts'

vi.setConfig({ testTimeout: 120_000 })

const BRIEFS = 100
const MOST_CALLS = 6

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop()
  await fillWithDemo(shop.db)
})
afterAll(() => shop.close())

/** What somebody wants, and how they say it. */
interface Brief {
  text: string
  category: string
  colour: string | undefined
  fabric: string | undefined
  size: string
  maxPaise: number
}

const NOUNS: Record<string, string> = {
  Shirts: 'shirt',
  'T-Shirts': 't-shirt',
  Pants: 'trousers',
  Jeans: 'jeans',
  'Co-ords': 'co-ord',
}

type DemoProduct = Awaited<ReturnType<typeof readDemoCatalogue>>[number]['products'][number]

function briefOf(
  category: string,
  { name, colour, fabric, ...product }: DemoProduct,
  size: string,
  turn: number,
): Brief {
  const noun = NOUNS[category] ?? name.split(' ').at(-1)?.toLowerCase() ?? ''
  const maxPaise = Math.ceil((product.discountedPricePaise ?? product.pricePaise) / 50_000) * 50_000
  const saysColour = turn % 3 !== 2
  const saysFabric = turn % 3 !== 1
  const cloth = fabricsIn(fabric ?? '')[0]
  const wanted = { colour: saysColour ? (colour ?? undefined) : undefined, fabric: saysFabric ? cloth : undefined }
  const words = [wanted.colour, wanted.fabric?.toLowerCase(), noun].filter(Boolean).join(' ')
  const text = turn % 2 === 0 ? `a ${words} in ${size} under ${maxPaise / 100}` : `${words} size ${size}`
  return { text, category, ...wanted, size, maxPaise }
}

/** A hundred wishes that the demo catalogue can fulfil, spread over everything that is in stock. */
async function briefs(): Promise<Brief[]> {
  const categories = await readDemoCatalogue()
  const wishes = categories.flatMap(({ name: category, products }) =>
    products.flatMap((product) =>
      product.sizes.filter(({ stock }) => stock > 0).map(({ size }) => ({ category, product, size })),
    ),
  )
  const step = wishes.length / BRIEFS
  return Array.from({ length: BRIEFS }, (_, turn) => {
    const { category, product, size } = wishes[Math.floor(turn * step)]!
    return briefOf(category, product, size, turn)
  })
}

/** The size of a found product that a brief asks for, if the shop says that it is in stock. */
function sizeFor(
  brief: Brief,
  { tags = [], categories, price_range: price, variants }: AgentAnswer['products'][number],
) {
  const says = (trait: string | undefined) => trait === undefined || tags.includes(trait)
  const isRight = says(brief.colour) && says(brief.fabric) && categories[0]?.value === brief.category
  if (!isRight || price.min.amount > brief.maxPaise) return undefined
  return variants.find(({ options, availability }) => availability.available && options[0]?.label === brief.size)
}

/** Searches by the words of the brief, then by its parts, and begins a checkout with the first size that is right. */
async function shopFor(agent: ReturnType<typeof createAgent>, brief: Brief): Promise<AgentAnswer | undefined> {
  const price = { max: brief.maxPaise }
  const { colour, fabric, category } = brief
  const searches = [
    { query: brief.text, filters: { price } },
    { query: [colour, fabric].filter(Boolean).join(' '), filters: { price, categories: [category] } },
    { filters: { price, categories: [category] }, pagination: { limit: 50 } },
  ]
  for (const search of searches) {
    const { body } = await agent.call('POST', '/catalog/search', search)
    const [found] = body.products.flatMap((product) => sizeFor(brief, product) ?? [])
    if (!found) continue
    const line = { item: { id: found.id }, quantity: 1 }
    return (await agent.call('POST', '/checkout-sessions', { line_items: [line] })).body
  }
  return undefined
}

async function stockOf(id: string): Promise<number> {
  const { productId = '', size = '' } = readVariantId(id) ?? {}
  const row = await shop.db
    .selectFrom('productSizes')
    .select('stock')
    .where('productId', '=', productId)
    .where('size', '=', size)
    .executeTakeFirst()
  return row?.stock ?? 0
}

test('an agent gets the right size of the right thing into a checkout in at most six calls, in 100 of 100 briefs', async () => {
  const missed: string[] = []
  const promised: string[] = []
  let mostCalls = 0
  for (const brief of await briefs()) {
    const agent = createAgent(shop)
    const checkout = await shopFor(agent, brief)
    const [line] = checkout?.line_items ?? []
    const isDone = checkout?.status === 'requires_escalation' && tokenIn(checkout) !== ''
    if (!line || !isDone || agent.calls() > MOST_CALLS) missed.push(brief.text)
    if (line && (await stockOf(line.id)) < line.quantity) promised.push(line.id)
    mostCalls = Math.max(mostCalls, agent.calls())
  }
  expect({ missed, promised }).toEqual({ missed: [], promised: [] })
  expect(mostCalls).toBeLessThanOrEqual(MOST_CALLS)
})
