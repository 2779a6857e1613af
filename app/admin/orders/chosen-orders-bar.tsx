import { Download, FileText, PackageCheck, PackagePlus, Tag, Truck } from 'lucide-react'

import { canShip } from '#app/admin/orders/shipping-wait.ts'
import { useParcelCalls } from '#app/admin/orders/use-parcel-calls.ts'
import { useMayDo } from '#app/admin/shell/use-may-do.ts'
import { AllRowsCheckbox } from '#app/admin/list/row-checkbox.tsx'
import { listAddress } from '#app/admin/list/query-parameters.ts'
import type { Selection } from '#app/admin/list/use-selection.ts'
import { useShop } from '#app/api/use-shop.ts'
import { Button } from '#app/ui/button.tsx'
import { useTask } from '#app/ui/use-task.ts'
import { nextStatuses } from '#contract/states/order-states.ts'
import type { StaffOrder, OrderListQuery } from '#contract/orders/orders.ts'
import { counted } from '#contract/words/counted.ts'

interface ChosenOrdersBarProps {
  orders: readonly StaffOrder[]
  /** How many orders the list has on all its pages. */
  total: number
  selection: Selection
  /** The query of the list, for its CSV. */
  listed: OrderListQuery
  onShip(orders: readonly StaffOrder[]): void
  /** Something was done with the chosen orders: the list is to be read again. */
  onBooked(): void
  /** Marks orders as delivered, after asking. */
  onDeliver(orders: readonly StaffOrder[]): Promise<void>
}

/** The actions on the chosen orders. It stands above the list, so that the keyboard reaches it from "Select all". */
export function ChosenOrdersBar({
  orders,
  total,
  selection,
  listed,
  onShip,
  onBooked,
  onDeliver,
}: ChosenOrdersBarProps) {
  const mayDo = useMayDo()
  const chosen = orders.filter(({ _id }) => selection.chosen.has(_id))
  const { isSandbox, booksParcels } = useShop()
  const isLive = !isSandbox
  const ready = chosen.filter((order) => canShip(order, isLive))
  const sent = chosen.filter(({ status }) => nextStatuses(status).includes('delivered'))
  const { isBusy, run } = useTask()
  const { isBusy: isBooking, book } = useParcelCalls(onBooked)
  const ids = chosen.map(({ _id }) => _id).join(',')
  const file = (name: string, query: object) => `/api${listAddress(`/admin/orders/${name}`, { ...query })}`
  return (
    <section className="order-bar no-print" aria-label="Chosen orders">
      <AllRowsCheckbox
        ids={orders.map(({ _id }) => _id)}
        label="Select all orders on this page"
        selection={selection}
      />
      <p role="status" className="me-auto text-sm font-semibold tabular-nums">
        <span>{chosen.length > 0 ? `${chosen.length} chosen` : counted(total, 'order')}</span>
        {mayDo('shipping') && ready.length < chosen.length && <span>{`, ${ready.length} can be shipped`}</span>}
        {mayDo('shipping') && sent.length > 0 && <span>{`, ${sent.length} can be delivered`}</span>}
      </p>
      {chosen.length > 0 && mayDo('shipping') && (
        <>
          <Button isSmall disabled={ready.length === 0} onClick={() => onShip(ready)}>
            <Truck size={16} className="max-sm:hidden" aria-hidden="true" />
            Ship
          </Button>
          {booksParcels && (
            <Button
              variant="outline"
              isSmall
              isPending={isBooking}
              disabled={ready.length === 0}
              onClick={() => void book(ready.map(({ _id }) => _id))}
            >
              <PackagePlus size={16} className="max-sm:hidden" aria-hidden="true" />
              Book parcels
            </Button>
          )}
          {sent.length > 0 && (
            <Button isSmall isPending={isBusy} onClick={() => void run(() => onDeliver(sent))}>
              <PackageCheck size={16} className="max-sm:hidden" aria-hidden="true" />
              Deliver
            </Button>
          )}
          <a className="btn btn-outline btn-small" href={file('slips', { ids })} target="_blank" rel="noreferrer">
            <FileText size={16} className="max-sm:hidden" aria-hidden="true" />
            Slips (PDF)
          </a>
          <a className="btn btn-outline btn-small" href={file('labels', { ids })} target="_blank" rel="noreferrer">
            <Tag size={16} className="max-sm:hidden" aria-hidden="true" />
            Labels (PDF)
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
