import { messageOf } from '#contract/words/error-message.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { useIdempotencyKeys } from '#app/api/use-idempotency-keys.ts'
import { Button } from '#app/ui/button.tsx'
import { toastError } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import type { BulkAnswer, BulkChange } from '#contract/catalogue/admin-catalogue.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

/**
 * The change that undoes this one for products that were not changed since. Undefined if no price and no detail
 * changed.
 */
function undoOf({ results }: BulkAnswer): BulkChange | undefined {
  const products = results.flatMap(({ _id, isDone, before, after }) =>
    isDone && before && after ? [{ _id, ...before, was: after }] : [],
  )
  if (products.length > 0) return { action: 'set prices', products }
  const described = results.flatMap(({ _id, isDone, facts }) =>
    isDone && facts ? [{ _id, facts: facts.before, was: facts.after }] : [],
  )
  return described.length === 0 ? undefined : { action: 'set facts', products: described }
}

interface BulkReportProps {
  answer: BulkAnswer | undefined
  /** Prices or label facts were taken back. */
  onUndone(change: BulkChange, answer: BulkAnswer): void
  onClose(): void
}

/**
 * Lists the products that a bulk change left as they were, with the reasons, and has a button that undoes the change.
 */
export function BulkReport({ answer, onUndone, onClose }: BulkReportProps) {
  const { isBusy, run } = useTask()
  const keys = useIdempotencyKeys()
  const left = answer?.results.filter(({ isDone }) => !isDone) ?? []
  const unwise = answer?.results.filter(({ warning }) => warning !== undefined) ?? []
  const undo = answer && undoOf(answer)
  if (!answer || (left.length === 0 && !undo)) return null

  async function takeBack(change: BulkChange) {
    try {
      const undone = await browserApi.changeProducts(change, keys.keyOf(JSON.stringify(change)))
      keys.forget()
      onUndone(change, undone)
    } catch (error) {
      toastError(messageOf(error, WORDINGS.fallback))
    }
  }
  return (
    <section
      className="notice my-6"
      aria-label={left.length > 0 ? 'What was not done' : 'What was done'}
      role={left.length > 0 ? 'alert' : undefined}
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="font-semibold">{answer.message}</p>
        <div className="flex flex-wrap gap-2">
          {undo && (
            <Button variant="outline" isSmall isPending={isBusy} onClick={() => void run(() => takeBack(undo))}>
              {undo.action === 'set facts' ? 'Undo the change of label facts' : 'Undo the change of prices'}
            </Button>
          )}
          <Button variant="quiet" isSmall onClick={onClose}>
            Dismiss
          </Button>
        </div>
      </div>
      {unwise.length > 0 && (
        <ul className="mt-2 grid gap-1 text-sm">
          {unwise.map(({ _id, name, warning }) => (
            <li key={_id}>
              <strong>{name}</strong>
              <span>{`: ${warning}`}</span>
            </li>
          ))}
        </ul>
      )}
      {left.length > 0 && (
        <ul className="mt-2 grid gap-1 text-sm">
          {left.map(({ _id, name, reason }) => (
            <li key={_id}>
              <strong>{name || _id}</strong>
              <span>{`: ${reason}`}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
