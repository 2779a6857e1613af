import { sql } from 'kysely'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'

import type { Db } from '#server/db/database.ts'

import { migrate, readMigrations } from '#server/db/migrate.ts'
import { listBrokenInvariants } from '#server/orders/invariant-queries.ts'
import { startEngines } from '#test/engines.ts'

const MIGRATION = '0440-stock-places.sql'
const MIGRATIONS = new URL('../db/migrations/', import.meta.url).pathname

const { engines } = await startEngines()
afterAll(async () => {
  for (const engine of engines) await engine.stop()
})

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'selvedge-stock-places-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Puts the migrations with these names into the folder. */
async function copyMigrations(isWanted: (name: string) => boolean): Promise<void> {
  for (const { name } of await readMigrations()) {
    if (isWanted(name)) await copyFile(join(MIGRATIONS, name), join(folder, name))
  }
}

/** Orders of each kind with three pieces of one size, of which one was cancelled where the name says so. */
const ORDERS: Readonly<Record<string, { path: string[]; cancelled?: number; packed?: number }>> = {
  placed: { path: ['order placed'] },
  packed: { path: ['order placed'], packed: 2 },
  partly: { path: ['order placed'], cancelled: 1, packed: 3 },
  shipped: { path: ['order placed', 'shipped'] },
  delivered: { path: ['order placed', 'shipped', 'delivered'], cancelled: 1 },
  cancelled: { path: ['order placed', 'cancelled'], cancelled: 1 },
  returned: { path: ['order placed', 'shipped', 'delivered'] },
  'called back': { path: ['order placed', 'shipped', 'cancelled'], cancelled: 1 },
}

async function insertCheckout(db: Db, id: string, status: 'open' | 'released' | 'paid'): Promise<void> {
  await sql`
    insert into checkouts (id, user_id, status, fingerprint, total_paise, hold_expires_at, is_sandbox)
    values (${id}, 'buyer', ${status}, ${id}, 300, now() + interval '10 minutes', true)`.execute(db)
  await sql`
    insert into checkout_lines (checkout_id, position, product_id, product_size_id, name, size, price_paise, paid_price_paise, quantity)
    values (${id}, 0, 'shirt', 'M', 'Shirt', 'M', 100, 100, 3)`.execute(db)
  await enter(db, -3, 'hold', id)
}

async function enter(db: Db, change: number, reason: string, checkoutId: string | null = null): Promise<void> {
  await sql`
    insert into stock_ledger (product_size_id, change, reason, checkout_id) values ('M', ${change}, ${reason}, ${checkoutId})`.execute(
    db,
  )
  await sql`update product_sizes set stock = stock + ${change} where id = 'M'`.execute(db)
}

async function insertOrder(db: Db, id: string): Promise<void> {
  const { path, cancelled = 0, packed = 0 } = ORDERS[id]!
  await insertCheckout(db, id, 'paid')
  await sql`
    insert into orders (id, checkout_id, user_id, provider_order_id, status, total_paise, cancelled_paise, is_sandbox)
    values (${id}, ${id}, 'buyer', ${`order_${id}`}, ${path.at(-1)}, 300, ${cancelled * 100}, true)`.execute(db)
  await sql`
    insert into order_lines (id, order_id, position, product_id, product_size_id, name, size, price_paise, paid_price_paise, quantity, cancelled)
    values (${id}, ${id}, 0, 'shirt', 'M', 'Shirt', 'M', 100, 100, 3, ${cancelled})`.execute(db)
  if (cancelled > 0) await enter(db, cancelled, 'cancellation', id)
  for (const status of path) {
    await sql`insert into order_steps (order_id, status, actor_id) values (${id}, ${status}, 'admin')`.execute(db)
  }
  for (let piece = 0; piece < packed; piece += 1) {
    await sql`insert into packed_items (key, order_line_id, actor_id) values (${`${id}-${piece}`}, ${id}, 'packer')`.execute(
      db,
    )
  }
  if (path.includes('cancelled')) await enter(db, 3 - cancelled, 'cancellation', id)
}

