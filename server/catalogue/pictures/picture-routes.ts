import { LRUCache } from 'lru-cache'
import { z } from 'zod'

import type { RouteDefinition } from '#server/http/route-definition.ts'
import type { Shop } from '#server/start/shop.ts'

import { id, soughtText } from '#contract/schemas/basic-schemas.ts'
import { findPicture } from '#server/catalogue/pictures/find-picture.ts'
import { notFound } from '#server/errors.ts'
import { networksOf } from '#server/http/rate-limits/caller-networks.ts'
import { parseInput } from '#server/http/route.ts'
import type { ShopServer } from '#server/http/server.ts'
import { pictureCacheControl } from '#server/catalogue/pictures/picture-cache-control.ts'
import { pictureWidth, sendPicture } from '#server/http/responses/send-picture.ts'
import { PICTURE_TYPES } from '#server/media/served-picture-formats.ts'
import { tagHeaders } from '#server/cache/cache-headers.ts'
import { CATALOGUE } from '#server/cache/tags.ts'

const MAX_KNOWN_HASHES = 5000

const Params = z.object({ id, index: soughtText(20) })
const Query = z.strictObject({
  w: pictureWidth,
  v: soughtText(64).optional(),
})

const definition = {
  method: 'GET',
  path: '/products/image/:id/:index',
  audience: 'public',
  summary: 'A picture of a product as AVIF, WebP or JPEG, by Accept; 0 is the cover',
  params: Params,
  query: Query,
  answer: z.string(),
  answerType: Object.values(PICTURE_TYPES),
  errors: ['invalid', 'not_found'],
} as const satisfies RouteDefinition

/** Serves the pictures of the products. An address with the picture's own version as `v` may be cached for ever. */
export function registerPictures(api: ShopServer, { db, pictures, tags }: Shop): void {
  const known = new LRUCache<string, { hash: string; since: number }>({ max: MAX_KNOWN_HASHES })

  /**
   * The picture at a place of a product. Each picture of a page asks for it, and only a change of the catalogue changes
   * it.
   */
  async function findHash(productId: string, index: string): Promise<string | undefined> {
    const key = `${productId}/${index}`
    const found = known.get(key)
    if (found && tags.isCurrent([CATALOGUE], found.since)) return found.hash
    const since = tags.now()
    const hash = await findPicture(db, productId, index)
    if (hash !== undefined) known.set(key, { hash, since })
    return hash
  }

  api.route({
    method: 'GET',
    url: definition.path,
    config: { definition },
    handler: async (request, reply) => {
      const { id: productId, index } = parseInput(Params, request.params)
      const { w: width, v: version } = parseInput(Query, request.query)
      const hash = await findHash(productId, index)
      if (hash === undefined) throw notFound('Picture')
      const picture = await pictures.serve(hash, {
        width,
        accept: request.headers.accept,
        networks: networksOf(request.ip),
      })
      const [pathname = ''] = request.url.split('?', 1)
      // Mail programs on the web show pictures in pages of their own.
      reply.headers({ ...tagHeaders(pathname), 'cross-origin-resource-policy': 'cross-origin' })
      return sendPicture(request, reply, picture, pictureCacheControl(hash, version))
    },
  })
}
