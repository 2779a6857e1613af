import { z } from 'zod'

import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/shop.ts'

import { SavedAddresses } from '#contract/orders.ts'
import { id } from '#contract/shapes.ts'
import { route } from '#server/http/route.ts'
import { listSavedAddresses, removeSavedAddress } from '#server/orders/checkout/saved-addresses.ts'

/** The addresses that a customer is offered at the checkout. */
export function registerSavedAddresses(api: ShopServer, { db }: Shop): void {
  route(
    api,
    {
      method: 'GET',
      path: '/order/addresses',
      audience: 'customer',
      summary: "Where one's own orders went, the latest first",
      answer: SavedAddresses,
    },
    async ({ user }) => ({ addresses: await listSavedAddresses(db, user.id) }),
  )
  route(
    api,
    {
      method: 'DELETE',
      path: '/order/addresses/:addressId',
      audience: 'customer',
      summary: 'Offers an address no more; the orders that went there keep it',
      params: z.object({ addressId: id }),
      answer: SavedAddresses,
      errors: ['not_found'],
    },
    async ({ user, params: { addressId } }) => {
      await removeSavedAddress(db, { userId: user.id, addressId })
      return { addresses: await listSavedAddresses(db, user.id) }
    },
  )
}
