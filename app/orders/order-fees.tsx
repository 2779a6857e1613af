import type { FeeLine } from '#contract/cart/fees.ts'
import { formatTotal } from '#contract/units/money.ts'

/** Lines below the goods of an order: what was paid beside them. */
export function OrderFees({ fees = [], className }: { fees: readonly FeeLine[] | undefined; className: string }) {
  return fees.map(({ kind, name, amount }) => (
    <p key={kind} className={`${className} flex justify-between gap-4 border-t border-line text-sm`}>
      <span>{`${name} `}</span>
      <span className="price">{formatTotal(amount)}</span>
    </p>
  ))
}
