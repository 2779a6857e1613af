import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'

import { fillPlaceholders } from '#contract/words/placeholders.ts'
import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/start/shop.ts'

import { CACHE_A_DAY, CACHE_FOREVER } from '#server/cache/cache-headers.ts'
import { CATALOGUE, SETTINGS_TAG } from '#server/cache/tags.ts'
import { CompressedResponse, FOR_FILES } from '#server/http/responses/compressed-response.ts'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
}
/** The browser looks for a newer one at each start. It fetches the offline page. */
const WORKER = 'offline-worker.js'
const WORKER_HEADERS = { 'cache-control': 'no-cache', 'content-security-policy': "default-src 'self'" }

const ICONS = [
  { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
  { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
  { src: '/icon-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
]
const MANIFEST = '/manifest.webmanifest'
const PAPER = '#f5f3ef'

type Serving = Pick<Shop, 'config' | 'responses'>

function serveFile(
  app: ShopServer,
  { responses }: Serving,
  path: string,
  body: Buffer | string,
  headers: Record<string, string>,
): void {
  const response = new CompressedResponse(body, headers, 200, FOR_FILES)
  app.get(path, (request, reply) =>
    responses.sendCached(request, reply, { address: path, tags: [], make: () => response }),
  )
}

/**
 * Serves the files of the build from memory; there are few and they are small. Only files that exist when the server
 * starts have a route, so no path can lead anywhere else. Names under `assets/` carry a content hash.
 */
export async function registerStaticFiles(app: ShopServer, shop: Serving, folder: string): Promise<void> {
  if (!existsSync(folder)) return
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const type = TYPES[extname(entry.name)]
    if (!entry.isFile() || !type) continue
    const file = join(entry.parentPath, entry.name)
    const path = relative(folder, file).split(sep).join('/')
    serveFile(app, shop, `/${path}`, await readFile(file), {
      'content-type': type,
      'cache-control': path.startsWith('assets/') ? CACHE_FOREVER : CACHE_A_DAY,
      ...(path === WORKER && WORKER_HEADERS),
    })
  }
}

/** Serves what a device needs to install the shop as an app, under the shop's name. */
export function registerManifest(app: ShopServer, { responses, settings }: Pick<Shop, 'responses' | 'settings'>): void {
  function makeManifest(): CompressedResponse {
    const { shopName, footerLine } = settings.current()
    const manifest = {
      name: shopName,
      short_name: shopName,
      description: fillPlaceholders(footerLine, { shop: shopName }),
      lang: 'en-IN',
      start_url: '/',
      display: 'standalone',
      background_color: PAPER,
      theme_color: PAPER,
      icons: ICONS,
    }
    const headers = { 'content-type': 'application/manifest+json', 'cache-control': CACHE_A_DAY }
    return new CompressedResponse(JSON.stringify(manifest), headers)
  }
  const shown = { address: MANIFEST, tags: [CATALOGUE, SETTINGS_TAG], make: makeManifest }
  app.get(MANIFEST, (request, reply) => responses.sendCached(request, reply, shown))
}
