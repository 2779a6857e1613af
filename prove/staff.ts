import { sql } from 'kysely'

import type { Actor, World } from '#prove/world.ts'

import { inDatabase } from '#prove/world.ts'

/**
 * An administrator who changes prices and stock and makes sales while people pay, and ships and cancels whatever there
 * is.
 */
interface Staff {
  work(): Promise<void>
}

const LONG_SALE_MS = 60_000

/** `own` are products whose price nobody else changes. */
export function createStaff(world: World, actor: Actor, own: readonly string[]): Staff {
  const { random } = actor
  const { acknowledged } = world

  async function setPrice(): Promise<void> {
    const productId = random.pick(own)
    const rupees = random.between(1, 5000)
    const recordAnswer = acknowledged.write('price', productId, String(rupees * 100))
    const body = { price: rupees, discountedPrice: random.is(0.5) ? Math.max(1, Math.floor(rupees / 2)) : null }
    const { status } = await actor.call('price', 'PATCH', `/api/products/update-price/${productId}`, { body })
    recordAnswer(status)
  }

  /**
   * A sale of some products that begins while they are bought, and ends then or long after: a price without its sale is
   * seen once the sale runs for longer than prices and their history may differ.
   */
  async function makeSale(): Promise<void> {
    const startsAt = Date.now() + random.between(-1000, 300)
    const lastsMs = random.is(0.5) ? random.between(1200, 3000) : LONG_SALE_MS
    const body = {
      title: 'Proof',
      startsAt: new Date(startsAt).toISOString(),
      endsAt: new Date(startsAt + lastsMs).toISOString(),
      percent: random.between(1, 60),
      rounding: random.pick(['none', 'rupee', 'ends in 9']),
      products: random.shuffled(world.products).slice(0, 4),
      categories: [],
    }
    const { body: answer } = await actor.call('sale', 'POST', '/api/admin/sales', { body })
    const { sale } = answer as { sale?: { _id: string } }
    if (!sale || random.is(0.7)) return
    await actor.call('stop sale', 'POST', `/api/admin/sales/${sale._id}/stop`, { body: { isStopped: true } })
  }

  async function changeStock(): Promise<void> {
    const productId = random.pick(world.products)
    const call = random.pick(['add-stock', 'reduce-stock', 'add-stock', 'set-stock'])
    const body = call === 'set-stock' ? { stock: random.between(0, 40) } : {}
    await actor.call(call, 'PATCH', `/api/products/${call}/${productId}`, { body })
  }

  async function moveOrders(): Promise<void> {
    const { body } = await actor.call('orders', 'GET', '/api/admin/getallorders?limit=20')
    const orders = Array.isArray(body) ? (body as { _id: string; status: string }[]) : []
    for (const { _id } of random.shuffled(orders).slice(0, 3)) {
      const status = random.pick(['shipped', 'shipped', 'delivered', 'cancelled', 'order placed'])
      const call = () =>
        actor.call(`status ${status}`, 'PATCH', `/api/admin/orders/${_id}/status`, { body: { status } })
      const replies = await Promise.all(random.is(0.3) ? [call(), call()] : [call()])
      const moved = replies.filter((reply) => reply.status === 200).length
      if (moved > 1) world.faults.push(`two administrators moved the order ${_id} to ${status} at once`)
      if (moved > 0) acknowledged.add('step of an order', `${_id} ${status}`)
      if (moved > 0 && status === 'shipped' && random.is(0.15)) {
        await actor.call('undo shipping', 'POST', `/api/admin/orders/${_id}/undo-shipping`)
      }
    }
  }

  /** Gives store credit to who has ordered, or takes some back. */
  async function moveCredit(): Promise<void> {
    const { body } = await actor.call('orders', 'GET', '/api/admin/getallorders?limit=20')
    const orders = Array.isArray(body) ? (body as { user: { _id: string } }[]) : []
    if (orders.length === 0) return
    const path = `/api/admin/customers/${random.pick(orders).user._id}/store-credit`
    const amount = random.between(1, 4000)
    if (random.is(0.6)) await actor.call('give credit', 'POST', path, { body: { amount, reason: 'Proof' } })
    else await actor.call('take credit back', 'POST', `${path}/take-back`, { body: { amount, reason: 'Proof' } })
  }

  /** Deletes a product and restores it, but none of `own`. */
  async function deleteAndRestore(): Promise<void> {
    const productId = random.pick(world.products.filter((id) => !own.includes(id)))
    await actor.call('delete', 'DELETE', `/api/products/product/${productId}`)
    await inDatabase(world, (db) => sql`update products set deleted_at = null where id = ${productId}`.execute(db))
  }

  return {
    async work() {
      const kind = random.next()
      if (kind < 0.22) return setPrice()
      if (kind < 0.3) return makeSale()
      if (kind < 0.5) return changeStock()
      if (kind < 0.55) return moveCredit()
      if (kind < 0.95) return moveOrders()
      return deleteAndRestore()
    },
  }
}
