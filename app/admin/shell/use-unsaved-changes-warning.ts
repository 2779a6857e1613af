import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'

import { showConfirm } from '#app/ui/alert-dialog.tsx'

const QUESTION = { question: 'Leave without saving your changes?', confirmLabel: 'Leave', cancelLabel: 'Stay' }

/** Asks before a page with unsaved changes is left. */
export function useUnsavedChangesWarning(hasChanges: () => boolean): void {
  const latest = useRef(hasChanges)
  useEffect(() => {
    latest.current = hasChanges
  })
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && latest.current(),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void showConfirm(QUESTION).then((isSure) => (isSure ? blocker.proceed() : blocker.reset()))
  }, [blocker])
  useEffect(() => {
    const hold = (event: BeforeUnloadEvent) => {
      if (latest.current()) event.preventDefault()
    }
    window.addEventListener('beforeunload', hold)
    return () => window.removeEventListener('beforeunload', hold)
  }, [])
}
