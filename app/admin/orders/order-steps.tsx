import { OrderStatusBadge } from '#app/orders/order-status-badge.tsx'
import { StatusBadge } from '#app/ui/status-badge.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import type { OrderDetail } from '#contract/orders/orders.ts'
import { counted } from '#contract/words/counted.ts'

interface Step {
  key: string
  badge: React.ReactNode
  at: string
  name: string | null | undefined
  reason: string | null
}

/** The steps of an order and the cancelling of its pieces, as they came. */
function stepsOf({ order, actors, cancelReason, cancelNotes }: StepsProps): Step[] {
  const statuses = order.timeline.map(({ status, at }) => ({
    key: status,
    badge: <OrderStatusBadge status={status} />,
    at,
    name: actors.find((actor) => actor.status === status)?.name,
    reason: status === 'cancelled' ? cancelReason : null,
  }))
  const parts = (order.cancellations ?? []).map(({ at, lines }, place) => ({
    key: at,
    badge: (
      <StatusBadge tone="cancelled">{`${counted(
        lines.reduce((sum, { quantity }) => sum + quantity, 0),
        'piece',
      )} cancelled`}</StatusBadge>
    ),
    at,
    name: cancelNotes[place]?.name,
    reason: cancelNotes[place]?.reason ?? null,
  }))
  return [...statuses, ...parts].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

type StepsProps = Pick<OrderDetail, 'order' | 'actors' | 'cancelReason' | 'cancelNotes'>

/** The steps that an order has taken, by whom each, and why it or pieces of it were cancelled. */
export function OrderSteps(props: StepsProps) {
  return (
    <ol className="timeline wrap-anywhere">
      {stepsOf(props).map(({ key, badge, at, name, reason }) => (
        <li key={key}>
          {badge}
          <span className="mt-1 block text-sm tabular-nums text-muted">
            {`${formatDateTime(at)} · ${name ?? 'the shop itself'}`}
          </span>
          {reason !== null && <span className="block text-sm">{`Reason: ${reason}`}</span>}
        </li>
      ))}
    </ol>
  )
}
