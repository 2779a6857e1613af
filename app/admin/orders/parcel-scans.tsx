import { formatDateTime } from '#app/ui/format-date.ts'
import { STEP_FACTS } from '#contract/states/parcel-steps.ts'
import type { StaffParcel } from '#contract/orders/parcels.ts'

/**
 * What a courier says in words of ours; in its own where we know none, or ours would hide that it came for a return in
 * vain.
 */
function wordsOf({ step, word }: StaffParcel['scans'][number], direction: StaffParcel['direction']): string {
  if (direction === 'out') return step === null ? word : STEP_FACTS[step].label
  return step === null || step === 'booked' ? word : STEP_FACTS[step].returned
}

/** Everything that couriers say of a parcel, the newest first. */
export function ParcelScans({ direction, scans }: Pick<StaffParcel, 'direction' | 'scans'>) {
  return (
    <ol className="timeline mt-4 text-sm wrap-anywhere" aria-label="What the courier says">
      {scans.toReversed().map(({ at, word, step, note, place }) => (
        <li key={`${at} ${word}`}>
          <strong className="font-semibold">{wordsOf({ at, word, step, note, place }, direction)}</strong>
          <span className="block tabular-nums text-muted">
            {[formatDateTime(at), place].filter(Boolean).join(' · ')}
          </span>
          {note !== '' && note !== word && <span className="block">{note}</span>}
        </li>
      ))}
    </ol>
  )
}
