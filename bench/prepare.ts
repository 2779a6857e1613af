import { sql } from 'kysely'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Db } from '#server/db/open.ts'

import { openSession } from '#server/accounts/sessions.ts'
import { seedCatalogue } from '#demo/seed-catalogue.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { sessionCookieName, type SessionAudience } from '#server/http/session-cookies.ts'
import { openPictures } from '#server/media/open-pictures.ts'
import { newId } from '#server/new-id.ts'
import { makeDataDir } from '#test/data-dir.ts'
import { addCategory, addProduct } from '#test/factories.ts'

export interface SignedIn {
  id: string
  cookie: string
}

export interface PreparedShop {
  /** Settings for starting the shop on this database. */
  settings: Record<string, string>
  buyers: SignedIn[]
  admin: SignedIn
  /** Products of which there are always enough. */
  plenty: string[]
  /** Products of which there are `scarcePieces`. */
  scarce: string[]
  remove(): Promise<void>
}

interface Inputs {
  /** Undefined: the embedded database. */
  databaseUrl?: string | undefined
  /** How large the synthetic catalogue is. */
  products: number
  buyers?: number
  plenty?: number
  scarce?: number
  scarcePieces?: number
}

const PLENTY_PIECES = 500_000
/** One for all of the pictures. */
const PICTURE_HASH = '0'.repeat(32)

/** Opens the database of a prepared shop beside the shop; what breaks it throws. */
export const openPrepared = ({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' }: PreparedShop['settings']) =>
  openDatabase({
    databaseUrl,
    dataDir,
    onFatal: (line) => {
      throw new Error(line)
    },
  })

async function signIn(db: Db, audience: SessionAudience): Promise<SignedIn> {
  const id = newId()
  const email = `${id}@example.com`
  const names = { firstname: 'Asha', lastname: 'Rao', phone: '9876543210', passwordHash: 'none' }
  const user = { id, role: audience, email, emailKey: email, ...names }
  await db.insertInto('users').values(user).execute()
  const { token } = await openSession(db, audience, id, undefined)
  return { id, cookie: `${sessionCookieName(audience, false)}=${token}` }
}

async function repeat<Result>(times: number, make: () => Promise<Result>): Promise<Result[]> {
  const made: Result[] = []
  while (made.length < times) made.push(await make())
  return made
}

/**
 * Makes a database with a synthetic catalogue, products to buy, an administrator and buyers who are signed in already,
 * and closes it, so that a shop can be started on it. Sessions are put in straight away: hashing passwords is not what
 * is measured. The pictures' files stay outside of the shop's folder, and the work on them is another process's, or the
 * shop would be busy with them while it is measured.
 */
export async function prepareShop(wishes: Inputs): Promise<PreparedShop> {
  const { databaseUrl, products, buyers = 0, plenty = 0, scarce = 0, scarcePieces = 0 } = wishes
  const folder = await (databaseUrl === undefined ? makeDataDir() : mkdtemp(join(tmpdir(), 'selvedge-data-')))
  const settings = { DATA_DIR: folder, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) }
  const database = await openPrepared(settings)
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
    return {
      settings,
      buyers: await Promise.all(Array.from({ length: buyers }, () => signIn(db, 'customer'))),
      admin: await signIn(db, 'admin'),
      plenty: await made(plenty, PLENTY_PIECES),
      scarce: await made(scarce, scarcePieces),
      remove: () => rm(folder, { recursive: true, force: true }),
    }
  } finally {
    await pictures.close()
    await database.close()
    await rm(elsewhere, { recursive: true })
  }
}
