import type { FastifyReply, FastifyRequest } from 'fastify'

import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

import type { ProductIndex } from '#server/catalogue/search/listing.ts'
import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/start/shop.ts'

import { networksOf } from '#server/http/rate-limits/caller-networks.ts'
import { googleFeed } from '#server/catalogue/google-feed/google-feed.ts'
import { FeedReaders } from '#server/catalogue/google-feed/feed-readers.ts'
import { acceptedEncoding } from '#server/http/responses/compressed-response.ts'
import { callerOf } from '#server/http/overload/concurrency-limits.ts'
import { Shares } from '#server/http/overload/shares.ts'

/** Readers of one network that are served or wait, so that it cannot keep Merchant Center out. */
const READERS_OF_ONE = 3
/** A slower reader is cut off, so that a few slow ones cannot block the feed for all. */
const LONGEST_MS = 120_000

/**
 * Serves the product feed for Google Merchant Center. It is written anew for each reader, so that it always equals the
 * product pages, and in small parts, so that other calls do not wait.
 */
export function registerFeed(app: ShopServer, shop: Shop, index: ProductIndex): void {
  const { feed: limiter, processor } = app.limiters
  const shares = new Shares(READERS_OF_ONE)
  const readers = new FeedReaders(() => limiter.calls.waiting > 0)

  function send(request: FastifyRequest, reply: FastifyReply, network: string): Promise<void> {
    const caller = callerOf(request)
    const write = async (givesWay: AbortSignal) => {
      await processor.run(async () => undefined, caller)
      const facts = { shopName: shop.settings.current().shopName, publicUrl: shop.publicUrl() }
      const encoding = acceptedEncoding(request, ['gzip'])
      reply.hijack()
      reply.raw.writeHead(200, {
        'content-type': 'application/xml; charset=utf-8',
        'cache-control': 'no-store',
        vary: 'accept-encoding',
        ...(encoding && { 'content-encoding': encoding }),
      })
      const signal = AbortSignal.any([givesWay, AbortSignal.timeout(LONGEST_MS)])
      // It is no error if a reader leaves before the end.
      const feed = Readable.from(googleFeed(index, facts))
      const sending = encoding
        ? pipeline(feed, createGzip(), reply.raw, { signal })
        : pipeline(feed, reply.raw, { signal })
      await sending.catch((err: unknown) => request.log.info({ err }, 'the product feed was not read to its end'))
    }
    const sending = limiter.run(() => readers.serve(network, write), caller)
    readers.makeRoom()
    return sending
  }

  app.get('/feeds/google.xml', (request, reply) => {
    const network = networksOf(request.ip).at(-1)?.name ?? ''
    return shares.run(
      network,
      () => send(request, reply, network),
      () => limiter.countRejection(),
    )
  })
}
