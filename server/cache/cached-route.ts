import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'

import type { SharedResponse } from '#server/cache/response-cache.ts'
import type { Shop } from '#server/start/shop.ts'

import { sharedHeaders } from '#server/cache/cache-headers.ts'
import { CATALOGUE, PRICES, priceTag } from '#server/cache/tags.ts'
import { isInProcess } from '#server/http/caller.ts'
import { CompressedResponse } from '#server/http/responses/compressed-response.ts'
import { JSON_TYPE, parseInput, runLimited } from '#server/http/route.ts'
import type { RouteOptions } from '#server/http/route-definition.ts'
import type { ShopServer } from '#server/http/server.ts'

/** Hands the tags of an answer to the page that is made from it. Only calls of the shop's own pages get it. */
export const PAGE_TAGS_HEADER = 'x-page-tags'

/** What an answer shows besides the catalogue, as tags; `page` where a page that is made from it shows less. */
export interface ShownTags {
  answer: readonly string[]
  page?: readonly string[]
  /** The products whose prices it shows, where no other price matters to it. Left out: every price does. */
  pricesOf?: readonly { _id: string }[]
}

const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? url

interface CachedRoute<Params extends z.ZodType, Query extends z.ZodType, Answer extends z.ZodType> extends Omit<
  RouteOptions<Params, Query, z.ZodUndefined, Answer>,
  'audience' | 'body'
> {
  handle: (call: { params: z.output<Params>; query: z.output<Query> }) => Promise<z.input<Answer>>
  shows?: (answer: z.output<Answer>, call: { params: z.output<Params>; query: z.output<Query> }) => ShownTags
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/**
 * The one spelling of a call's address: its parameters and its query as they were understood, the latter in the order
 * of its schema, without what is empty or left out. However somebody writes a call, it has one place in the cache.
 */
function addressOf({ routeOptions, params }: FastifyRequest, call: { params: unknown; query: unknown }): string {
  const named = Object.entries((call.params ?? params ?? {}) as Record<string, unknown>)
  const path = named.reduce(
    (address, [name, value]) => address.replace(`:${name}`, () => encodeURIComponent(textOf(value))),
    routeOptions.url ?? '',
  )
  const asked = Object.entries((call.query ?? {}) as Record<string, unknown>)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => [name, textOf(value)])
  return asked.length > 0 ? `${path}?${new URLSearchParams(asked)}` : path
}

/**
 * Registers a GET call whose answer is the same for everyone. The response is cached by the one spelling of its address
 * until the catalogue or one of the tags that `shows` names changes.
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
  type Call = { params: z.output<Params>; query: z.output<Query> }

  async function make(request: FastifyRequest, call: Call, isAwaited: () => boolean): Promise<SharedResponse> {
    const since = tags.now()
    const answer = options.answer.parse(
      await runLimited(app.limiters.processor, request, () => handle(call), isAwaited),
    )
    const { pricesOf, ...shown } = shows(answer, call)
    const always = [CATALOGUE, ...(pricesOf ? pricesOf.map(({ _id }) => priceTag(_id)) : [PRICES])]
    return {
      response: new CompressedResponse(JSON.stringify(answer), {
        'content-type': JSON_TYPE,
        ...sharedHeaders(pathOf(request)),
      }),
      tags: [...always, ...shown.answer],
      pageTags: [...always, ...(shown.page ?? shown.answer)],
      since,
    }
  }

  app.route({
    method: 'GET',
    url: path,
    config: { definition: { ...options, method: 'GET', path, audience: 'public' } },
    handler: async (request, reply) => {
      const call = {
        params: options.params && parseInput(options.params, request.params),
        query: options.query && parseInput(options.query, request.query),
      } as Call
      const address = addressOf(request, call)
      const shared = await responses.get(address, (isAwaited) => make(request, call, isAwaited))
      const { pageTags } = shared
      if (pageTags && isInProcess(request) && responses.isFresh(shared)) {
        reply.header(PAGE_TAGS_HEADER, pageTags.join(' '))
      }
      return responses.send(request, reply, address, shared)
    },
  })
}
