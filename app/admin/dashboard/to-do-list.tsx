import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'

import type { Waiting } from '#contract/dashboard/dashboard.ts'
import { counted } from '#contract/words/counted.ts'

interface ToDoListProps {
  waiting: Waiting
  /** How many messages are due soon. */
  dueSoon: number | undefined
  lowStock: number | undefined
}

/** What waits for a person, the most urgent first, each with a link to its list. */
export function ToDoList({ waiting, dueSoon = 0, lowStock }: ToDoListProps) {
  const { stuck = 0, unscanned = 0, undelivered = 0, late = 0 } = waiting.parcels ?? {}
  const { uncollected = 0, unremitted = 0, differences = 0 } = waiting.cash ?? {}
  const {
    approve = 0,
    inspect = 0,
    refund = 0,
    overdue = 0,
    exchange = 0,
    arrived = 0,
    parcel = 0,
  } = waiting.returns ?? {}
  const cameBack = waiting.returns?.undelivered ?? 0
  const rows = [
    {
      count: waiting.toShip,
      label: counted(waiting.toShip, 'order to ship', 'orders to ship'),
      to: '/admin/neworders?waits=shipment&sort=oldest',
    },
    {
      count: waiting.toConfirm,
      label: counted(waiting.toConfirm, 'order for cash to confirm', 'orders for cash to confirm'),
      to: '/admin/neworders?waits=confirmation&sort=oldest',
    },
    {
      count: waiting.withoutAddress,
      label: counted(waiting.withoutAddress, 'order without an address', 'orders without an address'),
      to: '/admin/neworders?waits=address&sort=oldest',
    },
    {
      count: waiting.refunds,
      label: counted(waiting.refunds, 'refund or dispute needs you', 'refunds or disputes need you'),
      to: '/admin/neworders?waits=refund',
    },
    {
      count: refund,
      label: `${counted(refund, 'return to refund', 'returns to refund')}${overdue > 0 ? `, ${overdue.toLocaleString('en-IN')} overdue` : ''}`,
      to: '/admin/returns?waits=refund',
    },
    {
      count: exchange,
      label: counted(
        exchange,
        'held size could not leave: send it, or stop holding it',
        'held sizes could not leave: send them, or stop holding them',
      ),
      to: '/admin/returns?waits=exchange',
    },
    {
      count: cameBack,
      label: counted(
        cameBack,
        'paid parcel never arrived: send it again, refund it, or say that it came',
        'paid parcels never arrived: send them again, refund them, or say that they came',
      ),
      to: '/admin/returns?waits=undelivered',
    },
    {
      count: approve,
      label: counted(approve, 'return to approve', 'returns to approve'),
      to: '/admin/returns?waits=approve',
    },
    {
      count: arrived,
      label: counted(arrived, 'return at the shop to receive', 'returns at the shop to receive'),
      to: '/admin/returns?waits=arrived',
    },
    {
      count: parcel,
      label: counted(parcel, 'return’s pick-up needs you', 'returns’ pick-ups need you'),
      to: '/admin/returns?waits=parcel',
    },
    {
      count: inspect,
      label: counted(inspect, 'return to inspect', 'returns to inspect'),
      to: '/admin/returns?waits=inspect',
    },
    {
      count: undelivered,
      label: counted(undelivered, 'parcel could not be delivered', 'parcels could not be delivered'),
      to: '/admin/neworders?waits=undelivered',
    },
    {
      count: late,
      label: counted(late, 'promised day is missed', 'promised days are missed'),
      to: '/admin/neworders?waits=late&sort=oldest',
    },
    {
      count: stuck,
      label: counted(stuck, 'parcel does not move', 'parcels do not move'),
      to: '/admin/neworders?waits=stuck&sort=oldest',
    },
    {
      count: unscanned,
      label: counted(unscanned, 'number has no first scan', 'numbers have no first scan'),
      to: '/admin/neworders?waits=unscanned&sort=oldest',
    },
    {
      count: uncollected,
      label: counted(
        uncollected,
        'parcel with cash to collect has not arrived',
        'parcels with cash to collect have not arrived',
      ),
      to: '/admin/cash?show=parcels&state=uncollected',
    },
    {
      count: unremitted,
      label: counted(unremitted, 'parcel’s cash has not come', 'parcels’ cash has not come'),
      to: '/admin/cash?show=parcels&state=unremitted',
    },
    {
      count: differences,
      label: counted(differences, 'difference of a remittance', 'differences of remittances'),
      to: '/admin/cash?show=findings',
    },
    {
      count: waiting.webhooks ?? 0,
      label: counted(waiting.webhooks ?? 0, 'webhook is paused', 'webhooks are paused'),
      to: '/admin/webhooks',
    },
    {
      count: dueSoon,
      label: counted(dueSoon, 'message is due soon', 'messages are due soon'),
      to: '/admin/contacts?show=due',
    },
    {
      count: waiting.messages,
      label: counted(waiting.messages, 'unread message', 'unread messages'),
      to: '/admin/contacts?show=unread',
    },
    {
      count: lowStock ?? 0,
      label: counted(lowStock ?? 0, 'product is low in stock', 'products are low in stock'),
      to: '/admin/products?stock=low-sizes',
    },
  ].filter(({ count }) => count > 0)

  return (
    <section aria-labelledby="waiting" className="mt-4">
      <h2 id="waiting" className="admin-subtitle">
        What waits
      </h2>
      {rows.length === 0 && <p className="text-muted">Nothing waits for you.</p>}
      <ul className="waiting-list">
        {rows.map(({ label, to }) => (
          <li key={to}>
            <Link to={to}>
              <span>{label}</span>
              <ArrowRight size={16} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
