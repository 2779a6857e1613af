import { sql } from 'kysely'

import type { PlayedParcel } from '#prove/couriers/compare-parcels.ts'
import type { Random } from '#prove/random.ts'
import type { Actor, World } from '#prove/world.ts'
import type { Db } from '#server/db/database.ts'

import { settle } from '#prove/cash/cash-shop.ts'
import { PARCEL_STORIES } from '#prove/couriers/parcel-stories.ts'
import { proofIn } from '#prove/payment-proof.ts'
import { addActor } from '#prove/world.ts'
import { addProduct } from '#test/factories.ts'
import { SELLER_ADDRESS } from '#test/set-settings.ts'

/** So many buyers buy at the same time. */
const AT_ONCE = 8
/** No more open orders for cash come from one network. */
const MOST_FOR_CASH = 40

/**
 * The shop takes cash without asking again, and says where couriers bring its returns. Processes that run already may
 * not know it.
 */
export async function takeCash(db: Db): Promise<void> {
  const settings = {
    takesCash: true,
    cashFee: 0,
    cashLimit: 50_000,
    cashNeedsConfirming: false,
    takesCashFirst: true,
    ...SELLER_ADDRESS,
  }
  const rows = Object.entries(settings).map(([name, value]) => ({ name, value: JSON.stringify(value) }))
  await db.insertInto('settings').values(rows).execute()
}

/** Buys a piece; a shop that is too busy for a call is asked again. Returns what its order is known by. */
async function buy(world: World, actor: Actor, productId: string, address: object, isCash: boolean): Promise<string> {
  const ask = (name: string, method: string, path: string, body?: object) =>
    settle(world, name, () => actor.call(`parcel: ${name}`, method, path, { body }))
  await ask('add', 'GET', `/api/cart/add/${productId}`)
  if (isCash) {
    const { body, status } = await ask('cash', 'POST', '/api/order/cash', { address })
    if (status !== 201) throw new Error(`an order for cash was answered with ${status}: ${JSON.stringify(body)}`)
    return String(body._id)
  }
  const { body: started } = await ask('start', 'POST', '/api/payment/create/orderId', { address })
  const paying = { order_id: started.id, outcome: 'success', webhook: false }
  const proof = proofIn(await ask('pay', 'POST', '/sandbox/razorpay/pay', paying))
  const { status, body } = await ask('verify', 'POST', '/api/payment/api/payment/verify', proof)
  if (status !== 200) throw new Error(`a purchase was answered with ${status}: ${JSON.stringify(body)}`)
  return String(started.id)
}

/** Places orders, some of them for cash, each by the story that its parcel will have. */
export async function placeOrders(world: World, db: Db, random: Random, count: number): Promise<PlayedParcel[]> {
  const { id: productId } = await addProduct(db, { pricePaise: 149_900, stock: count + AT_ONCE })
  const placed: { key: string; isCash: boolean }[] = []
  await Promise.all(
    Array.from({ length: Math.min(AT_ONCE, count) }, async (_, group) => {
      const buyer = await addActor(world, db, 'customer', random.branch(`gets parcels ${group}`))
      for (let index = group; index < count; index += AT_ONCE) {
        const isCash = index < MOST_FOR_CASH && index % 3 === 0
        const place = { city: 'Mysuru', state: 'Karnataka', pincode: '570001' }
        const [phone, street] = [String(9_700_000_000 + index), `${index}, Lake View Road`]
        // Whoever pays at the door has two open orders at most.
        const actor = isCash ? await addActor(world, db, 'customer', random.branch(`pays ${index}`)) : buyer
        placed.push({
          key: await buy(world, actor, productId, { fullName: 'Asha Rao', phone, street, ...place }, isCash),
          isCash,
        })
      }
    }),
  )
  const { rows } = await sql<{ id: string; key: string }>`
    select id, coalesce(provider_order_id, id) as key from orders`.execute(db)
  const ids = new Map(rows.map(({ id, key }) => [key, id]))
  return placed.map(({ key, isCash }, index) => ({
    orderId: ids.get(key) ?? key,
    isCash,
    story: index % PARCEL_STORIES.length,
  }))
}
