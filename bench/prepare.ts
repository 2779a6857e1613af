import { sql } from 'kysely'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Person } from '#prove/actors.ts'
import type { OpenDatabase } from '#server/db/open.ts'

import { seedCatalogue } from '#demo/seed-catalogue.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { openPictures } from '#server/media/open-pictures.ts'
import { addPerson } from '#prove/actors.ts'
import { makeDataDir } from '#test/data-dir.ts'
import { addCategory, addProduct } from '#test/factories.ts'

import { createCaller, type Caller } from './send-requests.ts'
import { startShop } from './start-processes.ts'
import type { Buyer } from './buyer-calls.ts'

export interface PreparedShop {
  /** Settings for starting the shop on this database. */
  settings: Record<string, string>
  buyers: Person[]
  admin: Person
  /** Products of which there are always enough. */
  plenty: string[]
  /** Products of which there are `scarcePieces`. */
  scarce: string[]
  remove(): Promise<void>
}

interface ShopInputs {
  /** Undefined: the embedded database. */
  databaseUrl?: string | undefined
  /** How large the synthetic catalogue is. */
  products: number
  buyers?: number
  plenty?: number
  scarce?: number
  scarcePieces?: number
  /** Puts more into the database before the shop starts. */
  fill?: (database: OpenDatabase, plenty: readonly string[]) => Promise<void>
}

const PLENTY_PIECES = 500_000
/** All pictures share this hash. */
const PICTURE_HASH = '0'.repeat(32)

function fail(line: string): never {
  throw new Error(line)
}

async function repeat<Result>(times: number, make: () => Promise<Result>): Promise<Result[]> {
  const made: Result[] = []
  while (made.length < times) made.push(await make())
  return made
}

/**
 * Makes a database with a synthetic catalogue, products to buy, an administrator and buyers who are signed in already,
 * and closes it, so that a shop can be started on it. Sessions are put in straight away: hashing passwords is not what is
 * measured. The pictures' files stay outside of the shop's folder, and another process is named as working on them, so that
 * the shop is not busy with them while it is measured.
 */
export async function prepareShop(inputs: ShopInputs): Promise<PreparedShop> {
  const { databaseUrl, products, buyers = 0, plenty = 0, scarce = 0, scarcePieces = 0, fill } = inputs
  const folder = await (databaseUrl === undefined ? makeDataDir() : mkdtemp(join(tmpdir(), 'selvedge-data-')))
  const settings = { DATA_DIR: folder, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) }
  const database = await openDatabase({ databaseUrl, dataDir: folder, onFatal: fail })
  const elsewhere = await mkdtemp(join(tmpdir(), 'selvedge-bench-'))
  const pictures = await openPictures({ dataDir: elsewhere, bucket: undefined })
  try {
    await migrate(database)
    await seedCatalogue({ database, pictures }, products, () => undefined)
    const { db } = database
    await sql`
      with pictures as (update product_images set picture_hash = ${PICTURE_HASH})
      insert into picture_work (picture_hash, ends_at) values (${PICTURE_HASH}, now() + interval '1 day')`.execute(db)
    const categoryId = (await addCategory(db, 'Bench')).id
    const made = (times: number, stock: number) =>
      db.transaction().execute((db) => repeat(times, async () => (await addProduct(db, { categoryId, stock })).id))
    const prepared = {
      settings,
      buyers: await repeat(buyers, () => addPerson(db, 'customer')),
      admin: await addPerson(db, 'admin'),
      plenty: await made(plenty, PLENTY_PIECES),
      scarce: await made(scarce, scarcePieces),
    }
    await fill?.(database, prepared.plenty)
    return {
      ...prepared,
      remove: () => rm(folder, { recursive: true, force: true }),
    }
  } finally {
    await pictures.close()
    await database.close()
    await rm(elsewhere, { recursive: true })
  }
}

/** A prepared shop that runs, and connections to it. */
export interface BenchShop extends PreparedShop {
  origin: string
  pid: number
  /** A caller who is not signed in. */
  visitor: Caller
  administrator: Caller
  customers: Buyer[]
}

/** Prepares and starts a shop, works with it, and leaves nothing of it. */
export async function withShop<Result>(
  { environment, ...inputs }: ShopInputs & { environment?: Record<string, string> },
  work: (shop: BenchShop) => Promise<Result>,
): Promise<Result> {
  const prepared = await prepareShop(inputs)
  const shop = await startShop({ ...prepared.settings, ...environment })
  const { origin, pid } = shop
  const visitor = createCaller(origin)
  const administrator = createCaller(origin, prepared.admin.cookie)
  const customers = prepared.buyers.map(({ id, cookie }) => ({ id, caller: createCaller(origin, cookie) }))
  try {
    return await work({ ...prepared, origin, pid, visitor, administrator, customers })
  } finally {
    for (const line of shop.complaints()) process.stderr.write(`${line}\n`)
    for (const caller of [visitor, administrator, ...customers.map((each) => each.caller)]) caller.close()
    await shop.stop()
    await prepared.remove()
  }
}

/** Changes the catalogue, so that nothing is in the cache, and returns the milliseconds until the answer of an address. */
export async function timeAfterChange(
  { administrator, visitor, plenty }: BenchShop,
  path: string,
  headers?: Record<string, string>,
): Promise<number> {
  await administrator.ask('PATCH', `/api/products/add-stock/${plenty[0]}`, {})
  const { status, begunAt, endedAt } = await visitor.call('GET', path, undefined, headers)
  if (status !== 200) throw new Error(`GET ${path}: ${status}`)
  return endedAt - begunAt
}
