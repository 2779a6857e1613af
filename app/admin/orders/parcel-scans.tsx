import { formatDateTime } from '#app/ui/format-date.ts'
import { STEP_FACTS } from '#contract/states/parcel-steps.ts'
import type { StaffParcel } from '#contract/orders/parcels.ts'

/** Everything that couriers say of a parcel, the newest first. A word that is unknown stands as the courier wrote it. */
export function ParcelScans({ direction, scans }: Pick<StaffParcel, 'direction' | 'scans'>) {
  return (
    <ol className="timeline mt-4 text-sm wrap-anywhere" aria-label="What the courier says">
      {scans.toReversed().map(({ at, word, step, note, place }) => (
        <li key={`${at} ${word}`}>
          <strong className="font-semibold">
            {step === null ? word : STEP_FACTS[step][direction === 'back' ? 'returned' : 'label']}
          </strong>
          <span className="block tabular-nums text-muted">
            {[formatDateTime(at), place].filter(Boolean).join(' · ')}
          </span>
          {note !== '' && note !== word && <span className="block">{note}</span>}
        </li>
      ))}
    </ol>
  )
}
