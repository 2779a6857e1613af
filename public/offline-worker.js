// What the browser runs beside the pages: where a page cannot be fetched because the network is away, it shows the shop's
// offline page (app/routes/storefront/offline.tsx). It keeps that one page and nothing else. It leaves alone what is no move to a page, the checkout and the
// admin area.
self.addEventListener('install', (event) => {
  const page = new Request('/offline', { credentials: 'omit', cache: 'reload' })
  event.waitUntil(
    caches
      .open('offline')
      .then((cache) => cache.add(page))
      .then(() => self.skipWaiting()),
  )
})
self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.mode !== 'navigate' || request.method !== 'GET') return
  if (/^\/(?:order|admin|api|sandbox)(?:\/|$)/i.test(new URL(request.url).pathname)) return
  const showOffline = (failure) =>
    caches.match('/offline', { cacheName: 'offline', ignoreVary: true }).then((page) => page ?? Promise.reject(failure))
  event.respondWith(fetch(request).catch(showOffline))
})
