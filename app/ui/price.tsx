import { VisuallyHidden } from './visually-hidden.tsx'

import { formatRupees } from '#contract/money.ts'

interface PriceProps {
  /** Rupees. */
  price: number
  /** Rupees; the price that is paid, if there is a discount. */
  discountedPrice?: number | undefined
  className?: string | undefined
}

/** The price that is paid, and beside it the price before the discount, struck through. */
export function Price({ price, discountedPrice, className = '' }: PriceProps) {
  const isReduced = discountedPrice !== undefined && discountedPrice < price
  return (
    <span className={`price ${className}`}>
      <VisuallyHidden>Price </VisuallyHidden>
      <span>{formatRupees(discountedPrice ?? price)}</span>
      {isReduced && (
        <>
          <span> </span>
          <VisuallyHidden>MRP </VisuallyHidden>
          <s>{formatRupees(price)}</s>
        </>
      )}
    </span>
  )
}
