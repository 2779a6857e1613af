import { z } from 'zod'

import type { Shop } from '#server/start/shop.ts'

import { SavedAddresses, SavedAddressesAnswer, SavedAddressInput } from '#contract/schemas/address.ts'
import { id, noBody } from '#contract/schemas/basic-schemas.ts'
import { route } from '#server/http/route.ts'
import type { ShopServer } from '#server/http/server.ts'
import {
  addSavedAddress,
  changeSavedAddress,
  chooseDefaultAddress,
  listSavedAddresses,
  removeSavedAddress,
} from '#server/orders/address-book/address-book.ts'

const AddressParams = z.object({ addressId: id })
const callsPerMinute = 60

/** The customer's address book, from which the checkout fills its form. */
export function registerSavedAddresses(api: ShopServer, shop: Shop): void {
  const { db } = shop
  const listOf = async (userId: string) => ({ addresses: await listSavedAddresses(db, userId) })

  route(api, 'GET /order/addresses', {
    audience: 'customer',
    summary: 'The addresses that the customer keeps, the default one first, then those of earlier orders',
    answer: SavedAddresses,
    handle: ({ user }) => listOf(user.id),
  })
  route(api, 'POST /order/addresses', {
    audience: 'customer',
    summary: 'Keeps an address; the same one is kept once',
    body: SavedAddressInput,
    answer: SavedAddressesAnswer,
    status: 201,
    callsPerMinute,
    errors: ['conflict'],
    handle: async ({ user, body }) => {
      await addSavedAddress(shop, user.id, body)
      return { message: 'Address saved.', ...(await listOf(user.id)) }
    },
  })
  route(api, 'PUT /order/addresses/:addressId', {
    audience: 'customer',
    summary: 'Puts an address in the place of another; the orders that went there keep the old one',
    params: AddressParams,
    body: SavedAddressInput,
    answer: SavedAddressesAnswer,
    callsPerMinute,
    errors: ['not_found', 'conflict'],
    handle: async ({ user, params, body }) => {
      await changeSavedAddress(shop, user.id, params.addressId, body)
      return { message: 'Address saved.', ...(await listOf(user.id)) }
    },
  })
  route(api, 'POST /order/addresses/:addressId/default', {
    audience: 'customer',
    summary: 'Makes an address the one that the checkout fills in first',
    params: AddressParams,
    body: noBody,
    answer: SavedAddressesAnswer,
    callsPerMinute,
    errors: ['not_found', 'conflict'],
    handle: async ({ user, params }) => {
      await chooseDefaultAddress(db, user.id, params.addressId)
      return { message: 'This is your default address now.', ...(await listOf(user.id)) }
    },
  })
  route(api, 'DELETE /order/addresses/:addressId', {
    audience: 'customer',
    summary: 'Offers an address no more; the orders that went there keep it',
    params: AddressParams,
    answer: SavedAddresses,
    errors: ['not_found'],
    handle: async ({ user, params }) => {
      await removeSavedAddress(db, user.id, params.addressId)
      return listOf(user.id)
    },
  })
}
