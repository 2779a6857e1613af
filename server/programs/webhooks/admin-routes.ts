import { z } from 'zod'

import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/start/shop.ts'

import { id, messageAnswer, noBody } from '#contract/schemas/basic-schemas.ts'
import {
  Delivery,
  DeliveryListQuery,
  Webhook,
  WebhookAnswer,
  WebhookChange,
  WebhookInput,
  WebhookListQuery,
  WebhookSecret,
} from '#contract/programs/webhooks.ts'
import { route, withTotalCount } from '#server/http/route.ts'
import {
  addWebhook,
  changeWebhook,
  deleteWebhook,
  getWebhook,
  listDeliveries,
  listWebhooks,
  renewSecret,
  sendAgain,
  sendTest,
} from '#server/programs/webhooks/manage-webhooks.ts'
import { callerOf } from '#server/programs/webhooks/webhook-url.ts'

/** The addresses that the shop tells of its changes. */
export function registerWebhooksAdmin(api: ShopServer, { config, db, publicUrl }: Shop): void {
  const params = z.object({ webhookId: id })
  const caller = () => callerOf(config, publicUrl())
  route(api, 'GET /admin/webhooks', {
    audience: 'admin',
    summary: 'The addresses that hear of changes, the oldest first; how many there are in all is in X-Total-Count',
    query: WebhookListQuery,
    answer: z.array(Webhook),
    handle: async ({ query, reply }) => withTotalCount(reply, await listWebhooks(db, query)),
  })
  route(api, 'GET /admin/webhooks/:webhookId', {
    audience: 'admin',
    summary: 'One of these addresses',
    params,
    answer: Webhook,
    errors: ['not_found'],
    handle: ({ params: { webhookId } }) => getWebhook(db, webhookId),
  })
  route(api, 'POST /admin/webhooks', {
    audience: 'admin',
    asksPassword: 'always',
    summary: 'Tells an address of changes from now on, signed by a secret that no later answer holds',
    body: WebhookInput,
    answer: WebhookSecret,
    status: 201,
    handle: async ({ user, body }) => ({
      message: 'Webhook added.',
      ...(await addWebhook(db, user.id, body, caller())),
    }),
  })
  route(api, 'PATCH /admin/webhooks/:webhookId', {
    audience: 'admin',
    asksPassword: 'always',
    summary: 'Changes where it leads and what it hears of, pauses it, or lets it go on',
    params,
    body: WebhookChange,
    answer: WebhookAnswer,
    errors: ['not_found'],
    handle: async ({ user, params: { webhookId }, body }) => ({
      message: 'Webhook saved.',
      webhook: await changeWebhook(db, { actorId: user.id, id: webhookId }, body, caller()),
    }),
  })
  route(api, 'POST /admin/webhooks/:webhookId/secret', {
    audience: 'admin',
    asksPassword: 'always',
    summary: 'Gives it another secret; for a day the one before signs too',
    params,
    body: noBody,
    answer: WebhookSecret,
    errors: ['not_found'],
    handle: async ({ user, params: { webhookId } }) => ({
      message: 'Secret renewed.',
      ...(await renewSecret(db, user.id, webhookId)),
    }),
  })
  route(api, 'POST /admin/webhooks/:webhookId/test', {
    audience: 'admin',
    asksPassword: 'always',
    callsPerMinute: 20,
    summary: 'Sends it an event that tells of nothing',
    params,
    body: noBody,
    answer: messageAnswer,
    errors: ['not_found', 'conflict'],
    handle: async ({ params: { webhookId } }) => {
      await sendTest(db, webhookId)
      return { message: 'The test event is on its way.' }
    },
  })
  route(api, 'DELETE /admin/webhooks/:webhookId', {
    audience: 'admin',
    asksPassword: 'always',
    summary: 'Tells it of nothing any more, not of what waits either',
    params,
    answer: messageAnswer,
    errors: ['not_found'],
    handle: async ({ user, params: { webhookId } }) => {
      await deleteWebhook(db, user.id, webhookId)
      return { message: 'Webhook deleted.' }
    },
  })
  route(api, 'GET /admin/webhooks/:webhookId/deliveries', {
    audience: 'admin',
    summary: 'What it was told and what it answered, the newest first; how many there are in all is in X-Total-Count',
    params,
    query: DeliveryListQuery,
    answer: z.array(Delivery),
    errors: ['not_found'],
    handle: async ({ params: { webhookId }, query, reply }) =>
      withTotalCount(reply, await listDeliveries(db, webhookId, query)),
  })
  route(api, 'POST /admin/webhooks/:webhookId/deliveries/:deliveryId/send-again', {
    audience: 'admin',
    asksPassword: 'always',
    callsPerMinute: 60,
    summary: 'Sends a delivery again, with the same id and body',
    params: params.extend({ deliveryId: id }),
    body: noBody,
    answer: messageAnswer,
    errors: ['not_found', 'conflict'],
    handle: async ({ user, params: { webhookId, deliveryId } }) => {
      await sendAgain(db, user.id, webhookId, deliveryId)
      return { message: 'It is sent again.' }
    },
  })
}
