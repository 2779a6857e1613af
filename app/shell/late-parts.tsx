import { useEffect } from 'react'

const WAIT_MS = 1000

/** Loads what no visitor waits for, once the page can be used. Renders nothing. */
export function LateParts() {
  useEffect(() => {
    if (!import.meta.env.PROD) return undefined
    const timer = setTimeout(() => {
      import('#app/shell/start-late-parts.ts').then(({ start }) => start()).catch(() => undefined)
    }, WAIT_MS)
    return () => clearTimeout(timer)
  }, [])
  return null
}
