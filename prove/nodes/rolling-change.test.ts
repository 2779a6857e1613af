import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { isShopError } from '#contract/api/errors.ts'
import { openDatabase } from '#server/db/open.ts'
import { hasNginx, startNginx } from '#prove/nodes/nginx.ts'
import { waitUntilReady } from '#prove/nodes/visitors.ts'
import { prepareShop } from '#prove/prepare-shop.ts'
import { startShopProcess, type ShopProcess } from '#prove/shop-process.ts'
import { createEmpty } from '#test/engines.ts'
import { expectInvariants } from '#test/invariants.ts'
import { needPrograms } from '#test/need-programs.ts'
import { findPort, startPostgres } from '#test/postgres.ts'
import { ADDRESS, pay } from '#test/purchase.ts'
import { visitAs } from '#test/visitor.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const BUYERS = 6
/** Purchases between two steps of the change. */
const BETWEEN = 2 * BUYERS
const NEXT = '9990-of-the-next-release.sql'

/** What a migration may do while the release before it still sells: add. */
const ADDITIONS = `
alter table orders add column gift_note text;
alter table products add column season text not null default 'all';
create table gift_cards (order_id text primary key references orders (id), printed_at timestamptz);
create function note_gift() returns trigger language plpgsql as $$
begin
  insert into gift_cards (order_id) values (new.id);
  return new;
end $$;
create trigger orders_gift after insert on orders for each row execute function note_gift();
insert into gift_cards (order_id) select id from orders;`

const servers = [await startPostgres()].filter((server) => server !== undefined)
needPrograms('PostgreSQL', servers)
const proxies = [await hasNginx()].filter(Boolean)
needPrograms('nginx', proxies)

/** This release with one more migration, and without its own tests, pictures and pages. */
async function nextRelease(): Promise<string> {
  const tree = await mkdtemp(join(tmpdir(), 'selvedge-next-'))
  const filter = (path: string) => !/\.(?:test\.ts|webp|avif|png|jpe?g|ttf)$/.test(path)
  for (const part of ['server', 'contract', 'sandbox', 'demo', 'package.json']) {
    await cp(join(ROOT, part), join(tree, part), { recursive: true, preserveTimestamps: true, filter })
  }
  await symlink(join(ROOT, 'node_modules'), join(tree, 'node_modules'))
  await mkdir(join(tree, 'data'))
  await writeFile(join(tree, 'server', 'db', 'migrations', NEXT), ADDITIONS)
  return tree
}

/** Calls again where the proxy has no process for a moment, as a page does whose button is pressed again. */
async function again<Result>(call: () => Promise<Result>, noteRepeated: () => void): Promise<Result> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (!isShopError(error) || error.status !== 503) throw error
      noteRepeated()
      await wait(50)
    }
  }
}

interface Place {
  /** Where the shop is bought from. */
  origin: string
  /** Where the provider is, which no change of the shop stops. */
  provider: string
}

/** Each buyer buys until the signal comes, and finishes what they have begun. */
function startBuying(people: Awaited<ReturnType<typeof prepareShop>>, { origin, provider }: Place) {
  const leaving = new AbortController()
  const orders: string[] = []
  let repeated = 0
  const noteRepeated = () => void (repeated += 1)
  const buyers = people.buyers.map(async (person, index) => {
    const { api } = visitAs(person, origin)
    const productId = people.plenty[index] ?? ''
    for (let turn = 0; !leaving.signal.aborted; turn += 1) {
      await again(() => api.addToCart(productId, undefined, `${person.id}-${turn}`), noteRepeated)
      const { id } = await again(() => api.startPayment(ADDRESS), noteRepeated)
      const proof = await pay({ origin: provider }, id)
      await again(() => api.verifyPayment(proof), noteRepeated)
      orders.push((await again(() => api.getOrder(person.id, proof), noteRepeated))._id)
    }
  })
  return {
    bought: () => orders.length,
    async leave() {
      leaving.abort()
      await Promise.all(buyers)
      return { orders, repeated }
    },
  }
}

test.for(servers.filter(() => proxies.length > 0))(
  'a release that adds to the tables takes the place of another, process by process, and no purchase fails',
  { timeout: 240_000 },
  async (server) => {
    const databaseUrl = await createEmpty(server)
    const prepared = await prepareShop({ databaseUrl, buyers: BUYERS, plenty: BUYERS })
    const tree = await nextRelease()
    const ports = [await findPort(), await findPort()]
    const settings = { ...prepared.settings, TRUSTED_PROXIES: '127.0.0.1', BUILD_DIR: join(ROOT, 'build') }
    const open = (port: number, release = ROOT) =>
      startShopProcess({ settings: { ...settings, PORT: String(port) }, hasSwitch: false, tree: release })
    const nodes: ShopProcess[] = []
    for (const port of ports) nodes.push(await open(port))
    const provider = await startShopProcess({ settings, hasSwitch: false })
    const nginx = await startNginx(
      await findPort(),
      ports.map((port) => `127.0.0.1:${port}`),
    )
    const database = await openDatabase({ databaseUrl, dataDir: '', onFatal: () => undefined })
    try {
      await waitUntilReady(nginx.origin)
      const buying = startBuying(prepared, { origin: nginx.origin, provider: provider.origin })
      const goOn = async () => {
        const from = buying.bought()
        await expect.poll(buying.bought, { timeout: 60_000 }).toBeGreaterThanOrEqual(from + BETWEEN)
      }
      await goOn()
      for (const [index, port] of ports.entries()) {
        expect(await nodes[index]?.stop()).toBe(0)
        await goOn()
        nodes[index] = await open(port, tree)
        await goOn()
      }
      const { orders, repeated } = await buying.leave()
      console.log(`${orders.length} purchases, ${repeated} calls repeated`)

      const { rows } = await sql<{ id: string }>`select id from orders order by id`.execute(database.db)
      expect(rows.map(({ id }) => id)).toEqual(orders.toSorted())
      const noted = await sql<{ count: number }>`select count(*)::int as count from gift_cards`.execute(database.db)
      expect(noted.rows).toEqual([{ count: orders.length }])
      const { rows: migrations } = await sql`select name from schema_migrations where name = ${NEXT}`.execute(
        database.db,
      )
      expect(migrations).toEqual([{ name: NEXT }])
      await expectInvariants(database.db)
      expect([...nodes, provider].flatMap((node) => node.complaints())).toEqual([])
    } finally {
      await database.close()
      await nginx.stop()
      for (const node of [...nodes, provider]) await node.stop()
      await server.stop()
      await prepared.remove()
      await rm(tree, { recursive: true, force: true })
    }
  },
)
