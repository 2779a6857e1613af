import { useEffect, useRef } from 'react'

import { useAdminEvents } from '#app/admin/shell/admin-events.ts'

/** If more rows than this change at once, the whole page is read. */
const MAX_ROWS = 10

type IsOpen = (id: string) => boolean

interface Listed {
  /** Ids of the rows that stand on the page. */
  shown: readonly string[]
  /** Ids of the rows that are open for editing. */
  edited: readonly string[]
  /** False where the row is open by the time that it is read. */
  refresh(id: string, isOpen: IsOpen): Promise<boolean>
  refreshAll(isOpen: IsOpen): Promise<void>
}

/**
 * Updates the rows of a products' list, each in its place, after sales and after changes by other administrators. A row
 * that is open for editing is updated when it is closed, so that nothing changes under what is typed there.
 */
export function useLiveProducts({ shown, edited, refresh, refreshAll }: Listed): void {
  const waiting = useRef(new Set<string>())
  const open = edited.join(' ')
  const openNow = useRef(edited)
  useEffect(() => {
    openNow.current = edited
  })

  const isOpen = (id: string) => openNow.current.includes(id)

  async function update(id: string): Promise<void> {
    if (!(await refresh(id, isOpen))) waiting.current.add(id)
  }
  async function updateAll(): Promise<void> {
    await refreshAll(isOpen)
    for (const id of openNow.current) waiting.current.add(id)
  }

  function follow(ids: readonly string[]): void {
    const touched = ids.filter((id) => shown.includes(id))
    for (const id of touched) if (edited.includes(id)) waiting.current.add(id)
    const free = touched.filter((id) => !edited.includes(id))
    if (free.length > MAX_ROWS) void updateAll()
    else for (const id of free) void update(id)
  }

  useEffect(() => {
    const closed = [...waiting.current].filter((id) => !edited.includes(id))
    for (const id of closed) {
      waiting.current.delete(id)
      void update(id)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- only the closing of a row counts
  }, [open])

  useAdminEvents((event) => {
    if (event.kind !== 'missed' && (event.kind !== 'product' || event.change !== 'update')) return
    const isNamed = event.kind === 'product' && event.ids.length > 0
    if (isNamed) return follow(event.ids)
    void updateAll()
  })
}
