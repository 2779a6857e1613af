interface KnownPrices {
  price: number
  discountedPrice?: number | undefined
  lowestPrice?: number | undefined
}

interface ShownPrices {
  price: number
  discountedPrice?: number | undefined
  /** What the struck price is, where it is not the price itself. */
  struckAs?: string
}

/**
 * The prices that a page shows of a product. Where the owner wants it, the struck one is the lowest of the 30 days
 * before the present price, and nothing is struck that was not dearer then. Without earlier prices it is the price.
 */
export function shownPrices(
  { price, discountedPrice, lowestPrice }: KnownPrices,
  { strikesLowestPrice }: { strikesLowestPrice?: true },
): ShownPrices {
  if (!strikesLowestPrice || discountedPrice === undefined || lowestPrice === undefined) {
    return { price, discountedPrice }
  }
  if (lowestPrice <= discountedPrice) return { price: discountedPrice }
  return { price: lowestPrice, discountedPrice, struckAs: 'Lowest in 30 days' }
}
