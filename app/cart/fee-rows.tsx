import { isShippedFree } from '#contract/cart/fees.ts'
import type { FeeLine } from '#contract/cart/fees.ts'
import { formatTotal } from '#contract/units/money.ts'

/** Rows of a list of sums: what is paid beside the goods. */
export function FeeRows({ fees = [] }: { fees: readonly FeeLine[] | undefined }) {
  return (
    <>
      {isShippedFree(fees) && (
        <>
          <dt className="text-muted">Shipping</dt>
          <dd className="text-end">Free</dd>
        </>
      )}
      {fees.map(({ kind, name, amount }) => (
        <div key={kind} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="text-end">{formatTotal(amount)}</dd>
        </div>
      ))}
    </>
  )
}
