import { sql } from 'kysely'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'

import { repeat } from '#server/jobs/jobs.ts'
import { createTestDatabase } from '#test/database.ts'
import { addProduct } from '#test/factories.ts'
import { samplesOf } from '#test/metric-samples.ts'
import { buy, fillCart, signedIn, setSandboxFaults } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

type TestShop = Awaited<ReturnType<typeof startShop>>

const RULES = fileURLToPath(new URL('../../../docs/operations/monitoring/alerts.yml', import.meta.url))
const hasPromtool = (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'promtool')))

// Thirteen shops, one after the other.
vi.setConfig({ testTimeout: 240_000 })

/** What `DatabaseAway` and `DiskNearlyFull` switch. */
const outside = { isReachable: true, hasFreeSpace: true }

/** How each alert is made to fire. Each resolves to the function that undoes it after the scrape. */
const FAULTS: Record<string, (shop: TestShop) => Promise<void | (() => Promise<void> | void)>> = {
  async ShopDown(shop) {
    await shop.app.close()
  },
  async DatabaseAway() {
    outside.isReachable = false
    return () => void (outside.isReachable = true)
  },
  async DiskNearlyFull() {
    outside.hasFreeSpace = false
    return () => void (outside.hasFreeSpace = true)
  },
  async ServerErrors({ visitor, db }) {
    await sql`alter table reviews rename to reviews_gone`.execute(db)
    const { fetch: ask } = visitor()
    const { id } = await addProduct(db)
    for (let times = 0; times < 5; times += 1) {
      expect((await ask(`/api/products/reviews/${id}`)).status).toBe(500)
    }
    return async () => void (await sql`alter table reviews_gone rename to reviews`.execute(db))
  },
  async SlowAnswers(shop) {
    await setSandboxFaults(shop, { delayMs: 1200 })
    const product = await addProduct(shop.db)
    const buyer = await signedIn(shop)
    await fillCart(buyer, product.id)
    await buyer.api.startPayment()
    return () => setSandboxFaults(shop, { delayMs: 0 })
  },
  async CallsTurnedAway({ app, visitor }) {
    const { processor } = app.limiters
    const leave = Promise.withResolvers<void>()
    const long = Array.from({ length: 8 }, () => processor.run(() => leave.promise))
    const { fetch: ask } = visitor()
    // It waits until the queue is stalled.
    await expect.poll(async () => (await ask('/api/products/getallproductsindb?page=1')).status).toBe(503)
    leave.resolve()
    await Promise.all(long)
  },
  async EventLoopSlow() {
    for (let times = 0; times < 3; times += 1) {
      const until = performance.now() + 600
      while (performance.now() < until);
      await wait(20)
    }
  },
  async DatabaseConnectionsShort({ db, shop }) {
    const leave = Promise.withResolvers<void>()
    // More than the pool has.
    const work = Array.from({ length: 20 }, () => db.transaction().execute(() => leave.promise))
    await expect.poll(() => shop.database.connections().waiting).toBeGreaterThan(0)
    return async () => {
      leave.resolve()
      await Promise.all(work)
    }
  },
  async QueueStuck(shop) {
    await buy(shop, (await addProduct(shop.db)).id)
    await sql`update mails set due_at = now() - interval '20 minutes'`.execute(shop.db)
  },
  async HoldsOverdue(shop) {
    const product = await addProduct(shop.db)
    const buyer = await signedIn(shop)
    await fillCart(buyer, product.id)
    await buyer.api.startPayment()
    await sql`update checkouts set hold_expires_at = now() - interval '10 minutes' where status = 'open'`.execute(
      shop.db,
    )
  },
  async JobsFail({ shop }) {
    const stop = new AbortController()
    let runs = 0
    const run = async () => {
      runs += 1
      if (runs === 6) stop.abort()
      throw new Error('the job cannot')
    }
    await repeat({ name: 'broken', everySeconds: 0.01, run }, shop.log, stop.signal, shop.jobRuns)
  },
  async RefundFailed(shop) {
    await buy(shop, (await addProduct(shop.db)).id)
    await sql`insert into refunds (id, payment_id, order_id, amount_paise, reason, status)
      select 'rfnd_1', id, order_id, amount_paise, 'cancellation', 'failed' from payments limit 1`.execute(shop.db)
  },
  async DisputeWaiting(shop) {
    await buy(shop, (await addProduct(shop.db)).id)
    await sql`insert into disputes (id, payment_id, amount_paise, reason, status)
      select 'disp_1', id, amount_paise, 'fraud', 'action required' from payments limit 1`.execute(shop.db)
  },
}

