import { z } from 'zod'

import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/start/shop.ts'

import { AddressChange, SizeChange } from '#contract/orders/order-changes.ts'
import { StaffOrderAnswer } from '#contract/orders/orders.ts'
import { id } from '#contract/schemas/basic-schemas.ts'
import { CATALOGUE } from '#server/cache/tags.ts'
import { route } from '#server/http/route.ts'
import { changeAddress } from '#server/orders/order-changes/change-address.ts'
import { changeSize } from '#server/orders/order-changes/change-size.ts'
import { getOrder } from '#server/orders/get-order.ts'
import { orderFor } from '#server/orders/order-without-money.ts'

/** The administrators' calls that change an order before it leaves. */
export function registerOrderChanges(api: ShopServer, shop: Shop): void {
  const { db } = shop
  const OrderParams = z.object({ orderId: id })
  route(api, 'PUT /admin/orders/:orderId/size', {
    audience: 'admin',
    summary:
      'Gives pieces of an order that waits another size of their product, at what was paid for them; the other size is held, and theirs can be sold again',
    params: OrderParams,
    body: SizeChange,
    answer: StaffOrderAnswer,
    errors: ['not_found', 'conflict'],
    outdates: [CATALOGUE],
    handle: async ({ user, params: { orderId }, body }) => {
      await changeSize(db, { orderId, actorId: user.id, ...body })
      return { message: 'The size was changed.', order: orderFor(user.rights, await getOrder(db, orderId)) }
    },
  })
  route(api, 'PUT /admin/orders/:orderId/address', {
    audience: 'admin',
    summary: 'Sends an order that waits to another address, also one that is paid at the door. What was paid stays',
    params: OrderParams,
    body: AddressChange,
    answer: StaffOrderAnswer,
    errors: ['not_found', 'conflict'],
    handle: async ({ user, params: { orderId }, body }) => {
      await changeAddress(shop, { orderId, actorId: user.id, ...body })
      return { message: 'The address was changed.', order: orderFor(user.rights, await getOrder(db, orderId)) }
    },
  })
}
