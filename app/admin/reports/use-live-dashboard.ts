import { useEffect, useRef } from 'react'

import { useAdminEvents } from '#app/admin/shell/admin-events.ts'

const FIRST_AFTER_MS = 1000
/** In a busy hour the figures are counted again this often, not with every order. */
const AT_MOST_EVERY_MS = 10_000

/** Calls `reload` soon after something was bought or written, and then no more often than every ten seconds. */
export function useLiveDashboard(reload: () => void): void {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const last = useRef(0)
  useEffect(() => () => clearTimeout(waiting.current), [])
  useAdminEvents((event) => {
    if (event.kind === 'product' || waiting.current !== undefined) return
    const since = performance.now() - last.current
    waiting.current = setTimeout(
      () => {
        waiting.current = undefined
        last.current = performance.now()
        reload()
      },
      Math.max(FIRST_AFTER_MS, AT_MOST_EVERY_MS - since),
    )
  })
}
