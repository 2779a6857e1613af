import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'
import type { Load } from '#prove/faults/visitor-traffic.ts'
import type { Fault, Finding } from '#prove/faults/fault.ts'
import type { Person } from '#prove/actors.ts'

import { openDatabase } from '#server/db/open.ts'
import { listBrokenInvariants } from '#server/orders/invariant-queries.ts'
import { none } from '#prove/faults/fault.ts'
import { prepareShop } from '#prove/prepare-shop.ts'
import { startShopProcess, type ShopProcess } from '#prove/shop-process.ts'
import { createEmpty } from '#test/engines.ts'
import { addProduct } from '#test/factories.ts'
import { DURABLE, startPostgres, type TestServer } from '#test/postgres.ts'

/** A running shop on a database of its own, people with sessions and a product of which there is plenty. */
export interface Fixture {
  shop: ShopProcess
  settings: Record<string, string>
  /** Undefined on the embedded engine. */
  server: TestServer | undefined
  actors: Person[]
  productId: string
  db: Db
  /** Starts the shop again on the same data. */
  reopen(): Promise<ShopProcess>
  close(): Promise<void>
}

interface Inputs {
  actors?: number
  settings?: Record<string, string>
  /** The folder of the embedded database; by default a temporary one. */
  folder?: string
}

function fail(line: string): never {
  throw new Error(line)
}

async function open(options: Inputs, server: TestServer | undefined): Promise<Fixture> {
  const databaseUrl = server && (await createEmpty(server))
  const prepared = await prepareShop({
    databaseUrl,
    folder: options.folder,
    buyers: options.actors ?? 8,
    plenty: 1,
    async fill({ db }) {
      // Long enough for every jump of the clock.
      await sql`update sessions set expires_at = now() + interval '30 days'`.execute(db)
      for (let index = 0; index < 24; index += 1) await addProduct(db, { name: `Shirt ${index}` })
    },
  })
  const settings = { ...prepared.settings, ...options.settings }
  const database =
    databaseUrl === undefined ? undefined : await openDatabase({ databaseUrl, dataDir: '', onFatal: fail })
  const start = () => startShopProcess({ settings, db: database?.db })
  const shop = await start()
  const fixture: Fixture = {
    shop,
    settings,
    server,
    db: shop.db,
    actors: prepared.buyers,
    productId: prepared.plenty[0] ?? '',
    async reopen() {
      fixture.shop = await start()
      fixture.db = fixture.shop.db
      return fixture.shop
    },
    async close() {
      if (!fixture.shop.hasEnded()) await fixture.shop.kill()
      await database?.close()
      await server?.stop()
      await prepared.remove()
    },
  }
  return fixture
}

export const openOnEmbedded = (options: Inputs = {}): Promise<Fixture> => open(options, undefined)

/** The same on a PostgreSQL server of its own; undefined where none is installed. */
export async function openOnServer(options: Inputs = {}): Promise<Fixture | undefined> {
  const server = await startPostgres(DURABLE)
  return server && open(options, server)
}

type Play<Played extends Fixture> = (fixture: Played, say: (line: string) => void) => Promise<Finding[]>

async function playAndClose(fixture: Fixture, play: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await play()
  } finally {
    await fixture.close()
  }
}

/** Plays a fault on a shop of its own on the embedded engine. */
export const onEmbedded =
  (options: Inputs, play: Play<Fixture>): Fault['run'] =>
  async (say) => {
    const fixture = await openOnEmbedded(options)
    return playAndClose(fixture, () => play(fixture, say))
  }

/** The same on a PostgreSQL server of its own; not run where none is installed. */
export const onServer =
  (options: Inputs, play: Play<Fixture & { server: TestServer }>): Fault['run'] =>
  async (say) => {
    const fixture = await openOnServer(options)
    if (!fixture?.server) return { notRun: 'there is no PostgreSQL server on this machine' }
    const { server } = fixture
    return playAndClose(fixture, () => play(Object.assign(fixture, { server }), say))
  }

/** What must be true whatever happened: acknowledged writes are there, and no invariant is broken. */
export async function checkRecords(
  db: Db,
  { paidOrders, messages }: Pick<Load, 'paidOrders' | 'messages'>,
): Promise<Finding[]> {
  const orders = await sql<{ id: string }>`
    select paid.id from unnest(${paidOrders}::text[]) as paid (id)
    where not exists (select from orders where provider_order_id = paid.id)`.execute(db)
  const lost = await sql<{ id: string }>`
    select taken.id from unnest(${messages}::text[]) as taken (id)
    where not exists (select from contacts where subject = taken.id)`.execute(db)
  const broken = await listBrokenInvariants(db)
  const writes = paidOrders.length + messages.length
  return [
    none(
      `acknowledged write lost (of ${writes})`,
      [...orders.rows, ...lost.rows].map(({ id }) => id),
    ),
    none(
      'invariant broken',
      broken.map(({ invariant, subject }) => `${invariant}: ${subject}`),
    ),
  ]
}
