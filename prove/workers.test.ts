import { sql, type RawBuilder } from 'kysely'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openDatabase } from '#server/db/open.ts'
import { addPerson } from '#prove/actors.ts'
import { startShopProcess, type ShopProcess } from '#prove/shop-process.ts'
import { createEmpty } from '#test/engines.ts'
import { addCategory, addProduct } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { samplesOf } from '#test/metric-samples.ts'
import { needPrograms } from '#test/need-programs.ts'
import { jpegPicture } from '#test/pictures.ts'
import { startPostgres, type TestServer } from '#test/postgres.ts'
import { pay, startPatiently } from '#test/purchase.ts'
import { visitAs } from '#test/visitor.ts'

const servers = [await startPostgres()].filter((server) => server !== undefined)
needPrograms('PostgreSQL', servers)
const PUBLIC_URL = 'http://localhost:3000'

test.each([
  [{ PUBLIC_URL }, 'DATABASE_URL is missing: a worker needs the database of the processes that serve.'],
  [
    { DATABASE_URL: 'postgres://shop@127.0.0.1:1/shop' },
    'PUBLIC_URL is missing: a worker writes the shop’s address into mails.',
  ],
])('a worker with %j alone does not start, and says why', async (settings, sentence) => {
  await expect(startShopProcess({ settings, isWorker: true })).rejects.toThrow(sentence)
})

describe.each(servers)('one process that serves and two workers', (server: TestServer) => {
  let folder: string
  let database: Awaited<ReturnType<typeof openDatabase>>
  let web: ShopProcess
  let workers: ShopProcess[]
  let settings: Record<string, string>
  const startWorker = () => startShopProcess({ settings: { ...settings, PUBLIC_URL }, db: database.db, isWorker: true })
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'selvedge-workers-'))
    const url = await createEmpty(server)
    database = await openDatabase({ databaseUrl: url, dataDir: '', onFatal: () => undefined })
    settings = { DATABASE_URL: url, DATA_DIR: folder }
    web = await startShopProcess({ settings: { ...settings, JOBS: 'off' }, db: database.db })
    workers = await Promise.all([startWorker(), startWorker()])
  })
  afterAll(async () => {
    for (const shop of [web, ...workers]) if (!shop.hasEnded()) await shop.stop()
    await database.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })

  async function visit(audience: 'customer' | 'admin') {
    const person = await addPerson(database.db, audience)
    return { ...person, ...visitAs(person, web.origin) }
  }
  const jobsOf = async ({ origin }: ShopProcess) =>
    [...samplesOf(await (await fetch(`${origin}/metrics`)).text()).keys()].filter((name) =>
      name.startsWith('selvedge_job_runs_total{'),
    )

  // Whoever serves prices looks at the moment of a sale, so that no worker that is away delays it.
  test('the jobs are with the workers alone, which serve no page; only prices turn and visits are summed everywhere', async () => {
    const everywhere = ['keep web vitals', 'turn prices'].map((name) => `selvedge_job_runs_total{name="${name}"}`)
    await expect.poll(async () => (await jobsOf(web)).toSorted((a, b) => a.localeCompare(b))).toEqual(everywhere)
    for (const worker of workers) {
      await expect.poll(async () => (await jobsOf(worker)).length).toBeGreaterThan(8)
      expect((await fetch(`${worker.origin}/readyz`)).status).toBe(200)
      expect((await fetch(`${worker.origin}/healthz`)).status).toBe(200)
      expect((await fetch(`${worker.origin}/`)).status).toBe(404)
    }
  })

  test('a hold that has ended is given back, and an order is written of once', async () => {
    const { db } = database
    const product = await addProduct(db, { stock: 3 })
    const waverer = await visit('customer')
    await waverer.api.addToCart(product.id)
    await startPatiently(waverer)
    await sql`update checkouts set hold_expires_at = now() - interval '1 minute' where user_id = ${waverer.id}`.execute(
      db,
    )
    const buyer = await visit('customer')
    await buyer.api.addToCart(product.id)
    const { id } = await startPatiently(buyer)
    // The browser is closed, and no event comes: a worker asks the provider.
    await pay(web, id, { webhook: false })
    await sql`update checkouts set next_check_at = now() where user_id = ${buyer.id}`.execute(db)
    await expect.poll(() => buyer.api.listMyOrders(buyer.id)).toMatchObject([{ payment: 'paid' }])
    const stock = async () => (await buyer.api.getProduct(product.id)).stock
    await expect.poll(stock).toBe(2)

    // Due now: a mail that a worker is sending is due again only much later.
    await sql`update mails set due_at = now() where due_at < now() + interval '15 seconds'`.execute(db)
    const mails = async () => {
      const names = await readdir(join(folder, 'mail')).catch(() => [])
      return Promise.all(names.map((name) => readFile(join(folder, 'mail', name), 'utf8')))
    }
    await expect.poll(async () => (await mails()).length).toBeGreaterThan(0)
    const countDue = async () => (await sql`select from mails where due_at is not null`.execute(db)).rows.length
    await expect.poll(countDue).toBe(0)
    expect(await mails()).toHaveLength(1)
    expect((await mails())[0]).toContain(PUBLIC_URL)
    await expectInvariants(db)
  })

  test('a picture that is uploaded where jobs are off is encoded by a worker, also after one died over it', async () => {
    const { db } = database
    const admin = await visit('admin')
    await addCategory(db, 'Shirts')
    const upload = async (name: string, width: number) => {
      const form = new FormData()
      for (const [field, value] of Object.entries({ name, price: '999', category: 'Shirts', stock: '1' })) {
        form.append(field, value)
      }
      form.append('images', new Blob([new Uint8Array(await jpegPicture({ width, height: 400 }))]), 'picture.jpg')
      const created = await admin.fetch('/api/products/createproducts', { method: 'POST', body: form })
      expect(created.status).toBe(201)
      return ((await created.json()) as { product: { images: [string] } }).product.images[0]
    }
    const typeOf = async (address: string) =>
      (await admin.fetch(`${address}?w=640`, { headers: { accept: 'image/avif,image/webp' } })).headers.get(
        'content-type',
      )
    const countWork = async (where: RawBuilder<unknown>) =>
      (await sql`select from picture_work where ${where}`.execute(db)).rows.length
    const taken = sql`ends_at > now()`
    const left = sql`true`
    // Whoever encodes gives way to everything else on the machine.
    const encoded = { timeout: 120_000 }

    const first = await upload('First', 311)
    expect(await typeOf(first)).toBe('image/webp')
    await expect.poll(() => typeOf(first), encoded).toBe('image/avif')
    await expect.poll(() => countWork(left)).toBe(0)

    const second = await upload('Second', 1600)
    await expect.poll(() => countWork(taken), { timeout: 30_000, interval: 10 }).toBe(1)
    await Promise.all(workers.map((worker) => worker.kill()))
    expect(await countWork(left)).toBe(1)
    await sql`update picture_work set ends_at = now()`.execute(db)
    workers = [await startWorker()]
    await expect.poll(() => countWork(left), encoded).toBe(0)
    expect(await typeOf(second)).toBe('image/avif')
    expect([web, ...workers].flatMap((shop) => shop.complaints())).toEqual([])
  }, 300_000)

  test('a worker stops when it is told to', async () => {
    expect(await workers[0]!.stop()).toBe(0)
  })
})
