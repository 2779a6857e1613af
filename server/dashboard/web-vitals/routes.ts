import type { IncomingHttpHeaders } from 'node:http'

import type { Shop } from '#server/start/shop.ts'

import { VitalsReport } from '#contract/dashboard/vitals.ts'
import { messageAnswer } from '#contract/schemas/basic-schemas.ts'
import { MINUTE_SECONDS } from '#contract/units/time-units.ts'
import { rateLimited } from '#server/errors.ts'
import { route } from '#server/http/route.ts'
import type { ShopServer } from '#server/http/server.ts'
import { createVisitLimit } from '#server/dashboard/web-vitals/vital-rate-limit.ts'
import { keepVitals } from '#server/dashboard/web-vitals/service.ts'

/** By Do Not Track or Global Privacy Control. The shop's own pages then send nothing in the first place. */
const asksForPrivacy = (headers: IncomingHttpHeaders) => headers.dnt === '1' || headers['sec-gpc'] === '1'

/** How fast pages are for visitors. `onVisit` hears of each visit that is counted. */
export function registerVitals(
  api: ShopServer,
  shop: Shop,
  { onVisit }: { onVisit(report: VitalsReport): void },
): void {
  const mayTellMore = createVisitLimit()
  api.addHook('onClose', () =>
    keepVitals(shop).catch((err: unknown) => shop.log.warn({ err }, 'the last web vitals could not be kept')),
  )
  route(api, 'POST /web-vitals', {
    audience: 'public',
    summary: 'Takes how fast a page was for a visitor. It is added to the sums of the day, and nobody is remembered',
    body: VitalsReport,
    answer: messageAnswer,
    errors: ['rate_limited'],
    limiter: 'none',
    isFrequent: true,
    handle: ({ body, request }) => {
      if (asksForPrivacy(request.headers)) return { message: 'Not counted, as your browser asks.' }
      if (shop.config.hasRateLimits && !mayTellMore(request.ip)) throw rateLimited(MINUTE_SECONDS)
      shop.vitals.add(body)
      onVisit(body)
      return { message: 'Counted.' }
    },
  })
}
