import { useEffect, useState } from 'react'

import { saveText } from '#app/api/device-storage.ts'

function isDismissed(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    // A browser may forbid it; then the hint is shown on every visit.
    return false
  }
}

/** Whether a hint is shown, until it is dismissed in this browser. Before the browser was asked it is not shown. */
export function useDismissal(key: string) {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => setIsShown(!isDismissed(key)), [key])
  function dismiss() {
    setIsShown(false)
    saveText(localStorage, key, 'yes', 'It could not be saved that the hint was dismissed.')
  }
  return { isShown, dismiss }
}
