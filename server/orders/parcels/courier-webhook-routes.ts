import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/start/shop.ts'

import { messageAnswer } from '#contract/schemas/basic-schemas.ts'
import { isCourierSecret } from '#server/orders/couriers/courier-secret.ts'
import { BAD_PROOF, invalid } from '#server/errors.ts'
import { Limiter } from '#server/http/overload/concurrency-limiter.ts'
import { route } from '#server/http/route.ts'
import { processCourierEvents, storeCourierEvent } from '#server/orders/parcels/courier-events.ts'

const ALREADY_WAITING = new Error('a run waits already')

/**
 * The courier service's events. They are kept as they came, only then answered, and processed after the answer. The
 * background job processes what is missed here.
 */
export function registerCourierWebhook(api: ShopServer, shop: Shop): void {
  const stopping = new AbortController()
  // One run reads the events and one waits, which will see all that are stored meanwhile; no more are needed.
  const runs = new Limiter('courierEvents', { atOnce: 1, maxWaiting: 1, rejection: () => ALREADY_WAITING })

  async function processSoon(): Promise<void> {
    try {
      await runs.run(() => processCourierEvents(shop, stopping.signal))
    } catch (error) {
      if (error !== ALREADY_WAITING) shop.log.error({ err: error }, 'events wait, because they could not be read')
    }
  }
  api.addHook('preClose', () => {
    stopping.abort()
    return runs.close()
  })

  void api.register(async (events) => {
    events.removeAllContentTypeParsers()
    events.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    route(events, 'POST /couriers/webhook', {
      audience: 'provider',
      limiter: 'checkout',
      summary:
        "The courier service's events, proved by the header x-api-key; repeats and any order of arrival change nothing twice",
      answer: messageAnswer,
      errors: ['invalid'],
      handle: async ({ request: { body, headers } }) => {
        if (!isCourierSecret(headers['x-api-key'], shop.courier.webhookSecrets)) {
          throw invalid('The secret is wrong.', undefined, BAD_PROOF)
        }
        await storeCourierEvent(shop, Buffer.isBuffer(body) ? body.toString() : '')
        void processSoon()
        return { message: 'Received.' }
      },
    })
  })
}
