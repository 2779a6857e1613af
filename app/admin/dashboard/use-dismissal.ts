import { useEffect, useState } from 'react'

import { saveText } from '#app/api/device-storage.ts'

/** Whether a hint is shown, until it is dismissed in this browser. Before the browser was asked it is not shown. */
export function useDismissal(key: string) {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => setIsShown(localStorage.getItem(key) === null), [key])
  function dismiss() {
    setIsShown(false)
    saveText(localStorage, key, 'yes', 'It could not be saved that the hint was dismissed.')
  }
  return { isShown, dismiss }
}
