import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'

import { paidPrice } from '#contract/units/money.ts'
import { openDatabase } from '#server/db/open.ts'
import { prepareShop, type PreparedShop } from '#prove/prepare-shop.ts'
import { startShopProcess, type ShopProcess } from '#prove/shop-process.ts'
import { createEmpty } from '#test/engines.ts'
import { addCategory, addProduct, saleInput } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { needPrograms } from '#test/need-programs.ts'
import { startPostgres } from '#test/postgres.ts'
import { pay, startPatiently } from '#test/purchase.ts'
import { visitAs } from '#test/visitor.ts'

const AHEAD_HOURS = 30
const HOUR_MS = 3_600_000
const BUYERS = 4
/** The least time before a price turns, beside the time to see it on each page several times. */
const LEAST_BETWEEN_MS = 8000

const servers = [await startPostgres()].filter((server) => server !== undefined)
needPrograms('PostgreSQL', servers)
afterAll(async () => {
  for (const server of servers) await server.stop()
})

const AHEAD = {
  CLOCK_HOURS_AT_START: String(AHEAD_HOURS),
  NODE_OPTIONS: `--import ${new URL('../faults/moved-clock.ts', import.meta.url).href}`,
}

/** When an id was made, by the clock of the process that made it. */
const madeAt = (id: string) => Number.parseInt(id.slice(0, 12), 16)

/** What is paid for a product, in rupees, as each part of a process says. */
async function pricesAt({ origin }: Pick<ShopProcess, 'origin'>, productId: string, categoryId: string) {
  const { api, fetch: get } = visitAs({ cookie: '' }, origin)
  const { products } = await api.listProducts({ category: categoryId })
  const feed = await (await get('/feeds/google.xml')).text()
  const item = feed.split('<item>').find((one) => one.includes(productId)) ?? ''
  const page = await (await get(`/product/${productId}`)).text()
  const shown = /class="price[^"]*"><span[^>]*>Price <\/span><span>₹([\d,]+)/.exec(page)?.[1] ?? ''
  return {
    product: paidPrice(await api.getProduct(productId)),
    list: paidPrice(products[0]!),
    feed: Number((/<g:sale_price>([\d.]+)/.exec(item) ?? /<g:price>([\d.]+)/.exec(item))?.[1]),
    page: Number(shown.replaceAll(',', '')),
  }
}
const everywhere = (price: number) => ({ product: price, list: price, feed: price, page: price })

interface Bought {
  orderId: string
  node: string
  paid: number
  /** What the product's page said before and after. */
  shown: number[]
}

/** Buyers who buy at their process until the signal comes. */
function startBuying(nodes: readonly ShopProcess[], { buyers }: PreparedShop, productId: string) {
  const leaving = new AbortController()
  const bought: Bought[] = []
  const running = buyers.slice(0, BUYERS).map(async (person, index) => {
    const { origin } = nodes[index % nodes.length]!
    const { api } = visitAs(person, origin)
    while (!leaving.signal.aborted) {
      const before = paidPrice(await api.getProduct(productId))
      await api.addToCart(productId)
      const proof = await pay({ origin }, (await startPatiently({ api })).id)
      await api.verifyPayment(proof)
      const order = await api.getOrder(person.id, proof)
      const after = paidPrice(await api.getProduct(productId))
      bought.push({ orderId: order._id, node: origin, paid: order.totalAmount, shown: [before, after] })
    }
  })
  return async () => {
    leaving.abort()
    await Promise.all(running)
    return bought
  }
}

test.for(servers)(
  'with one of two clocks a day ahead prices turn by that of the database, and no hold ends before its time',
  { timeout: 240_000 },
  async (server) => {
    const databaseUrl = await createEmpty(server)
    const prepared = await prepareShop({ databaseUrl, buyers: BUYERS + 2 })
    const database = await openDatabase({ databaseUrl, dataDir: '', onFatal: () => undefined })
    const { db } = database
    const { id: categoryId } = await addCategory(db)
    const { id: productId } = await addProduct(db, { categoryId, pricePaise: 100_000, stock: 100_000 })
    const open = (more: Record<string, string> = {}) =>
      startShopProcess({ settings: { ...prepared.settings, ...more }, hasSwitch: false })
    const [right, wrong] = [await open(), await open(AHEAD)]
    const nodes = [right, wrong]
    const seen = () => Promise.all(nodes.map((node) => pricesAt(node, productId, categoryId)))
    const inBoth = (price: number) => [everywhere(price), everywhere(price)]
    let leave: (() => Promise<Bought[]>) | undefined
    try {
      const [first, second] = prepared.buyers.slice(BUYERS)
      const held = await Promise.all(
        [first!, second!].map(async (person, index) => {
          const { api } = visitAs(person, nodes[index]!.origin)
          await api.addToCart(productId)
          const { id } = await startPatiently({ api })
          // Paid later, at the other process.
          return { id, person, other: nodes[1 - index]!.origin }
        }),
      )

      expect(await seen()).toEqual(inBoth(1000))
      leave = startBuying(nodes, prepared, productId)
      const askedAt = performance.now()
      expect(await seen()).toEqual(inBoth(1000))
      // On a busy machine a look at the pages takes seconds, and the price may not turn before it is over.
      const betweenMs = LEAST_BETWEEN_MS + 5 * (performance.now() - askedAt)
      const { api: admin } = visitAs(prepared.admin, wrong.origin)
      const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
      const input = saleInput({ categories: [categoryId], startsAt: inMs(betweenMs), endsAt: inMs(HOUR_MS) })
      const { sale } = await admin.createSale(input)
      expect(await seen()).toEqual(inBoth(1000))
      await expect.poll(seen, { timeout: 60_000, interval: 200 }).toEqual(inBoth(800))
      expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(input.startsAt))
      const endsAt = inMs(betweenMs)
      await admin.editSale(sale._id, { ...input, endsAt, revision: sale.revision })
      expect(await seen()).toEqual(inBoth(800))
      await expect.poll(seen, { timeout: 60_000, interval: 200 }).toEqual(inBoth(1000))
      expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(endsAt))

      const bought = await leave()
      console.log(`${bought.length} purchases while prices turned`)
      for (const { paid, shown } of bought) expect(shown).toContain(paid)
      for (const { origin } of nodes) {
        const paid = bought.filter(({ node }) => node === origin).map((one) => one.paid)
        expect(new Set(paid)).toEqual(new Set([1000, 800]))
      }
      const aheadMs = bought.map(({ orderId, node }) => (node === wrong.origin ? madeAt(orderId) - Date.now() : 0))
      expect(Math.max(...aheadMs)).toBeGreaterThan((AHEAD_HOURS - 1) * HOUR_MS)

      for (const { id, person, other } of held) {
        const { rows } = await sql<{ seconds: number }>`
          select extract(epoch from hold_expires_at - now())::float8 as seconds from checkouts
          where provider_order_id = ${id} and status = 'open'`.execute(db)
        expect(rows).toHaveLength(1)
        expect(rows[0]?.seconds).toBeGreaterThan(0)
        expect(rows[0]?.seconds).toBeLessThan(900)
        const { api } = visitAs(person, other)
        const proof = await pay({ origin: other }, id)
        await api.verifyPayment(proof)
        expect((await api.getOrder(person.id, proof)).totalAmount).toBe(1000)
      }
      await expectInvariants(db)
      expect(nodes.flatMap((node) => node.complaints())).toEqual([])
    } finally {
      await leave?.()
      for (const node of nodes) await node.stop()
      await database.close()
      await prepared.remove()
    }
  },
)
