import { measureVisit } from '#app/shell/measure-visit.ts'

const WORKER_WAIT_MS = 3000

/** Measures the visit, and some seconds later registers the service worker that shows the offline page. */
export function start(): void {
  measureVisit()
  if (!('serviceWorker' in navigator)) return
  setTimeout(() => {
    navigator.serviceWorker.register('/offline-worker.js').catch(() => undefined)
  }, WORKER_WAIT_MS)
}
