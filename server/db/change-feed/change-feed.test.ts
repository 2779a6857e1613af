import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'

import type { AdminApi } from '#contract/api/admin-api.ts'
import type { Changes, ChangesQuery } from '#contract/programs/change-feed.ts'
import { sendMails } from '#server/mails/send-mails.ts'
import { revokeAllAccess } from '#server/accounts/service.ts'
import { databasesOnEveryEngine } from '#test/every-engine.ts'
import { addProduct } from '#test/factories.ts'
import { buy, NEVER, signedIn } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

vi.setConfig({ testTimeout: 120_000 })

/** A time that no database counts. */
const YEAR_0 = { updatedSince: '0000-01-01T00:00:00Z' }

type TestShop = Awaited<ReturnType<typeof startShop>>
type Read<Item> = (query: ChangesQuery) => Promise<Changes<Item>>

const databases = databasesOnEveryEngine()

/** Does something in a shop of its own on each engine. */
async function onEveryEngine(run: (shop: TestShop, api: AdminApi) => Promise<void>): Promise<void> {
  for (const database of databases) {
    const shop = await startShop({ database: { ...database, close: async () => undefined } })
    const { api } = await signedIn(shop, 'admin')
    await run(shop, api)
    await shop.close()
  }
}

/** Everything from a place on, and the place after it. */
async function readOn<Item>(read: Read<Item>, cursor?: string, limit = 100) {
  const changes: Changes<Item>['changes'] = []
  for (;;) {
    const answer: Changes<Item> = await read({ limit, ...(cursor !== undefined && { cursor }) })
    changes.push(...answer.changes)
    cursor = answer.next
    if (!answer.hasMore) return { changes, next: cursor, ids: changes.map(({ _id }) => _id) }
  }
}

test('what is there is read page by page, each thing once, and then nothing until something changes', () =>
  onEveryEngine(async (shop, api) => {
    const products = []
    for (let count = 0; count < 5; count += 1) products.push(await addProduct(shop.db, { stock: 5 }))
    const first = await readOn(api.listChangedProducts, undefined, 2)
    expect(first.ids).toEqual([...new Set(first.ids)])
    expect(first.ids).toEqual(expect.arrayContaining(products.map(({ id }) => id)))
    expect(await api.listChangedProducts({ cursor: first.next })).toEqual({
      changes: [],
      next: first.next,
      hasMore: false,
    })
    const changed = products[1]!
    await api.setStock(changed.id, 9)
    const second = await readOn(api.listChangedProducts, first.next)
    expect(second.changes).toMatchObject([{ _id: changed.id, deleted: false, item: { _id: changed.id, stock: 9 } }])
    const stock = await readOn(api.listChangedStock)
    const size = stock.changes.filter(({ item }) => item?.product._id === changed.id)
    expect(size).toMatchObject([{ item: { shelf: 9 } }])
  }))

test('what is gone is told: a product, a size and a customer', () =>
  onEveryEngine(async (shop, api) => {
    const product = await addProduct(shop.db, { sizes: { M: 1, L: 1 } })
    const customer = await signedIn(shop)
    const places = [
      await readOn(api.listChangedProducts),
      await readOn(api.listChangedStock),
      await readOn(api.listChangedCustomers),
    ] as const
    const size = product.sizes[1]!
    await sql`delete from stock_ledger where product_size_id = ${size.id}`.execute(shop.db)
    await sql`delete from product_sizes where id = ${size.id}`.execute(shop.db)
    await api.deleteProduct(product.id)
    await sql`delete from users where id = ${customer.id}`.execute(shop.db)
    const [products, stock, customers] = [
      await readOn(api.listChangedProducts, places[0].next),
      await readOn(api.listChangedStock, places[1].next),
      await readOn(api.listChangedCustomers, places[2].next),
    ]
    expect(products.changes).toMatchObject([{ _id: product.id, deleted: true, item: null }])
    expect(stock.changes).toContainEqual(expect.objectContaining({ _id: size.id, deleted: true, item: null }))
    expect(customers.changes).toMatchObject([{ _id: customer.id, deleted: true, item: null }])
  }))

