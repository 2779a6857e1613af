import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'

import type { CashCustomer, CashProduct, CashShop } from '#prove/cash/cash-shop.ts'
import type { Fixture } from '#prove/fixture.ts'
import type { Random } from '#prove/random.ts'
import type { ShopProcess } from '#prove/shop-process.ts'
import type { World } from '#prove/world.ts'
import type { Db } from '#server/db/database.ts'

import { bringVictim } from '#prove/bring-victim.ts'
import { FEE_PAISE, LIMIT_PAISE, orderForCash } from '#prove/cash/cash-customer.ts'
import { confirmAtLastMoment, playStory } from '#prove/cash/cash-stories.ts'
import { orderToOnePhone } from '#prove/cash/order-to-one-phone.ts'
import { countStates, listCashFaults, listOverfull } from '#prove/cash/compare-cash.ts'
import { compareAfterRestart } from '#prove/chaos.ts'
import { CASH_KILL_POINTS } from '#prove/kill-points.ts'
import { PLACES } from '#prove/places.ts'
import { addActor, databaseOf } from '#prove/world.ts'
import { listBroken } from '#prove/verifier.ts'
import { addCategory, addProduct } from '#test/factories.ts'

const AT_ONCE = 16
/** Customers who act one after the other. Each two of them share a phone, so this is even. */
const CUSTOMERS_EACH = 6
/** Each has three of the customers, who act at the same time. */
const HOUSES = (AT_ONCE * CUSTOMERS_EACH) / 3
const ADMINS = 6
/** In rupees around the edges of the tax rates, and so that two dear pieces are over the limit. */
const PRICES_PAISE = [49_900, 89_950, 149_900, 199_999, 262_500, 262_501, 299_900]
const EXCLUDED = 'Paid in advance'
const ENDED_WITHIN_MS = 90_000
const POLL_MS = 50

interface CashFindings {
  orders: number
  /** Processes that died at their point. */
  kills: number
  /** How many orders are in each state of cash. */
  states: string
}

interface CashOptions {
  orders: number
  kills: number
  say: (line: string) => void
}

async function addProducts(db: Db, orders: number, excludedId: string): Promise<CashProduct[]> {
  const add = async (pricePaise: number, pieces: number, categoryId?: string): Promise<CashProduct> => {
    const { id } = await addProduct(db, { pricePaise, stock: pieces, ...(categoryId !== undefined && { categoryId }) })
    return { id, pricePaise, pieces, isExcluded: categoryId !== undefined }
  }
  return [
    ...(await Promise.all(PRICES_PAISE.map((pricePaise) => add(pricePaise, 2 * orders + AT_ONCE)))),
    // Soon sold out, and back when an order ends.
    await add(99_900, 3),
    await add(79_900, orders, excludedId),
  ]
}

/** The shop takes cash, with limits. Processes that run already may not know it. */
async function takeCash(db: Db, excludedId: string): Promise<void> {
  const settings = {
    takesCash: true,
    cashFee: FEE_PAISE / 100,
    cashLimit: LIMIT_PAISE / 100,
    cashExcludedCategories: excludedId,
    cashNeedsConfirming: true,
  }
  const rows = Object.entries(settings).map(([name, value]) => ({ name, value: JSON.stringify(value) }))
  await db.insertInto('settings').values(rows).execute()
}

async function openCashShop(world: World, db: Db, random: Random, orders: number) {
  const { id: excludedId } = await addCategory(db, EXCLUDED)
  await takeCash(db, excludedId)
  const shop: CashShop = {
    world,
    products: await addProducts(db, orders, excludedId),
    admins: await Promise.all(
      Array.from({ length: ADMINS }, (_, index) => addActor(world, db, 'admin', random.branch(`cash staff ${index}`))),
    ),
    owner: await addActor(world, db, 'admin', random.branch('cash owner')),
    orders: new Map(),
    forgotten: new Map(),
    lastMoment: [],
    paidNow: new Set(),
    refused: new Map(),
    unsent: new Map(),
    remittedPaise: 0,
  }
  const customers: CashCustomer[] = []
  for (let index = 0; index < AT_ONCE * CUSTOMERS_EACH; index += 1) {
    const house = index % HOUSES
    customers.push({
      actor: await addActor(world, db, 'customer', random.branch(`pays at the door ${index}`)),
      phone: String(9_800_000_000 + Math.floor(index / 2)),
      street: `${house}, Lake View Road`,
      place: PLACES[house % PLACES.length] ?? { city: '', state: '', pincode: '' },
    })
  }
  return { shop, customers }
}

/** Lets customers order, and plays what becomes of each order, until there are `target` orders. */
async function playUntil(shop: CashShop, customers: readonly CashCustomer[], target: number): Promise<void> {
  const act = async (own: readonly CashCustomer[]) => {
    for (let turn = 0; shop.orders.size < target && shop.world.faults.length === 0; turn += 1) {
      const customer = own[turn % own.length]
      const order = customer && (await orderForCash(shop, customer))
      if (order) await playStory(shop, order)
    }
  }
  const groups = Array.from({ length: AT_ONCE }, (_, index) =>
    customers.slice(index * CUSTOMERS_EACH, (index + 1) * CUSTOMERS_EACH),
  )
  await Promise.all(groups.map(act))
}

