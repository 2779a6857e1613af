import { createContext, useCallback, useContext, useEffect, useRef } from 'react'

import { signOutSignal, useAdminEvents, useAdminEventsOpened } from '#app/admin/shell/admin-events.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { useLatestCall } from '#app/api/use-latest-call.ts'
import type { Waiting } from '#contract/dashboard/dashboard.ts'

/** What waits for a person, for all that the frame of the admin area holds; undefined until it is known. */
export const ToDoCounts = createContext<Waiting | undefined>(undefined)
export const useKnownToDoCounts = (): Waiting | undefined => useContext(ToDoCounts)

/** Events come in bursts. They are waited for this long before the counts are asked for again. */
const PAUSE_MS = 1000

/**
 * Reports what waits for a person: at once, and again soon after something has changed. For a signed-in administrator
 * only.
 */
export function useToDoCounts(onAnswer: (waiting: Waiting) => void): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const startCall = useLatestCall()
  const ask = useCallback(async (): Promise<void> => {
    clearTimeout(timer.current)
    timer.current = undefined
    const isLatest = startCall()
    // Without an answer the counts stay: they are no reason to disturb anybody.
    const answer = await browserApi.getWaiting({ signal: signOutSignal() }).catch(() => undefined)
    if (answer && isLatest()) onAnswer(answer)
  }, [onAnswer, startCall])
  useEffect(() => {
    void ask()
    return () => clearTimeout(timer.current)
  }, [ask])
  useAdminEventsOpened(ask)
  useAdminEvents(({ kind }) => {
    if (kind !== 'product') timer.current ??= setTimeout(() => void ask(), PAUSE_MS)
  })
}
