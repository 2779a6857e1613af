import type { Order } from '#contract/orders/orders.ts'
import type { OrderReturns, Return } from '#contract/returns/returns.ts'
import type { Actor, World } from '#prove/world.ts'

import { itemsLeft } from '#contract/orders/cancelled-items.ts'
import { RETURN_REASONS } from '#contract/returns/return-reasons.ts'

/** No product comes in it. */
const NO_SIZE = 'XXS'

/**
 * A customer who cancels pieces of their orders before they leave, and gives pieces back, or exchanges them, after they
 * came.
 */
interface OwnOrders {
  /** Does something with one of the orders, as far as there is something to do. */
  change(): Promise<void>
}

/** `exchangeShare` of what is asked to come back, from 0 to 1, is to be exchanged for another size. */
export function createOwnOrders(
  world: World,
  { call, random, person }: Actor,
  { exchangeShare = 0.4 } = {},
): OwnOrders {
  const { acknowledged, faults } = world

  /** Now and then the same call twice at the same moment. */
  const once = <Reply>(ask: () => Promise<Reply>) => Promise.all(random.is(0.3) ? [ask(), ask()] : [ask()])

  async function listOrders(): Promise<Order[]> {
    const { body } = await call('own orders', 'POST', `/api/order/getuserorders/${person.id}`, { body: {} })
    return Array.isArray(body) ? (body as Order[]) : []
  }

  /** Cancels pieces that were seen as not cancelled: of two such calls at once the second has seen too many. */
  async function cancelPieces({ _id: orderId, products }: Order): Promise<void> {
    const lines = products
      .filter((line) => itemsLeft(line) > 0)
      .map((line) => ({ _id: line._id, quantity: random.between(1, itemsLeft(line)), left: itemsLeft(line) }))
    if (lines.length === 0) return
    const body = { lines: random.shuffled(lines).slice(0, random.between(1, lines.length)), reason: 'Proof' }
    const replies = await once(() => call('cancel pieces', 'POST', `/api/order/${orderId}/cancel`, { body }))
    const done = replies.filter(({ status }) => status === 200).length
    if (done > 1) faults.push(`the same pieces of ${orderId} were cancelled twice`)
    if (done > 0) acknowledged.add('cancelled pieces', orderId)
  }

  /**
   * Another size in place of money now and then: one that is in stock, the last piece of it, one that is sold out, or
   * one that nobody makes.
   */
  function chooseSize({ exchangeSizes }: OrderReturns['lines'][number]): { exchangeSize?: string } {
    if (!random.is(exchangeShare)) return {}
    return {
      exchangeSize: random.is(0.2) ? random.pick(['S', 'M', 'L', NO_SIZE]) : random.pick([...exchangeSizes, NO_SIZE]),
    }
  }

  /** Asks for everything that may still come back, or a part of it, or for a piece more than there is. */
  async function askForReturn(orderId: string, returnable: OrderReturns['lines']): Promise<void> {
    const isAll = random.is(0.4)
    const isTooMany = random.is(0.1)
    const lines = (isAll ? returnable : random.shuffled(returnable).slice(0, 1)).map((line) => ({
      _id: line._id,
      quantity: isTooMany ? line.left + 1 : isAll ? line.left : random.between(1, line.left),
      reason: random.pick(RETURN_REASONS),
      ...chooseSize(line),
    }))
    const replies = await once(() =>
      call('ask for return', 'POST', `/api/order/${orderId}/returns`, { body: { lines } }),
    )
    const asked = replies.filter(({ status }) => status === 201)
    if (isTooMany && asked.length > 0) faults.push(`more pieces of ${orderId} come back than were delivered`)
    if (isAll && asked.length > 1) faults.push(`all pieces of ${orderId} come back twice`)
    for (const { body } of asked) acknowledged.add('step of a return', `${String(body._id)} asked`)
    if (lines.some(({ exchangeSize }) => exchangeSize === NO_SIZE) && asked.length > 0) {
      faults.push(`a size that nobody makes is held for ${orderId}`)
    }
  }

  async function withdraw(orderId: string, { _id: returnId }: Return): Promise<void> {
    const path = `/api/order/${orderId}/returns/${returnId}/withdraw`
    const replies = await once(() => call('withdraw return', 'POST', path, { body: {} }))
    const done = replies.filter(({ status }) => status === 200).length
    if (done > 1) faults.push(`the return ${returnId} was withdrawn twice`)
    if (done > 0) acknowledged.add('step of a return', `${returnId} withdrawn`)
  }

  async function giveBack({ _id: orderId }: Order): Promise<void> {
    const { status, body } = await call('own returns', 'GET', `/api/order/${orderId}/returns`)
    if (status !== 200) return
    const { returns, lines } = body as OrderReturns
    const [last] = returns.slice(-1)
    if (last && random.is(0.15)) return withdraw(orderId, last)
    const returnable = lines.filter(({ left }) => left > 0)
    if (returnable.length > 0) await askForReturn(orderId, returnable)
  }

  return {
    async change() {
      const orders = await listOrders()
      const placed = orders.filter(({ status }) => status === 'order placed')
      const delivered = orders.filter(({ status }) => status === 'delivered')
      if (placed.length > 0 && random.is(0.3)) await cancelPieces(random.pick(placed))
      if (delivered.length > 0) await giveBack(random.pick(delivered))
    },
  }
}
