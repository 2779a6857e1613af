import { useLayoutEffect, useRef } from 'react'

import type { Difference } from '#app/admin/products/merge-drafts.ts'
import { takeFocus } from '#app/ui/take-focus.ts'

/** What somebody else changed while the form was open, and which of the own entries are kept. */
export function ConflictNotice({ differences }: { differences: readonly Difference[] }) {
  const box = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (differences.length > 0) takeFocus(box.current)
  }, [differences])
  if (differences.length === 0) return null
  return (
    <section ref={box} tabIndex={-1} className="notice mb-6" aria-labelledby="changed-meanwhile">
      <h2 id="changed-meanwhile" className="font-semibold">
        Changed by somebody else meanwhile
      </h2>
      <ul className="mt-2 grid gap-1">
        {differences.map(({ what, from, to, mine }) => (
          <li key={what}>
            <span>{`${what}: `}</span>
            <s>{from}</s> → <strong>{to}</strong>
            {mine !== undefined && <span>{` (your ${mine} is kept)`}</span>}
          </li>
        ))}
      </ul>
      <p className="mt-2 text-muted">
        Nothing that you typed is lost. Look at it again, then save: your values replace theirs where both differ.
      </p>
    </section>
  )
}
