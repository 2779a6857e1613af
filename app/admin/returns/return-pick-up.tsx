import { CallForm } from '#app/admin/list/call-form.tsx'
import { Card } from '#app/admin/orders/detail-card.tsx'
import { ParcelScans } from '#app/admin/orders/parcel-scans.tsx'
import { EarlierParcels, WhereParcelIs } from '#app/admin/orders/where-parcel-is.tsx'
import { useMayDo } from '#app/admin/shell/use-may-do.ts'
import { useShop } from '#app/api/use-shop.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import type { ReturnDetail } from '#contract/returns/returns.ts'

/**
 * How a return is fetched, and for who ships the buttons that have a courier fetch it. Nothing where it is arranged by
 * hand.
 */
export function ReturnPickUp({ return: row, parcels }: Pick<ReturnDetail, 'return' | 'parcels'>) {
  const mayShip = useMayDo()('shipping')
  const { booksParcels } = useShop()
  const [newest, ...others] = parcels
  const state = newest?.state ?? 'cancelled'
  const isBooked = state === 'booked'
  const canBook =
    booksParcels === true &&
    row.wayBack === 'pick-up' &&
    row.status === 'approved' &&
    !['asked', 'booked'].includes(state)
  const canCancel = state === 'asked' || state === 'refused' || (isBooked && newest?.step === 'booked')
  if (!newest && !canBook) return undefined
  return (
    <Card title="Pick-up">
      {newest ? (
        <WhereParcelIs parcel={newest} />
      ) : (
        <p className="text-sm text-muted">No courier is booked yet. You can also arrange it by hand.</p>
      )}
      {mayShip && (canBook || isBooked || canCancel) && (
        <CallForm id={row._id} className="no-print mt-4 grid gap-3">
          {({ failure, isBusy }) => (
            <>
              <ErrorSummary failure={failure} />
              <input type="hidden" name="parcel" value={newest?._id ?? ''} />
              <div className="flex flex-wrap gap-2">
                {canBook && (
                  <Button type="submit" name="act" value="pick-up-book" variant="outline" disabled={isBusy}>
                    {newest ? 'Book again' : 'Book the pick-up'}
                  </Button>
                )}
                {isBooked && (
                  <Button type="submit" name="act" value="pick-up-ask" variant="outline" disabled={isBusy}>
                    Ask the courier
                  </Button>
                )}
                {canCancel && (
                  <Button type="submit" name="act" value="pick-up-cancel" variant="quiet" disabled={isBusy}>
                    Cancel the pick-up
                  </Button>
                )}
              </div>
            </>
          )}
        </CallForm>
      )}
      {newest && newest.scans.length > 0 && <ParcelScans {...newest} />}
      <EarlierParcels parcels={others} />
    </Card>
  )
}
