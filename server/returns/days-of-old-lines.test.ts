import { sql } from 'kysely'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'

import type { Db } from '#server/db/database.ts'

import { migrate, readMigrations } from '#server/db/migrate.ts'
import { listReturnable } from '#server/returns/request-queries.ts'
import { startEngines } from '#test/engines.ts'

const MIGRATION = '0564-days-of-return.sql'
const MIGRATIONS = new URL('../db/migrations/', import.meta.url).pathname

const { engines } = await startEngines()
afterAll(async () => {
  for (const engine of engines) await engine.stop()
})

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'selvedge-days-of-return-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Puts the migrations with these names into the folder. */
async function copyMigrations(isWanted: (name: string) => boolean): Promise<void> {
  for (const { name } of await readMigrations()) {
    if (isWanted(name)) await copyFile(join(MIGRATIONS, name), join(folder, name))
  }
}

const PRODUCTS = ['shirt', 'vest', 'socks', 'gone'] as const

/** A delivered order with a line of each product, as a release writes it that freezes no days. */
async function insertOrder(db: Db, id: string): Promise<void> {
  const lines = sql`unnest(${PRODUCTS}::text[]) with ordinality as line (product, place)`
  const columns = sql`position, product_id, product_size_id, name, size, price_paise, paid_price_paise, quantity`
  const values = sql`place - 1, product, product, product, 'M', 100, 100, 1`
  await sql`
    insert into checkouts (id, user_id, status, fingerprint, total_paise, hold_expires_at, is_sandbox)
    values (${id}, 'buyer', 'paid', ${id}, 400, now(), true)`.execute(db)
  await sql`insert into checkout_lines (checkout_id, ${columns}) select ${id}, ${values} from ${lines}`.execute(db)
  await sql`
    insert into orders (id, checkout_id, user_id, provider_order_id, status, total_paise, is_sandbox)
    values (${id}, ${id}, 'buyer', ${`order_${id}`}, 'delivered', 400, true)`.execute(db)
  await sql`insert into order_lines (id, order_id, ${columns}) select ${id} || place, ${id}, ${values} from ${lines}`.execute(
    db,
  )
  await sql`insert into order_steps (order_id, status, actor_id) values (${id}, 'delivered', 'admin')`.execute(db)
}

/** A shop whose innerwear never comes back, and whose socks come back for a long time. */
async function fillShop(db: Db, shopDays: unknown): Promise<void> {
  await sql`
    insert into users (id, firstname, lastname, email, email_key, phone, password_hash)
    values ('buyer', 'Asha', 'Rao', 'asha@example.com', 'asha@example.com', '9876543210', 'none')`.execute(db)
  await sql`
    insert into categories (id, name, slug, return_days)
    values ('shirts', 'Shirts', 'shirts', null), ('innerwear', 'Innerwear', 'innerwear', 0), ('socks', 'Socks', 'socks', 60)`.execute(
    db,
  )
  await sql`
    insert into products (id, category_id, name, description, price_paise)
    values ('shirt', 'shirts', 'Shirt', '', 100), ('vest', 'innerwear', 'Vest', '', 100), ('socks', 'socks', 'Socks', '', 100)`.execute(
    db,
  )
  await sql`insert into settings (name, value) values ('returnDays', ${JSON.stringify(shopDays)}::jsonb)`.execute(db)
  await insertOrder(db, 'old')
}

const daysOf = async (db: Db, table: 'order_lines' | 'checkout_lines') =>
  (await sql<{ days: number }>`select return_days as days from ${sql.table(table)} order by position`.execute(db)).rows

/** What the owner has set, also nothing, or what no release would have taken; and what counts. */
const SET = [
  { set: 14, counts: 14 },
  { set: null, counts: 7 },
  { set: 'soon', counts: 7 },
  { set: 4000, counts: 7 },
]

test.for(engines.flatMap((engine) => SET.map((days) => ({ ...engine, ...days }))))(
  'lines from before the days were frozen keep those of today, with $set in the settings, on the $name engine',
  async ({ openEmpty, set, counts }) => {
    const database = await openEmpty()
    const { db } = database
    await copyMigrations((name) => name < MIGRATION)
    await migrate(database, folder)
    await fillShop(db, set)
    await copyMigrations((name) => name >= MIGRATION)
    await migrate(database, folder)
    const days = [counts, 0, 60, counts].map((number) => ({ days: number }))
    expect(await daysOf(db, 'order_lines')).toEqual(days)
    expect(await daysOf(db, 'checkout_lines')).toEqual(days)
    await database.close()
  },
)

test.for(engines)(
  'what the release before sells meanwhile goes by its category and the shop, on the $name engine',
  async ({ openEmpty }) => {
    const database = await openEmpty()
    const { db } = database
    await copyMigrations(() => true)
    await migrate(database, folder)
    await fillShop(db, null)
    const until = async () => (await listReturnable(db, 'old', 9)).map((line) => line.until?.toDateString() ?? null)
    const [shirt, vest, socks, gone] = await until()
    expect([vest, gone]).toEqual([null, shirt])
    expect(Date.parse(socks!) - Date.parse(shirt!)).toBe((60 - 9) * 86_400_000)
    await database.close()
  },
)
