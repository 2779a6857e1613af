import { useId } from 'react'

import { SIDES, type HandParcelDraft } from '#app/admin/orders/hand-parcel-draft.ts'
import { Field, FieldError, TextField } from '#app/ui/field.tsx'
import type { FieldErrors } from '#contract/api/errors.ts'

interface HandParcelFieldsProps {
  draft: HandParcelDraft
  onChange(draft: HandParcelDraft): void
  errors: FieldErrors
}

const WEIGHT = {
  name: 'weightGrams',
  label: 'Weight, in grams',
  hint: 'Without one the label has the usual weight of its pieces.',
  inputMode: 'numeric',
} as const
const COST = {
  name: 'cost',
  label: 'What its carriage costs, in rupees',
  hint: 'It is taken off the margin.',
  inputMode: 'decimal',
} as const
const SIDE_LABELS = { lengthCm: 'Length', breadthCm: 'Breadth', heightCm: 'Height' } as const

/** The three sides in a row; what is wrong with one of them stands below it, because each is narrow. */
function SideFields({ draft, onChange, errors }: HandParcelFieldsProps) {
  const errorId = useId()
  const error = SIDES.map((side) => errors[side]).find(Boolean)
  return (
    <fieldset className="field">
      <legend className="field-label">Sides, in cm</legend>
      <div className="mt-1 grid grid-cols-3 gap-3">
        {SIDES.map((side) => (
          <Field key={side} label={SIDE_LABELS[side]}>
            {({ id }) => (
              <input
                id={id}
                className="input"
                name={side}
                inputMode="numeric"
                autoComplete="off"
                value={draft[side]}
                aria-invalid={errors[side] ? true : undefined}
                aria-describedby={error ? errorId : undefined}
                onChange={({ target }) => onChange({ ...draft, [side]: target.value })}
              />
            )}
          </Field>
        ))}
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  )
}

/**
 * The fields about what a parcel weighs, measures and costs that is handed over without a courier service; closed until
 * somebody wants them.
 */
export function HandParcelFields({ draft, onChange, errors }: HandParcelFieldsProps) {
  const isFilled = Object.values(draft).some(Boolean) || Object.keys(draft).some((name) => errors[name] !== undefined)
  const propsOf = (name: 'weightGrams' | 'cost') => ({
    autoComplete: 'off',
    value: draft[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...draft, [name]: target.value }),
  })
  return (
    <details open={isFilled}>
      <summary className="min-h-11 content-center text-sm">Weight, size and cost</summary>
      <div className="mt-2 grid gap-4">
        <TextField {...WEIGHT} {...propsOf('weightGrams')} />
        <SideFields draft={draft} onChange={onChange} errors={errors} />
        <TextField {...COST} {...propsOf('cost')} />
      </div>
    </details>
  )
}
