import { setTimeout as sleep } from 'node:timers/promises'

import type { Db } from '#server/db/database.ts'
import type { Random } from '#prove/random.ts'
import type { CallOptions, Client, Reply } from '#prove/client.ts'
import type { AcknowledgedWrites } from '#prove/acknowledged-writes.ts'
import type { Person } from '#prove/actors.ts'

import { createClient } from '#prove/client.ts'
import { createAcknowledgedWrites } from '#prove/acknowledged-writes.ts'
import { addPerson } from '#prove/actors.ts'
import { ShopGone, type ShopProcess } from '#prove/shop-process.ts'
import { addCategory, addProduct } from '#test/factories.ts'

/** The shop's processes, and what the actors have seen of them. */
export interface World {
  /** The processes that run now. Several stand on one database. */
  shops: ShopProcess[]
  products: string[]
  acknowledged: AcknowledgedWrites
  /** What was seen although it must never happen. */
  faults: string[]
  /** How often each outcome was seen: `call status`. */
  tally: Map<string, number>
  /** Payments that the provider took. */
  payments: number
  /** How often money of pieces that came back was given back. */
  settled: number
  /** True makes the actors stop at their next step. */
  isOver: boolean
}

export interface Actor {
  person: Person
  random: Random
  /** A call to any of the shop's processes; `name` is what it is counted as. An answer of 500 is a fault. */
  call(name: string, method: string, path: string, options?: CallOptions): Promise<Reply>
}

const PRODUCTS = 12
const WITHOUT_SHOP_MS = 20

export function openWorld(): World {
  return {
    shops: [],
    products: [],
    acknowledged: createAcknowledgedWrites(),
    faults: [],
    tally: new Map(),
    payments: 0,
    settled: 0,
    isOver: false,
  }
}

/** Codes that buyers enter: one whose uses are soon gone, and one that each buyer may use twice. */
export const CODES = ['FEWUSES', 'TWICEEACH']

/** A registered seller, so that every parcel has an invoice and what comes back has a credit note. */
const REGISTRATION = { taxRegistration: 'regular', gstin: '29AAGCB7383J1Z4' }

/** Adds products, few pieces and many, with sizes and without, the offers of `CODES`, and the seller's registration. */
export async function stockWorld(world: World, db: Db, random: Random): Promise<void> {
  await db
    .insertInto('settings')
    .values(Object.entries(REGISTRATION).map(([name, value]) => ({ name, value: JSON.stringify(value) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { id: categoryId } = await addCategory(db, `Proof ${random.between(1, 1_000_000_000)}`)
  for (let index = 0; index < PRODUCTS; index += 1) {
    const pricePaise = random.between(100, 500_000)
    const discountedPricePaise = random.is(0.5) ? Math.max(100, Math.floor(pricePaise / 2)) : null
    const pieces = index % 3 === 0 ? 3 : 400
    const kind = index % 2 === 0 ? { stock: pieces } : { sizes: { S: pieces, M: pieces, L: 1 } }
    const product = await addProduct(db, { categoryId, pricePaise, discountedPricePaise, ...kind })
    world.products.push(product.id)
  }
  const terms = { categoryIds: [], minimumQuantity: 1, minimumPaise: 0 }
  const [fewUses = '', twiceEach = ''] = CODES
  await db
    .insertInto('offers')
    .values([
      { ...terms, id: fewUses, code: fewUses, percent: 33, maxUses: 5 },
      { ...terms, id: twiceEach, code: twiceEach, amountPaise: 9_999, maxUsesPerCustomer: 2 },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function anyOrigin(world: World, random: Random): Promise<string | undefined> {
  while (!world.isOver) {
    const running = world.shops.filter((shop) => !shop.hasEnded())
    if (running.length > 0) return random.pick(running).origin
    await sleep(WITHOUT_SHOP_MS)
  }
  return undefined
}

function tallyReply(world: World, name: string, { status, body }: Reply): void {
  const outcome = `${name} ${status === 0 ? 'lost' : status}`
  world.tally.set(outcome, (world.tally.get(outcome) ?? 0) + 1)
  if (status === 500) world.faults.push(`${name} answered 500: ${JSON.stringify(body)}`)
}

/** A new person with an account of their own. */
export async function addActor(world: World, db: Db, audience: 'customer' | 'admin', random: Random): Promise<Actor> {
  const person = await addPerson(db, audience)
  const client: Client = createClient(person.cookie)
  return {
    person,
    random,
    async call(name, method, path, options) {
      const origin = await anyOrigin(world, random)
      if (origin === undefined) return { status: 0, body: {} }
      const reply = await client(origin, method, path, options)
      tallyReply(world, name, reply)
      return reply
    },
  }
}

/** The database through any process that runs; undefined while none does. */
export function databaseOf(world: World): Db | undefined {
  return world.shops.find((shop) => !shop.hasEnded())?.db
}

/** Runs `work` in the database; does nothing if the process that gives access to it is gone or dies meanwhile. */
export async function inDatabase(world: World, work: (db: Db) => Promise<unknown>): Promise<void> {
  const db = databaseOf(world)
  if (!db) return
  await work(db).catch((error: unknown) => {
    if (!(error instanceof ShopGone)) throw error
  })
}
