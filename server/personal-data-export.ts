import type { JsonPart } from '#server/http/json-stream.ts'
import type { Shop } from '#server/shop.ts'

import { MAX_LIST } from '#contract/list-options.ts'
import {
  getUser,
  isEmailConfirmed,
  listEmailChanges,
  listPasskeys,
  listSessionTimes,
} from '#server/accounts/service.ts'
import { getCart } from '#server/cart/service.ts'
import { listMessagesOf } from '#server/contacts/service.ts'
import { listCustomerOrders, listSavedAddresses } from '#server/orders/service.ts'
import { listReviewsOf } from '#server/reviews/service.ts'
import { listStockRequests, listWishlist } from '#server/wishlist/service.ts'

/**
 * Everything that the shop has stored about a customer, part by part. Messages are found by the e-mail address, so only the owner of a
 * confirmed one gets them.
 */
export const personalDataExport = ({ db, settings }: Shop, userId: string): JsonPart[] => [
  [
    'about',
    () =>
      `What ${settings.current().shopName} has stored about you, as of ${new Date().toISOString()}. Of your password it has only a hash.`,
  ],
  ['account', async () => ({ ...(await getUser(db, userId)), isEmailConfirmed: await isEmailConfirmed(db, userId) })],
  ['emailChanges', () => listEmailChanges(db, userId)],
  ['logins', () => listSessionTimes(db, userId)],
  ['passkeys', () => listPasskeys(db, { userId, audience: 'customer' })],
  ['addresses', () => listSavedAddresses(db, userId, MAX_LIST)],
  ['orders', () => listCustomerOrders(db, userId)],
  ['reviews', () => listReviewsOf(db, userId)],
  ['cart', () => getCart(db, userId)],
  ['wishlist', () => listWishlist(db, userId)],
  ['stockRequests', () => listStockRequests(db, userId)],
  [
    'messages',
    async () => ((await isEmailConfirmed(db, userId)) ? listMessagesOf(db, (await getUser(db, userId)).email) : []),
  ],
]
