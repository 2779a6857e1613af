import { sql } from 'kysely'

import type { Fixture } from '#prove/fixture.ts'
import type { Random } from '#prove/random.ts'
import type { Actor, World } from '#prove/world.ts'
import type { Db } from '#server/db/database.ts'

import { bringVictim } from '#prove/bring-victim.ts'
import { compareMonth, listDocumentFaults } from '#prove/compare-documents.ts'
import { proofIn } from '#prove/payment-proof.ts'
import { PLACES } from '#prove/places.ts'
import { addActor, databaseOf } from '#prove/world.ts'
import { addProduct } from '#test/factories.ts'

/** So many buyers, and so many administrators, call at the same time. */
const AT_ONCE = 16
const POINTS = ['before-document', 'after-document', 'before-document-committed', 'after-document-committed']
/** An order is given up after this many calls without an answer. */
const MOST_TRIES = 50

interface ShipmentFindings {
  /** How many of them were answered with success. */
  shipped: number
  cancelled: number
  /** Processes that died at their point. */
  kills: number
  /** The numbers of invoices and credit notes, by series. */
  numbers: string[]
}

interface ShipmentOptions {
  shipments: number
  kills: number
  say: (line: string) => void
}

async function buy({ call, random }: Actor, productId: string): Promise<string> {
  const address = { fullName: 'Asha Rao', phone: '9876543210', street: '12, Lake View Road', ...random.pick(PLACES) }
  await call('ship: add', 'GET', `/api/cart/add/${productId}`)
  const started = await call('ship: start', 'POST', '/api/payment/create/orderId', { body: { address } })
  const paying = { order_id: started.body.id, outcome: 'success', webhook: false }
  const proof = proofIn(await call('ship: pay', 'POST', '/sandbox/razorpay/pay', { body: paying }))
  const { status, body } = await call('ship: verify', 'POST', '/api/payment/api/payment/verify', { body: proof })
  if (status !== 200) throw new Error(`a purchase was answered with ${status}: ${JSON.stringify(body)}`)
  return String(started.body.id)
}

/** Paid orders of several products, delivered to one of two states of India. */
async function placeOrders(world: World, db: Db, random: Random, count: number): Promise<string[]> {
  const products = [105_000, 262_501, 299_900].map((pricePaise) => addProduct(db, { pricePaise, stock: count }))
  const ids = (await Promise.all(products)).map(({ id }) => id)
  const buyers = Array.from({ length: Math.min(AT_ONCE, count) }, (_, index) => random.branch(`shipped to ${index}`))
  const paid = await Promise.all(
    buyers.map(async (own, index) => {
      const actor = await addActor(world, db, 'customer', own)
      const orders: string[] = []
      for (let at = index; at < count; at += buyers.length) orders.push(await buy(actor, own.pick(ids)))
      return orders
    }),
  )
  const { rows } = await sql<{ id: string }>`
    select id from orders where provider_order_id = any(${paid.flat()}::text[]) order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Moves an order, again until there is an answer; true if this call moved it. */
async function move(world: World, { call }: Actor, orderId: string, status: 'shipped' | 'cancelled'): Promise<boolean> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const reply = await call(status, 'PATCH', `/api/admin/orders/${orderId}/status`, { body: { status } })
    if (reply.status === 200) world.acknowledged.add('step of an order', `${orderId} ${status}`)
    if (reply.status === 200 || reply.status === 409) return reply.status === 200
  }
  world.faults.push(`nobody answered whether ${orderId} was ${status}`)
  return false
}

async function shipAll(world: World, admin: Actor, queue: string[], findings: ShipmentFindings): Promise<void> {
  for (let orderId = queue.shift(); orderId !== undefined; orderId = queue.shift()) {
    if (!(await move(world, admin, orderId, 'shipped'))) continue
    findings.shipped += 1
    if (admin.random.is(0.2) && (await move(world, admin, orderId, 'cancelled'))) findings.cancelled += 1
  }
}

async function listNumbers(db: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select series || year || ' 1–' || max(number) as line from documents where kind <> 'receipt'
    group by series, year order by 1 desc`.execute(db)
  return rows.map(({ line }) => line)
}

/**
 * Ships orders, each by two administrators at the same moment, and cancels some of them, while processes are killed
 * (`kill -9`) before and after a number is taken and committed. Then no number may be missing or used twice, and the
 * month's documents are its GSTR-1 and its money.
 */
export async function playShipments(
  world: World,
  fixture: Fixture,
  random: Random,
  { shipments, kills, say }: ShipmentOptions,
): Promise<ShipmentFindings> {
  const db = databaseOf(world)
  if (!db) throw new Error('no shop is open')
  const orders = await placeOrders(world, db, random, shipments)
  say(`${orders.length} orders are paid`)
  const findings: ShipmentFindings = { shipped: 0, cancelled: 0, kills: 0, numbers: [] }
  const admins: Actor[] = []
  for (let index = 0; index < AT_ONCE; index += 1) {
    admins.push(await addActor(world, db, 'admin', random.branch(`ships ${index}`)))
  }
  const perRound = Math.ceil(shipments / kills)
  for (let start = 0; start < orders.length; start += perRound) {
    const killAt = { point: random.pick(POINTS), nth: random.between(1, Math.ceil(perRound / 3)) }
    const victim = await bringVictim(world, fixture, killAt)
    const queue = orders.slice(start, start + perRound).flatMap((id) => [id, id])
    await Promise.all(admins.map((admin) => shipAll(world, admin, queue, findings)))
    if (victim?.hasEnded() ?? true) findings.kills += 1
    else await victim?.kill()
  }
  for (const line of await world.acknowledged.listLost(db)) world.faults.push(`lost: ${line}`)
  world.faults.push(...(await listDocumentFaults(db)))
  const [admin] = admins
  if (admin) await compareMonth(world, admin)
  findings.numbers = await listNumbers(db)
  return findings
}
