import { useState } from 'react'

import { toastError } from '#app/ui/toast.tsx'
import { WORDINGS } from '#contract/wordings.ts'

/**
 * A part of a screen whose code is fetched when it is first used: undefined until it is there, and the function that
 * fetches it. A part that cannot be fetched is said to be missing in a toast, unless it is an extra that nobody asked for,
 * and is asked for again at the next use.
 */
export function useLoadedPart<Part>(
  load: () => Promise<Part>,
  isExtra?: boolean,
): [part: Part | undefined, fetchPart: () => void] {
  const [part, setPart] = useState<{ is: Part }>()
  const fetchPart = () =>
    void load().then(
      (is) => setPart({ is }),
      () => isExtra || toastError(WORDINGS.products.loadDetailsFailed),
    )
  return [part?.is, fetchPart]
}
