import { DAY_MS } from '#contract/units/time-units.ts'
import { CalendarDays } from 'lucide-react'
import { Form, Link } from 'react-router'

import { listAddress } from '#app/admin/list/query-parameters.ts'
import { addressOf, WAIT_SENTENCES, type OrderView } from '#app/admin/orders/order-list-view.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { formatDate } from '#app/ui/format-date.ts'

const before = (today: string, days: number) => new Date(Date.parse(today) - days * DAY_MS).toISOString().slice(0, 10)

/** The periods to choose from, each with its first and last day. */
const periods = (today: string) => [
  { label: 'Today', from: today, to: today },
  { label: 'Yesterday', from: before(today, 1), to: before(today, 1) },
  { label: 'Last 7 days', from: before(today, 6), to: today },
  { label: 'Last 30 days', from: before(today, 29), to: today },
  { label: 'All days', from: undefined, to: undefined },
]

function daysLabel(from: string | undefined, to: string | undefined): string {
  if (from === undefined && to === undefined) return 'All days'
  if (from === to && from !== undefined) return formatDate(from)
  if (to === undefined) return `From ${formatDate(from ?? '')}`
  return from === undefined ? `Until ${formatDate(to)}` : `${formatDate(from)} – ${formatDate(to)}`
}

interface OrderFiltersProps {
  path: string
  view: OrderView
  /** The day in India, as in 2026-11-22. */
  today: string
}

/** Says which orders the list is limited to, and leads to all of them. */
export const WaitNote = ({ view }: { view: OrderView }) => (
  <p className="mt-3 text-sm">
    <span>{view.waits && `${WAIT_SENTENCES[view.waits]} `}</span>
    <Link className="link" to={addressOf({ ...view, waits: undefined, page: 1 })}>
      Show all
    </Link>
  </p>
)

/** The search for orders, by words and by days, in one form. It works without JavaScript, too. */
export function OrderFilters({ path, view, today }: OrderFiltersProps) {
  const { status, waits, search, from, to, sort } = view
  return (
    <Form
      key={JSON.stringify(view)}
      method="get"
      action={path}
      role="search"
      aria-label="Orders"
      className="order-filters no-print"
    >
      {status && <input type="hidden" name="status" value={status} />}
      {waits && <input type="hidden" name="waits" value={waits} />}
      {sort && <input type="hidden" name="sort" value={sort} />}
      <TextField
        label="Search orders"
        isLabelHidden
        name="search"
        type="search"
        placeholder="Search orders: #582108, name, town, PIN, product, SKU, tracking number"
        defaultValue={search}
      />
      <Button type="submit" variant="outline">
        Search
      </Button>
      <details className="order-days">
        <summary className="btn btn-outline">
          <CalendarDays size={16} aria-hidden="true" />
          <span className="tabular-nums">{daysLabel(from, to)}</span>
        </summary>
        <div className="order-days-panel">
          <ul className="flex flex-wrap gap-x-4 gap-y-1">
            {periods(today).map(({ label, ...days }) => (
              <li key={label}>
                <Link className="link" to={listAddress(path, { status, waits, search, sort, ...days })}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
          <div className="grid grid-cols-2 gap-3">
            <TextField label="From" name="from" type="date" defaultValue={from} max={today} />
            <TextField label="To" name="to" type="date" defaultValue={to} max={today} />
          </div>
          <Button type="submit" isSmall>
            Show these days
          </Button>
        </div>
      </details>
    </Form>
  )
}
