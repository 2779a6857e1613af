import type { Cart } from '#contract/cart/cart.ts'
import { formatTotal } from '#contract/units/money.ts'

/** Rows of a list of sums: what the lines cost, and what an offer takes off. */
export function DiscountRows({ discount: { subtotal, amount, reason } }: { discount: NonNullable<Cart['discount']> }) {
  return (
    <>
      <dt className="text-muted">Subtotal</dt>
      <dd className="text-end">{formatTotal(subtotal)}</dd>
      <dt className="wrap-anywhere text-muted">
        Discount <span className="block text-sm text-ink">{reason}</span>
      </dt>
      <dd className="text-end">{`−${formatTotal(amount)}`}</dd>
    </>
  )
}
