import { Download, FileText, Truck } from 'lucide-react'

import { useMayDo } from '#app/admin/shell/staff-role.ts'
import { SelectAllBox } from '#app/admin/shell/select-box.tsx'
import { listAddress } from '#app/admin/shell/list-view.ts'
import type { Selection } from '#app/admin/shell/use-selection.ts'
import { Button } from '#app/ui/button.tsx'
import type { Order, OrderListQuery } from '#contract/orders.ts'

const counted = (count: number) => (count === 1 ? '1 order' : `${count.toLocaleString('en-IN')} orders`)

interface OrderBarProps {
  orders: readonly Order[]
  /** How many orders the list has on all its pages. */
  total: number
  selection: Selection
  /** What the list shows, for its CSV. */
  listed: OrderListQuery
  onShip(orders: readonly Order[]): void
}

/** What is done with the chosen orders. It stands above the list, so that the keyboard reaches it from the box for all. */
export function OrderBar({ orders, total, selection, listed, onShip }: OrderBarProps) {
  const mayDo = useMayDo()
  const chosen = orders.filter(({ _id }) => selection.chosen.has(_id))
  const ids = chosen.map(({ _id }) => _id).join(',')
  const file = (name: string, query: object) => `/api${listAddress(`/admin/orders/${name}`, { ...query })}`
  return (
    <section className="order-bar no-print" aria-label="Chosen orders">
      <SelectAllBox ids={orders.map(({ _id }) => _id)} label="Select all orders on this page" selection={selection} />
      <p role="status" className="me-auto text-sm font-semibold tabular-nums">
        {chosen.length > 0 ? `${chosen.length} chosen` : counted(total)}
      </p>
      {chosen.length > 0 && mayDo('shipping') && (
        <>
          <Button isSmall onClick={() => onShip(chosen)}>
            <Truck size={16} className="max-sm:hidden" aria-hidden="true" />
            Ship
          </Button>
          <a className="btn btn-outline btn-small" href={file('slips', { ids })} target="_blank" rel="noreferrer">
            <FileText size={16} className="max-sm:hidden" aria-hidden="true" />
            Slips (PDF)
          </a>
        </>
      )}
      {mayDo('orderFiles') && (
        <a
          className="btn btn-outline btn-small"
          href={file('export', chosen.length > 0 ? { ids } : listed)}
          download="orders.csv"
        >
          <Download size={16} className="max-sm:hidden" aria-hidden="true" />
          CSV
        </a>
      )}
    </section>
  )
}
