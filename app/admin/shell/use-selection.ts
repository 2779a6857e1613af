import { useEffect, useRef, useState } from 'react'

/**
 * Which rows are ticked, by id; `order` is the rows as they stand on the page. With Shift a tick reaches from the row that
 * was ticked last to this one. What is not on the page any more is not selected either.
 */
export function useSelection(order: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const anchor = useRef<string>(undefined)
  const key = order.join(' ')
  useEffect(() => {
    setChosen((known) => new Set(order.filter((id) => known.has(id))))
    // oxlint-disable-next-line react/exhaustive-deps -- the key says all of the order
  }, [key])

  function toggle(id: string, isRange: boolean): void {
    const from = isRange && anchor.current !== undefined ? order.indexOf(anchor.current) : -1
    const to = order.indexOf(id)
    const reached = from < 0 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1)
    const isTicked = !chosen.has(id)
    anchor.current = id
    setAll(reached, isTicked)
  }

  function setAll(ids: readonly string[], isTicked: boolean): void {
    setChosen((known) => {
      const next = new Set(known)
      for (const id of ids) {
        if (isTicked) next.add(id)
        else next.delete(id)
      }
      return next
    })
  }

  return { chosen, toggle, setAll, clear: () => setChosen(new Set()) }
}

export type Selection = ReturnType<typeof useSelection>
