import { useEffect } from 'react'

import { toastSuccess } from '#app/ui/toast.tsx'

const KEY = 'flash'

/** Leaves a sentence for the next document of this tab. */
export function leaveFlash(sentence: string): void {
  sessionStorage.setItem(KEY, sentence)
}

/** Says what the document before left to be said. */
export function Flash() {
  useEffect(() => {
    const sentence = sessionStorage.getItem(KEY)
    if (!sentence) return
    sessionStorage.removeItem(KEY)
    toastSuccess(sentence)
  }, [])
  return null
}
