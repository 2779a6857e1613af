import { Link } from 'react-router'

import { formatTotal } from '#contract/units/money.ts'

/** Leads to a customer's store credit; nothing for who has never had some. */
export function CreditLink({ credit }: { credit: { balance: number; movements: readonly unknown[] } | undefined }) {
  if (!credit || credit.movements.length === 0) return null
  return (
    <p className="border-b border-line">
      <Link
        to="/user-profile/store-credit"
        className="flex min-h-11 items-center justify-between text-sm font-semibold"
      >
        <span>Store credit</span>
        <span className="price">{formatTotal(credit.balance)}</span>
      </Link>
    </p>
  )
}
