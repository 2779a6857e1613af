import { formatRupees, paidPrice } from '#contract/units/money.ts'
import type { WishlistEntry } from '#contract/cart/wishlist.ts'

/** By how much a product on the wishlist has become cheaper since it was saved; undefined unless it has. */
export function priceDropNote({ price, product }: WishlistEntry): string | undefined {
  const paise = product ? Math.round((price - paidPrice(product)) * 100) : 0
  return paise > 0 ? `${formatRupees(paise / 100)} less than when you saved it` : undefined
}
