import type { CourierService } from '#server/orders/couriers/courier-service.ts'

import { CourierRefused } from '#server/orders/couriers/courier-errors.ts'
import { UnreadableCourierEvent } from '#server/orders/couriers/courier-service.ts'

const refuse = async (): Promise<never> => {
  throw new CourierRefused('No courier service is set up. Hand the parcel to a courier, and enter its number.')
}

/**
 * The shop brings its parcels to a courier by itself and enters their numbers: nobody is asked, and nobody tells
 * anything.
 */
export const BY_HAND: CourierService = {
  name: 'by hand',
  isSandbox: false,
  webhookSecrets: [],
  book: refuse,
  bookReturn: refuse,
  pickUp: refuse,
  getLabelLink: refuse,
  cancel: async () => undefined,
  track: async () => [],
  readEvent() {
    throw new UnreadableCourierEvent('No courier service is set up.')
  },
}