/** The numbers as Prometheus would find them: with `up`, which is 0 for a shop that does not answer. */
async function scrape({ origin }: TestShop): Promise<Map<string, number>> {
  const text = await fetch(`${origin}/metrics`).then(
    (answer) => answer.text(),
    () => undefined,
  )
  return new Map([...samplesOf(text ?? ''), ['up', text === undefined ? 0 : 1]])
}

/** A sample's name with the labels that a scrape adds. */
const seriesOf = (name: string) =>
  name.replace(
    /^(\w+)(?:\{(.*)\})?$/,
    (_, metric, labels) => `${metric}{${labels ? `${labels},` : ''}job="selvedge",instance="shop"}`,
  )

/** Five minutes of the state before, then the state now; a scrape every 15 s. */
const valuesOf = (before: number | undefined, after: number | undefined) =>
  `${before === undefined ? '_x20' : `${before}+0x20`} ${after === undefined ? '_x40' : `${after}+0x40`}`

function testOf(alert: string, before: Map<string, number>, after: Map<string, number>) {
  const names = [...new Set([...before.keys(), ...after.keys()])]
  const firing = `ALERTS{alertname="${alert}",alertstate="firing"}`
  return {
    name: alert,
    interval: '15s',
    input_series: names.map((name) => ({
      series: seriesOf(name),
      // Prometheus counts the increase of a counter from its second value on. Here there are only two.
      values: valuesOf(
        before.get(name) ?? (/_(?:total|bucket|count|sum)(?:\{|$)/.test(name) ? 0 : undefined),
        after.get(name),
      ),
    })),
    promql_expr_test: [
      {
        expr: `absent(${firing})`,
        eval_time: '4m',
        exp_samples: [{ labels: `{alertname="${alert}",alertstate="firing"}`, value: 1 }],
      },
      { expr: `count(${firing}) > bool 0`, eval_time: '8m', exp_samples: [{ labels: '{}', value: 1 }] },
    ],
  }
}

test('every alert has a fault that makes it fire', async () => {
  const alerts = [...(await readFile(RULES, 'utf8')).matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  expect(Object.keys(FAULTS)).toEqual(alerts)
})

test.skipIf(!hasPromtool)(
  'every alert is silent in a quiet shop and fires after its fault, as Prometheus sees it',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'selvedge-alerts-'))
    const tests = []
    for (const [alert, play] of Object.entries(FAULTS)) {
      const database = await createTestDatabase()
      const shop = await startShop({
        database: {
          ...database,
          isReachable: async (timeoutMs) => outside.isReachable && database.isReachable(timeoutMs),
          hasFreeSpace: () => outside.hasFreeSpace,
        },
      })
      await buy(shop, (await addProduct(shop.db)).id)
      // The first scrape shows how busy the process was until now.
      await scrape(shop)
      const before = await scrape(shop)
      const undo = await play(shop)
      const after = await scrape(shop)
      await undo?.()
      tests.push(testOf(alert, before, after))
      await shop.close()
    }
    const file = join(folder, 'tests.json')
    await writeFile(file, JSON.stringify({ rule_files: [RULES], evaluation_interval: '15s', tests }))
    const { stdout } = await promisify(execFile)('promtool', ['test', 'rules', file]).catch(
      (error: { stdout: string; stderr: string }) => ({ stdout: error.stdout + error.stderr }),
    )
    await rm(folder, { recursive: true })
    expect(stdout).toContain('SUCCESS')
  },
)
