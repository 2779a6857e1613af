import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'

import type { CompareAtRest } from '#prove/chaos.ts'
import type { Random } from '#prove/random.ts'
import type { Actor, World } from '#prove/world.ts'
import type { Db } from '#server/db/database.ts'

import { compareMonth, listDocumentFaults } from '#prove/compare-documents.ts'
import { createOwnOrders } from '#prove/own-orders.ts'
import { createPacker } from '#prove/packer.ts'
import { proofIn } from '#prove/payment-proof.ts'
import { createReturnsStaff } from '#prove/returns-staff.ts'
import { addActor, databaseOf, inDatabase } from '#prove/world.ts'
import { giveCredit } from '#server/accounts/store-credit/give-credit.ts'
import { addCategory, addProduct } from '#test/factories.ts'
import { ADDRESS } from '#test/purchase.ts'

/** Of each batch; each looks through all orders of their own, so they stay few. */
const CUSTOMERS = 8
/** Of what they ask to come back. */
const EXCHANGE_SHARE = 0.8
/** Of what they do. More orders than are packed meanwhile would wait, and never come back. */
const ORDER_SHARE = 0.08
const CREDIT_PAISE = 100_000_000
const PRICES_PAISE = [33_333, 149_900, 262_501]
const SIZES = ['S', 'M', 'L']
/**
 * Pieces of the first sizes for each exchange. Of the last one there are two: it is soon sold out, and there again when
 * an exchange ends.
 */
const PIECES_EACH = 30
const PAUSE_MS = 20
const POLL_MS = 200
/** So many exchanges lie between two comparisons. */
const BATCH = 100

interface ExchangeFindings {
  /** Orders that were sent in place of money. */
  exchanges: number
  /** How many of them stand for pieces of such an order. */
  again: number
  /** How often the money of one went back to where the first order was paid. */
  paidBack: number
  returns: number
}

interface ExchangeOptions {
  exchanges: number
  compareAtRest: CompareAtRest
  say: (line: string) => void
}

async function addSizes(db: Db, exchanges: number): Promise<string[]> {
  const { id: categoryId } = await addCategory(db)
  const pieces = exchanges * PIECES_EACH
  const sizes = { S: pieces, M: pieces, L: 2 }
  const added = PRICES_PAISE.map((pricePaise) => addProduct(db, { categoryId, pricePaise, sizes }))
  return (await Promise.all(added)).map(({ id }) => id)
}

/** Pays at the provider, in part by store credit now and then. */
async function payAtProvider({ call, random }: Actor): Promise<void> {
  const credit = random.is(0.5) ? { credit: random.between(1, 300) } : {}
  const started = await call('exchange: start', 'POST', '/api/payment/create/orderId', {
    body: { address: ADDRESS, ...credit },
  })
  if (started.status !== 200) return
  const body = { order_id: started.body.id, outcome: 'success', webhook: false }
  const proof = proofIn(await call('exchange: pay', 'POST', '/sandbox/razorpay/pay', { body }))
  if (proof) await call('exchange: verify', 'POST', '/api/payment/api/payment/verify', { body: proof })
}

/** Orders pieces in any sizes, paid by store credit or at the provider. */
async function order(actor: Actor, products: readonly string[]): Promise<void> {
  const { call, random } = actor
  for (let pieces = random.between(1, 3); pieces > 0; pieces -= 1) {
    const size = random.pick(SIZES)
    await call('exchange: add', 'GET', `/api/cart/add/${random.pick(products)}?size=${size}`)
  }
  if (random.is(0.6)) return payAtProvider(actor)
  await call('exchange: order', 'POST', '/api/order/credit', { body: { address: ADDRESS } })
}

function getDatabase(world: World): Db {
  const db = databaseOf(world)
  if (!db) throw new Error('no shop is open')
  return db
}

/** New customers with store credit, and what each of them does again and again. */
async function bringCustomers(
  world: World,
  random: Random,
  products: readonly string[],
): Promise<(() => Promise<void>)[]> {
  const db = getDatabase(world)
  const actors = await Promise.all(
    Array.from({ length: CUSTOMERS }, (_, index) => addActor(world, db, 'customer', random.branch(String(index)))),
  )
  return Promise.all(
    actors.map(async (actor) => {
      const { id: userId } = actor.person
      await giveCredit(db, { userId, paise: CREDIT_PAISE, reason: 'Proof', expiresOn: null, actorId: null })
      const own = createOwnOrders(world, actor, { exchangeShare: EXCHANGE_SHARE })
      return () => (actor.random.is(ORDER_SHARE) ? order(actor, products) : own.change())
    }),
  )
}

async function findCounts(db: Db): Promise<ExchangeFindings> {
  const { rows } = await sql<ExchangeFindings>`
    select count(*)::int as exchanges, count(before.exchange_of)::int as again,
      (select count(*)::int from returns) as returns,
      (select count(*)::int from settlements where first_order_id is not null) as paid_back
    from orders join returns on returns.id = orders.exchange_of join orders before on before.id = returns.order_id`.execute(
    db,
  )
  return rows[0] ?? { exchanges: 0, again: 0, returns: 0, paidBack: 0 }
}

/** Everybody acts until so many exchanges were sent. */
async function playUntil(world: World, works: readonly (() => Promise<void>)[], target: number): Promise<void> {
  world.isOver = false
  const act = async (work: () => Promise<void>) => {
    while (!world.isOver) {
      await work()
      await sleep(PAUSE_MS)
    }
  }
  const countSent = async () => {
    let sent = 0
    await inDatabase(world, async (db) => {
      sent = (await findCounts(db)).exchanges
    })
    return sent
  }
  const watch = async () => {
    while (world.faults.length === 0 && (await countSent()) < target) await sleep(POLL_MS)
    world.isOver = true
  }
  await Promise.all([watch(), ...works.map(act)])
  world.isOver = false
}

/**
 * Customers order, by store credit or at the provider, cancel and give back, ask for other sizes and withdraw that, and
 * exchange what came in exchange, while two people pack and two take back, send other sizes, give them free and
 * give money back, often for the same piece at the same moment. Between two batches the records are compared at rest,
 * and so are the documents, with GSTR-1 and the money.
 */
export async function playExchanges(
  world: World,
  random: Random,
  { exchanges, compareAtRest, say }: ExchangeOptions,
): Promise<ExchangeFindings> {
  const products = await addSizes(getDatabase(world), exchanges)
  const staff = (name: string) => addActor(world, getDatabase(world), 'admin', random.branch(name))
  const packers = [createPacker(world, await staff('packs')), createPacker(world, await staff('packs too'))]
  const takers = [createReturnsStaff(world, await staff('takes back')), createReturnsStaff(world, await staff('too'))]
  const staffWorks = [...packers, ...takers].map((each) => () => each.work())
  const owner = await staff('looks at months')
  for (let target = 0; target < exchanges && world.faults.length === 0;) {
    target = Math.min(target + BATCH, exchanges)
    const customers = await bringCustomers(world, random.branch(`exchanges from ${target}`), products)
    await playUntil(world, [...staffWorks, ...customers], target)
    await compareAtRest()
    world.faults.push(...(await listDocumentFaults(getDatabase(world))))
    await compareMonth(world, owner)
    say(`${target} exchanges`)
  }
  return findCounts(getDatabase(world))
}
