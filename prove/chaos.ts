import type { Chance } from '#prove/random.ts'
import type { Db } from '#server/db/open.ts'
import type { Stage } from '#prove/fixture.ts'

import { gather } from '#prove/buyers.ts'
import { bringToRest, listFaultsOfBooks, moveClocks } from '#prove/verifier.ts'
import { databaseOf, openMarket, stockMarket, type Market } from '#prove/world.ts'

const BUYERS = 16
const BATCH = 500
const REST_WITHIN_MS = 120_000
const LOOK_MS = 50

export interface ChaosFindings {
  payments: number
  restSeconds: number[]
}

async function untilPaid(market: Market, payments: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      if (market.payments < payments && !market.shops.every((shop) => shop.hasEnded())) return
      clearInterval(timer)
      resolve()
    }, LOOK_MS)
  })
  market.isOver = true
}

async function compare(market: Market, db: Db): Promise<void> {
  const { unrest } = await bringToRest(db, REST_WITHIN_MS)
  const lost = await market.journal.listLost(db)
  market.faults.push(...unrest, ...(await listFaultsOfBooks(db)), ...lost.map((line) => `lost: ${line}`))
}

/** Compares the books; answers the seconds that it took until nothing moved any more. */
export type Settle = () => Promise<number>

/**
 * Moves the clocks on, so that the jobs find everything due, and compares all books once nothing moves any more. Whatever
 * is wrong joins the market's faults.
 */
export async function settleUp(market: Market): Promise<number> {
  const db = databaseOf(market)
  if (!db) throw new Error('no shop is open')
  const begin = performance.now()
  await moveClocks(db)
  await compare(market, db)
  return (performance.now() - begin) / 1000
}

/** The same by killing every process after the clocks were moved: what is due is dealt with by the start of new ones. */
export async function settleAnew(market: Market, stage: Stage): Promise<number> {
  const before = databaseOf(market)
  if (!before) throw new Error('no shop is open')
  await moveClocks(before)
  for (const shop of market.shops) await shop.kill()
  const begin = performance.now()
  market.shops = []
  while (market.shops.length < stage.processes) market.shops.push(await stage.start())
  await compare(market, databaseOf(market) ?? before)
  return (performance.now() - begin) / 1000
}

/** Opens the market on a stage: its processes run and things are for sale. */
export async function openOn(stage: Stage, chance: Chance): Promise<Market> {
  const market = openMarket()
  market.shops = [await stage.start()]
  while (market.shops.length < stage.processes) market.shops.push(await stage.start())
  const db = databaseOf(market)
  if (db) await stockMarket(market, db, chance)
  return market
}

interface ChaosOptions {
  payments: number
  settle: Settle
  say: (line: string) => void
}

/** So many payments among everything that may come in between; after each batch of 500 all books are compared. */
export async function playChaos(
  market: Market,
  chance: Chance,
  { payments, settle, say }: ChaosOptions,
): Promise<ChaosFindings> {
  const restSeconds: number[] = []
  const before = market.payments
  while (market.payments - before < payments && market.faults.length === 0) {
    const crowd = await gather(market, chance.branch(`batch ${restSeconds.length}`), BUYERS)
    const target = Math.min(market.payments + BATCH, before + payments)
    await Promise.all([crowd.bustle(), untilPaid(market, target)])
    market.isOver = false
    restSeconds.push(await settle())
    say(`${market.payments - before} payments, at rest after ${restSeconds.at(-1)?.toFixed(1)} s`)
  }
  return { payments: market.payments - before, restSeconds }
}
