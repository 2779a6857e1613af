import { formatRupees, paidPrice, rupeesLeft } from '#contract/units/money.ts'
import type { WishlistEntry } from '#contract/cart/wishlist.ts'

/** By how much a product on the wishlist has become cheaper since it was saved; undefined unless it has. */
export function priceDropNote({ price, product }: WishlistEntry): string | undefined {
  const less = product ? rupeesLeft(price, paidPrice(product)) : 0
  return less > 0 ? `${formatRupees(less)} less than when you saved it` : undefined
}
