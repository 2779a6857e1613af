import { useEffect } from 'react'

import { toastError, toastSuccess } from '#app/ui/toast.tsx'

const KEY = 'flash'

type Kind = 'success' | 'error'

/** Leaves a sentence for the next document of this tab. */
export function leaveFlash(sentence: string, kind: Kind = 'success'): void {
  sessionStorage.setItem(KEY, `${kind}:${sentence}`)
}

/** Says what the document before left to be said. */
export function Flash() {
  useEffect(() => {
    const [, kind, sentence] = /^(success|error):(.+)$/s.exec(sessionStorage.getItem(KEY) ?? '') ?? []
    if (!sentence) return
    sessionStorage.removeItem(KEY)
    if (kind === 'error') toastError(sentence)
    else toastSuccess(sentence)
  }, [])
  return null
}
