import type { Db } from '#server/db/database.ts'

import { newSecret } from '#server/programs/webhooks/sign-webhook.ts'

export const SAMPLE_WEBHOOK = 'a-webhook'
export const SAMPLE_DELIVERY = 'msg_a-delivery'

/** An address that hears of products, and what it was told. */
export async function addSampleWebhook(db: Db): Promise<void> {
  const webhook = { id: SAMPLE_WEBHOOK, url: 'https://hooks.example.com/', secret: newSecret() }
  await db
    .insertInto('webhooks')
    .values({ ...webhook, topics: ['product'] })
    .execute()
  const told = { topic: 'product', type: 'product.created', subjectId: 'a-product', body: '{}' } as const
  await db
    .insertInto('webhookDeliveries')
    .values({ ...told, webhookId: SAMPLE_WEBHOOK, messageId: SAMPLE_DELIVERY, state: 'delivered' })
    .execute()
}

export const WEBHOOK_BODIES: Record<string, object> = {
  'POST /admin/webhooks': { url: 'https://hooks.example.com/more', topics: ['order'] },
  'PATCH /admin/webhooks/{webhookId}': { topics: ['stock'] },
}