test('an order comes again with every step, and a customer with another name, and their orders with them', () =>
  onEveryEngine(async (shop, api) => {
    const product = await addProduct(shop.db, { stock: 5 })
    const { order, buyer } = await buy(shop, product.id)
    let { next } = await readOn(api.listChangedOrders)
    const changesIt = async (change: () => Promise<unknown>) => {
      await change()
      const answer = await readOn(api.listChangedOrders, next)
      next = answer.next
      return answer.ids
    }
    expect(await changesIt(() => api.changeOrderStatus(order._id, 'shipped'))).toEqual([order._id])
    expect(await changesIt(() => api.changeOrderStatus(order._id, 'delivered'))).toEqual([order._id])
    const customers = await readOn(api.listChangedCustomers)
    expect(
      await changesIt(() => sql`update users set firstname = 'Usha' where id = ${buyer.id}`.execute(shop.db)),
    ).toEqual([order._id])
    expect((await readOn(api.listChangedCustomers, customers.next)).changes).toMatchObject([
      { item: { firstname: 'Usha' } },
    ])
    expect(await changesIt(() => buyer.api.logout())).toEqual([])
    const asked = await api.takeBack(order._id, {
      lines: [{ _id: order.products[0]!._id, quantity: 1, reason: 'quality' }],
    })
    const returns = await readOn(api.listChangedReturns)
    expect(returns.ids).toContain(asked._id)
    await api.changeReturn(asked._id, { to: 'received' })
    expect((await readOn(api.listChangedReturns, returns.next)).changes).toMatchObject([
      { _id: asked._id, item: { status: 'received' } },
    ])
  }))

interface Killed<Item> {
  read: Read<Item>
  /** Changes something again and again, and tells the ids of what it changed. */
  change: () => Promise<string[]>
  /** What there is in the end, by its id. */
  present: (ids: string[]) => Promise<Map<string, unknown>>
}

/** Reads two at a time while four change things; every third time it dies before it has kept anything. */
async function readWhileKilled<Item>({ read, change, present }: Killed<Item>) {
  let isChanging = true
  const changed = new Set<string>()
  const people = Array.from({ length: 4 }, async () => {
    for (const id of await change()) changed.add(id)
  })
  const end = Promise.all(people).finally(() => (isChanging = false))
  const kept = new Map<string, string>()
  const seen = new Set<string>()
  let saved: string | undefined
  for (let page = 0; ; page += 1) {
    const wasChanging = isChanging
    const answer: Changes<Item> = await read({ limit: 2, ...(saved !== undefined && { cursor: saved }) })
    if (page % 3 === 2 && wasChanging) continue
    for (const { _id, changedAt, item } of answer.changes) {
      expect(seen).not.toContain(`${_id} ${changedAt}`)
      seen.add(`${_id} ${changedAt}`)
      expect(kept.get(_id)).not.toBe(JSON.stringify(item))
      kept.set(_id, JSON.stringify(item))
    }
    saved = answer.next
    if (!wasChanging && !answer.hasMore) break
  }
  await end
  const ids = [...changed]
  return { kept: new Map(ids.map((id) => [id, JSON.parse(kept.get(id) ?? 'null')])), there: await present(ids) }
}

/** The present state of each, as a reader that begins now is told it. */
const presentOf =
  <Item>(read: Read<Item>) =>
  async (ids: string[]) => {
    const { changes } = await readOn(read)
    const there = changes.filter(({ _id }) => ids.includes(_id))
    return new Map<string, unknown>(there.map(({ _id, item }) => [_id, item]))
  }

type Reading = (shop: TestShop, api: AdminApi) => Promise<{ kept: Map<string, unknown>; there: Map<string, unknown> }>

