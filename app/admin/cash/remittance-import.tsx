import { ApplyImport } from '#app/admin/csv/apply-import.tsx'
import { ColumnChoiceFields } from '#app/admin/csv/column-choice.tsx'
import { CsvForm } from '#app/admin/csv/csv-form.tsx'
import { ImportFigures } from '#app/admin/csv/import-figures.tsx'
import { useCsvImport } from '#app/admin/csv/use-csv-import.ts'
import { RemittanceLines } from '#app/admin/cash/remittance-lines.tsx'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { MAX_UPLOAD_BYTES } from '#contract/catalogue/upload-limits.ts'
import { formatTotal } from '#contract/units/money.ts'
import { MAX_REMITTANCE_LINES, type RemittanceColumn } from '#contract/orders/remittance-limits.ts'
import type { RemittanceAnswer, RemittanceColumns } from '#contract/orders/remittances.ts'
import { counted } from '#contract/words/counted.ts'

const HINT = `CSV, up to ${MAX_UPLOAD_BYTES / 1024 ** 2} MiB and ${MAX_REMITTANCE_LINES.toLocaleString('en-IN')} lines; a courier’s export as it comes.`

const COLUMN_LABELS: Record<RemittanceColumn, string> = {
  number: 'Tracking number',
  amount: 'Amount paid out',
  reference: 'Bank reference',
}

/** A courier's sheet, what the shop understands of it, and the button that notes it. */
export function RemittanceImport() {
  const at = useCsvImport<{ columns?: RemittanceColumns }, RemittanceAnswer>({
    send: (file, choices, token) =>
      browserApi.importRemittance(file, { ...choices, ...(token !== undefined && { token }) }),
    initial: {},
  })
  const { answer, isBusy, settle, apply } = at
  return (
    <>
      <CsvForm hint={HINT} at={at} submitLabel="Compare with the parcels" />
      {answer && (
        <section aria-label="Result">
          {!answer.isApplied && (
            <ColumnChoiceFields
              labels={COLUMN_LABELS}
              required={['number', 'amount']}
              columns={answer.columns}
              isBusy={isBusy}
              onChoose={(columns) => settle({ columns })}
            />
          )}
          <RemittanceResult answer={answer} isBusy={isBusy} onApply={apply} />
          <RemittanceLines {...answer} />
        </section>
      )}
    </>
  )
}

interface RemittanceResultProps {
  answer: RemittanceAnswer
  isBusy: boolean
  onApply(): void
}

/** What an import would note: parcels, and differences that are not kept yet. */
function changesOf({ matched, findings }: RemittanceAnswer['counts']): string | undefined {
  const parts = [
    ...(matched > 0 ? [counted(matched, 'parcel')] : []),
    ...(findings > 0 ? [counted(findings, 'difference')] : []),
  ]
  return parts.length === 0 ? undefined : parts.join(' and ')
}

function RemittanceResult({ answer, isBusy, onApply }: RemittanceResultProps) {
  const { counts, matchedSum, isApplied, message } = answer
  const isUnderstood = ['number', 'amount'].every((column) => answer.columns.some(({ means }) => means === column))
  if (!isUnderstood) return <p className="error-summary mt-6">{message}</p>
  return (
    <>
      <h3 className="mt-8 text-lg font-bold">{isApplied ? 'What was noted' : 'What would be noted'}</h3>
      <ImportFigures
        figures={[
          ['Remitted', counts.matched],
          ['Noted before', counts.noted],
          ['Differences', counts.findings],
          ['Known differences', counts.known],
        ]}
      />
      <p className="mt-4">{`The remitted parcels come to ${formatTotal(matchedSum)}.`}</p>
      {isApplied ? (
        <p className="notice mt-4" role="status">
          {counts.findings === 0
            ? message
            : `${message} ${counted(counts.findings, 'difference')} kept under Findings.`}
        </p>
      ) : (
        <ApplyImport changes={changesOf(counts)} rejected={undefined} isBusy={isBusy} onApply={onApply} />
      )}
    </>
  )
}
