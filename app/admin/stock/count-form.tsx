import { CallForm } from '#app/admin/list/call-form.tsx'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { TextField } from '#app/ui/field.tsx'
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

/** Sets the shelf of each size to what was counted there. */
export function CountForm({ sizes }: { sizes: readonly StockRow[] }) {
  return (
    <CallForm
      key={sizes.map(({ shelf }) => shelf).join(' ')}
      act="count"
      className="card mt-4 grid max-w-2xl gap-4 p-6"
      aria-label="Count the shelf"
    >
      {({ failure, isBusy }) => (
        <>
          <ErrorSummary failure={failure} />
          <p className="text-sm text-muted">
            Count the pieces that can be sold. Pieces that are held or packed for orders are no longer on the shelf, so
            leave them out.
          </p>
          <div className="grid items-start gap-4 sm:grid-cols-2">
            {sizes.map((row) => (
              <div key={row._id}>
                <input type="hidden" name="id" value={row._id} />
                <input type="hidden" name={`was-${row._id}`} value={row.shelf} />
                <TextField
                  label={row.size === '' ? 'Pieces on the shelf' : `Pieces of ${row.size} on the shelf`}
                  name={`counted-${row._id}`}
                  type="number"
                  min={0}
                  step={1}
                  inputMode="numeric"
                  required
                  defaultValue={row.shelf}
                  hint={leftOut(row)}
                />
              </div>
            ))}
          </div>
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
