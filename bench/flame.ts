import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

import type { Circumstances, Part } from './benchmark.ts'
import type { Profiler } from 'node:inspector'

import { createBuyers, purchaseOne } from './buying.ts'
import { createMisses } from './misses.ts'
import { figure, type Figure } from './figures.ts'
import { drawFlame, growFrames, sharesOf } from './flame-chart.ts'
import { prepareShop, type PreparedShop } from './prepare.ts'
import { startShop, type Program } from './programs.ts'

const WARM_UP_MS = 3000
const PROFILED_MS = 6000
const BUYERS = 16
const PIECES = 50

type Load = (shop: Program, prepared: PreparedShop, untilMs: number) => Promise<void>

const buy: Load = async ({ origin }, { buyers, plenty }, untilMs) => {
  const crowd = createBuyers(origin, buyers)
  await Promise.all(
    crowd.map(async (buyer, index) => {
      for (let turn = index; performance.now() < untilMs; turn++) {
        await purchaseOne(buyer, plenty[turn % plenty.length] ?? '')
      }
      buyer.caller.close()
    }),
  )
}

const render: Load = async (shop, prepared, untilMs) => {
  const misses = createMisses(shop, prepared)
  while (performance.now() < untilMs) for (const path of ['/', '/getproducts']) await misses.time(path)
  misses.close()
}

const SUBJECTS = [
  { name: 'a purchase', file: 'flame-purchase.svg', load: buy },
  { name: 'a page made anew', file: 'flame-page.svg', load: render },
] as const

async function profile(load: Load, databaseUrl: string | undefined): Promise<Profiler.Profile> {
  const file = join(tmpdir(), `selvedge-profile-${process.pid}.json`)
  const prepared = await prepareShop({ databaseUrl, products: 100, buyers: BUYERS, plenty: PIECES })
  const profiler = pathToFileURL(join(import.meta.dirname, 'profiler.ts')).href
  const shop = await startShop({ ...prepared.settings, NODE_OPTIONS: `--import ${profiler}`, PROFILE_FILE: file })
  try {
    await load(shop, prepared, performance.now() + WARM_UP_MS)
    process.kill(shop.pid, 'SIGUSR2')
    await load(shop, prepared, performance.now() + PROFILED_MS)
    process.kill(shop.pid, 'SIGUSR2')
    while (!existsSync(file)) await wait(100)
    return JSON.parse(await readFile(file, 'utf8')) as Profiler.Profile
  } finally {
    await shop.stop()
    await prepared.remove()
    await rm(file, { force: true })
  }
}

/** Where the processor time of the hot paths goes, as shares and, beside the results, as a drawing of each. */
export const flame: Part = async ({ engines, say }: Circumstances) => {
  const figures: Figure[] = []
  const [, server] = await engines()
  for (const { name, file, load } of SUBJECTS) {
    const whole = growFrames(await profile(load, await server?.createDatabase()))
    await writeFile(join(import.meta.dirname, file), drawFlame(whole, `Where the time of ${name} goes`))
    for (const [origin, share] of Object.entries(sharesOf(whole))) {
      figures.push(figure(`${name}, own time of ${origin}`, '×', [share]))
    }
    say(name)
  }
  return figures
}
