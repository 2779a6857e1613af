import { sql } from 'kysely'

import type { CallOptions, Reply } from '#prove/client.ts'
import type { CashCustomer, CashProduct, CashShop, PlayedOrder, Settled } from '#prove/cash/cash-shop.ts'

import { proofIn } from '#prove/payment-proof.ts'
import { make } from '#prove/cash/cash-moves.ts'
import { inDatabase } from '#prove/world.ts'
import { addressOf, isSamePerson, settle } from '#prove/cash/cash-shop.ts'

/**
 * The owner's rules, said once more: what an order may cost at the door, its fee, how many may be open, and how many
 * may end unsent within a week.
 */
export const LIMIT_PAISE = 500_000
export const FEE_PAISE = 4000
export const OPEN_AT_ONCE = 2
const UNSENT_A_WEEK = 5

let serial = 0

const call = (shop: CashShop, { actor }: CashCustomer, ...args: [string, string, string, CallOptions?]) =>
  settle(shop.world, args[0], () => actor.call(...args))

type Line = PlayedOrder['lines'][number] & Pick<CashProduct, 'isExcluded'>

/** Puts pieces of some products into an empty cart; what is sold out stays away. */
export async function fillCart(shop: CashShop, customer: CashCustomer): Promise<Line[]> {
  const { random, person } = customer.actor
  const lines: Line[] = []
  for (const product of random.shuffled(shop.products).slice(0, random.between(1, 2))) {
    let quantity = 0
    for (let pieces = random.is(0.2) ? 2 : 1; pieces > 0; pieces -= 1) {
      const headers = { 'idempotency-key': `cash-${person.id}-${(serial += 1)}` }
      const { status } = await call(shop, customer, 'cash: add', 'GET', `/api/cart/add/${product.id}`, { headers })
      if (status === 200) quantity += 1
    }
    const { id: productId, pricePaise, isExcluded } = product
    if (quantity > 0) lines.push({ productId, pricePaise, isExcluded, quantity })
  }
  return lines
}

export async function emptyCart(shop: CashShop, customer: CashCustomer): Promise<void> {
  const { body } = await call(shop, customer, 'cash: cart', 'GET', '/api/cart')
  for (const { _id } of (body.cart ?? []) as { _id: string }[]) {
    await call(shop, customer, 'cash: remove', 'GET', `/api/cart/remove/${_id}`)
  }
}

/**
 * Why no order may come of this, as far as it is sure; to be asked again afterwards: what others did meanwhile may have
 * made room.
 */
function refusalsFor(shop: CashShop, customer: CashCustomer, lines: readonly Line[]): () => string | undefined {
  const like = (isLike: (other: CashCustomer) => boolean, orders: Map<string, PlayedOrder>) =>
    [...orders.values()].filter((order) => isLike(order.customer)).map(({ id }) => id)
  const open = [
    like(({ actor }) => actor === customer.actor, shop.forgotten),
    like(({ phone }) => phone === customer.phone, shop.forgotten),
    like(({ street }) => street === customer.street, shop.forgotten),
  ]
  const refused = like((other) => isSamePerson(customer, other), shop.refused)
  const unsent = like(({ actor }) => actor === customer.actor, shop.unsent)
  return () => {
    if (totalPaiseOf(lines) > LIMIT_PAISE) return 'it costs more than may be paid at the door'
    if (lines.some(({ isExcluded }) => isExcluded)) return 'a category is paid in advance'
    if (refused.some((id) => shop.refused.has(id))) return 'a parcel was refused'
    const stillUnsent = unsent.filter((id) => shop.unsent.has(id)).length
    if (stillUnsent >= UNSENT_A_WEEK) return `${stillUnsent} orders ended unsent within a week`
    const isFull = open.some((ids) => ids.filter((id) => shop.forgotten.has(id)).length >= OPEN_AT_ONCE)
    return isFull ? `${OPEN_AT_ONCE} orders are open` : undefined
  }
}

const totalPaiseOf = (lines: readonly Line[]): number =>
  lines.reduce((sum, { pricePaise, quantity }) => sum + pricePaise * quantity, FEE_PAISE)

/** Orders the cart, now and then twice at once, or leaving before the answer and asking again. */
async function placeOrder(shop: CashShop, customer: CashCustomer, totalPaise: number): Promise<Settled[]> {
  const { actor } = customer
  const { random } = actor
  const place = (): Promise<Reply> => {
    const address = addressOf(customer, random)
    const body = { address, ...(random.is(0.5) && { expectedTotal: totalPaise / 100 }) }
    const leaving = random.is(0.05) ? { leaveAfterMs: random.between(1, 40) } : {}
    return actor.call('cash: order', 'POST', '/api/order/cash', { body, ...leaving })
  }
  const once = () => settle(shop.world, 'an order for cash', place)
  return Promise.all(random.is(0.15) ? [once(), once()] : [once()])
}

