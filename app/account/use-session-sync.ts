import { useEffect } from 'react'

import { useVisitor } from '#app/account/visitor.tsx'

/** Refreshes the header's visitor when a guarded page finds a session that the header does not know. */
export function useSessionSync(audience: 'customer' | 'admin', isThere: boolean): void {
  const { status, refresh, [audience]: known } = useVisitor()
  const isNews = isThere && status === 'ready' && !known
  useEffect(() => {
    if (isNews) void refresh()
  }, [isNews, refresh])
}
