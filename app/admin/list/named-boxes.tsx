import { CheckField } from '#app/ui/field.tsx'

interface Named {
  _id: string
  name: string
}

interface NamedBoxesProps {
  legend: string
  /** Of the values in the form. */
  name: string
  hint: string
  chosen: readonly Named[] | undefined
  choices: readonly Named[]
  error: string | undefined
}

/** What may be chosen by name, a box each. */
export function NamedBoxes({ legend, name, hint, chosen = [], choices, error }: NamedBoxesProps) {
  // What no longer exists is shown as long as it is chosen, so that it can be taken out.
  const former = chosen.filter(({ _id }) => !choices.some((choice) => choice._id === _id))
  return (
    <fieldset aria-describedby={`${name}-hint`}>
      <legend className="field-label mb-1">{legend}</legend>
      <p id={`${name}-hint`} className="field-hint mb-2">
        {hint}
      </p>
      <div className="flex flex-wrap gap-x-6 wrap-anywhere">
        {[...choices, ...former].map((choice) => (
          <CheckField
            key={choice._id}
            label={choice.name}
            name={name}
            value={choice._id}
            defaultChecked={chosen.some(({ _id }) => _id === choice._id)}
          />
        ))}
      </div>
      {error !== undefined && <p className="field-error mt-1">{error}</p>}
    </fieldset>
  )
}
