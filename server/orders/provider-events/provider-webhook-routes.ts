import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/start/shop.ts'

import { messageAnswer } from '#contract/schemas/basic-schemas.ts'
import { BAD_PROOF, invalid } from '#server/errors.ts'
import { route } from '#server/http/route.ts'
import { Limiter } from '#server/http/overload/concurrency-limiter.ts'
import { processEvents, storeEvent } from '#server/orders/provider-events/provider-events.ts'
import { isWebhookSignature } from '#server/payments/signatures.ts'

const ALREADY_WAITING = new Error('a run waits already')

/**
 * The payment provider's events. They are read as bytes, because the signature is over the bytes; stored, and only then
 * answered; and processed after the answer. The background job processes what is missed here.
 */
export function registerWebhook(api: ShopServer, shop: Shop): void {
  const stopping = new AbortController()
  // One run reads the events and one waits, which will see all that are stored meanwhile; no more are needed.
  const runs = new Limiter('providerEvents', { atOnce: 1, maxWaiting: 1, rejection: () => ALREADY_WAITING })

  async function processSoon(): Promise<void> {
    try {
      await runs.run(() => processEvents(shop, stopping.signal))
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
    route(events, 'POST /payment/webhook', {
      audience: 'provider',
      limiter: 'checkout',
      summary: "The payment provider's signed events; repeats and any order of arrival change nothing twice",
      answer: messageAnswer,
      errors: ['invalid'],
      handle: async ({ request: { body, headers } }) => {
        const isSigned =
          Buffer.isBuffer(body) &&
          isWebhookSignature(body, headers['x-razorpay-signature'], shop.payment.webhookSecrets)
        if (!isSigned) throw invalid('The signature is wrong.', undefined, BAD_PROOF)
        await storeEvent(shop.db, body, headers['x-razorpay-event-id'])
        void processSoon()
        return { message: 'Received.' }
      },
    })
  })
}
