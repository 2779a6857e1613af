import { useDismissal } from '#app/admin/dashboard/use-dismissal.ts'
import { OtherStatesNote } from '#app/admin/tax/other-states-note.tsx'
import { Button } from '#app/ui/button.tsx'

/** The note on other states, until it is dismissed in this browser. */
export function OtherStatesHint() {
  const { isShown, dismiss } = useDismissal('adminOtherStatesDismissed')
  if (!isShown) return null
  return (
    <section aria-label="Sending to other states" className="notice mt-4 flex flex-wrap items-center gap-3">
      <div className="min-w-0 flex-1 basis-80">
        <OtherStatesNote />
      </div>
      <Button variant="quiet" isSmall onClick={dismiss}>
        I know
      </Button>
    </section>
  )
}