const READINGS: readonly (readonly [string, Reading])[] = [
  [
    'orders',
    async (shop, api) => {
      const product = await addProduct(shop.db, { stock: 400 })
      const change = async () => {
        const ids = []
        for (let count = 0; count < 5; count += 1) {
          const { order } = await buy(shop, product.id)
          if (count % 2 === 0) await api.changeOrderStatus(order._id, 'shipped')
          ids.push(order._id)
        }
        return ids
      }
      const present = async (ids: string[]) => {
        const { items } = await api.listAllOrders({ limit: 100 })
        const there = items.filter(({ _id }) => ids.includes(_id))
        return new Map<string, unknown>(there.map((order) => [order._id, order]))
      }
      return readWhileKilled({ read: api.listChangedOrders, change, present })
    },
  ],
  [
    'products',
    async (shop, api) => {
      const change = async () => {
        const ids = []
        for (let count = 0; count < 5; count += 1) {
          const { id } = await addProduct(shop.db, { stock: 5 })
          await api.setStock(id, 6)
          if (count % 2 === 0) await api.setStock(id, 7)
          ids.push(id)
        }
        return ids
      }
      return readWhileKilled({ read: api.listChangedProducts, change, present: presentOf(api.listChangedProducts) })
    },
  ],
  [
    'customers',
    async (shop, api) => {
      const change = async () => {
        const ids = []
        for (let count = 0; count < 3; count += 1) {
          const { id } = await signedIn(shop)
          await sql`update users set firstname = ${`Usha ${count}`} where id = ${id}`.execute(shop.db)
          ids.push(id)
        }
        return ids
      }
      return readWhileKilled({ read: api.listChangedCustomers, change, present: presentOf(api.listChangedCustomers) })
    },
  ],
  [
    'stock',
    async (shop, api) => {
      const product = await addProduct(shop.db, { stock: 400 })
      const change = async () => {
        for (let count = 0; count < 4; count += 1) await buy(shop, product.id)
        await api.setStock((await addProduct(shop.db, { stock: 1 })).id, 3)
        return product.sizes.map(({ id }) => id)
      }
      return readWhileKilled({ read: api.listChangedStock, change, present: presentOf(api.listChangedStock) })
    },
  ],
  [
    'returns',
    async (shop, api) => {
      const product = await addProduct(shop.db, { stock: 400 })
      const change = async () => {
        const ids = []
        for (let count = 0; count < 3; count += 1) {
          const { order } = await buy(shop, product.id)
          await api.changeOrderStatus(order._id, 'shipped')
          await api.changeOrderStatus(order._id, 'delivered')
          const lines = [{ _id: order.products[0]!._id, quantity: 1, reason: 'quality' as const }]
          const { _id } = await api.takeBack(order._id, { lines })
          if (count !== 1) await api.changeReturn(_id, { to: 'received' })
          ids.push(_id)
        }
        return ids
      }
      return readWhileKilled({ read: api.listChangedReturns, change, present: presentOf(api.listChangedReturns) })
    },
  ],
]

test.each(READINGS)(
  'a program that is killed between pages while people change %s misses nothing and reads no state twice',
  (_, reading) =>
    onEveryEngine(async (shop, api) => {
      const { kept, there } = await reading(shop, api)
      expect(kept.size).toBeGreaterThan(0)
      expect(kept).toEqual(there)
    }),
)

