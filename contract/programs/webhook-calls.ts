import type { MessageAnswer } from '#contract/schemas/basic-schemas.ts'
import type {
  Delivery,
  DeliveryListQuery,
  Webhook,
  WebhookAnswer,
  WebhookChange,
  WebhookInput,
  WebhookListQuery,
  WebhookSecret,
} from '#contract/programs/webhooks.ts'

import { segment, withQuery, type createClient, type Query } from '#contract/api/api-client.ts'

/** Calls of the admin area about the addresses that the shop tells of its changes. */
export function webhookCalls({ call, get, list }: ReturnType<typeof createClient>) {
  const pathOf = (id: string) => `/admin/webhooks/${segment(id)}`
  return {
    listWebhooks: (query: WebhookListQuery = {}) => list<Webhook>(withQuery('/admin/webhooks', query as Query)),
    getWebhook: (id: string) => get<Webhook>(pathOf(id)),
    addWebhook: (input: WebhookInput) => call<WebhookSecret>('POST', '/admin/webhooks', input),
    changeWebhook: (id: string, change: WebhookChange) => call<WebhookAnswer>('PATCH', pathOf(id), change),
    renewWebhookSecret: (id: string) => call<WebhookSecret>('POST', `${pathOf(id)}/secret`, {}),
    testWebhook: (id: string) => call<MessageAnswer>('POST', `${pathOf(id)}/test`, {}),
    deleteWebhook: (id: string) => call<MessageAnswer>('DELETE', pathOf(id)),
    listDeliveries: (id: string, query: DeliveryListQuery = {}) =>
      list<Delivery>(withQuery(`${pathOf(id)}/deliveries`, query as Query)),
    sendAgain: (id: string, deliveryId: string) =>
      call<MessageAnswer>('POST', `${pathOf(id)}/deliveries/${segment(deliveryId)}/send-again`, {}),
  }
}
