import { useEffect, useRef } from 'react'

import { useAdminEvents } from '#app/admin/shell/admin-events.ts'

/** If more rows than this change at once, the whole page is read. */
const MAX_ROWS = 10

interface Listed {
  /** Ids of the rows that stand on the page. */
  shown: readonly string[]
  /** Ids of the rows that are open for editing. */
  edited: readonly string[]
  refresh(id: string): Promise<void>
  refreshAll(): Promise<void>
}

/**
 * Updates the rows of a products' list, each in its place, after sales and after changes by other administrators. A row
 * that is open for editing is updated when it is closed, so that nothing changes under what is typed there.
 */
export function useLiveProducts({ shown, edited, refresh, refreshAll }: Listed): void {
  const waiting = useRef(new Set<string>())
  const open = edited.join(' ')

  function follow(ids: readonly string[]): void {
    const touched = ids.filter((id) => shown.includes(id))
    for (const id of touched) if (edited.includes(id)) waiting.current.add(id)
    const free = touched.filter((id) => !edited.includes(id))
    if (free.length > MAX_ROWS) void refreshAll()
    else for (const id of free) void refresh(id)
  }

  useEffect(() => {
    const closed = [...waiting.current].filter((id) => !edited.includes(id))
    for (const id of closed) {
      waiting.current.delete(id)
      void refresh(id)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- only the closing of a row counts
  }, [open])

  useAdminEvents((event) => {
    if (event.kind !== 'missed' && (event.kind !== 'product' || event.change !== 'update')) return
    const isNamed = event.kind === 'product' && event.ids.length > 0
    if (isNamed) return follow(event.ids)
    for (const id of edited) waiting.current.add(id)
    void refreshAll()
  })
}
