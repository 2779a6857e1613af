import { useEffect } from 'react'

import { toastError, toastSuccess } from '#app/ui/toast.tsx'

const KEY = 'flash'

type Kind = 'success' | 'error'

/** Saves a message that the next page load of this tab shows as a toast. */
export function toastAfterLoad(sentence: string, kind: Kind = 'success'): void {
  sessionStorage.setItem(KEY, `${kind}:${sentence}`)
}

/** Shows the message that the previous page left. */
export function ToastAfterLoad() {
  useEffect(() => {
    const [, kind, sentence] = /^(success|error):(.+)$/s.exec(sessionStorage.getItem(KEY) ?? '') ?? []
    if (!sentence) return
    sessionStorage.removeItem(KEY)
    if (kind === 'error') toastError(sentence)
    else toastSuccess(sentence)
  }, [])
  return null
}
