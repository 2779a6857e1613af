import { z } from 'zod'

import { User } from '#contract/accounts/accounts.ts'
import { SavedAddress } from '#contract/schemas/address.ts'
import { time } from '#contract/schemas/basic-schemas.ts'
import { StoreCredit } from '#contract/accounts/store-credit.ts'
import { Cart } from '#contract/cart/cart.ts'
import { Order } from '#contract/orders/orders.ts'
import { StockRequest, WishlistEntry } from '#contract/cart/wishlist.ts'

/**
 * The file with everything that the shop has stored about a customer; `server/start/personal-data-export.ts` fills it.
 */
export const PersonalData = z.looseObject({
  /** A sentence that says what this is and of when. */
  about: z.string(),
  account: User.extend({ isEmailConfirmed: z.boolean() }),
  emailChanges: z.array(z.looseObject({ email: z.string(), at: time, isOld: z.boolean() })),
  logins: z.array(z.looseObject({ createdAt: time, seenAt: time, expiresAt: time })),
  passkeys: z.array(z.looseObject({ name: z.string(), createdAt: time, lastUsedAt: time.nullable() })),
  addresses: z.array(SavedAddress),
  orders: z.array(Order),
  storeCredit: StoreCredit,
  reviews: z.array(z.looseObject({ product: z.string(), rating: z.number().int(), text: z.string(), createdAt: time })),
  cart: Cart,
  wishlist: z.array(WishlistEntry),
  stockRequests: z.array(StockRequest),
  /** Empty while the address is not confirmed, because messages are found by it. */
  messages: z.array(z.looseObject({ email: z.string(), subject: z.string(), message: z.string() })),
})