/** True if the process died at its point. Where no other one runs then, a new one takes its place. */
async function playWithVictim(shop: CashShop, fixture: Fixture, victim: ShopProcess | undefined, play: Promise<void>) {
  const { world } = shop
  const replace = async () => {
    if (world.shops.every((each) => each.hasEnded())) world.shops.push(await fixture.start())
  }
  const replaced = victim ? victim.ended.then(replace) : replace()
  await play
  const isAtPoint = victim?.hasEnded() ?? true
  if (!isAtPoint) await victim?.kill()
  await replaced
  world.shops = world.shops.filter((each) => !each.hasEnded())
  return isAtPoint
}

/** Lets the time of every forgotten order be over, and of those that somebody still confirms a second later. */
async function endTimes(db: Db, { forgotten, lastMoment }: CashShop): Promise<void> {
  const late = lastMoment.map(({ id }) => id)
  await sql`
    update cash_payments
    set confirm_until = now() - case when order_id = any(${late}::text[]) then interval '1 second' else interval '2 seconds' end
    where confirm_until is not null and status = 'cash due' and order_id = any(${[...forgotten.keys(), ...late]}::text[])`.execute(
    db,
  )
}

async function waitUntilEnded(db: Db): Promise<string[]> {
  const until = performance.now() + ENDED_WITHIN_MS
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      select order_id as id from cash_payments where confirm_until <= now() and status = 'cash due'`.execute(db)
    if (rows.length === 0 || performance.now() > until) return rows.map(({ id }) => `${id} has not ended by itself`)
    await sleep(POLL_MS)
  }
}

/**
 * Kills everything once times are over: the start of new processes ends what nobody has confirmed, while some still
 * confirm.
 */
async function rest(shop: CashShop, fixture: Fixture): Promise<void> {
  const { world, lastMoment } = shop
  const before = databaseOf(world)
  if (!before) throw new Error('no shop is open')
  await endTimes(before, shop)
  for (const each of world.shops) await each.kill()
  world.shops = []
  const late = lastMoment.splice(0)
  const confirming = late.map((order) =>
    confirmAtLastMoment(shop, order, order.customer.actor.random.pick(shop.admins)),
  )
  while (world.shops.length < fixture.processes) world.shops.push(await fixture.start())
  await Promise.all(confirming)
  for (const [id, order] of shop.forgotten) shop.unsent.set(id, order)
  shop.forgotten.clear()
  const db = databaseOf(world) ?? before
  world.faults.push(...(await waitUntilEnded(db)), ...(await listOverfull(db)))
  for (const line of await world.acknowledged.listLost(db)) world.faults.push(`lost: ${line}`)
  world.faults.push(...(await listBroken(db)))
}

/**
 * Plays orders that are paid at the door, each to an end of its own: confirmed or not, cancelled, shipped, collected,
 * refused, paid out, forgiven, with calls out of turn and two calls at once, while processes are killed (`kill -9`) at
 * every step. In between what nobody confirms ends by itself. Then every rupee, piece and document must be where what
 * was played puts it.
 */
export async function playCashOrders(
  world: World,
  fixture: Fixture,
  random: Random,
  { orders, kills, say }: CashOptions,
): Promise<CashFindings> {
  const db = databaseOf(world)
  if (!db) throw new Error('no shop is open')
  const { shop, customers } = await openCashShop(world, db, random, orders)
  const perRound = Math.ceil(orders / kills)
  let [atPoint, points, rounds]: [number, string[], number] = [0, [], 0]
  while (shop.orders.size < orders && world.faults.length === 0) {
    if (points.length === 0) points = random.shuffled(Object.keys(CASH_KILL_POINTS))
    const killAt = { point: points.pop() ?? '', nth: random.between(1, Math.ceil(perRound / 12)) }
    // Without any process that does not know the settings.
    if (shop.orders.size === 0) for (const each of world.shops) await each.kill()
    const victim = await bringVictim(world, fixture, killAt)
    const target = Math.min(shop.orders.size + perRound, orders)
    const isAtPoint = await playWithVictim(shop, fixture, victim, playUntil(shop, customers, target))
    if (isAtPoint) atPoint += 1
    await rest(shop, fixture)
    if (rounds === 0) await orderToOnePhone(shop, customers)
    rounds += 1
    say(`${shop.orders.size} orders for cash, ${atPoint} kill -9`)
  }
  await compareAfterRestart(world, fixture)
  const after = databaseOf(world) ?? db
  world.faults.push(...(await listCashFaults(after, shop)))
  return { orders: shop.orders.size, kills: atPoint, states: await countStates(after) }
}
