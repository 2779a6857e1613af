import { restAfter } from '#app/store-credit/usable-credit.ts'
import { formatTotal } from '#contract/units/money.ts'

/** Rows of a list of sums: what store credit pays, and what is left to be paid; nothing where it pays nothing. */
export function CreditRows({ credit, total }: { credit: number; total: number }) {
  if (credit === 0) return null
  return (
    <>
      <dt className="text-muted">Store credit</dt>
      <dd className="text-end">{`−${formatTotal(credit)}`}</dd>
      <dt className="font-semibold">To pay</dt>
      <dd className="price text-end text-lg">{formatTotal(restAfter(credit, total))}</dd>
    </>
  )
}
