import { OrderStatusBadge } from '#app/orders/order-status-badge.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import type { OrderDetail } from '#contract/orders/orders.ts'

/** The steps that an order has taken, by whom each, and why it was cancelled. */
export function OrderSteps({ order, actors, cancelReason }: Pick<OrderDetail, 'order' | 'actors' | 'cancelReason'>) {
  return (
    <ol className="timeline wrap-anywhere">
      {order.timeline.map(({ status, at }) => (
        <li key={status}>
          <OrderStatusBadge status={status} />
          <span className="mt-1 block text-sm tabular-nums text-muted">
            {`${formatDateTime(at)} · ${actors.find((actor) => actor.status === status)?.name ?? 'the shop itself'}`}
          </span>
          {status === 'cancelled' && cancelReason !== null && (
            <span className="block text-sm">{`Reason: ${cancelReason}`}</span>
          )}
        </li>
      ))}
    </ol>
  )
}
