import { sql } from 'kysely'
import { copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'

import type { Db, OpenDatabase } from '#server/db/database.ts'

import { SIGNED_IN_COOKIES } from '#contract/accounts/signed-in-cookies.ts'
import { openSession } from '#server/accounts/sessions/sessions.ts'
import { restore } from '#server/backup/restore.ts'
import { migrate, readMigrations } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { sessionCookieName, type SessionAudience } from '#server/http/session-cookies.ts'
import { openPictures } from '#server/media/open-pictures.ts'
import { makeDataDir } from '#test/data-dir.ts'
import { startEngines } from '#test/engines.ts'
import { expectInvariants } from '#test/invariants.ts'
import { ADDRESS, buyCart, type SignedIn } from '#test/purchase.ts'
import { readPdf } from '#test/read-pdf.ts'
import { startShop } from '#test/start-shop.ts'
import { tableContents } from '#test/table-contents.ts'
import { createVisitor } from '#test/visitor.ts'

/**
 * A small shop of the release that brought the first file of migrations, as its own `npm run backup` wrote it down:
 * orders in each status, one of them refunded, invoices, a checkout that nobody has paid, a full cart, and one row in
 * most tables. Beside it stands what its calls answered. Neither is ever made anew: a later release gets files of its
 * own.
 */
const RELEASE = fileURLToPath(new URL('../../test/old-releases/0349-baseline', import.meta.url))
const MONTH = '2026-11'
/** Tables that tell what has happened. No upgrade may change a word in them. */
const RECORDS = ['documents', 'document_lines', 'payments', 'refunds', 'audit_log', 'orders', 'order_lines'] as const

interface Said {
  people: { asha: string; ravi: string; owner: string }
  products: { pictured: string; sized: string }
  orders: { delivered: string; shipped: string; placed: string }
  ofAsha: object[]
  ofRavi: object[]
  details: { order: { _id: string; documents: { _id: string; number: string }[] }; actors: object[] }[]
  product: { pictured: { images: string[] }; sized: object }
  cart: object
  register: string
  gstr1: object
  sums: { ledger: number; counts: Record<string, number> }
}

const { engines } = await startEngines()
afterAll(async () => {
  for (const { stop } of engines) await stop()
})

let folder: string
beforeEach(async () => {
  folder = await makeDataDir()
})
afterEach(() => rm(folder, { recursive: true, force: true }))

function onFatal(line: string): never {
  throw new Error(line)
}

const openFolder = () => openDatabase({ dataDir: folder, onFatal })

interface Place {
  place: string
  openEmpty: () => Promise<OpenDatabase>
  /** What this release gets from the old one. */
  handOver: (database: OpenDatabase) => Promise<OpenDatabase>
}

const PLACES: Place[] = [
  ...engines.map(({ name, openEmpty }) => ({
    place: `on the ${name} engine`,
    openEmpty,
    handOver: async (database: OpenDatabase) => database,
  })),
  {
    place: 'in its data folder',
    openEmpty: openFolder,
    async handOver(database) {
      await database.close()
      return openFolder()
    },
  },
]

/** The migrations that the old release had. */
async function oldMigrations(): Promise<string> {
  const name = '0349-baseline.sql'
  await mkdir(join(folder, 'migrations'))
  await copyFile(new URL(`../db/migrations/${name}`, import.meta.url), join(folder, 'migrations', name))
  return join(folder, 'migrations')
}

/** The columns that a table has, in their order. */
async function columnsOf(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} order by ordinal_position`.execute(db)
  return rows.map(({ name }) => name)
}

async function rowsOf(db: Db, table: string, columns: readonly string[]): Promise<unknown[]> {
  const { rows } = await sql<{ row: unknown }>`
    select to_jsonb(old) as row from (select ${sql.join(columns.map((name) => sql.ref(name)))} from ${sql.table(table)}) old
    order by to_jsonb(old)::text`.execute(db)
  return rows.map(({ row }) => row)
}

type TestShop = Awaited<ReturnType<typeof startShop>>

/** The session of somebody who had signed in to the old shop. */
async function signInTo(db: Db, audience: SessionAudience, id: string) {
  const { token } = await openSession(db, audience, id)
  return ({ origin }: TestShop): SignedIn => {
    const visitor = createVisitor(origin)
    visitor.cookies.set(sessionCookieName(audience, false), token)
    visitor.cookies.set(SIGNED_IN_COOKIES[audience], '1')
    return { ...visitor, id }
  }
}

/** Fills an empty database with the old shop, as the old release left it. */
async function fillWithOldShop(database: OpenDatabase): Promise<void> {
  const pictures = await openPictures({ dataDir: folder, bucket: undefined })
  const migrations = await oldMigrations()
  await restore({ database, pictures, migrations }, `${RELEASE}.tar.gz`, () => undefined)
  await pictures.close()
}

test.for(PLACES)('a shop of an old release goes on in this one, $place', async ({ openEmpty, handOver }) => {
  const said = JSON.parse(await readFile(`${RELEASE}.json`, 'utf8')) as Said
  const old = await openEmpty()
  await fillWithOldShop(old)
  const records = await Promise.all(
    RECORDS.map(async (table) => {
      const columns = await columnsOf(old.db, table)
      return { table, columns, rows: await rowsOf(old.db, table, columns) }
    }),
  )
  const comeAsAsha = await signInTo(old.db, 'customer', said.people.asha)
  const comeAsRavi = await signInTo(old.db, 'customer', said.people.ravi)
  const comeAsOwner = await signInTo(old.db, 'admin', said.people.owner)

  const database = await handOver(old)
  const { db } = database
  const later = (await readMigrations()).map(({ name }) => name).slice(1)
  expect(await migrate(database)).toEqual(later)
  await expectInvariants(db)
  for (const { table, columns, rows } of records) {
    expect(rows.length).toBeGreaterThan(0)
    expect({ table, rows: await rowsOf(db, table, columns) }).toEqual({ table, rows })
  }
  const ledger = await sql<{ pieces: number }>`select sum(change)::int as pieces from stock_ledger`.execute(db)
  expect(ledger.rows).toEqual([{ pieces: said.sums.ledger }])

  const shop = await startShop({ database, dataDir: folder })
  const [asha, ravi] = [comeAsAsha(shop), comeAsRavi(shop)]
  const { api: admin, fetch: ask } = comeAsOwner(shop)
  expect(await asha.api.listMyOrders(asha.id)).toMatchObject(said.ofAsha)
  expect(await ravi.api.listMyOrders(ravi.id)).toMatchObject(said.ofRavi)
  for (const detail of said.details) {
    const actors = expect.arrayContaining(detail.actors) as unknown
    expect(await admin.getOrderDetail(detail.order._id)).toMatchObject({ ...detail, actors })
    for (const { _id, number } of detail.order.documents) {
      const file = Buffer.from(await (await admin.getDocument(_id)).arrayBuffer())
      expect(readPdf(file).flat().join('\n')).toContain(number)
    }
  }
  expect(await shop.visitor().api.getProduct(said.products.sized)).toMatchObject(said.product.sized)
  expect(await shop.visitor().api.getProduct(said.products.pictured)).toMatchObject(said.product.pictured)
  expect((await ask(said.product.pictured.images[0]!)).status).toBe(200)
  expect(await ravi.api.getCart()).toMatchObject(said.cart)
  expect(await admin.getTaxRegister(MONTH)).toBe(said.register)
  expect(await admin.getGstr1(MONTH)).toEqual(said.gstr1)

  const { order } = await buyCart(shop, ravi, ADDRESS)
  await admin.changeOrderStatus(order._id, 'shipped')
  await admin.changeOrderStatus(said.orders.placed, 'shipped')
  await admin.changeOrderStatus(said.orders.placed, 'delivered')
  await admin.changeOrderStatus(said.orders.shipped, 'delivered')
  const { order: known } = await admin.getOrderDetail(said.orders.placed)
  expect(known.documents.map(({ kind }) => kind)).toContain('tax invoice')
  await expectInvariants(db)
  await shop.close()
})

test('a data folder that a newer release has migrated is refused, and what is in it stays', async () => {
  const newer = await openFolder()
  await fillWithOldShop(newer)
  await migrate(newer)
  const next = '9990-of-the-next-release.sql'
  await cp(new URL('../db/migrations', import.meta.url), join(folder, 'next'), { recursive: true })
  await writeFile(
    join(folder, 'next', next),
    `alter table orders add column gift_note text not null default 'none';
     create table gift_cards (order_id text primary key references orders (id));
     insert into gift_cards (order_id) select id from orders;`,
  )
  expect(await migrate(newer, join(folder, 'next'))).toEqual([next])
  const before = await tableContents(newer.db)
  await newer.close()

  const here = await openFolder()
  await expect(migrate(here)).rejects.toMatchObject({
    name: 'StartupError',
    message: `Migration ${next} is applied but unknown here: the database needs a newer shop.`,
  })
  await here.close()

  const again = await openFolder()
  expect(await migrate(again, join(folder, 'next'))).toEqual([])
  expect(await tableContents(again.db)).toEqual(before)
  await again.close()
})