/** The answers as one order; notes what is wrong with them. Undefined if there is none. */
export function readOrder(
  { world }: CashShop,
  customer: CashCustomer,
  lines: readonly Line[],
  replies: readonly Settled[],
): PlayedOrder | undefined {
  const placed = replies.filter(({ status }) => status === 201)
  const ids = new Set(placed.map(({ body }) => String(body._id)))
  if (ids.size > 1) world.faults.push(`one cart became ${ids.size} orders: ${[...ids].join(', ')}`)
  for (const { status, body } of replies) {
    // Too many may be open from the network that all customers share.
    if (![201, 409, 429].includes(status)) world.faults.push(`an order for cash: ${status} ${JSON.stringify(body)}`)
  }
  const [first] = placed
  if (!first) return undefined
  const totalPaise = totalPaiseOf(lines)
  const { _id, totalAmount, payment } = first.body as { _id: string; totalAmount: number; payment: object }
  const isRight = Math.round(totalAmount * 100) === totalPaise
  if (!isRight) world.faults.push(`the order ${_id} is over ${totalAmount} and not ${totalPaise / 100}`)
  if (JSON.stringify(payment) !== '{"method":"cash","status":"cash due"}') {
    world.faults.push(`the order ${_id} begins as ${JSON.stringify(payment)}`)
  }
  world.acknowledged.add('order', _id)
  return { id: _id, customer, lines, totalPaise }
}

/**
 * The order of a call that was left before its answer, where asking again was refused: in between others may have made
 * room for it. Ask once the cart is empty, so that no such call can order any more. Undefined if there is none.
 */
async function findLeftOrder(shop: CashShop, customer: CashCustomer): Promise<Settled | undefined> {
  const path = `/api/order/getuserorders/${customer.actor.person.id}`
  const reply = await call(shop, customer, 'cash: own orders', 'POST', path, { body: {} })
  const orders = Array.isArray(reply.body) ? (reply.body as { _id: string; payment: unknown }[]) : []
  // A late payment whose answer was lost makes an order too, where the one for cash was cancelled meanwhile.
  const left = orders.find(({ _id, payment }) => !shop.orders.has(_id) && typeof payment === 'object')
  return left && { status: 201, body: left, isSure: false }
}

/** Begins a payment of the cart; returns how to pay it later, which must make no second order of the same. */
async function beginPayment(shop: CashShop, customer: CashCustomer): Promise<() => Promise<void>> {
  const { world } = shop
  const body = { address: addressOf(customer, customer.actor.random) }
  const started = await call(shop, customer, 'cash: start', 'POST', '/api/payment/create/orderId', { body })
  return async () => {
    if (started.status !== 200) return
    const paying = { order_id: started.body.id, outcome: 'success', webhook: false }
    const pay = () => call(shop, customer, 'cash: pay late', 'POST', '/sandbox/razorpay/pay', { body: paying })
    const proof = proofIn(await pay())
    if (!proof) return
    world.payments += 1
    const path = '/api/payment/api/payment/verify'
    const { status } = await call(shop, customer, 'cash: verify late', 'POST', path, { body: proof })
    if (status === 200) world.faults.push(`a late payment made a second order: ${String(started.body.id)}`)
  }
}

/** The owner forgives the refused parcels of a customer and of their phone. */
async function forgive(shop: CashShop, customer: CashCustomer): Promise<void> {
  const refused = [...shop.refused.values()].filter((order) => isSamePerson(order.customer, customer))
  for (const each of refused) shop.refused.delete(each.id)
  for (const each of refused) {
    const admin = customer.actor.random.pick(shop.admins)
    const { status } = await make({ shop, order: each, admin }, 'forgive')
    if (status !== 200) shop.world.faults.push(`the refused parcel ${each.id} was not forgiven: ${status}`)
  }
}

/** A week passes for what has ended of a customer. */
async function letWeekPass(shop: CashShop, customer: CashCustomer): Promise<void> {
  const own = [...shop.orders.values()].filter((order) => order.customer.actor === customer.actor).map(({ id }) => id)
  for (const id of own) shop.unsent.delete(id)
  await inDatabase(shop.world, async (db) => {
    await sql`
      update order_steps set at = at - interval '7 days'
      where order_id = any(${own}::text[]) and order_id in (select id from orders where status = 'cancelled')`.execute(
      db,
    )
  })
}

/** A visit: fills the cart and orders it for cash. Undefined if there was nothing, or it was refused. */
export async function orderForCash(shop: CashShop, customer: CashCustomer): Promise<PlayedOrder | undefined> {
  const { random } = customer.actor
  const lines = await fillCart(shop, customer)
  if (lines.length === 0) return undefined
  const payLate = random.is(0.04) ? await beginPayment(shop, customer) : undefined
  const findRefusal = refusalsFor(shop, customer, lines)
  const replies = await placeOrder(shop, customer, totalPaiseOf(lines))
  let placed = readOrder(shop, customer, lines, replies)
  if (!placed) {
    await emptyCart(shop, customer)
    const left = replies.every(({ isSure }) => isSure) ? undefined : await findLeftOrder(shop, customer)
    placed = left && readOrder(shop, customer, lines, [left])
  }
  if (!placed) {
    if (random.is(0.6)) await forgive(shop, customer)
    if (random.is(0.6)) await letWeekPass(shop, customer)
    return undefined
  }
  const refusal = findRefusal()
  if (refusal !== undefined) shop.world.faults.push(`the order ${placed.id} was placed although ${refusal}`)
  if (shop.orders.has(placed.id)) shop.world.faults.push(`the order ${placed.id} was answered for another cart`)
  shop.orders.set(placed.id, placed)
  await payLate?.()
  return placed
}
