import { Link } from 'react-router'

import { PickList } from '#app/admin/packing/pick-list.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { isPacked } from '#contract/orders/packing-check.ts'
import type { PackingOrder as Order } from '#contract/orders/packing.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { counted } from '#contract/words/counted.ts'

const addressOf = ({ _id }: Order) => `/admin/packing?order=${_id}`
const piecesOf = ({ lines }: Order) => lines.reduce((sum, { quantity }) => sum + quantity, 0)

function factsOf(order: Order): string {
  const parts = [counted(piecesOf(order), 'piece')]
  if (order.aside) parts.push(`put aside: ${order.aside.reason}`)
  else if (isPacked(order.lines)) parts.push('packed')
  return parts.join(', ')
}

/** The orders to pack, the oldest first, and what to bring to the table for them. */
export function PackingOrders({ orders, total }: { orders: readonly Order[]; total: number }) {
  const [first] = orders.filter(({ aside }) => aside === null)
  if (orders.length === 0) {
    const message = total > 0 ? 'Loading the next orders…' : 'No order waits to be packed.'
    return (
      <div className="mt-6">
        <EmptyState message={message} />
      </div>
    )
  }
  return (
    <div className="mt-6 grid gap-6 lg:grid-cols-2">
      <section aria-label="Orders to pack" className="no-print grid content-start gap-2">
        {first && (
          <Link to={addressOf(first)} className="btn btn-primary justify-self-start">
            Pack the next order
          </Link>
        )}
        {total > orders.length && <p className="field-hint">{`The oldest ${orders.length} of ${total} orders.`}</p>}
        <a className="link justify-self-start" href="/api/admin/parcels/manifest" target="_blank" rel="noreferrer">
          Manifest of today’s parcels (PDF)
        </a>
        <ul className="grid gap-1">
          {orders.map((order) => (
            <li key={order._id} className="flex flex-wrap gap-x-3 py-1">
              <Link to={addressOf(order)} className="link">
                {`#${shortIdOf(order._id)} ${order.name}`}
              </Link>
              <span className="text-muted">{factsOf(order)}</span>
            </li>
          ))}
        </ul>
      </section>
      <PickList orders={orders} />
    </div>
  )
}
