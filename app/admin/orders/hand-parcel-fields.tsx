import type { HandParcelDraft } from '#app/admin/orders/hand-parcel-draft.ts'
import { TextField } from '#app/ui/field.tsx'
import type { FieldErrors } from '#contract/api/errors.ts'

interface HandParcelFieldsProps {
  draft: HandParcelDraft
  onChange(draft: HandParcelDraft): void
  errors: FieldErrors
}

const FIELDS = [
  ['weightGrams', 'Weight, in grams', 'Without one the label has the usual weight of its pieces.'],
  ['lengthCm', 'Length, in cm', undefined],
  ['breadthCm', 'Breadth, in cm', undefined],
  ['heightCm', 'Height, in cm', undefined],
  ['cost', 'What its carriage costs, in rupees', 'It is taken off the margin.'],
] as const

/**
 * The fields about what a parcel weighs, measures and costs that is handed over without a courier service; closed until
 * somebody wants them.
 */
export function HandParcelFields({ draft, onChange, errors }: HandParcelFieldsProps) {
  const isFilled = FIELDS.some(([name]) => draft[name] !== '' || errors[name] !== undefined)
  return (
    <details open={isFilled}>
      <summary className="min-h-11 content-center text-sm">Weight, size and cost</summary>
      <div className="mt-2 grid items-start gap-4 sm:grid-cols-3">
        {FIELDS.map(([name, label, hint]) => (
          <TextField
            key={name}
            label={label}
            hint={hint}
            className={hint && 'sm:col-span-3'}
            name={name}
            inputMode={name === 'cost' ? 'decimal' : 'numeric'}
            autoComplete="off"
            value={draft[name]}
            error={errors[name]}
            onChange={({ target }) => onChange({ ...draft, [name]: target.value })}
          />
        ))}
      </div>
    </details>
  )
}
