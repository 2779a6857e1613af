import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { existsSync } from 'node:fs'

import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/shop.ts'

import { PreparedResponse } from '#server/http/prepared-response.ts'

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
}
const IMMUTABLE = 'public, max-age=31536000, immutable'
const A_DAY = 'public, max-age=86400'

/**
 * Serves the files of the build from memory; there are few and they are small. Only files that exist when the server
 * starts have a route, so no path can lead anywhere else. Names under `assets/` carry a content hash.
 */
export async function registerStaticFiles(
  app: ShopServer,
  { responses }: Pick<Shop, 'responses'>,
  folder: string,
): Promise<void> {
  if (!existsSync(folder)) return
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const type = TYPES[extname(entry.name)]
    if (!type) continue
    const path = relative(folder, file).split(sep).join('/')
    const cacheControl = path.startsWith('assets/') ? IMMUTABLE : A_DAY
    const headers = { 'content-type': type, 'cache-control': cacheControl }
    const response = new PreparedResponse(await readFile(file), headers)
    app.get(`/${path}`, (request, reply) => responses.sendConstant(request, reply, `/${path}`, response))
  }
}
