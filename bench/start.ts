import { setTimeout as wait } from 'node:timers/promises'

import type { BenchEngine, Circumstances } from './benchmark.ts'

import { createBuyers, purchaseOne } from './buying.ts'
import { createCaller } from './caller.ts'
import { figure, type Figure } from './figures.ts'
import { flood } from './flood.ts'
import { residentMib } from './machine.ts'
import { onEachEngine } from './on-each-engine.ts'
import { prepareShop, type PreparedShop } from './prepare.ts'
import { startBareServer, startShop, type Program } from './programs.ts'

const BUYERS = 8
const PURCHASES_EACH = 16
const FLOOD_SECONDS = 1
const POLL_MS = 10

async function secondsToReady(settings: Readonly<Record<string, string>>): Promise<number> {
  const begin = performance.now()
  const shop = await startShop(settings)
  const caller = createCaller(shop.origin)
  try {
    while ((await caller.call('GET', '/readyz')).status !== 200) await wait(POLL_MS)
    return (performance.now() - begin) / 1000
  } finally {
    caller.close()
    await shop.stop()
  }
}

async function secondsOfBare(): Promise<number> {
  const begin = performance.now()
  const anchor = await startBareServer(
    new Map([['/', { headers: { 'content-length': '2' }, body: Buffer.from('ok') }]]),
  )
  const caller = createCaller(anchor.origin)
  try {
    await caller.call('GET', '/')
    return (performance.now() - begin) / 1000
  } finally {
    caller.close()
    await anchor.stop()
  }
}

async function loadShop({ origin }: Program, { buyers, plenty }: PreparedShop): Promise<void> {
  for (const path of ['/', '/getproducts', '/api/products/getallproductsindb']) {
    await flood({ origin, path, connections: 16, seconds: FLOOD_SECONDS })
  }
  const crowd = createBuyers(origin, buyers)
  await Promise.all(
    crowd.map(async (buyer) => {
      for (const productId of plenty.slice(0, PURCHASES_EACH)) await purchaseOne(buyer, productId)
      buyer.caller.close()
    }),
  )
}

async function memoryUnderLoad(prepared: PreparedShop): Promise<{ idle: number; loaded: number }> {
  const shop = await startShop(prepared.settings)
  try {
    const idle = residentMib(shop.pid) ?? Number.NaN
    await loadShop(shop, prepared)
    return { idle, loaded: residentMib(shop.pid) ?? Number.NaN }
  } finally {
    await shop.stop()
  }
}

async function measure({ name, createDatabase }: BenchEngine, { rounds, say }: Circumstances): Promise<Figure[]> {
  const databaseUrl = await createDatabase()
  const prepared = await prepareShop({ databaseUrl, products: 100, buyers: BUYERS, plenty: PURCHASES_EACH })
  try {
    await secondsToReady(prepared.settings)
    const shop: number[] = []
    const bare: number[] = []
    while (shop.length < rounds) {
      bare.push(await secondsOfBare())
      shop.push(await secondsToReady(prepared.settings))
    }
    say(name)
    const figures = [
      figure(`${name}, start until ready`, 's', shop, 'existing database, pages built'),
      figure(`${name}, start of the bare server`, 's', bare),
    ]
    const { idle, loaded } = await memoryUnderLoad(prepared)
    if (Number.isNaN(idle)) return figures
    return [
      ...figures,
      figure(`${name}, memory when open`, 'MiB', [idle], 'resident, the serving process'),
      figure(`${name}, memory after load`, 'MiB', [loaded], 'floods of pages and lists, then 128 purchases'),
    ]
  } finally {
    await prepared.remove()
  }
}

/** From the start of the process to its first `/readyz`, and what it occupies. */
export const start = onEachEngine(measure)
