import { useRevalidator } from 'react-router'

import { ApplyImport } from '#app/admin/csv/apply-import.tsx'
import { ColumnChoiceFields } from '#app/admin/csv/column-choice.tsx'
import { CsvForm } from '#app/admin/csv/csv-form.tsx'
import { ImportFigures } from '#app/admin/csv/import-figures.tsx'
import { CsvLines } from '#app/admin/csv/csv-lines.tsx'
import { useCsvImport } from '#app/admin/csv/use-csv-import.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import type { OldAddressColumn } from '#contract/catalogue/old-addresses/old-address-limits.ts'
import type { ColumnChoice, OldAddressCsvAnswer } from '#contract/catalogue/old-addresses/old-address-csv.ts'
import { counted } from '#contract/words/counted.ts'

const HINT = 'Two columns, “old address” and “new address”; the redirects of Shopify as they are.'

const COLUMN_LABELS: Record<OldAddressColumn, string> = { path: 'Old address', newPath: 'Leads to' }

/** The CSV file of old addresses, what it would change, and the button that imports it. */
export function OldAddressImport() {
  const { revalidate } = useRevalidator()
  const at = useCsvImport<{ columns?: ColumnChoice }, OldAddressCsvAnswer>({
    send: (file, choices, token) =>
      browserApi.importOldAddresses(file, { ...choices, ...(token !== undefined && { token }) }),
    initial: {},
    onApplied: revalidate,
  })
  const { answer, isBusy, settle, apply } = at
  return (
    <details className="my-6">
      <summary className="link w-fit cursor-pointer">From a CSV file</summary>
      <CsvForm hint={HINT} at={at} />
      {answer && (
        <section aria-label="Result">
          {!answer.isApplied && (
            <ColumnChoiceFields
              labels={COLUMN_LABELS}
              required={['path', 'newPath']}
              columns={answer.columns}
              isBusy={isBusy}
              onChoose={(columns) => settle({ columns })}
            />
          )}
          <ImportResult answer={answer} isBusy={isBusy} onApply={apply} />
          <CsvLines {...answer} header="Old address" nameOf={({ path }) => path || 'Without an address'} />
        </section>
      )}
    </details>
  )
}

function ImportResult({ answer, isBusy, onApply }: { answer: OldAddressCsvAnswer; isBusy: boolean; onApply(): void }) {
  const { counts, isApplied, message } = answer
  const changed = counts.new + counts.changed
  const rejected = counts.rejected === 0 ? undefined : counted(counts.rejected, 'line')
  return (
    <>
      <h2 className="mt-8 text-lg font-bold">{isApplied ? 'What was imported' : 'What would change'}</h2>
      <ImportFigures
        figures={[
          ['New', counts.new],
          ['Changed', counts.changed],
          ['Unchanged', counts.unchanged],
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
          changes={changed === 0 ? undefined : counted(changed, 'old address', 'old addresses')}
          rejected={rejected}
          isBusy={isBusy}
          onApply={onApply}
        />
      )}
    </>
  )
}
