import { Link } from 'react-router'

import { formatDateTime } from '#app/ui/format-date.ts'
import type { AdminProduct } from '#contract/catalogue/admin-catalogue.ts'
import { formatRupees } from '#contract/units/money.ts'

/** Says which sale reduces a product now: its form has the prices that stand without it. */
export function SaleNote({ product: { sale } }: { product: Pick<AdminProduct, 'sale'> }) {
  if (!sale) return null
  return (
    <p className="notice my-6" role="status">
      <span>{`Customers pay ${formatRupees(sale.price)} until ${formatDateTime(sale.endsAt)} by the sale `}</span>
      <Link className="link" to={`/admin/sales/${encodeURIComponent(sale._id)}`}>
        {sale.title}
      </Link>
      <span>. The prices below are those without it.</span>
    </p>
  )
}
