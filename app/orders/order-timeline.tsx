import { TONE_COLOURS, type Tone } from '#app/ui/status-badge.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import { formatTotal } from '#contract/money.ts'
import { counted } from '#contract/wordings/counted.ts'
import { nextStatuses, STATUS_FACTS, type OrderStatus } from '#contract/orders/order-states.ts'
import type { Order } from '#contract/orders/orders.ts'

/** A step of an order's timeline: reached at `at`, or still ahead. */
interface TimelineStep {
  word: string
  tone: Tone
  at: string | undefined
}

function stepOf(status: OrderStatus, at: string | undefined): TimelineStep {
  const { stepLabel, tone } = STATUS_FACTS[status]
  return { word: stepLabel, tone, at }
}

function stepsAhead(status: OrderStatus): OrderStatus[] {
  const next = nextStatuses(status).find((one) => STATUS_FACTS[one].parcel !== 'none')
  return next ? [next, ...stepsAhead(next)] : []
}

const inTime = ({ at: one = '' }: TimelineStep, { at: other = '' }: TimelineStep) => Date.parse(one) - Date.parse(other)

/** The steps of an order: those reached, those ahead, and its refunds but for those that failed where they were made. */
export function timelineSteps({
  status,
  timeline,
  refunds,
  cancellations = [],
}: Pick<Order, 'status' | 'timeline' | 'refunds' | 'cancellations'>): TimelineStep[] {
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
  return (
    <ol className="order-path" aria-label="What has happened so far, and what comes">
      {timelineSteps(order).map(({ word, tone, at }, place) => (
        <li key={`${place} ${word}`} className={TONE_COLOURS[tone]} data-ahead={at === undefined ? '' : undefined}>
          <p className="text-sm font-semibold text-ink">
            {/* oxlint-disable-next-line layers/text-stands-alone -- the key has the word, so the text never changes */}
            {`${word} `}
            {at === undefined ? (
              <span className="block font-normal text-muted">{aheadWord(word, order)}</span>
            ) : (
              <time dateTime={at} className="block font-normal text-muted tabular-nums">
                {formatDateTime(at)}
              </time>
            )}
          </p>
        </li>
      ))}
    </ol>
  )
}
