import { formatDateTime } from '#app/ui/format-date.ts'
import { formatTotal } from '#contract/units/money.ts'
import type { DisputeStatus } from '#contract/states/order-states.ts'
import type { OrderDetail } from '#contract/orders/orders.ts'

const DISPUTES: Record<DisputeStatus, string> = {
  open: 'open: the order is not shipped, and nothing is paid back, until it is decided',
  'under review': 'under review: the order is not shipped, and nothing is paid back, until it is decided',
  'action required':
    'waiting for your evidence, in the provider’s dashboard; until it is decided nothing is shipped or paid back',
  closed: 'closed',
  won: 'won: the money stays',
  lost: 'lost: the bank took the money back, so nothing is shipped, and nothing is paid back a second time',
}

/** The payment disputes of an order. One that is not decided yet stops shipping and refunds. */
export function OrderDisputes({ disputes }: Pick<OrderDetail, 'disputes'>) {
  return disputes.map(({ _id, status, amount, reason, at }) => (
    <div key={_id} className="error-summary mt-6" role="note" aria-label="Dispute">
      <p>
        The buyer’s bank disputes <span>{formatTotal(amount)}</span> of this payment since{' '}
        <span>{formatDateTime(at)}</span>. The dispute is <span>{DISPUTES[status]}</span>.
      </p>
      <p className="mt-1 text-sm">
        <code>{_id}</code>
        <span>{` ${reason.replaceAll('_', ' ')}`}</span>
      </p>
    </div>
  ))
}
