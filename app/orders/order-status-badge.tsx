import { StatusBadge } from '#app/ui/status-badge.tsx'
import { STATUS_FACTS, type OrderStatus } from '#contract/states/order-states.ts'

/** The badge of an order's status. */
export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  const { tone, label } = STATUS_FACTS[status]
  return <StatusBadge tone={tone}>{label}</StatusBadge>
}
