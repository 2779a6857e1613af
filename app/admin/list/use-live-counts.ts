import { useEffect, useRef } from 'react'

import { useDerivedState } from '#app/ui/use-derived-state.ts'

const COUNT_AFTER_MS = 500

/**
 * The numbers of a list's tabs, and what counts anew, once for several changes in a row. A failed count is repeated
 * with the next change.
 */
export function useLiveCounts<Counts>(counts: Counts | undefined, count: () => Promise<Counts>) {
  const [shown, setShown] = useDerivedState(counts, (given) => given)
  const counting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(counting.current), [])
  function countSoon() {
    clearTimeout(counting.current)
    counting.current = setTimeout(() => {
      count().then(setShown, () => undefined)
    }, COUNT_AFTER_MS)
  }
  return [shown, countSoon] as const
}
