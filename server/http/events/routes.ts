import { z } from 'zod'

import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/start/shop.ts'

import { networksOf } from '#server/http/rate-limits/caller-networks.ts'
import { unavailable } from '#server/errors.ts'
import { parseInput } from '#server/http/route.ts'
import type { RouteDefinition } from '#server/http/route-definition.ts'
import { sessionToken } from '#server/http/session-cookies.ts'
import { AdminEvents } from '#server/http/events/admin-events.ts'

const MAX_SECONDS = 3600

const Query = z.strictObject({ seconds: z.coerce.number().int().min(0).max(MAX_SECONDS).optional() })

const definition = {
  method: 'GET',
  path: '/admin/events',
  audience: 'admin',
  summary: 'Server-sent events: which orders, messages and products change; ends with the session, or after `seconds`',
  query: Query,
  answer: z.string(),
  answerType: 'text/event-stream',
  // A window comes back at most every few seconds.
  callsPerMinute: 60,
  errors: ['invalid', 'unavailable'],
} as const satisfies RouteDefinition

/** Events for the administrators' open lists. `isSessionLive` must not extend the session. */
export function registerAdminEvents(
  api: ShopServer,
  shop: Shop,
  { isSessionLive }: { isSessionLive(token: string): Promise<boolean> },
): void {
  const events = new AdminEvents(shop)
  api.addHook('preClose', () => events.close())
  api.route({
    method: 'GET',
    url: definition.path,
    exposeHeadRoute: false,
    config: { definition },
    handler: async (request, reply) => {
      const { seconds = MAX_SECONDS } = parseInput(Query, request.query)
      const token = sessionToken(request, 'admin') ?? ''
      const caller = { person: request.identity?.id ?? '', network: networksOf(request.ip).at(-1)?.name ?? '' }
      if (!events.hasPlaceFor(caller)) throw unavailable('Too many screens follow the shop right now.')
      const { raw } = reply.hijack()
      raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        'x-accel-buffering': 'no',
      })
      const ending = setTimeout(() => raw.end(), seconds * 1000).unref()
      raw.once('close', () => clearTimeout(ending))
      try {
        await events.add({ ...caller, stream: raw, isAllowed: () => isSessionLive(token) })
      } catch (err) {
        request.log.warn({ err }, 'a reader of admin events could not be added')
        raw.end()
      }
    },
  })
}
