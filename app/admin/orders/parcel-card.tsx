import { Card } from '#app/admin/orders/detail-card.tsx'
import { ParcelScans } from '#app/admin/orders/parcel-scans.tsx'
import { EarlierParcels, WhereParcelIs } from '#app/admin/orders/where-parcel-is.tsx'
import { useParcelCalls } from '#app/admin/orders/use-parcel-calls.ts'
import { useMayDo } from '#app/admin/shell/use-may-do.ts'
import { useShop } from '#app/api/use-shop.ts'
import { Button } from '#app/ui/button.tsx'
import type { OrderDetail } from '#contract/orders/orders.ts'

interface ParcelCardProps {
  detail: OrderDetail
  /** Something was changed: the order is to be read again. */
  onChange(): void
}

/**
 * The parcels of an order at the courier service: where each is, what it weighs and costs, and everything that couriers
 * say of it.
 */
export function ParcelCard({ detail: { order, parcels = [] }, onChange }: ParcelCardProps) {
  const mayShip = useMayDo()('shipping')
  const { booksParcels } = useShop()
  const { isBusy, book, check, cancel, openLabel } = useParcelCalls(onChange)
  const [newest, ...others] = parcels
  const canBook =
    booksParcels === true &&
    mayShip &&
    (order.status === 'order placed' || (order.status === 'shipped' && order.shipment === null)) &&
    (newest === undefined ||
      newest.state === 'refused' ||
      newest.state === 'cancelled' ||
      newest.state === 'cancelling')
  if (!newest && !canBook) return undefined
  const isFree = newest?.state === 'booked' && newest.step === 'booked'
  return (
    <Card title="Parcel">
      {newest ? (
        <WhereParcelIs parcel={newest} />
      ) : (
        <p className="text-sm text-muted">No courier is booked yet. Booking ships the order with its number.</p>
      )}
      <div className="no-print mt-4 flex flex-wrap gap-2">
        {canBook && (
          <Button isSmall variant="outline" isPending={isBusy} onClick={() => void book([order._id])}>
            {newest ? 'Book again' : 'Book parcel'}
          </Button>
        )}
        {mayShip && newest?.state === 'booked' && (
          <>
            <Button variant="outline" isSmall disabled={isBusy} onClick={() => void check(newest._id)}>
              Ask the courier
            </Button>
            <Button variant="outline" isSmall disabled={isBusy} onClick={() => void openLabel(newest._id)}>
              Courier’s label
            </Button>
          </>
        )}
        {mayShip && (isFree || newest?.state === 'asked' || newest?.state === 'refused') && (
          <Button variant="outline" isSmall disabled={isBusy} onClick={() => void cancel(newest._id)}>
            Cancel the parcel
          </Button>
        )}
      </div>
      {newest && newest.scans.length > 0 && <ParcelScans {...newest} />}
      <EarlierParcels parcels={others} />
    </Card>
  )
}
