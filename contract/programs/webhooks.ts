import { z } from 'zod'

import { pageQuery, text, time } from '#contract/schemas/basic-schemas.ts'
import { MAX_WEBHOOK_URL } from '#contract/programs/webhook-limits.ts'
import { DELIVERY_STATES, PAUSE_REASONS, TOPIC_LABELS, WEBHOOK_TOPICS } from '#contract/programs/webhook-topics.ts'

const url = text(MAX_WEBHOOK_URL, 'Please enter a whole address, such as https://example.com/hooks.')
const topics = z
  .array(z.enum(WEBHOOK_TOPICS, { error: `A topic is one of ${Object.keys(TOPIC_LABELS).join(', ')}.` }), {
    error: 'Please choose at least one topic.',
  })
  .min(1, { error: 'Please choose at least one topic.' })
  .max(WEBHOOK_TOPICS.length * 4, { error: `There are only ${WEBHOOK_TOPICS.length} topics.`, abort: true })
  .transform((chosen) => WEBHOOK_TOPICS.filter((topic) => chosen.includes(topic)))

/** Where the shop tells of its changes, and of which. */
export const WebhookInput = z.strictObject({ url, topics })
export type WebhookInput = z.input<typeof WebhookInput>

/** What is left out stays. */
export const WebhookChange = z.strictObject({
  url: url.optional(),
  topics: topics.optional(),
  isPaused: z.boolean().optional(),
})
export type WebhookChange = z.input<typeof WebhookChange>

/** An address that the shop tells of its changes. */
export const Webhook = z.object({
  _id: z.string(),
  url: z.string(),
  topics: z.array(z.enum(WEBHOOK_TOPICS)),
  createdAt: time,
  /** Why nothing is sent to it, and since when. */
  paused: z.object({ reason: z.enum(PAUSE_REASONS), at: time }).optional(),
  /** Since when it has not taken anything, and when it is tried again. */
  failing: z.object({ since: time, nextAt: time }).optional(),
  /** How many deliveries are still to be made. */
  waiting: z.number().int(),
  lastDeliveredAt: time.optional(),
  /** Until when the secret before the present one signs too. */
  oldSecretUntil: time.optional(),
})
export type Webhook = z.infer<typeof Webhook>

export const WebhookAnswer = z.object({ message: z.string(), webhook: Webhook })
export type WebhookAnswer = z.infer<typeof WebhookAnswer>

/** The only answers that hold the secret. */
export const WebhookSecret = z.object({
  message: z.string(),
  _id: z.string(),
  /** `whsec_` and the key in base64, by which the receiver checks the signatures. */
  secret: z.string(),
  webhook: Webhook,
})
export type WebhookSecret = z.infer<typeof WebhookSecret>

export const WebhookListQuery = z.strictObject({ ...pageQuery })
export type WebhookListQuery = z.input<typeof WebhookListQuery>

export const DeliveryListQuery = z.strictObject({ ...pageQuery, state: z.enum(DELIVERY_STATES).optional() })
export type DeliveryListQuery = z.input<typeof DeliveryListQuery>

/** What was told to an address, or is to be told. */
export const Delivery = z.object({
  /** The header `webhook-id`; it stays the same however often it is sent. */
  _id: z.string(),
  /** Such as `order.created`. */
  type: z.string(),
  at: time,
  state: z.enum(DELIVERY_STATES),
  attempts: z.number().int(),
  triedAt: time.optional(),
  /** When it is tried again at the earliest. */
  nextAt: time.optional(),
  body: z.string(),
  /** Of the last attempt: the status of the answer, how that began, and why it does not count. */
  status: z.number().int().optional(),
  answer: z.string().optional(),
  fault: z.string().optional(),
})
export type Delivery = z.infer<typeof Delivery>
