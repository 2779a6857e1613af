import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/shop.ts'

import { PreparedResponse } from '#server/http/prepared-response.ts'

const ICONS = [
  { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
  { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
  { src: '/icon-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
]
const PAPER = '#f5f3ef'

/** Serves what a device needs to put the shop among its own programs, under the shop's name. */
export function registerManifest(
  app: ShopServer,
  { config: { shopName }, responses }: Pick<Shop, 'config' | 'responses'>,
): void {
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
  const response = new PreparedResponse(JSON.stringify(manifest), headers)
  app.get('/manifest.webmanifest', (request, reply) =>
    responses.sendConstant(request, reply, '/manifest.webmanifest', response),
  )
}
