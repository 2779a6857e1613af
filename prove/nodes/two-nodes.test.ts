import { sql } from 'kysely'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { isShopError } from '#contract/api/errors.ts'
import { readDemoCatalogue } from '#demo/catalogue.ts'
import type { Db } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open.ts'
import { addPerson, type Person } from '#prove/actors.ts'
import { startShopProcess, type ShopProcess } from '#prove/shop-process.ts'
import { createEmpty } from '#test/engines.ts'
import { addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { needPrograms } from '#test/need-programs.ts'
import { jpegPicture } from '#test/pictures.ts'
import { startPostgres, type TestServer } from '#test/postgres.ts'
import { pay, startPatiently } from '#test/purchase.ts'
import { startFakeBucket } from '#test/start-fake-bucket.ts'
import { createVisitor, visitAs } from '#test/visitor.ts'

const BUYERS = 30
const PIECES = 7

const servers = [await startPostgres()].filter((server) => server !== undefined)
needPrograms('PostgreSQL', servers)

test('a shop whose object storage refuses it stops at the start with one line', async () => {
  const storage = await startFakeBucket()
  const folder = await mkdtemp(join(tmpdir(), 'selvedge-nodes-'))
  const settings = { ...storage.environment, AWS_SECRET_ACCESS_KEY: 'wrong', DATA_DIR: folder }
  await expect(startShopProcess({ settings })).rejects.toThrow(
    /ended with 1 before it was open\nSTORAGE_URL cannot be used: the bucket test-pictures at [^\n]+\(SignatureDoesNotMatch\)\.$/,
  )
  await storage.close()
  await rm(folder, { recursive: true })
})

/** The same person at each of the nodes, with one session. */
const visit = (nodes: readonly ShopProcess[], person: Person) => nodes.map(({ origin }) => visitAs(person, origin))

const outcomeOf = (outcome: PromiseSettledResult<unknown>) => {
  if (outcome.status === 'fulfilled') return 'held'
  return isShopError(outcome.reason) ? `${outcome.reason.status} ${outcome.reason.code}` : String(outcome.reason)
}

const count = async (db: Db, table: 'users' | 'products' | 'categories' | 'auditLog') =>
  (
    await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

// Two machines share a database server and an object storage, and nothing else.
describe.each(servers)('two nodes', (server: TestServer) => {
  let folder: string
  let storage: Awaited<ReturnType<typeof startFakeBucket>>
  let database: Awaited<ReturnType<typeof openDatabase>>
  let nodes: ShopProcess[]
  let settings: Record<string, string>
  let demo: string[]

  const startNode = (name: string) =>
    startShopProcess({ settings: { ...settings, DATA_DIR: join(folder, name) }, db: database.db })

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'selvedge-nodes-'))
    storage = await startFakeBucket()
    const url = await createEmpty(server)
    database = await openDatabase({ databaseUrl: url, dataDir: '', onFatal: () => undefined })
    settings = { DATABASE_URL: url, ...storage.environment, DEMO_CATALOGUE: 'on', ADMIN_PASSWORD: 'correct horse' }
    demo = (await readDemoCatalogue()).flatMap(({ products }) => products.map(({ name }) => name))
    nodes = await Promise.all([startNode('one'), startNode('other')])
  })
  afterAll(async () => {
    for (const node of nodes) await node.stop()
    await database.close()
    await storage.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test('opened at once on an empty database make one catalogue and one administrator', async () => {
    const { db } = database
    expect(await count(db, 'products')).toBe(demo.length)
    expect(await count(db, 'users')).toBe(1)
    expect(await count(db, 'auditLog')).toBe(1)
    for (const { origin } of nodes) {
      const { api, fetch } = createVisitor(origin)
      const { totalProducts, products } = await api.listProducts({ page: 1, limit: 3 })
      expect(totalProducts).toBe(demo.length)
      expect((await fetch(`${products[0]?.images[0]}`)).status).toBe(200)
      await api.adminLogin({ email: 'admin@shop.localhost', password: 'correct horse' })
    }
    expect(nodes.flatMap((node) => node.complaints())).toEqual([])
  })

  test('know each other’s sessions, and that they have ended', async () => {
    const [one, other] = nodes.map(({ origin }) => createVisitor(origin))
    const person = { email: 'asha@example.com', password: 'correct horse battery' }
    await one!.api.register({ ...person, firstname: 'Asha', lastname: 'Rao', phone: '9876543210' })
    await one!.api.login(person)
    for (const [name, value] of one!.cookies) other!.cookies.set(name, value)
    expect(await other!.api.getMe()).toMatchObject({ email: person.email })
    await other!.api.logout()
    await expect(one!.api.getMe()).rejects.toMatchObject({ status: 401 })
  })

  test('show a change that was made at the other one, on pages and in answers', async () => {
    const admin = visit(nodes, await addPerson(database.db, 'admin'))
    const { products } = await admin[0]!.api.listProducts({ page: 1, limit: 1 })
    const { _id: id } = products[0]!
    const pageAt = async (node: number) => (await admin[node]!.fetch(`/product/${id}`)).text()
    await Promise.all([pageAt(0), pageAt(1), pageAt(1)])
    await admin[0]!.api.updatePrice(id, { price: 4321 })
    expect(await pageAt(0)).toContain('4,321')
    await expect.poll(() => pageAt(1)).toContain('4,321')
    expect(await admin[1]!.api.getProduct(id)).toMatchObject({ price: 4321 })
  })

  test('sell no piece twice, and finish what the other one began', async () => {
    const { db } = database
    const product = await addProduct(db, { stock: PIECES })
    // Both have the page in memory from before the sale.
    for (const { origin } of nodes) await (await fetch(`${origin}/product/${product.id}`)).text()
    const buyers: { person: Person; at: ReturnType<typeof visit> }[] = []
    while (buyers.length < BUYERS) {
      const person = await addPerson(db, 'customer')
      buyers.push({ person, at: visit(nodes, person) })
    }
    for (const [index, { at }] of buyers.entries()) await at[index % 2]!.api.addToCart(product.id)
    const started = await Promise.allSettled(buyers.map(({ at }, index) => startPatiently(at[(index + 1) % 2]!)))
    const outcomes = started.map(outcomeOf)
    expect(outcomes.filter((outcome) => outcome === 'held')).toHaveLength(PIECES)
    expect(outcomes.filter((outcome) => outcome === '409 out_of_stock')).toHaveLength(BUYERS - PIECES)
    for (const [index, outcome] of started.entries()) {
      if (outcome.status === 'rejected') continue
      const { person, at } = buyers[index]!
      const [here, there] = index % 2 === 0 ? [at[0]!, at[1]!] : [at[1]!, at[0]!]
      const origin = nodes[index % 2]!.origin
      const proof = await pay({ origin }, (outcome.value as { id: string }).id)
      // Both at once, like a browser that repeats its call at another node.
      await Promise.all([there.api.verifyPayment(proof), here.api.verifyPayment(proof)])
      const orders = await Promise.all([here.api.getOrder(person.id, proof), there.api.getOrder(person.id, proof)])
      expect(orders[0]).toEqual(orders[1])
    }
    for (const node of nodes) {
      const { api, fetch } = createVisitor(node.origin)
      await expect.poll(async () => (await api.getProduct(product.id)).stock).toBe(0)
      const page = async () => (await fetch(`/product/${product.id}`)).text()
      await expect.poll(async () => (await page()).includes('Out of Stock')).toBe(true)
    }
    await expectInvariants(db)
  })

  test('take one and the same repeatable call once', async () => {
    const product = await addProduct(database.db)
    const at = visit(nodes, await addPerson(database.db, 'customer'))
    const add = (node: number) =>
      at[node]!.fetch(`/api/cart/add/${product.id}`, { headers: { 'idempotency-key': 'one-click' } })
    const answers = await Promise.all([add(0), add(1), add(0), add(1)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await at[0]!.api.getCart()).cart).toMatchObject([{ quantity: 1 }])
  })

  test('serve a picture that was uploaded at the other one', async () => {
    const admin = visit(nodes, await addPerson(database.db, 'admin'))
    const form = new FormData()
    const { categories } = await admin[0]!.api.getCategories()
    const fields = { name: 'New', price: '999', category: categories[0]!.name, stock: '1' }
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('images', new Blob([new Uint8Array(await jpegPicture({ width: 311, height: 400 }))]), 'picture.jpg')
    const created = await admin[0]!.fetch('/api/products/createproducts', { method: 'POST', body: form })
    const { product } = (await created.json()) as { product: { images: string[] } }
    await expect.poll(async () => (await admin[1]!.fetch(product.images[0]!)).status).toBe(200)
  })

  test('go on when one of them is killed, and the hold that it took is given back', async () => {
    const { db } = database
    const product = await addProduct(db, { stock: 3 })
    const person = await addPerson(db, 'customer')
    const at = visit(nodes, person)
    await at[0]!.api.addToCart(product.id)
    await startPatiently(at[0]!)
    await nodes[0]!.kill()
    expect((await at[1]!.api.getCart()).cart).toHaveLength(1)
    await sql`update checkouts set hold_expires_at = now() - interval '1 minute' where user_id = ${person.id}`.execute(
      db,
    )
    const stock = async () => (await at[1]!.api.getProduct(product.id)).stock
    await expect.poll(stock).toBe(3)
    nodes[0] = await startNode('one')
    expect(await visit(nodes, person)[0]!.api.getCart()).toMatchObject({ cart: [{ productId: product.id }] })
    expect(nodes.flatMap((node) => node.complaints())).toEqual([])
    await expectInvariants(db)
  })

  test('count wrong passwords together', async () => {
    const limited = { DATABASE_URL: await createEmpty(server), DATA_DIR: join(folder, 'limited'), RATE_LIMITS: 'on' }
    const two = [await startShopProcess({ settings: limited }), await startShopProcess({ settings: limited })]
    const visitors = two.map(({ origin }) => createVisitor(origin))
    const statuses: number[] = []
    for (let tries = 0; tries < 7; tries += 1) {
      const failure: unknown = await visitors[tries % 2]!.api.login({
        email: 'nobody@example.com',
        password: 'wrong',
      }).catch((error: unknown) => error)
      statuses.push(isShopError(failure) ? failure.status : 200)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
    for (const node of two) await node.stop()
  })
})