test('a change that is committed after later ones were read is read too', async () => {
  for (const database of databases.filter(({ engine }) => engine === 'server')) {
    const shop = await startShop({ database: { ...database, close: async () => undefined } })
    const { api } = await signedIn(shop, 'admin')
    const [slow, quick] = [await addProduct(shop.db, { stock: 1 }), await addProduct(shop.db, { stock: 1 })]
    let { next } = await readOn(api.listChangedProducts)
    const commit = Promise.withResolvers<void>()
    const isWritten = Promise.withResolvers<void>()
    const writing = shop.db.transaction().execute(async (db) => {
      await sql`update products set name = 'Slow shirt' where id = ${slow.id}`.execute(db)
      isWritten.resolve()
      await commit.promise
    })
    await isWritten.promise
    await sql`update products set name = 'Quick shirt' where id = ${quick.id}`.execute(shop.db)
    const first = await readOn(api.listChangedProducts, next)
    expect(first.ids).toEqual([quick.id])
    next = first.next
    commit.resolve()
    await writing
    const second = await readOn(api.listChangedProducts, next)
    expect(second.changes).toMatchObject([{ _id: slow.id, item: { name: 'Slow shirt' } }])
    await shop.close()
  }
})

test('updatedSince leaves out what has not changed since', () =>
  onEveryEngine(async (shop, api) => {
    const [old, changed] = [await addProduct(shop.db, { stock: 1 }), await addProduct(shop.db, { stock: 1 })]
    await readOn(api.listChangedProducts)
    await sql`update changes set changed_at = now() - interval '2 days'`.execute(shop.db)
    await api.setStock(changed.id, 3)
    const updatedSince = new Date(Date.now() - 86_400_000).toISOString()
    const { changes, next } = await api.listChangedProducts({ updatedSince })
    expect(changes.map(({ _id }) => _id)).toEqual([changed.id])
    expect((await api.listChangedProducts({ cursor: next })).changes).toEqual([])
    const later = new Date(Date.now() + 86_400_000).toISOString()
    expect((await api.listChangedProducts({ updatedSince: later })).changes).toEqual([])
    expect((await readOn(api.listChangedProducts)).ids).toContain(old.id)
  }))

test('what is no cursor, or one of before a backup was restored, is refused', () =>
  onEveryEngine(async (shop, api) => {
    await addProduct(shop.db, { stock: 1 })
    const { next } = await api.listChangedProducts()
    const [epoch = ''] = next.split('-')
    for (const cursor of [
      'x',
      epoch,
      `${epoch}-`,
      `${epoch}--1`,
      `${epoch}-1x`,
      `${epoch}-${'9'.repeat(40)}`,
      'x'.repeat(101),
    ]) {
      await expect(api.listChangedProducts({ cursor })).rejects.toMatchObject({ status: 400 })
    }
    for (const query of [{ limit: 0 }, { limit: 101 }, { updatedSince: 'yesterday' }, { since: next }, YEAR_0]) {
      await expect(api.listChangedProducts(query as ChangesQuery)).rejects.toMatchObject({ status: 400 })
    }
    await expect(api.listChangedProducts({ cursor: `${epoch}-999999999` })).rejects.toMatchObject({ status: 409 })
    await revokeAllAccess(shop.db)
    const again = await signedIn(shop, 'admin')
    await expect(again.api.listChangedProducts({ cursor: next })).rejects.toMatchObject({
      status: 409,
      code: 'conflict',
    })
    await again.api.listChangedProducts()
    await sendMails(shop.shop, NEVER)
  }))

test('a page of changes is read by its index, however many there are', () =>
  onEveryEngine(async (shop) => {
    await sql`
    insert into changes (kind, subject_id, number)
    select (array['order', 'stock', 'product'])[1 + n % 3], 'made-' || n, 1000000 + n from generate_series(1, 30000) n`.execute(
      shop.db,
    )
    await sql`analyze changes`.execute(shop.db)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select subject_id, number, changed_at from changes
    where kind = 'order' and number > 1015000
      and not exists (select from change_queue queued where queued.kind = changes.kind and queued.subject_id = changes.subject_id)
    order by number limit 100`.execute(shop.db)
    const plan = rows.map((row) => Object.values(row)[0]).join('\n')
    expect(plan).toMatch(/Index Scan using changes_(?:of_kind|number) on changes/)
    expect(plan).not.toContain('Seq Scan on changes')
    await sql`delete from changes where subject_id like 'made-%'`.execute(shop.db)
  }))
