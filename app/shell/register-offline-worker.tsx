import { useEffect } from 'react'

const WAIT_MS = 4000

/** Registers the service worker that shows the offline page, some seconds after the page has loaded. Renders nothing. */
export function RegisterOfflineWorker() {
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined
    const timer = setTimeout(() => {
      navigator.serviceWorker.register('/offline-worker.js').catch(() => undefined)
    }, WAIT_MS)
    return () => clearTimeout(timer)
  }, [])
  return null
}