/** A piece of an order that comes back: it is at its last step. */
async function insertReturn(db: Db, id: string, path: readonly string[]): Promise<void> {
  await sql`
    insert into returns (id, order_id, status, origin) values (${id}, 'returned', ${path.at(-1)}, 'customer')`.execute(
    db,
  )
  await sql`
    insert into return_lines (return_id, order_line_id, quantity, reason) values (${id}, 'returned', 1, 'quality')`.execute(
    db,
  )
  for (const status of path) {
    await sql`insert into return_steps (return_id, status, actor_id) values (${id}, ${status}, 'admin')`.execute(db)
  }
}

async function insertReturns(db: Db): Promise<void> {
  await insertReturn(db, 'coming', ['asked', 'approved', 'on its way'])
  await insertReturn(db, 'here', ['asked', 'approved', 'received'])
  await insertReturn(db, 'sorted', ['asked', 'approved', 'on its way', 'received', 'inspected'])
  await sql`
    insert into inspected_pieces (return_id, order_line_id, condition, goes_to, quantity)
    values ('sorted', 'returned', 'as new', 'shelf', 1)`.execute(db)
  await enter(db, 1, 'return', 'returned')
}

/** A shop as it was before, with entries of every kind. */
async function fillOldShop(db: Db): Promise<void> {
  await sql`
    insert into users (id, firstname, lastname, email, email_key, phone, password_hash)
    values ('buyer', 'Asha', 'Rao', 'asha@example.com', 'asha@example.com', '9876543210', 'none')`.execute(db)
  await sql`insert into categories (id, name, slug) values ('shirts', 'Shirts', 'shirts')`.execute(db)
  await sql`
    insert into products (id, category_id, name, description, price_paise) values ('shirt', 'shirts', 'Shirt', '', 100)`.execute(
    db,
  )
  await sql`insert into product_sizes (id, product_id, size, position, stock) values ('M', 'shirt', 'M', 0, 0)`.execute(
    db,
  )
  await enter(db, 40, 'opening')
  await enter(db, 5, 'correction')
  await enter(db, -2, 'correction')
  await insertCheckout(db, 'open', 'open')
  await insertCheckout(db, 'released', 'released')
  await enter(db, 3, 'release', 'released')
  for (const id of Object.keys(ORDERS)) await insertOrder(db, id)
  await insertReturns(db)
}

/** Where the pieces of each checkout are; of none: what came in and what was written off. */
async function placesOf(db: Db): Promise<Record<string, Record<string, number>>> {
  const { rows } = await sql<{ checkout: string; places: Record<string, number> }>`
    select checkout, json_object_agg(place, pieces) as places
    from (
      select coalesce(checkout_id, 'none') as checkout, place, sum(pieces)::integer as pieces
      from stock_ledger, lateral (values (from_place, -quantity), (to_place, quantity)) move (place, pieces)
      group by checkout_id, place having sum(pieces) <> 0
    ) sums
    group by checkout`.execute(db)
  return Object.fromEntries(rows.map(({ checkout, places }) => [checkout, places]))
}

test.for(engines)(
  'every piece of an older shop is where its checkout or order says, on the $name engine',
  async ({ openEmpty }) => {
    const database = await openEmpty()
    const { db } = database
    await copyMigrations((name) => name < MIGRATION)
    await migrate(database, folder)
    await fillOldShop(db)
    const stock = async () => (await sql`select stock from product_sizes`.execute(db)).rows
    const changes = async () =>
      (await sql`select id, change from stock_ledger where change <> 0 order by id`.execute(db)).rows
    const [stockBefore, changesBefore] = [await stock(), await changes()]

    await copyMigrations((name) => name >= MIGRATION)
    await migrate(database, folder)
    expect([await stock(), await changes()]).toEqual([stockBefore, changesBefore])
    expect(await placesOf(db)).toEqual({
      none: { supplier: -45, shelf: 43, 'written off': 2 },
      open: { shelf: -3, held: 3 },
      placed: { shelf: -3, held: 3 },
      packed: { shelf: -3, held: 1, packed: 2 },
      partly: { shelf: -2, packed: 2 },
      shipped: { shelf: -3, parcel: 3 },
      delivered: { shelf: -2, customer: 2 },
      returned: { shelf: -2, 'coming back': 1, inspection: 1 },
    })
    const ofStock = (await listBrokenInvariants(db)).filter(({ invariant }) => /^(1|14|5) /.test(invariant))
    expect(ofStock).toEqual([])
    await database.close()
  },
)
