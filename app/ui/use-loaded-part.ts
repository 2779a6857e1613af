import { useRef, useState } from 'react'

import { toastError } from '#app/ui/toast.tsx'
import { WORDINGS } from '#contract/wordings.ts'

/**
 * A part of a screen whose code is fetched when it is first used: undefined until it is there, and the function that
 * fetches it. A part that cannot be fetched is said to be missing in a toast, and is asked for again at the next use.
 */
export function useLoadedPart<Part>(load: () => Promise<Part>): [part: Part | undefined, fetchPart: () => void] {
  const [part, setPart] = useState<{ is: Part }>()
  const isAsked = useRef(false)
  function fetchPart() {
    if (isAsked.current) return
    isAsked.current = true
    load().then(
      (is) => setPart({ is }),
      () => {
        isAsked.current = false
        toastError(WORDINGS.products.loadDetailsFailed)
      },
    )
  }
  return [part?.is, fetchPart]
}
