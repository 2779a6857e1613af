import { sql } from 'kysely'

import type { Actor, Market } from '#prove/world.ts'

import { inDatabase } from '#prove/world.ts'

/** An administrator who changes prices and stock while people pay, and ships and cancels whatever there is. */
export interface Staff {
  work(): Promise<void>
}

/** `own` are products whose price nobody else changes. */
export function createStaff(market: Market, actor: Actor, own: readonly string[]): Staff {
  const { chance } = actor
  const { journal } = market

  async function setPrice(): Promise<void> {
    const productId = chance.pick(own)
    const rupees = chance.between(1, 5000)
    const learn = journal.write('price', productId, String(rupees * 100))
    const body = { price: rupees, discountedPrice: chance.is(0.5) ? Math.max(1, Math.floor(rupees / 2)) : null }
    const { status } = await actor.call('price', 'PATCH', `/api/products/update-price/${productId}`, { body })
    learn(status)
  }

  async function changeStock(): Promise<void> {
    const productId = chance.pick(market.products)
    const call = chance.pick(['add-stock', 'reduce-stock', 'add-stock', 'set-stock'])
    const body = call === 'set-stock' ? { stock: chance.between(0, 40) } : {}
    await actor.call(call, 'PATCH', `/api/products/${call}/${productId}`, { body })
  }

  async function moveOrders(): Promise<void> {
    const { body } = await actor.call('orders', 'GET', '/api/admin/getallorders?limit=20')
    const orders = Array.isArray(body) ? (body as { _id: string; status: string }[]) : []
    for (const { _id } of chance.shuffled(orders).slice(0, 3)) {
      const status = chance.pick(['shipped', 'shipped', 'delivered', 'cancelled', 'order placed'])
      const call = () =>
        actor.call(`status ${status}`, 'PATCH', `/api/admin/orders/${_id}/status`, { body: { status } })
      const replies = await Promise.all(chance.is(0.3) ? [call(), call()] : [call()])
      const moved = replies.filter((reply) => reply.status === 200).length
      if (moved > 1) market.faults.push(`two administrators moved the order ${_id} to ${status} at once`)
      if (moved > 0) journal.keep('step of an order', `${_id} ${status}`)
    }
  }

  /** For a while the product is not there at all; the journal's own are left alone. */
  async function takeAway(): Promise<void> {
    const productId = chance.pick(market.products.filter((id) => !own.includes(id)))
    await actor.call('delete', 'DELETE', `/api/products/product/${productId}`)
    await inDatabase(market, (db) => sql`update products set deleted_at = null where id = ${productId}`.execute(db))
  }

  return {
    async work() {
      const kind = chance.next()
      if (kind < 0.3) return setPrice()
      if (kind < 0.55) return changeStock()
      if (kind < 0.95) return moveOrders()
      return takeAway()
    },
  }
}
