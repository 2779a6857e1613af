import { globSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

import type { Part } from './engines.ts'

import { buyFor } from './buyer.ts'
import { once, type Figure } from './figures.ts'
import { repeatFor } from './load.ts'
import { timeAfterChange, withShop, type BenchShop } from './shop.ts'

const LOAD_SECONDS = 10
const BUYERS = 16
const PIECES = 50
const INTERVAL_US = 200
const FOLDER = join(import.meta.dirname, 'profiles')

const SUBJECTS = {
  purchase: ({ customers, plenty }: BenchShop) => buyFor(LOAD_SECONDS, customers, plenty),
  page: (shop: BenchShop) =>
    repeatFor(LOAD_SECONDS, [shop], (_, turn) => timeAfterChange(shop, turn % 2 === 0 ? '/' : '/getproducts')),
}

/**
 * Writes where the processor time of the hot paths goes as `bench/profiles/*.cpuprofile`, which speedscope.app and the
 * DevTools of Chromium show as flame charts.
 */
export const flame: Part = async ({ engines, say }) => {
  const engine = (await engines()).at(-1)
  const figures: Figure[] = []
  for (const [name, load] of Object.entries(SUBJECTS)) {
    const folder = join(FOLDER, name)
    rmSync(folder, { recursive: true, force: true })
    const NODE_OPTIONS = `--cpu-prof --cpu-prof-interval=${INTERVAL_US} --cpu-prof-dir=${folder}`
    const inputs = { databaseUrl: await engine?.createDatabase(), products: 100, buyers: BUYERS, plenty: PIECES }
    await withShop({ ...inputs, environment: { NODE_OPTIONS } }, load)
    // Each thread of the shop writes a profile; the largest is the main thread's.
    const files = globSync(`${folder}/*.cpuprofile`).map((file) => ({ file, bytes: statSync(file).size }))
    const [main] = files.toSorted((a, b) => b.bytes - a.bytes)
    if (!main) throw new Error('the shop wrote no profile')
    figures.push(once(`${name}, profile`, 'MB', main.bytes / 1e6, main.file))
    say(name)
  }
  return figures
}
