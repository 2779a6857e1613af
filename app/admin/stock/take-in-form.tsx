import { useState, type KeyboardEvent } from 'react'

import { CallForm } from '#app/admin/list/call-form.tsx'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormFields, type FormField } from '#app/ui/form-fields.tsx'
import type { FieldErrors } from '#contract/api/errors.ts'
import { MAX_BILL_LINES, MAX_BILL_NUMBER, MAX_SUPPLIER_NAME } from '#contract/stock/stock-limits.ts'

const HEAD: readonly FormField[] = [
  { name: 'supplier', label: 'Supplier', maxLength: MAX_SUPPLIER_NAME, autoComplete: 'off', required: true },
  { name: 'number', label: 'Number of the bill', maxLength: MAX_BILL_NUMBER, autoComplete: 'off', required: true },
  { name: 'date', label: 'Date of the bill', type: 'date', required: true },
]

const FIRST_LINES = 4

/** A scanner ends a code with Enter: it goes on to the pieces of its line, and the bill is not sent. */
function goOn(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter') return
  event.preventDefault()
  event.currentTarget.closest('fieldset')?.querySelector<HTMLElement>('input[type=number]')?.focus()
}

/** One line of the bill. The first one must be filled in, the others may stay empty. */
function Line({ index, code, errors }: { index: number; code?: string | undefined; errors?: FieldErrors | undefined }) {
  const place = index + 1
  const words = (name: string) => ({ name: `${name}-${index}`, error: errors?.[`lines.${index}.${name}`] })
  return (
    <fieldset className="grid grid-cols-2 items-start gap-3 sm:grid-cols-[1fr_8rem_10rem]">
      <legend className="visually-hidden">{`Line ${place}`}</legend>
      <TextField
        {...words('code')}
        label="SKU or barcode"
        autoComplete="off"
        required={index === 0}
        defaultValue={code}
        onKeyDown={goOn}
        className="max-sm:col-span-2"
      />
      <TextField
        {...words('quantity')}
        label="Pieces"
        type="number"
        min={1}
        step={1}
        inputMode="numeric"
        required={index === 0}
      />
      <TextField
        {...words('cost')}
        label="Cost of one piece"
        prefix="₹"
        inputMode="decimal"
        autoComplete="off"
        required={index === 0}
      />
    </fieldset>
  )
}

interface TakeInFormProps {
  /** The code of the first line. */
  code: string | undefined
  today: string
  /** Empties the fields. */
  onDone(): void
}

/** Takes in what a supplier's bill brings. */
export function TakeInForm({ code, today, onDone }: TakeInFormProps) {
  const [lines, setLines] = useState(FIRST_LINES)
  return (
    <CallForm
      act="takeIn"
      className="card mt-6 grid max-w-3xl gap-6 p-6"
      aria-label="A supplier’s bill"
      onDone={onDone}
    >
      {({ failure, isBusy }) => (
        <>
          <ErrorSummary failure={failure} />
          <div className="grid items-start gap-4 sm:grid-cols-3">
            <FormFields fields={HEAD} values={{ date: today }} errors={failure?.fields} />
          </div>
          <input type="hidden" name="lines" value={lines} />
          <div className="grid gap-4">
            {Array.from({ length: lines }, (_, index) => (
              <Line key={index} index={index} code={index === 0 ? code : undefined} errors={failure?.fields} />
            ))}
          </div>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" isPending={isBusy}>
              Take in
            </Button>
            {lines < MAX_BILL_LINES && (
              <Button
                variant="outline"
                onClick={() => setLines((before) => Math.min(before + FIRST_LINES, MAX_BILL_LINES))}
              >
                More lines
              </Button>
            )}
          </div>
        </>
      )}
    </CallForm>
  )
}
