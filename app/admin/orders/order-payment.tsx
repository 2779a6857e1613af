import { Card, Facts } from '#app/admin/orders/detail-card.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import { formatTotal } from '#contract/units/money.ts'
import type { OrderDetail } from '#contract/orders/orders.ts'

const CHARGES: Record<string, string> = {
  captured: 'Captured',
  authorized: 'Authorised, not captured yet',
  vouched: 'Signed by the buyer, not confirmed by the provider yet',
  failed: 'Failed',
}
const REFUNDS: Record<string, string> = {
  pending: 'Asked for',
  sent: 'On its way',
  processed: 'Paid back',
  failed: 'Failed: the money did not go back',
}

/** The payment of an order at the provider and its refunds, whoever made them; nothing where it is paid at the door. */
export function OrderPayment({ detail: { order, charge, refunds } }: { detail: OrderDetail }) {
  if (typeof order.payment === 'object') return null
  const isPaidByCredit = order.storeCredit?.used === order.totalAmount && order.totalAmount !== null
  return (
    <Card title="Payment">
      <Facts
        facts={[
          ...(order.totalAmount === null
            ? []
            : [['Total', <strong key="total">{formatTotal(order.totalAmount)}</strong>] as const]),
          ...(order.storeCredit
            ? ([
                ['Store credit', formatTotal(order.storeCredit.used)],
                ...(order.storeCredit.returned > 0
                  ? ([['of it came back', formatTotal(order.storeCredit.returned)]] as const)
                  : []),
              ] as const)
            : []),
          ...(isPaidByCredit
            ? []
            : ([
                ['State', charge ? (CHARGES[charge.status] ?? charge.status) : 'No payment'],
                ['Provider order', <code key="order">{order.orderId}</code>],
                ['Payment', charge ? <code key="payment">{charge._id}</code> : '–'],
              ] as const)),
          ...(charge ? ([['Since', formatDateTime(charge.at)]] as const) : []),
        ]}
      />
      {refunds.map((refund, place) => (
        <div key={refund._id ?? place} className="mt-4 border-t border-line pt-4">
          <h3 className="mb-2 font-semibold">Refund</h3>
          <Facts
            facts={[
              ['Amount', <strong key="amount">{formatTotal(refund.amount)}</strong>],
              ['State', REFUNDS[refund.status] ?? refund.status],
              ['Made by', refund.isByShop ? 'the shop' : 'hand, at the provider'],
              ['Reason', refund.reason],
              ['Refund', refund._id ? <code key="refund">{refund._id}</code> : 'not known yet'],
              ['Since', formatDateTime(refund.at)],
            ]}
          />
        </div>
      ))}
    </Card>
  )
}
