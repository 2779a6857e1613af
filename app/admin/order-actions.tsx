import { useTask } from '#app/ui/use-task.ts'
import { Button } from '#app/ui/button.tsx'
import { NEXT_STATUSES, type OrderStatus } from '#contract/order-states.ts'
import type { Order } from '#contract/orders.ts'

const STEPS: Record<
  Exclude<OrderStatus, 'order placed'>,
  { label: string; variant: 'primary' | 'outline' | 'danger' }
> = {
  shipped: { label: 'Ship', variant: 'primary' },
  delivered: { label: 'Deliver', variant: 'primary' },
  cancelled: { label: 'Cancel', variant: 'danger' },
}
const FINAL_WORDS: Partial<Record<OrderStatus, string>> = { delivered: 'Items Delivered', cancelled: 'Order Cancelled' }

interface OrderActionsProps {
  order: Order
  onStep(order: Order, to: OrderStatus): Promise<void>
}

/** Only the steps that an order may take next, or the word that says that there is none. */
export function OrderActions({ order, onStep }: OrderActionsProps) {
  const { isBusy, run } = useTask()
  const final = FINAL_WORDS[order.status]
  if (final) {
    return (
      <span className={order.status === 'cancelled' ? 'text-status-cancelled line-through' : 'text-status-delivered'}>
        {final}
      </span>
    )
  }
  return (
    <div className="flex flex-wrap gap-2">
      {NEXT_STATUSES[order.status].map((to) => {
        if (to === 'order placed') return null
        const { label, variant } = STEPS[to]
        return (
          <Button
            key={to}
            variant={variant}
            isSmall
            disabled={isBusy}
            onClick={() => void run(() => onStep(order, to))}
          >
            {label}
          </Button>
        )
      })}
    </div>
  )
}
