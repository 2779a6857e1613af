import { ApplyImport } from '#app/admin/csv/apply-import.tsx'
import { ColumnChoiceFields } from '#app/admin/csv/column-choice.tsx'
import { CsvForm } from '#app/admin/csv/csv-form.tsx'
import { ImportFigures } from '#app/admin/csv/import-figures.tsx'
import { CsvLines } from '#app/admin/csv/csv-lines.tsx'
import { useCsvImport } from '#app/admin/csv/use-csv-import.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { CheckField } from '#app/ui/field.tsx'
import { MAX_UPLOAD_BYTES } from '#contract/catalogue/upload-limits.ts'
import type { ColumnChoice, PinTableAnswer } from '#contract/delivery/pin-table.ts'
import { counted } from '#contract/words/counted.ts'
import { MAX_PIN_LINES, type PinColumn } from '#contract/delivery/pin-table-limits.ts'

const HINT = `CSV, up to ${MAX_UPLOAD_BYTES / 1024 ** 2} MiB and ${MAX_PIN_LINES.toLocaleString('en-IN')} lines; a courier’s export as it comes.`

const COLUMN_LABELS: Record<PinColumn, string> = {
  pin: 'PIN code, range or prefix',
  prepaid: 'Prepaid: yes or no',
  cod: 'Cash on delivery: yes or no',
  days: 'Days',
  fee: 'Fee',
  city: 'City',
  state: 'State',
}

interface Choices {
  columns?: ColumnChoice
  replaces: boolean
}

/** The CSV file of PIN codes, what the shop understands of it, and the button that imports it. */
export function PinImport({ onApplied }: { onApplied(): Promise<void> }) {
  const at = useCsvImport<Choices, PinTableAnswer>({
    send: (file, choices, token) =>
      browserApi.importPinTable(file, { ...choices, ...(token !== undefined && { token }) }),
    initial: { replaces: false },
    keep: ({ replaces }) => ({ replaces }),
    onApplied,
  })
  const { answer, choices, isBusy, settle, apply } = at
  return (
    <>
      <CsvForm hint={HINT} at={at}>
        <CheckField
          label="Rows that the file does not name leave the table"
          name="replaces"
          checked={choices.replaces}
          onChange={(event) => settle({ replaces: event.target.checked })}
        />
      </CsvForm>
      {answer && (
        <section aria-label="Result">
          {!answer.isApplied && (
            <ColumnChoiceFields
              labels={COLUMN_LABELS}
              required={['pin']}
              columns={answer.columns}
              isBusy={isBusy}
              onChoose={(columns) => settle({ columns })}
            />
          )}
          <PinResult answer={answer} isBusy={isBusy} onApply={apply} />
          <CsvLines {...answer} header="PIN code" nameOf={({ pin }) => pin || 'Without a PIN code'} />
        </section>
      )}
    </>
  )
}

function PinResult({ answer, isBusy, onApply }: { answer: PinTableAnswer; isBusy: boolean; onApply(): void }) {
  const { counts, isApplied, message } = answer
  const changed = counts.new + counts.changed + counts.removed
  const rejected = counts.rejected === 0 ? undefined : counted(counts.rejected, 'line')
  return (
    <>
      <h3 className="mt-8 text-lg font-bold">{isApplied ? 'What was imported' : 'What would change'}</h3>
      <ImportFigures
        figures={[
          ['New', counts.new],
          ['Changed', counts.changed],
          ['Unchanged', counts.unchanged],
          ['Leave', counts.removed],
          ['Repeated', counts.repeated],
          ['Rejected', counts.rejected],
        ]}
      />
      {isApplied ? (
        <p className="notice mt-4" role="status">
          {rejected === undefined ? message : `${message} ${rejected} rejected and left out.`}
        </p>
      ) : (
        <ApplyImport
          changes={changed === 0 ? undefined : counted(changed, 'row')}
          rejected={rejected}
          isBusy={isBusy}
          onApply={onApply}
        />
      )}
    </>
  )
}
