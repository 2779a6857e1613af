import { useEffect, useState } from 'react'

function wasDismissed(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

/** Whether a hint is shown, until it is dismissed in this browser. Before the browser was asked it is not shown. */
export function useDismissal(key: string) {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => setIsShown(!wasDismissed(key)), [key])
  function dismiss() {
    setIsShown(false)
    try {
      localStorage.setItem(key, 'yes')
    } catch {
      // Without storage it comes back with the next visit.
    }
  }
  return { isShown, dismiss }
}
