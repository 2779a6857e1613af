import { SelectField } from '#app/ui/field.tsx'
import type { ColumnChoice, PinTableAnswer } from '#contract/delivery/pin-table.ts'
import { PIN_COLUMNS, type PinColumn } from '#contract/delivery/pin-table-limits.ts'

const LABELS: Record<PinColumn, string> = {
  pin: 'PIN code, range or prefix',
  prepaid: 'Prepaid: yes or no',
  cod: 'Cash on delivery: yes or no',
  days: 'Days',
  fee: 'Fee',
  city: 'City',
  state: 'State',
}

interface ColumnChoiceFieldsProps {
  columns: PinTableAnswer['columns']
  isBusy: boolean
  onChoose(columns: ColumnChoice): void
}

/** Which column of the sheet stands for which of the table, as the check proposes it; another choice checks the sheet anew. */
export function ColumnChoiceFields({ columns, isBusy, onChoose }: ColumnChoiceFieldsProps) {
  const headings = columns.filter(({ heading }) => heading !== '')
  const headingOf = (column: PinColumn) => columns.find(({ means }) => means === column)?.heading
  const chosen = Object.fromEntries(PIN_COLUMNS.map((column) => [column, headingOf(column) ?? null])) as ColumnChoice
  return (
    <fieldset className="card mt-6 max-w-2xl p-6" disabled={isBusy}>
      <legend className="float-left w-full font-bold">What the columns of the sheet stand for</legend>
      <div className="clear-both grid gap-4 pt-4 sm:grid-cols-2">
        {PIN_COLUMNS.map((column) => (
          <SelectField
            key={column}
            label={LABELS[column]}
            name={column}
            value={headingOf(column) ?? ''}
            onChange={(event) => onChoose({ ...chosen, [column]: event.target.value || null })}
          >
            {column !== 'pin' && <option value="">None</option>}
            {headings.map(({ heading, example }) => (
              <option key={heading} value={heading}>{`${heading}${example ? ` (${example})` : ''}`}</option>
            ))}
          </SelectField>
        ))}
      </div>
    </fieldset>
  )
}
