import type { ShopServer } from '#server/http/server.ts'

import { finishAnswer, sendFinished } from '#server/cache/response-cache.ts'

const ICONS = [
  { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
  { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
  { src: '/icon-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
]
const PAPER = '#f5f3ef'

/** Serves what a device needs to put the shop among its own programs, under the shop's name. */
export function registerManifest(app: ShopServer, shopName: string): void {
  const manifest = {
    name: shopName,
    short_name: shopName,
    description: 'Original menswear, cut in-house.',
    lang: 'en-IN',
    start_url: '/',
    display: 'standalone',
    background_color: PAPER,
    theme_color: PAPER,
    icons: ICONS,
  }
  const headers = { 'content-type': 'application/manifest+json', 'cache-control': 'public, max-age=86400' }
  const answer = finishAnswer(JSON.stringify(manifest), headers)
  app.get('/manifest.webmanifest', (request, reply) => sendFinished(request, reply, answer, () => true))
}
