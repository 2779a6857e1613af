import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/start/shop.ts'

import { Delivery, PinParams } from '#contract/delivery/delivery.ts'
import { findDelivery, notServed, pinAsked } from '#server/delivery/service.ts'
import { missing } from '#server/errors.ts'
import { route } from '#server/http/route.ts'

/** Where and until when the shop delivers, from memory. */
export function registerDelivery(api: ShopServer, shop: Shop): void {
  route(api, 'GET /delivery/:pin', {
    audience: 'public',
    summary:
      'What the shop promises to a PIN code now: how it can be paid, until which day the parcel arrives, and the fee',
    params: PinParams,
    answer: Delivery,
    errors: ['not_found'],
    handle: ({ params }) => {
      const pin = pinAsked('pin', params.pin)
      const found = findDelivery(shop, pin, new Date())
      if (!found) throw missing(notServed(pin))
      return found
    },
  })
}
