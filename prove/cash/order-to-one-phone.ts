import type { CashCustomer, CashShop } from '#prove/cash/cash-shop.ts'

import { emptyCart, fillCart, OPEN_AT_ONCE, readOrder } from '#prove/cash/cash-customer.ts'
import { make } from '#prove/cash/cash-moves.ts'
import { addressOf, settle } from '#prove/cash/cash-shop.ts'

const CALLS = 1000
const PHONE = '9700000001'

/**
 * A thousand orders for cash to one phone at the same moment, from every account in several tabs: as many may come of
 * them as may be open. They are cancelled, so that nothing of them is left but what the records say.
 */
export async function orderToOnePhone(shop: CashShop, customers: readonly CashCustomer[]): Promise<void> {
  const crowd = customers.map((customer, at) => ({ ...customer, phone: PHONE, street: `${at}, Crowded Lane` }))
  const carts = await Promise.all(crowd.map(async (customer) => ({ customer, lines: await fillCart(shop, customer) })))
  const calls = carts.filter(({ lines }) => lines.length > 0)
  const answered = await Promise.all(
    calls.map(async ({ customer, lines }) => {
      const place = () => {
        const body = { address: addressOf(customer, customer.actor.random) }
        return customer.actor.call('cash: one phone', 'POST', '/api/order/cash', { body })
      }
      const tabs = Array.from({ length: Math.ceil(CALLS / calls.length) }, () =>
        settle(shop.world, 'an order to one phone', place),
      )
      return readOrder(shop, customer, lines, await Promise.all(tabs))
    }),
  )
  const placed = answered.flatMap((order) => order ?? [])
  if (placed.length > OPEN_AT_ONCE) shop.world.faults.push(`${placed.length} orders for cash of one phone were placed`)
  for (const order of placed) {
    shop.orders.set(order.id, order)
    const { status } = await make({ shop, order, admin: order.customer.actor.random.pick(shop.admins) }, 'cancel')
    if (status !== 200) shop.world.faults.push(`the order ${order.id} could not be cancelled: ${status}`)
  }
  for (const { customer } of carts) await emptyCart(shop, customer)
}
