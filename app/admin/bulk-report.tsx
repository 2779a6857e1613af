import { Button } from '#app/ui/button.tsx'
import type { BulkAnswer } from '#contract/admin-catalogue.ts'

/** Which products stayed as they were, and why. Nothing where every one of them changed. */
export function BulkReport({ answer, onClose }: { answer: BulkAnswer | undefined; onClose(): void }) {
  const left = answer?.results.filter(({ isDone }) => !isDone) ?? []
  if (!answer || left.length === 0) return null
  return (
    <section className="notice mt-6" aria-label="What was not done" role="alert">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="font-semibold">{answer.message}</p>
        <Button variant="quiet" isSmall onClick={onClose}>
          Dismiss
        </Button>
      </div>
      <ul className="mt-2 grid gap-1 text-sm">
        {left.map(({ _id, name, reason }) => (
          <li key={_id}>
            <strong>{name || _id}</strong>: {reason}
          </li>
        ))}
      </ul>
    </section>
  )
}
