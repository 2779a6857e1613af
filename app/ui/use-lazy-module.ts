import { useState } from 'react'

import { toastError } from '#app/ui/toast.tsx'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

/**
 * Loads a part of a screen's code on first use. Returns the part, undefined until it has loaded, and the function that
 * loads it. A failure shows a toast unless `isExtra` says that the visitor did not ask for the part; the next use tries
 * again.
 */
export function useLazyModule<Part>(
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
