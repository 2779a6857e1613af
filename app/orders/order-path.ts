import type { Tone } from '#app/ui/badge.tsx'
import { formatTotal } from '#contract/money.ts'
import { NEXT_STATUSES, type OrderStatus } from '#contract/order-states.ts'
import type { Order } from '#contract/orders.ts'

/** A step of an order's timeline: reached at `at`, or still ahead. */
export interface PathStep {
  word: string
  tone: Tone
  at: string | undefined
}

const STEPS: Record<OrderStatus, Omit<PathStep, 'at'>> = {
  'order placed': { word: 'Placed', tone: 'placed' },
  shipped: { word: 'Shipped', tone: 'shipped' },
  delivered: { word: 'Delivered', tone: 'delivered' },
  cancelled: { word: 'Cancelled', tone: 'cancelled' },
}

function stepsAhead(status: OrderStatus): OrderStatus[] {
  const next = NEXT_STATUSES[status].find((one) => one !== 'cancelled')
  return next ? [next, ...stepsAhead(next)] : []
}

/** The steps of an order: those reached, those ahead, and the refund of a cancelled order. */
export function orderPath({ status, timeline, refund }: Pick<Order, 'status' | 'timeline' | 'refund'>): PathStep[] {
  return [
    ...timeline.map((taken) => ({ ...STEPS[taken.status], at: taken.at })),
    ...stepsAhead(status).map((ahead) => ({ ...STEPS[ahead], at: undefined })),
    ...(refund
      ? [
          {
            word: `Refund of ${formatTotal(refund.amount)}`,
            tone: 'delivered' as const,
            at: refund.doneAt ?? undefined,
          },
        ]
      : []),
  ]
}
