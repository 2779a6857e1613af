import type { Cart } from '#contract/cart/cart.ts'
import { discountText } from '#contract/cart/offer-discount.ts'
import { formatTotal } from '#contract/units/money.ts'

/** Rows of a list of sums: what the lines cost, and what an offer takes off or saves. */
export function DiscountRows({ discount }: { discount: NonNullable<Cart['discount']> }) {
  return (
    <>
      <dt className="text-muted">Subtotal</dt>
      <dd className="text-end">{formatTotal(discount.subtotal)}</dd>
      <dt className="wrap-anywhere text-muted">
        Discount <span className="block text-sm text-ink">{discount.reason}</span>
      </dt>
      <dd className="text-end">{discountText(discount)}</dd>
    </>
  )
}
