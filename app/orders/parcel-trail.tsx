import { Link } from 'react-router'

import { formatDateTime } from '#app/ui/format-date.ts'
import { REASON_FACTS, STEP_FACTS } from '#contract/states/parcel-steps.ts'
import type { ParcelTrail as Trail } from '#contract/orders/parcels.ts'

/** Where a parcel is, in words for the customer, with what they can do where it could not be handed over. */
export function ParcelTrail({ parcel: { step, reason, steps } }: { parcel: Trail }) {
  const why = step === 'not delivered' && reason !== null ? REASON_FACTS[reason] : undefined
  return (
    <div className="mt-4 text-sm">
      {why && (
        <p role="status" className="rounded-control border border-line bg-card p-3">
          <strong className="block font-semibold">{`${STEP_FACTS[step].sentence}: ${why.label.toLowerCase()}.`}</strong>
          <span>{why.forCustomer}</span>{' '}
          <Link className="link" to="/contact">
            Write to us
          </Link>
        </p>
      )}
      <details className="mt-2">
        <summary className="font-semibold">
          <span>{`Parcel: ${STEP_FACTS[step].sentence.toLowerCase()}`}</span>
        </summary>
        <ol className="mt-2 grid gap-1 ps-4" aria-label="Where the parcel has been">
          {steps.toReversed().map((one) => (
            <li key={`${one.step} ${one.at}`} className="wrap-anywhere">
              <span>{STEP_FACTS[one.step].sentence}</span>
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
