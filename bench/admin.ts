import type { BenchEngine, Circumstances } from './benchmark.ts'

import { ADMIN_LISTS } from './admin-lists.ts'
import { createCaller } from './caller.ts'
import { figure, median, type Figure } from './figures.ts'
import { fillAdminLists } from './fill-admin-lists.ts'
import { onEachEngine } from './on-each-engine.ts'
import { prepareShop } from './prepare.ts'
import { startShop } from './programs.ts'

const PRODUCTS = 10_000
const SAMPLES = 5

async function measure({ name, createDatabase }: BenchEngine, circumstances: Circumstances): Promise<Figure[]> {
  const { rounds, isLarge, say } = circumstances
  if (name === 'embedded' && !isLarge) return []
  const prepared = await prepareShop({ databaseUrl: await createDatabase(), products: PRODUCTS })
  await fillAdminLists(prepared.settings)
  say(`${name}, filled`)
  const shop = await startShop(prepared.settings)
  const caller = createCaller(shop.origin, prepared.admin.cookie)
  async function time(path: string): Promise<number> {
    const times: number[] = []
    while (times.length < SAMPLES) {
      const begin = performance.now()
      await caller.ask('GET', path)
      times.push(performance.now() - begin)
    }
    return median(times)
  }
  try {
    const lists = Object.entries(ADMIN_LISTS)
    const found = new Map(lists.map(([list]): [string, number[]] => [list, []]))
    for (const [, path] of lists) await time(path)
    for (let round = 0; round < rounds; round++) {
      for (const [list, path] of lists) found.get(list)?.push(await time(path))
    }
    return lists.map(([list]) => figure(`${name}, ${list}`, 'ms', found.get(list) ?? []))
  } finally {
    caller.close()
    await shop.stop()
    await prepared.remove()
  }
}

/**
 * Every list of the administrators in a shop that `fillAdminLists` filled: from the call to the last byte, one after the other. It
 * takes more than a minute on each engine, so the part is left out of the usual run, and the embedded engine is measured with
 * `--large` only.
 */
export const admin = onEachEngine(measure)
