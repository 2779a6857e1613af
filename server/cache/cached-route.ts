import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'

import type { SharedResponse } from '#server/cache/response-cache.ts'
import type { Shop } from '#server/start/shop.ts'

import { sharedHeaders } from '#server/cache/cache-headers.ts'
import { CATALOGUE } from '#server/cache/tags.ts'
import { isInProcess } from '#server/http/guards.ts'
import { CompressedResponse } from '#server/http/compressed-response.ts'
import { JSON_TYPE, parseInput, runLimited, type RouteOptions } from '#server/http/route.ts'
import type { ShopServer } from '#server/http/server.ts'

/** Hands the tags of an answer to the page that is made from it. Only calls of the shop's own pages get it. */
export const PAGE_TAGS_HEADER = 'x-page-tags'

/** What an answer shows besides the catalogue, as tags; `page` where a page that is made from it shows less. */
export interface ShownTags {
  answer: readonly string[]
  page?: readonly string[]
}

const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? url

interface CachedRoute<Params extends z.ZodType, Query extends z.ZodType, Answer extends z.ZodType> extends Omit<
  RouteOptions<Params, Query, z.ZodUndefined, Answer>,
  'audience' | 'body'
> {
  handle: (call: { params: z.output<Params>; query: z.output<Query> }) => Promise<z.input<Answer>>
  shows?: (answer: z.output<Answer>, call: { params: z.output<Params>; query: z.output<Query> }) => ShownTags
}

/**
 * Registers a GET call whose answer is the same for everyone. The response is cached by its address until the catalogue or one of
 * the tags that `shows` names changes.
 */
export function cachedRoute<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Answer extends z.ZodType = z.ZodType,
>(
  app: ShopServer,
  { responses, tags }: Pick<Shop, 'responses' | 'tags'>,
  path: string,
  { handle, shows = () => ({ answer: [] }), ...options }: CachedRoute<Params, Query, Answer>,
): void {
  async function make(request: FastifyRequest, isAwaited: () => boolean): Promise<SharedResponse> {
    const since = tags.now()
    const call = {
      params: options.params && parseInput(options.params, request.params),
      query: options.query && parseInput(options.query, request.query),
    } as { params: z.output<Params>; query: z.output<Query> }
    const answer = options.answer.parse(
      await runLimited(app.limiters.processor, request, () => handle(call), isAwaited),
    )
    const shown = shows(answer, call)
    return {
      response: new CompressedResponse(JSON.stringify(answer), {
        'content-type': JSON_TYPE,
        ...sharedHeaders(pathOf(request)),
      }),
      tags: [CATALOGUE, ...shown.answer],
      pageTags: [CATALOGUE, ...(shown.page ?? shown.answer)],
      since,
    }
  }

  app.route({
    method: 'GET',
    url: path,
    config: { definition: { ...options, method: 'GET', path, audience: 'public' } },
    handler: async (request, reply) => {
      // If no query changes the answer, all queries share one response.
      const address = options.query ? request.url : pathOf(request)
      const shared = await responses.get(address, (isAwaited) => make(request, isAwaited))
      const { pageTags } = shared
      if (pageTags && isInProcess(request) && responses.isFresh(shared)) {
        reply.header(PAGE_TAGS_HEADER, pageTags.join(' '))
      }
      return responses.send(request, reply, address, shared)
    },
  })
}
