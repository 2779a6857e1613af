import type { PackingOrder } from '#contract/orders/packing.ts'
import type { Actor, World } from '#prove/world.ts'

/** So many orders are packed one after the other. */
const AT_ONCE = 3

/**
 * Somebody at the packing table, whose calls come twice, and with pieces that do not belong there. They also hear what
 * has arrived.
 */
interface Packer {
  work(): Promise<void>
}

export function createPacker(world: World, { call, random, person }: Actor): Packer {
  const { acknowledged, faults } = world
  let serial = 0

  const nextKey = () => `${person.id}-${(serial += 1)}`

  /** The pieces of an order that are still to be packed, or some of them, each with a key of its own. */
  function itemsOf({ lines }: PackingOrder): { key: string; lineId: string }[] {
    const open = lines.flatMap(({ _id, quantity, packed }) =>
      Array.from({ length: quantity - packed }, () => ({ key: nextKey(), lineId: _id })),
    )
    return random.is(0.7) ? open : open.slice(0, random.between(0, open.length))
  }

  async function packPieces(order: PackingOrder): Promise<void> {
    const items = itemsOf(order)
    const foreign = random.is(0.1) ? [{ key: nextKey(), code: 'NOT-IN-THIS-ORDER' }] : []
    if (items.length + foreign.length === 0) return
    const body = { items: [...items, ...foreign] }
    const pack = () => call('pack', 'POST', `/api/admin/packing/${order._id}/items`, { body })
    // What was scanned without a network is sent again, and another table may have sent it too.
    const replies = await Promise.all(random.is(0.3) ? [pack(), pack()] : [pack()])
    for (const { status, body: answer } of replies) {
      if (status !== 200) continue
      const refused = new Set((answer.refused as { key: string }[]).map(({ key }) => key))
      const isPacked = ({ key }: { key: string }) => !refused.has(key)
      if (foreign.some(isPacked)) faults.push(`a piece that is not in ${order._id} was packed`)
      for (const { key } of items.filter(isPacked)) acknowledged.add('packed piece', key)
    }
  }

  /** What is packed leaves, and what has left arrives. */
  async function move(orderId: string, status: 'shipped' | 'delivered'): Promise<void> {
    const path = `/api/admin/orders/${orderId}/status`
    const reply = await call(`status ${status}`, 'PATCH', path, { body: { status } })
    if (reply.status === 200) acknowledged.add('step of an order', `${orderId} ${status}`)
  }

  async function deliver(): Promise<void> {
    const { body } = await call('orders', 'GET', '/api/admin/getallorders?status=shipped&limit=10')
    const orders = Array.isArray(body) ? (body as { _id: string }[]) : []
    await Promise.all(orders.filter(() => random.is(0.7)).map(({ _id }) => move(_id, 'delivered')))
  }

  async function putAside({ _id, aside }: PackingOrder): Promise<void> {
    const body = { reason: aside ? null : 'One is missing.' }
    await call('aside', 'PUT', `/api/admin/packing/${_id}/aside`, { body })
  }

  return {
    async work() {
      if (random.is(0.3)) return deliver()
      const { body } = await call('packing', 'GET', '/api/admin/packing')
      const orders = (body.orders ?? []) as PackingOrder[]
      for (const order of random.shuffled(orders).slice(0, AT_ONCE)) {
        if (random.is(0.1)) await putAside(order)
        else await packPieces(order)
        if (random.is(0.6)) await move(order._id, 'shipped')
      }
    },
  }
}
