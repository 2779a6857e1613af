import { sql } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'

import { startShopProcess } from '#prove/shop-process.ts'
import { openDatabase, type Db } from '#server/db/open.ts'
import { jpegPicture } from '#test/pictures.ts'

import type { Part } from './engines.ts'
import { playRounds } from './figures.ts'
import { COMPRESSED, flood } from './send-requests.ts'
import { withShop, type BenchShop } from './prepare.ts'
import { SERVICE } from './start-processes.ts'

const PICTURES = 2
const SECONDS = 1
const LONGEST_WAIT_MS = 120_000

const ARMS = ['one process', 'with a worker'] as const
const MEASURES = {
  'p99 while pictures are encoded': ['ms', `list page; ${PICTURES} pictures, one after the other`],
  'p99 without': ['ms'],
  'of itself without': ['×', 'answers a second'],
} as const

type Arm = (typeof ARMS)[number]
type Measured = Record<keyof typeof MEASURES, number>
type Round = () => Promise<Measured>

function fail(line: string): never {
  throw new Error(line)
}

/** Pictures whose files are being made or wait for that, without the one that `prepareShop` marks as being made for a day. */
async function countWork(db: Db, isBegun: boolean): Promise<number> {
  const begun = isBegun ? sql`ends_at > now()` : sql`true`
  const { rows } = await sql`
    select from picture_work where ends_at < now() + interval '1 hour' and ${begun}`.execute(db)
  return rows.length
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + LONGEST_WAIT_MS
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error('the pictures were not encoded in time')
    await wait(20)
  }
}

let uploads = 0

/** Creates a product with pictures that were never uploaded before. */
async function upload({ origin, admin }: BenchShop): Promise<void> {
  uploads += 1
  const form = new FormData()
  const fields = { name: `Uploaded ${uploads}`, price: '999', category: 'Bench', stock: '1' }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (let picture = 0; picture < PICTURES; picture += 1) {
    const bytes = await jpegPicture({ width: 1200, height: 1500 + uploads * PICTURES + picture })
    form.append('images', new Blob([new Uint8Array(bytes)]), 'picture.jpg')
  }
  const headers = { cookie: admin.cookie }
  const { status } = await fetch(`${origin}/api/products/createproducts`, { method: 'POST', headers, body: form })
  if (status !== 201) throw new Error(`createproducts: ${status}`)
}

/** Opens a shop for as long as `use` takes. A round of it is a second without work, an upload, and a second of encoding. */
async function withRounds<Result>(
  databaseUrl: string,
  arm: Arm,
  use: (round: Round) => Promise<Result>,
): Promise<Result> {
  const hasWorker = arm === 'with a worker'
  const environment = { JOBS: hasWorker ? 'off' : 'on' }
  return withShop({ databaseUrl, products: 100, environment }, async (shop) => {
    const settings = { ...SERVICE, ...shop.settings, PUBLIC_URL: shop.origin }
    const worker = hasWorker ? await startShopProcess({ settings, isWorker: true, hasSwitch: false }) : undefined
    const { db, close } = await openDatabase({ databaseUrl, dataDir: '', onFatal: fail })
    const read = () => flood(`${shop.origin}/getproducts`, SECONDS, COMPRESSED)
    try {
      return await use(async () => {
        const quiet = await read()
        await upload(shop)
        await until(async () => (await countWork(db, true)) > 0)
        const busy = await read()
        await until(async () => (await countWork(db, false)) === 0)
        return {
          'p99 while pictures are encoded': busy.p99Ms,
          'p99 without': quiet.p99Ms,
          'of itself without': busy.perSecond / quiet.perSecond,
        }
      })
    } finally {
      await close()
      await worker?.stop()
    }
  })
}

/** How long visitors wait while the process that serves, or a worker, encodes uploaded pictures, in turn; on PostgreSQL. */
export const encoding: Part = async ({ engines, rounds, say }) => {
  const engine = (await engines()).find(({ name }) => name === 'PostgreSQL')
  const [first, second] = [await engine?.createDatabase(), await engine?.createDatabase()]
  if (first === undefined || second === undefined) return []
  const measures = Object.fromEntries(
    ARMS.flatMap((arm) => Object.entries(MEASURES).map(([name, about]) => [`${arm}, ${name}`, about])),
  )
  const found = (arm: Arm, measured: Measured) =>
    Object.entries(measured).map(([name, value]) => [`${arm}, ${name}`, value] as const)
  return withRounds(first, 'one process', (playAlone) =>
    withRounds(second, 'with a worker', (playWithWorker) =>
      playRounds(rounds, 'list page', measures, async (round) => {
        const alone = found('one process', await playAlone())
        const helped = found('with a worker', await playWithWorker())
        say(`round ${round}`)
        return Object.fromEntries([...alone, ...helped])
      }),
    ),
  )
}
