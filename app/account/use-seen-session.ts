import { useEffect } from 'react'

import { useVisitor } from '#app/account/visitor.tsx'

/** Has the header ask again where a guarded page found a session that the header knows nothing of. */
export function useSeenSession(audience: 'customer' | 'admin', isThere: boolean): void {
  const { status, refresh, [audience]: known } = useVisitor()
  const isNews = isThere && status === 'ready' && !known
  useEffect(() => {
    if (isNews) void refresh()
  }, [isNews, refresh])
}
