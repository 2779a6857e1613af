import { StepPath, type PathStep } from '#app/orders/step-path.tsx'
import { formatTotal } from '#contract/units/money.ts'
import { counted } from '#contract/words/counted.ts'
import { nextStatuses, STATUS_FACTS, type OrderStatus } from '#contract/states/order-states.ts'
import type { Order } from '#contract/orders/orders.ts'

function stepOf(status: OrderStatus, at: string | undefined): PathStep {
  const { stepLabel, tone } = STATUS_FACTS[status]
  return { word: stepLabel, tone, at }
}

function stepsAhead(status: OrderStatus): OrderStatus[] {
  const next = nextStatuses(status).find((one) => STATUS_FACTS[one].parcel !== 'none')
  return next ? [next, ...stepsAhead(next)] : []
}

const inTime = ({ at: one = '' }: PathStep, { at: other = '' }: PathStep) => Date.parse(one) - Date.parse(other)

/**
 * The steps of an order: those reached, those ahead, and its refunds but for those that failed where they were made.
 */
export function timelineSteps({
  status,
  timeline,
  refunds,
  cancellations = [],
}: Pick<Order, 'status' | 'timeline' | 'refunds' | 'cancellations'>): PathStep[] {
  const parts = cancellations.map(({ at, lines }) => ({
    word: `${counted(
      lines.reduce((sum, { quantity }) => sum + quantity, 0),
      'piece',
    )} cancelled`,
    tone: 'cancelled' as const,
    at,
  }))
  return [
    ...[...timeline.map((taken) => stepOf(taken.status, taken.at)), ...parts].toSorted(inTime),
    ...stepsAhead(status).map((ahead) => stepOf(ahead, undefined)),
    ...refunds
      .filter(({ isByShop, status: state }) => isByShop || state !== 'failed')
      .map(({ amount, doneAt }) => ({
        word: `Refund of ${formatTotal(amount)}`,
        tone: 'delivered' as const,
        at: doneAt ?? undefined,
      })),
  ]
}

function aheadWord(word: string, { payment }: Pick<Order, 'payment'>): string {
  if (!word.startsWith('Refund')) return 'still ahead'
  return payment === 'refund failed' ? 'held up' : 'on its way'
}

/** The steps of an order with their dates. Steps ahead have a dashed line. */
export function OrderTimeline({
  order,
}: {
  order: Pick<Order, 'status' | 'timeline' | 'refunds' | 'payment' | 'cancellations'>
}) {
  return <StepPath steps={timelineSteps(order)} aheadWord={(word) => aheadWord(word, order)} />
}
