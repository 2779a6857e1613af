import { useEffect, useRef, useState } from 'react'

/**
 * The ids of the selected rows. `order` lists the ids on the page. Shift selects the range from the last selected row.
 * A row that leaves the page is deselected.
 */
export function useSelection(order: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const lastToggled = useRef<string>(undefined)
  const key = order.join(' ')
  useEffect(() => {
    setChosen((known) => new Set(order.filter((id) => known.has(id))))
    // oxlint-disable-next-line react/exhaustive-deps -- the key contains the whole order
  }, [key])

  function toggle(id: string, isRange: boolean): void {
    const from = isRange && lastToggled.current !== undefined ? order.indexOf(lastToggled.current) : -1
    const to = order.indexOf(id)
    const range = from < 0 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1)
    const isSelected = !chosen.has(id)
    lastToggled.current = id
    setAll(range, isSelected)
  }

  function setAll(ids: readonly string[], isSelected: boolean): void {
    setChosen((known) => {
      const next = new Set(known)
      for (const id of ids) {
        if (isSelected) next.add(id)
        else next.delete(id)
      }
      return next
    })
  }

  return { chosen, toggle, setAll, clear: () => setChosen(new Set()) }
}

export type Selection = ReturnType<typeof useSelection>
