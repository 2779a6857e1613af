import { Link } from 'react-router'

import { formatDateTime } from '#app/ui/format-date.ts'
import { PICK_UP_FACTS, UNDELIVERED_REASON_FACTS, STEP_FACTS, type ParcelStep } from '#contract/states/parcel-steps.ts'
import type { ParcelTrail as Trail } from '#contract/orders/parcels.ts'

/** Why the parcel was not handed over, or of a return not fetched, in words for the customer. */
function whyOf({ step, reason }: Trail, isReturn: boolean) {
  if (reason === null || step !== (isReturn ? 'booked' : 'not delivered')) return undefined
  return isReturn
    ? { ...PICK_UP_FACTS[reason], what: 'Not fetched' }
    : { ...UNDELIVERED_REASON_FACTS[reason], what: STEP_FACTS[step].sentence }
}

/**
 * Where a parcel is, in words for the customer, with what they can do where it could not be handed over, or not
 * fetched.
 */
export function ParcelTrail({ parcel, isReturn = false }: { parcel: Trail; isReturn?: boolean }) {
  const { step, steps } = parcel
  const why = whyOf(parcel, isReturn)
  const words = (one: ParcelStep) => STEP_FACTS[one][isReturn ? 'returned' : 'sentence']
  return (
    <div className="mt-4 text-sm">
      {why && (
        <p role="status" className="rounded-control border border-line bg-card p-3">
          <strong className="block font-semibold">{`${why.what}: ${why.label.toLowerCase()}.`}</strong>
          <span>{why.forCustomer}</span>{' '}
          <Link className="link" to="/contact">
            Write to us
          </Link>
        </p>
      )}
      <details className="mt-2">
        <summary className="font-semibold">
          <span>{`Parcel: ${words(step).toLowerCase()}`}</span>
        </summary>
        <ol className="mt-2 grid gap-1 ps-4" aria-label="Where the parcel has been">
          {steps.toReversed().map((one) => (
            <li key={`${one.step} ${one.at}`} className="wrap-anywhere">
              <span>{words(one.step)}</span>
              <span className="block text-muted tabular-nums">
                {[formatDateTime(one.at), one.place].filter(Boolean).join(' · ')}
              </span>
            </li>
          ))}
        </ol>
      </details>
    </div>
  )
}
