import { useState } from 'react'

import { ChoiceTiles } from '#app/ui/choice-tiles.tsx'
import { FormFields, type FormField } from '#app/ui/form-fields.tsx'
import type { FieldErrors } from '#contract/api/errors.ts'

interface ChoiceFieldProps {
  legend: string
  name: string
  choices: Readonly<Record<string, { label: string; field?: FormField; note?: string }>>
  initial: string
  /** What is in the fields of the form, the choice itself among them. */
  values: Readonly<Record<string, unknown>>
  errors: FieldErrors | undefined
}

/** A choice, and the field of what is chosen, or a note where it has none. */
export function ChoiceField({ legend, name, choices, initial, values, errors }: ChoiceFieldProps) {
  const [chosen, choose] = useState(typeof values[name] === 'string' ? values[name] : initial)
  const { field, note } = choices[chosen] ?? {}
  return (
    <>
      <ChoiceTiles
        legend={legend}
        name={name}
        choices={Object.entries(choices).map(([value, { label }]) => ({ value, label }))}
        value={chosen}
        onChange={choose}
      />
      {field && <FormFields key={chosen} fields={[field]} values={values} errors={errors} />}
      {note !== undefined && <p className="field-hint">{note}</p>}
    </>
  )
}
