import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/shop.ts'

import { PreparedResponse } from '#server/http/prepared-response.ts'

const PAGE = '/offline'

/**
 * What the browser runs beside the pages: where a page cannot be fetched because the network is away, it shows the
 * shop's offline page. It keeps that one page and nothing else, no answer, no picture, nothing personal, and leaves
 * alone what is no move to a page, the checkout and the back office.
 */
const WORKER = `
self.addEventListener('install', (event) => {
  const page = new Request('${PAGE}', { credentials: 'omit', cache: 'reload' })
  event.waitUntil(caches.open('offline').then((cache) => cache.add(page)).then(() => self.skipWaiting()))
})
self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.mode !== 'navigate' || request.method !== 'GET') return
  if (/^\\/(?:order|admin|api|sandbox)(?:\\/|$)/i.test(new URL(request.url).pathname)) return
  const showOffline = (failure) =>
    caches.match('${PAGE}', { cacheName: 'offline', ignoreVary: true }).then((page) => page ?? Promise.reject(failure))
  event.respondWith(fetch(request).catch(showOffline))
})
`

/** Serves the worker. The browser looks for a newer one at each start, so it is never kept unasked. */
export function registerOfflineWorker(app: ShopServer, { responses }: Pick<Shop, 'responses'>): void {
  const headers = {
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'self'",
  }
  const response = new PreparedResponse(WORKER, headers)
  app.get('/offline-worker.js', (request, reply) =>
    responses.sendConstant(request, reply, '/offline-worker.js', response),
  )
}
