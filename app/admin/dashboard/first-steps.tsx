import { CircleCheck, Circle } from 'lucide-react'
import { Link } from 'react-router'

import { useDismissal } from '#app/admin/dashboard/use-dismissal.ts'
import { useMayDo } from '#app/admin/shell/use-may-do.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'

export interface FirstStep {
  label: string
  /** What to do, and where. */
  hint: string
  /** Undefined if it is not done in a screen. */
  to?: string
  isDone: boolean
}

/** The steps of a new shop's owner, until all are done or the list is dismissed in this browser. */
export function FirstSteps({ steps }: { steps: readonly FirstStep[] }) {
  const { isShown, dismiss } = useDismissal('adminFirstStepsDismissed')
  const mayDo = useMayDo()
  const next = steps.find(({ isDone }) => !isDone)
  if (!isShown || !next) return null

  return (
    <section aria-labelledby="first-steps" className="card mt-4 p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="first-steps" className="admin-subtitle">
          {`Open your shop: ${steps.filter(({ isDone }) => isDone).length} of ${steps.length}`}
        </h2>
        <Button variant="quiet" isSmall onClick={dismiss}>
          Dismiss
        </Button>
      </div>
      {mayDo('settings') && (
        <p className="mt-3">
          <ButtonLink to="/admin/first-steps">Make the shop yours in six answers</ButtonLink>
        </p>
      )}
      <ol className="mt-2 grid gap-2">
        {steps.map(({ label, hint, to, isDone }) => (
          <li key={label} className="flex gap-2">
            {isDone ? (
              <CircleCheck size={20} className="mt-0.5 shrink-0 text-status-delivered" aria-hidden="true" />
            ) : (
              <Circle size={20} className="mt-0.5 shrink-0 text-muted" aria-hidden="true" />
            )}
            <span>
              {to && !isDone ? (
                <Link className="link" to={to}>
                  {label}
                </Link>
              ) : (
                <span className={isDone ? 'text-muted' : undefined}>{label}</span>
              )}
              <VisuallyHidden>{isDone ? ', done' : ', not done yet'}</VisuallyHidden>
              {!isDone && <span className="block text-sm text-muted">{hint}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
