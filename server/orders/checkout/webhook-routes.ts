import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/shop.ts'

import { messageAnswer } from '#contract/shapes.ts'
import { BAD_PROOF, invalid } from '#server/errors.ts'
import { route } from '#server/http/route.ts'
import { createEventWorker } from '#server/orders/checkout/provider-event-worker.ts'
import { keepEvent } from '#server/orders/checkout/provider-events.ts'
import { isWebhookSignature } from '#server/payments/signatures.ts'

/**
 * The payment provider's events. They are read as bytes, because the signature is over the bytes; kept, and only then
 * answered; and dealt with after the answer.
 */
export function registerWebhook(api: ShopServer, shop: Shop): void {
  const worker = createEventWorker(shop)
  api.addHook('preClose', () => worker.stop())
  void api.register(async (events) => {
    events.removeAllContentTypeParsers()
    events.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    route(
      events,
      {
        method: 'POST',
        path: '/payment/webhook',
        audience: 'provider',
        limiter: 'checkout',
        summary: "The payment provider's signed events; repeats and any order of arrival change nothing twice",
        answer: messageAnswer,
        errors: ['invalid'],
      },
      async ({ request: { body, headers } }) => {
        const isSigned =
          Buffer.isBuffer(body) &&
          isWebhookSignature(body, headers['x-razorpay-signature'], shop.payment.webhookSecrets)
        if (!isSigned) throw invalid('The signature is wrong.', undefined, BAD_PROOF)
        await keepEvent(shop.db, body, headers['x-razorpay-event-id'])
        worker.wake()
        return { message: 'Received.' }
      },
    )
  })
}
