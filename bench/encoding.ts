import { sql } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'

import { startService } from '#prove/prepare-shop.ts'
import type { Db } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open.ts'
import { jpegPicture } from '#test/pictures.ts'

import { onPostgres } from './engines.ts'
import { playRounds } from './figures.ts'
import { COMPRESSED, loadAddress } from './load.ts'
import { withShop, type BenchShop } from './shop.ts'

const PICTURES = 2
const SECONDS = 1
const LONGEST_WAIT_MS = 120_000
const POLL_MS = 20

function fail(line: string): never {
  throw new Error(line)
}

/** Waits until pictures are being made, or none; without the one that `prepareShop` marks as being made for a day. */
async function untilWork(db: Db, isWanted: boolean): Promise<void> {
  const end = performance.now() + LONGEST_WAIT_MS
  const begun = isWanted ? sql`ends_at > now()` : sql`true`
  const find = sql`select from picture_work where ends_at < now() + interval '1 hour' and ${begun} limit 1`
  while ((await find.execute(db)).rows.length > 0 !== isWanted) {
    if (performance.now() > end) throw new Error('the pictures were not encoded in time')
    await wait(POLL_MS)
  }
}

let uploads = 0

/** Creates a product with pictures that were never uploaded before. */
async function upload({ origin, admin }: BenchShop): Promise<void> {
  uploads += 1
  const form = new FormData()
  const fields = { name: `Uploaded ${uploads}`, price: '999', category: 'Plenty', stock: '1' }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (let picture = 0; picture < PICTURES; picture += 1) {
    const bytes = await jpegPicture({ width: 1200, height: 1500 + uploads * PICTURES + picture })
    form.append('images', new Blob([new Uint8Array(bytes)]), 'picture.jpg')
  }
  const headers = { cookie: admin.cookie }
  const { status } = await fetch(`${origin}/api/products/createproducts`, { method: 'POST', headers, body: form })
  if (status !== 201) throw new Error(`createproducts: ${status}`)
}

/** A second without work, an upload, and a second of encoding. */
async function playRound(shop: BenchShop, db: Db, about: string) {
  const read = () => loadAddress(`${shop.origin}/getproducts`, SECONDS, COMPRESSED)
  const quiet = await read()
  await upload(shop)
  await untilWork(db, true)
  const busy = await read()
  await untilWork(db, false)
  const note = `list page; ${PICTURES} pictures, one after the other`
  return {
    [`${about}, p99 while pictures are encoded`]: [busy.p99Ms, 'ms', note],
    [`${about}, p99 without`]: [quiet.p99Ms, 'ms'],
    [`${about}, of itself without`]: [busy.perSecond / quiet.perSecond, '×', 'answers a second'],
  } as const
}

/** A shop and a connection to its database, with its jobs in the process that serves or in a worker. */
const withJobs = <Result>(databaseUrl: string, hasWorker: boolean, use: (shop: BenchShop, db: Db) => Promise<Result>) =>
  withShop({ databaseUrl, products: 100, environment: { JOBS: hasWorker ? 'off' : 'on' } }, async (shop) => {
    const settings = { ...shop.settings, PUBLIC_URL: shop.origin }
    const worker = hasWorker ? await startService(settings, { isWorker: true }) : undefined
    const { db, close } = await openDatabase({ databaseUrl, dataDir: '', onFatal: fail })
    try {
      return await use(shop, db)
    } finally {
      await close()
      await worker?.stop()
    }
  })

/** How long visitors wait while the process that serves, or a worker, encodes uploaded pictures, in turn. */
export const encoding = onPostgres(async (createDatabase, { rounds, say }) => {
  const [one, two] = [await createDatabase(), await createDatabase()]
  return withJobs(one, false, (alone, aloneDb) =>
    withJobs(two, true, (helped, helpedDb) =>
      playRounds(rounds, 'list page', async (round) => {
        say(`round ${round}`)
        return {
          ...(await playRound(alone, aloneDb, 'one process')),
          ...(await playRound(helped, helpedDb, 'with a worker')),
        }
      }),
    ),
  )
})
