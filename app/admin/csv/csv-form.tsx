import type { ReactNode } from 'react'

import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Field } from '#app/ui/field.tsx'

/** Takes a CSV file. */
function CsvField({ hint, onChoose }: { hint?: string | undefined; onChoose(file: File | undefined): void }) {
  return (
    <Field label="CSV file" hint={hint}>
      {(control) => (
        <input
          {...control}
          className="input"
          type="file"
          name="sheet"
          accept=".csv,text/csv"
          required
          onChange={(event) => onChoose(event.target.files?.[0])}
        />
      )}
    </Field>
  )
}

interface CsvFormProps {
  hint?: string | undefined
  /** What the import of the file is at: `useCsvImport`. */
  at: {
    file: File | undefined
    answer: object | undefined
    failure: { message: string } | undefined
    isBusy: boolean
    choose(file: File | undefined): void
    check(): void
  }
  submitLabel?: string
  /** What stands between the file and the button. */
  children?: ReactNode
}

/** The form that checks a CSV file before anything is imported. */
export function CsvForm({ hint, at, submitLabel = 'Show what would change', children }: CsvFormProps) {
  return (
    <form
      className="card mt-6 grid max-w-2xl gap-5 p-6"
      onSubmit={(event) => {
        event.preventDefault()
        at.check()
      }}
    >
      <ErrorSummary failure={at.failure} />
      <CsvField hint={hint} onChoose={at.choose} />
      {children}
      <Button type="submit" variant={at.answer ? 'outline' : 'primary'} isPending={at.isBusy} disabled={!at.file}>
        {submitLabel}
      </Button>
    </form>
  )
}
