import { VisuallyHidden } from './visually-hidden.tsx'

import { formatRupees } from '#contract/units/money.ts'

interface PriceProps {
  /** Rupees. */
  price: number
  /** Rupees; the price that is paid, if there is a discount. */
  discountedPrice?: number | undefined
  /** What the struck price is, said before it in small print; the MRP unless given. */
  struckAs?: string | undefined
  className?: string | undefined
}

/**
 * The price that is paid, and beside it the price before the discount, struck through. It looks as `.price` in
 * `typography.css` says.
 */
export function Price({ price, discountedPrice, struckAs, className = '' }: PriceProps) {
  const isReduced = discountedPrice !== undefined && discountedPrice < price
  return (
    <span className={`price ${className}`}>
      <VisuallyHidden>Price </VisuallyHidden>
      <span>{formatRupees(discountedPrice ?? price)}</span>
      {isReduced && (
        <>
          <span> </span>
          {struckAs ? (
            <small>
              <span>{`${struckAs} `}</span>
              <s>{formatRupees(price)}</s>
            </small>
          ) : (
            <>
              <VisuallyHidden>MRP </VisuallyHidden>
              <s>{formatRupees(price)}</s>
            </>
          )}
        </>
      )}
    </span>
  )
}
