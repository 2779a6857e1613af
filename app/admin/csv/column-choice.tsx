import { SelectField } from '#app/ui/field.tsx'

interface ColumnChoiceFieldsProps<Name extends string> {
  /** The columns that are looked for, with their labels. */
  labels: Readonly<Record<Name, string>>
  /** Those that a sheet must have. */
  required: readonly Name[]
  /** The headings of the sheet, what each was taken for, and the first cell below it. */
  columns: readonly { heading: string; means: Name | null; example: string }[]
  isBusy: boolean
  onChoose(columns: Record<Name, string | null>): void
}

/** Which column of the sheet stands for which, as the check proposes it; another choice checks the sheet anew. */
export function ColumnChoiceFields<Name extends string>({
  labels,
  required,
  columns,
  isBusy,
  onChoose,
}: ColumnChoiceFieldsProps<Name>) {
  const names = Object.keys(labels) as Name[]
  const headings = columns.filter(({ heading }) => heading !== '')
  const headingOf = (name: Name) => columns.find(({ means }) => means === name)?.heading
  const chosen = Object.fromEntries(names.map((name) => [name, headingOf(name) ?? null])) as Record<Name, string | null>
  return (
    <fieldset className="card mt-6 max-w-2xl p-6" disabled={isBusy}>
      <legend className="float-left w-full font-bold">What the columns of the sheet stand for</legend>
      <div className="clear-both grid gap-4 pt-4 sm:grid-cols-2">
        {names.map((name) => (
          <SelectField
            key={name}
            label={labels[name]}
            name={name}
            value={headingOf(name) ?? ''}
            onChange={(event) => onChoose({ ...chosen, [name]: event.target.value || null })}
          >
            {(!required.includes(name) || headingOf(name) === undefined) && <option value="">None</option>}
            {headings.map(({ heading, example }) => (
              <option key={heading} value={heading}>{`${heading}${example ? ` (${example})` : ''}`}</option>
            ))}
          </SelectField>
        ))}
      </div>
    </fieldset>
  )
}
