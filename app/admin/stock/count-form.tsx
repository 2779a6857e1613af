import { useState } from 'react'

import { CallForm } from '#app/admin/list/call-form.tsx'
import type { ListResult } from '#app/admin/list/list-calls.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { TextField } from '#app/ui/field.tsx'
import { useDerivedState } from '#app/ui/use-derived-state.ts'
import type { StockRow } from '#contract/stock/stock.ts'
import { MAX_COUNT_REASON } from '#contract/stock/stock-limits.ts'
import { counted } from '#contract/words/counted.ts'

/** Where the pieces lie, and what lies near them and is not counted with them. */
function leftOut({ held, packed, storagePlace }: StockRow): string {
  const parts = [
    ...(held > 0 ? [`${counted(held, 'piece')} held for orders`] : []),
    ...(packed > 0 ? [`${counted(packed, 'piece')} packed`] : []),
  ]
  const without = parts.length === 0 ? 'Nothing is held or packed.' : `Without ${parts.join(' and ')}.`
  return storagePlace === null ? without : `At ${storagePlace}. ${without}`
}

/** How many pieces of a size were counted. Until somebody types, it is what the shelf is known to have. */
function CountField({ row }: { row: StockRow }) {
  const { _id, size, shelf } = row
  const [typed, setTyped] = useState<string>()
  return (
    <div>
      <input type="hidden" name="id" value={_id} />
      <input type="hidden" name={`was-${_id}`} value={shelf} />
      <TextField
        label={size === '' ? 'Pieces on the shelf' : `Pieces of ${size} on the shelf`}
        name={`counted-${_id}`}
        type="number"
        min={0}
        step={1}
        inputMode="numeric"
        required
        value={typed ?? shelf}
        onChange={({ target }) => setTyped(target.value)}
        hint={leftOut(row)}
      />
    </div>
  )
}

/** The shelves that were counted are those that the form has shown first, and after a refusal those of now. */
function CountFields({ sizes, failure }: { sizes: readonly StockRow[]; failure: ListResult['failure'] }) {
  const [known] = useDerivedState(failure, () => sizes)
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      {known.map((row) => (
        <CountField key={row._id} row={row} />
      ))}
    </div>
  )
}

/** Sets the shelf of each size to what was counted there. */
export function CountForm({ sizes }: { sizes: readonly StockRow[] }) {
  return (
    <CallForm act="count" startsAnew className="card mt-4 grid max-w-2xl gap-4 p-6" aria-label="Count the shelf">
      {({ failure, isBusy }) => (
        <>
          <ErrorSummary failure={failure} />
          <p className="text-sm text-muted">
            Count the pieces that can be sold. Pieces that are held or packed for orders are no longer on the shelf, so
            leave them out.
          </p>
          <CountFields sizes={sizes} failure={failure} />
          <TextField
            label="Why it differs"
            name="reason"
            maxLength={MAX_COUNT_REASON}
            autoComplete="off"
            required
            error={failure?.fields?.['reason']}
          />
          <div>
            <Button type="submit" isPending={isBusy}>
              Save the count
            </Button>
          </div>
        </>
      )}
    </CallForm>
  )
}
