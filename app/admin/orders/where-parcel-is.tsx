import { formatDateTime } from '#app/ui/format-date.ts'
import { formatTotal } from '#contract/units/money.ts'
import { STUCK_DAYS, UNSCANNED_DAYS } from '#contract/orders/parcel-limits.ts'
import { PICK_UP_FACTS, UNDELIVERED_REASON_FACTS, STEP_FACTS } from '#contract/states/parcel-steps.ts'
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
  unfetched: 'The courier came in vain: see its last word.',
}

function whereIs({ direction, state, step, stepAt }: StaffParcel): string {
  if (state !== 'booked' || step === null) return STATE_WORDS[state]
  const { label, returned } = STEP_FACTS[step]
  const words = direction === 'back' ? returned : label
  return stepAt === null ? words : `${words}, ${formatDateTime(stepAt)}`
}

function measuresOf({ weightGrams, lengthCm, breadthCm, heightCm, cost }: StaffParcel): string {
  const parts = [`${(weightGrams / 1000).toFixed(2)} kg`, `${lengthCm} × ${breadthCm} × ${heightCm} cm`]
  if (cost !== null) parts.push(`costs ${formatTotal(cost)}`)
  return parts.join(' · ')
}

/** Why nobody got a parcel, or gave it to the courier, and what the staff do about it. */
function whyOf({ direction, reason, step }: StaffParcel) {
  if (reason === null) return undefined
  if (direction === 'out') return step === 'not delivered' ? UNDELIVERED_REASON_FACTS[reason] : undefined
  return step === 'booked' ? PICK_UP_FACTS[reason] : undefined
}

/** What is wrong with a parcel, and what can be done about it. */
function Trouble({ parcel }: { parcel: StaffParcel }) {
  const { problem, failure, state } = parcel
  const why = whyOf(parcel)
  return (
    <>
      {why && <p className="notice">{`${why.label}. ${why.forStaff}`}</p>}
      {problem !== null && !why && <p className="notice">{PROBLEM_WORDS[problem]}</p>}
      {failure !== null && state !== 'cancelled' && <p className="field-error">{failure}</p>}
    </>
  )
}

/** Where a parcel is, who carries it, what it weighs and costs, and what is wrong with it. */
export function WhereParcelIs({ parcel }: { parcel: StaffParcel }) {
  const { carrier, trackingNumber } = parcel
  return (
    <div className="grid gap-2 text-sm wrap-anywhere">
      <strong className="font-semibold">{whereIs(parcel)}</strong>
      {carrier !== null && <span>{`${carrier} · ${trackingNumber ?? ''}`}</span>}
      <span className="text-muted">{measuresOf(parcel)}</span>
      <Trouble parcel={parcel} />
    </div>
  )
}

/** Those that were booked before, each in a line. */
export function EarlierParcels({ parcels }: { parcels: readonly StaffParcel[] }) {
  if (parcels.length === 0) return undefined
  return (
    <details className="mt-4 text-sm">
      <summary>{parcels.length === 1 ? 'An earlier parcel' : `${parcels.length} earlier parcels`}</summary>
      <ul className="mt-2 grid gap-1">
        {parcels.map((parcel) => (
          <li key={parcel._id}>{`${parcel.reference}: ${whereIs(parcel)}`}</li>
        ))}
      </ul>
    </details>
  )
}
