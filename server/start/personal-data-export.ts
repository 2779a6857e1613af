import type { Shop } from '#server/start/shop.ts'

import { MAX_LIST } from '#contract/catalogue/lists/list-limits.ts'
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
import { listOwnReturns } from '#server/returns/service.ts'
import { listReviewsOf } from '#server/reviews/service.ts'
import { getStoreCredit } from '#server/accounts/store-credit/service.ts'
import { listStockRequests, listWishlist } from '#server/cart/wishlist/service.ts'

/**
 * Everything that the shop has stored about a customer. Messages are found by the e-mail address, so only the owner of
 * a confirmed one gets them.
 */
export async function personalDataExport({ db, settings }: Shop, userId: string): Promise<object> {
  const user = await getUser(db, userId)
  const hasConfirmed = await isEmailConfirmed(db, userId)
  return {
    about: `What ${settings.current().shopName} has stored about you, as of ${new Date().toISOString()}. Of your password it has only a hash.`,
    account: { ...user, isEmailConfirmed: hasConfirmed },
    emailChanges: await listEmailChanges(db, userId),
    logins: await listSessionTimes(db, userId),
    passkeys: await listPasskeys(db, { userId, audience: 'customer' }),
    addresses: await listSavedAddresses(db, userId, MAX_LIST),
    orders: await listCustomerOrders(db, userId),
    storeCredit: await getStoreCredit(db, userId),
    returns: await listOwnReturns(db, userId),
    reviews: await listReviewsOf(db, userId),
    cart: await getCart(db, userId, settings.current()),
    wishlist: await listWishlist(db, userId),
    stockRequests: await listStockRequests(db, userId),
    messages: hasConfirmed ? await listMessagesOf(db, user.email) : [],
  }
}
