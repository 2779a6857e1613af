import { useState } from 'react'

import { toastError } from '#app/ui/toast.tsx'

/**
 * Loads a part of a screen's code on first use. Returns the part, undefined until it has loaded, and the function that
 * loads it. A failure is said by a toast with this sentence, or by none where the visitor did not ask for the part; the
 * next use tries again.
 */
export function useLazyModule<Part>(
  load: () => Promise<Part>,
  failure?: string,
): [part: Part | undefined, fetchPart: () => void] {
  const [part, setPart] = useState<{ is: Part }>()
  const fetchPart = () =>
    void load().then(
      (is) => setPart({ is }),
      () => failure !== undefined && toastError(failure),
    )
  return [part?.is, fetchPart]
}
