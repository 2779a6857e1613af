import { useEffect, useState } from 'react'
import { Link } from 'react-router'

import { Card } from '#app/admin/orders/detail-card.tsx'
import { ReturnedPieces } from '#app/admin/returns/return-columns.tsx'
import { RETURNS } from '#app/admin/returns/return-list-view.ts'
import { ReturnStatusBadge } from '#app/admin/returns/return-status-badge.tsx'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { formatTotal } from '#contract/units/money.ts'
import type { StaffOrder } from '#contract/orders/orders.ts'
import { isDelivered } from '#contract/states/return-states.ts'
import type { StaffReturn } from '#contract/returns/returns.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'

/** The returns of an order, the newest first; nothing where it has none. It is read again whenever the order was. */
export function ReturnsOfOrder({ order }: { order: StaffOrder }) {
  const [returns, setReturns] = useState<readonly StaffReturn[]>([])
  useEffect(() => {
    // The order is whole without them.
    browserApi.listReturns({ search: order._id }).then(
      ({ items }) => setReturns(items),
      () => undefined,
    )
  }, [order])
  if (returns.length === 0) return null
  return (
    <Card title="Returns">
      <ul className="grid gap-4 text-sm">
        {returns.map(({ _id, status, lines, refund, timeline }) => (
          <li key={_id} className="grid gap-2">
            <span className="flex flex-wrap items-center justify-between gap-2">
              <Link className="link" to={`${RETURNS}/${_id}`}>
                {`Return #${shortIdOf(_id)}`}
              </Link>
              <ReturnStatusBadge status={status} />
            </span>
            <ReturnedPieces lines={lines} />
            {isDelivered({ status, timeline }) && (
              <span>The parcel has reached the customer after all, and its money stays.</span>
            )}
            {refund && refund.due > 0 && <span>{`${formatTotal(refund.due)} to give back`}</span>}
          </li>
        ))}
      </ul>
    </Card>
  )
}
