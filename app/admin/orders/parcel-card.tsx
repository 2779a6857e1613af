import { Card } from '#app/admin/orders/detail-card.tsx'
import { ParcelScans } from '#app/admin/orders/parcel-scans.tsx'
import { useParcelCalls } from '#app/admin/orders/use-parcel-calls.ts'
import { useMayDo } from '#app/admin/shell/use-may-do.ts'
import { useShop } from '#app/api/use-shop.ts'
import { Button } from '#app/ui/button.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import { formatTotal } from '#contract/units/money.ts'
import { STUCK_DAYS, UNSCANNED_DAYS } from '#contract/orders/parcel-limits.ts'
import { REASON_FACTS, STEP_FACTS } from '#contract/states/parcel-steps.ts'
import type { OrderDetail } from '#contract/orders/orders.ts'
import type { ParcelProblem, StaffParcel } from '#contract/orders/parcels.ts'
import type { ParcelState } from '#contract/states/parcel-bookings.ts'

const STATE_WORDS: Record<ParcelState, string> = {
  asked: 'The courier service is being asked',
  booked: 'Booked',
  refused: 'The courier service does not take it',
  cancelling: 'Being cancelled',
  cancelled: 'Cancelled',
}

const PROBLEM_WORDS: Record<ParcelProblem, string> = {
  stuck: `It has not moved for ${STUCK_DAYS} days. Ask the courier.`,
  unscanned: `Its number is ${UNSCANNED_DAYS} days old and was never scanned. Was the parcel handed over?`,
  undelivered: 'It needs you: see its last step.',
}

function whereIs({ state, step, stepAt }: StaffParcel): string {
  if (state !== 'booked' || step === null) return STATE_WORDS[state]
  return stepAt === null ? STEP_FACTS[step].label : `${STEP_FACTS[step].label}, ${formatDateTime(stepAt)}`
}

function measuresOf({ weightGrams, lengthCm, breadthCm, heightCm, cost }: StaffParcel): string {
  const parts = [`${(weightGrams / 1000).toFixed(2)} kg`, `${lengthCm} × ${breadthCm} × ${heightCm} cm`]
  if (cost !== null) parts.push(`costs ${formatTotal(cost)}`)
  return parts.join(' · ')
}

/** What is wrong with a parcel, and what can be done about it. */
function Trouble({ parcel: { problem, reason, step, failure, state } }: { parcel: StaffParcel }) {
  const why = step === 'not delivered' && reason !== null ? REASON_FACTS[reason] : undefined
  return (
    <>
      {why && <p className="notice">{`${why.label}. ${why.forStaff}`}</p>}
      {problem !== null && !why && <p className="notice">{PROBLEM_WORDS[problem]}</p>}
      {failure !== null && state !== 'cancelled' && <p className="field-error">{failure}</p>}
    </>
  )
}

interface ParcelCardProps {
  detail: OrderDetail
  /** Something was changed: the order is to be read again. */
  onChange(): void
}

/** The parcels of an order at the courier service: where each is, what it weighs and costs, and everything that couriers say of it. */
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
        <div className="grid gap-2 text-sm wrap-anywhere">
          <strong className="font-semibold">{whereIs(newest)}</strong>
          {newest.carrier !== null && <span>{`${newest.carrier} · ${newest.trackingNumber ?? ''}`}</span>}
          <span className="text-muted">{measuresOf(newest)}</span>
          <Trouble parcel={newest} />
        </div>
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
      {newest && newest.scans.length > 0 && <ParcelScans scans={newest.scans} />}
      {others.length > 0 && (
        <details className="mt-4 text-sm">
          <summary>{others.length === 1 ? 'An earlier parcel' : `${others.length} earlier parcels`}</summary>
          <ul className="mt-2 grid gap-1">
            {others.map((parcel) => (
              <li key={parcel._id}>{`${parcel.reference}: ${whereIs(parcel)}`}</li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  )
}
