import { setTimeout as sleep } from 'node:timers/promises'

import type { Db } from '#server/db/open.ts'
import type { Chance } from '#prove/random.ts'
import type { CallOptions, Client, Reply } from '#prove/client.ts'
import type { Journal } from '#prove/acknowledged-writes.ts'
import type { Person } from '#prove/actors.ts'

import { createClient } from '#prove/client.ts'
import { createJournal } from '#prove/acknowledged-writes.ts'
import { addPerson } from '#prove/actors.ts'
import { ShopGone, type ShopProcess } from '#prove/shop-process.ts'
import { addCategory, addProduct } from '#test/factories.ts'

/** The shop's processes, whoever deals with them, and what must be remembered of it. */
export interface Market {
  /** The processes that run now. Several stand on one database. */
  shops: ShopProcess[]
  products: string[]
  journal: Journal
  /** What must never be seen and was seen. */
  faults: string[]
  /** How often each outcome was seen: `call status`. */
  tally: Map<string, number>
  /** Payments that the provider took. */
  payments: number
  /** The actors stop at their next step. */
  isOver: boolean
}

export interface Actor {
  person: Person
  chance: Chance
  /** A call to any of the shop's processes; `name` is what it is counted as. An answer of 500 is a fault. */
  call(name: string, method: string, path: string, options?: CallOptions): Promise<Reply>
}

const PRODUCTS = 12
const WITHOUT_SHOP_MS = 20

export function openMarket(): Market {
  return {
    shops: [],
    products: [],
    journal: createJournal(),
    faults: [],
    tally: new Map(),
    payments: 0,
    isOver: false,
  }
}

/** Puts things for sale, scarce ones and plenty, in sizes and without. */
export async function stockMarket(market: Market, db: Db, chance: Chance): Promise<void> {
  const { id: categoryId } = await addCategory(db, `Proof ${chance.between(1, 1_000_000_000)}`)
  for (let index = 0; index < PRODUCTS; index += 1) {
    const pricePaise = chance.between(100, 500_000)
    const discountedPricePaise = chance.is(0.5) ? Math.max(100, Math.floor(pricePaise / 2)) : null
    const pieces = index % 3 === 0 ? 3 : 400
    const kind = index % 2 === 0 ? { stock: pieces } : { sizes: { S: pieces, M: pieces, L: 1 } }
    const product = await addProduct(db, { categoryId, pricePaise, discountedPricePaise, ...kind })
    market.products.push(product.id)
  }
}

async function anyOrigin(market: Market, chance: Chance): Promise<string | undefined> {
  while (!market.isOver) {
    const running = market.shops.filter((shop) => !shop.hasEnded())
    if (running.length > 0) return chance.pick(running).origin
    await sleep(WITHOUT_SHOP_MS)
  }
  return undefined
}

function note(market: Market, name: string, { status, body }: Reply): void {
  const outcome = `${name} ${status === 0 ? 'lost' : status}`
  market.tally.set(outcome, (market.tally.get(outcome) ?? 0) + 1)
  if (status === 500) market.faults.push(`${name} answered 500: ${JSON.stringify(body)}`)
}

/** Somebody new in the market, with an account of their own. */
export async function enter(market: Market, db: Db, audience: 'customer' | 'admin', chance: Chance): Promise<Actor> {
  const person = await addPerson(db, audience)
  const client: Client = createClient(person.cookie)
  return {
    person,
    chance,
    async call(name, method, path, options) {
      const origin = await anyOrigin(market, chance)
      if (origin === undefined) return { status: 0, body: {} }
      const reply = await client(origin, method, path, options)
      note(market, name, reply)
      return reply
    },
  }
}

/** The database through any process that runs. */
export function databaseOf(market: Market): Db | undefined {
  return market.shops.find((shop) => !shop.hasEnded())?.db
}

/** Does something in the database; nothing when the process that lends its hand is gone or dies meanwhile. */
export async function inDatabase(market: Market, work: (db: Db) => Promise<unknown>): Promise<void> {
  const db = databaseOf(market)
  if (!db) return
  await work(db).catch((error: unknown) => {
    if (!(error instanceof ShopGone)) throw error
  })
}
