import { orderPath } from '#app/orders/order-path.ts'
import { formatDateTime } from '#app/ui/format-date.ts'
import type { Order } from '#contract/orders.ts'

const COLOURS = {
  placed: 'text-status-placed',
  shipped: 'text-status-shipped',
  delivered: 'text-status-delivered',
  cancelled: 'text-status-cancelled',
} as const

function aheadWord({ payment }: Order): string {
  if (payment === 'refund failed') return 'held up'
  return payment === 'refund pending' ? 'on its way' : 'still ahead'
}

/** The steps of an order with their dates. Steps ahead have a dashed line. */
export function OrderTimeline({ order }: { order: Order }) {
  return (
    <ol className="order-path" aria-label="What has happened so far, and what comes">
      {orderPath(order).map(({ word, tone, at }) => (
        <li key={word} className={COLOURS[tone]} data-ahead={at === undefined ? '' : undefined}>
          <p className="text-sm font-semibold text-ink">
            {word}{' '}
            {at === undefined ? (
              <span className="block font-normal text-muted">{aheadWord(order)}</span>
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
