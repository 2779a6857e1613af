import type { SubmitEvent } from 'react'

import { ColumnChoiceFields } from '#app/admin/delivery/column-choice.tsx'
import { PinLines } from '#app/admin/delivery/pin-lines.tsx'
import { usePinImport } from '#app/admin/delivery/use-pin-import.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { CheckField, Field } from '#app/ui/field.tsx'
import { MAX_UPLOAD_BYTES } from '#contract/catalogue/upload-limits.ts'
import type { PinTableAnswer } from '#contract/delivery/pin-table.ts'
import { MAX_PIN_LINES } from '#contract/delivery/pin-table-limits.ts'

const HINT = `CSV, up to ${MAX_UPLOAD_BYTES / 1024 ** 2} MiB and ${MAX_PIN_LINES.toLocaleString('en-IN')} lines; a courier’s export as it comes.`

const countedRows = (count: number) => (count === 1 ? '1 row' : `${count.toLocaleString('en-IN')} rows`)
const countedLines = (count: number) => (count === 1 ? '1 line' : `${count.toLocaleString('en-IN')} lines`)

function Counts({ counts, isApplied }: PinTableAnswer) {
  const figures = [
    ['New', counts.new],
    ['Changed', counts.changed],
    ['Unchanged', counts.unchanged],
    ['Leave', counts.removed],
    ['Repeated', counts.repeated],
    ['Rejected', counts.rejected],
  ] as const
  return (
    <>
      <h3 className="mt-8 text-lg font-bold">{isApplied ? 'What was imported' : 'What would change'}</h3>
      <dl className="mt-4 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
        {figures.map(([word, count]) => (
          <div key={word} className="card p-4">
            <dt className="text-muted">{word}</dt>
            <dd className="text-xl font-bold tabular-nums">{count.toLocaleString('en-IN')}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function Apply({ answer, isBusy, onApply }: { answer: PinTableAnswer; isBusy: boolean; onApply(): void }) {
  const { counts, isApplied, message } = answer
  const count = counts.new + counts.changed + counts.removed
  if (isApplied) {
    return (
      <p className="notice mt-4" role="status">
        {`${message}${counts.rejected > 0 ? ` ${countedLines(counts.rejected)} rejected and left out.` : ''}`}
      </p>
    )
  }
  if (count === 0) return <p className="mt-4">Nothing in this sheet changes anything.</p>
  return (
    <div className="mt-4 flex flex-wrap items-center gap-4">
      <Button isPending={isBusy} onClick={onApply}>
        {`Import ${countedRows(count)}`}
      </Button>
      {counts.rejected > 0 && (
        <p className="text-muted">{`${countedLines(counts.rejected)} rejected will be left out.`}</p>
      )}
    </div>
  )
}

/** The sheet of PIN codes, what the shop understands of it, and the button that imports it. */
export function PinImport({ onApplied }: { onApplied(): Promise<void> }) {
  const { file, answer, failure, isBusy, replaces, choose, settle, check, apply } = usePinImport(onApplied)
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    check()
  }
  return (
    <>
      <form className="card mt-4 grid max-w-2xl gap-5 p-6" onSubmit={submit}>
        <ErrorSummary failure={failure} />
        <Field label="CSV file" hint={HINT}>
          {(control) => (
            <input
              {...control}
              className="input"
              type="file"
              name="sheet"
              accept=".csv,text/csv"
              required
              onChange={(event) => choose(event.target.files?.[0])}
            />
          )}
        </Field>
        <CheckField
          label="Rows that the sheet does not name leave the table"
          name="replaces"
          checked={replaces}
          onChange={(event) => settle({ replaces: event.target.checked })}
        />
        <Button type="submit" variant={answer ? 'outline' : 'primary'} isPending={isBusy} disabled={!file}>
          Show what would change
        </Button>
      </form>
      {answer && (
        <section aria-label="Result">
          {!answer.isApplied && (
            <ColumnChoiceFields columns={answer.columns} isBusy={isBusy} onChoose={(columns) => settle({ columns })} />
          )}
          <Counts {...answer} />
          <Apply answer={answer} isBusy={isBusy} onApply={apply} />
          <PinLines {...answer} />
        </section>
      )}
    </>
  )
}
