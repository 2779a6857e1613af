import { sql } from 'kysely'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Person } from '#prove/actors.ts'
import type { Db, OpenDatabase } from '#server/db/database.ts'

import { seedCatalogue } from '#demo/seed-catalogue.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { openPictures } from '#server/media/open-pictures.ts'
import { addPerson } from '#prove/actors.ts'
import { startShopProcess, type ShopProcess } from '#prove/shop-process.ts'
import { makeMigratedDataDir } from '#test/data-dir.ts'
import { addCategory, addProduct } from '#test/factories.ts'

/** A database with everything that people need to buy, without a process of the shop. */
export interface PreparedShop {
  /** Settings for starting the shop on this database. */
  settings: Record<string, string>
  /** Customers who are signed in. */
  buyers: Person[]
  admin: Person
  /** Products that never run out. */
  plenty: string[]
  remove(): Promise<void>
}

export interface ShopInputs {
  /** Undefined: the embedded database. */
  databaseUrl?: string | undefined
  /** The shop's own folder; by default a temporary one. */
  folder?: string | undefined
  /** How large the synthetic catalogue is. */
  products?: number
  buyers?: number
  plenty?: number
  /** Puts more into the database before the shop starts. */
  fill?: (database: OpenDatabase, plenty: readonly string[]) => Promise<void>
}

const PLENTY_PIECES = 500_000
/** All pictures of the synthetic catalogue get this hash. */
const PICTURE_HASH = '0'.repeat(32)
const COMPILED = join(import.meta.dirname, '..', 'node_modules', '.cache', 'compiled')
/**
 * As in the service of docs/operations/install.md: compressing threads share their memory, and compiled code is kept.
 */
export const SERVICE = { MALLOC_ARENA_MAX: '2', NODE_COMPILE_CACHE: COMPILED }

function fail(line: string): never {
  throw new Error(line)
}

async function repeat<Result>(times: number, make: () => Promise<Result>): Promise<Result[]> {
  const made: Result[] = []
  while (made.length < times) made.push(await make())
  return made
}

/**
 * Adds a synthetic catalogue. The pictures' files stay outside of the shop's folder, and another process is named as
 * working on them, so that the shop is not busy with them.
 */
async function addCatalogue(database: OpenDatabase, products: number): Promise<void> {
  const elsewhere = await mkdtemp(join(tmpdir(), 'selvedge-pictures-'))
  const pictures = await openPictures({ dataDir: elsewhere, bucket: undefined })
  try {
    await seedCatalogue({ database, pictures }, products, () => undefined)
    await sql`
      with pictures as (update product_images set picture_hash = ${PICTURE_HASH})
      insert into picture_work (picture_hash, ends_at) values (${PICTURE_HASH}, now() + interval '1 day')`.execute(
      database.db,
    )
  } finally {
    await pictures.close()
    await rm(elsewhere, { recursive: true })
  }
}

async function addPlenty(db: Db, count: number): Promise<string[]> {
  const { id: categoryId } = await addCategory(db, 'Plenty')
  const add = async (db: Db) => (await addProduct(db, { categoryId, stock: PLENTY_PIECES })).id
  return db.transaction().execute((db) => repeat(count, () => add(db)))
}

/**
 * Makes a database with a synthetic catalogue, products to buy, an administrator and buyers, and closes it, so that a
 * shop can be started on it. Sessions are put in straight away: no password is hashed.
 */
export async function prepareShop(inputs: ShopInputs): Promise<PreparedShop> {
  const { databaseUrl, products = 0, buyers = 0, plenty = 0, fill } = inputs
  const temporary = () =>
    databaseUrl === undefined ? makeMigratedDataDir() : mkdtemp(join(tmpdir(), 'selvedge-data-'))
  const folder = inputs.folder ?? (await temporary())
  const settings = { DATA_DIR: folder, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) }
  const database = await openDatabase({ databaseUrl, dataDir: folder, onFatal: fail })
  try {
    const { db } = database
    await migrate(database)
    if (products > 0) await addCatalogue(database, products)
    const prepared = {
      settings,
      buyers: await repeat(buyers, () => addPerson(db, 'customer')),
      admin: await addPerson(db, 'admin'),
      plenty: await addPlenty(db, plenty),
    }
    await fill?.(database, prepared.plenty)
    return { ...prepared, remove: () => rm(folder, { recursive: true, force: true }) }
  } finally {
    await database.close()
  }
}

/** Starts the whole shop as the service does, on a free port, without rate limits; resolves once it is ready. */
export function startService(
  settings: Readonly<Record<string, string>>,
  options: { isWorker?: boolean } = {},
): Promise<ShopProcess> {
  return startShopProcess({ settings: { LOG_LEVEL: 'info', ...SERVICE, ...settings }, hasSwitch: false, ...options })
}
