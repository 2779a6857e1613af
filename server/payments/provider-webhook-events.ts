import { z } from 'zod'

import type { DisputeStatus } from '#contract/states/order-states.ts'

import {
  PaymentAnswer,
  RefundAnswer,
  type ProviderPayment,
  type ProviderRefund,
} from '#server/payments/provider-answers.ts'

const DisputeAnswer = z
  .object({
    id: z.string(),
    payment_id: z.string(),
    amount: z.int(),
    reason_code: z.string().nullish(),
  })
  .transform((dispute) => ({
    id: dispute.id,
    paymentId: dispute.payment_id,
    amountPaise: dispute.amount,
    reason: dispute.reason_code ?? '',
  }))
export type ProviderDispute = z.output<typeof DisputeAnswer> & { status: DisputeStatus }

/** `payment` is the payment of the refund, as the provider knew it when it sent the event. */
export interface RefundEvent {
  kind: 'refund'
  refund: ProviderRefund
  payment: ProviderPayment | undefined
}

/** An event of the provider. `type` is the provider's name for it. */
type WebhookEvent = { type: string } & (
  | { kind: 'payment'; payment: ProviderPayment }
  | RefundEvent
  | { kind: 'dispute'; dispute: ProviderDispute }
  | { kind: 'ignored' }
)

const Envelope = z.object({ event: z.string().min(1).max(200), created_at: z.int(), payload: z.unknown() })

const entity = <Schema extends z.ZodType>(schema: Schema) => z.object({ entity: schema })
const PaymentPayload = z.object({ payment: entity(PaymentAnswer) })
const RefundPayload = z.object({ refund: entity(RefundAnswer), payment: entity(PaymentAnswer).nullish() })
const DisputePayload = z.object({ dispute: entity(DisputeAnswer) })

const PAYMENT_EVENTS = ['payment.authorized', 'payment.captured', 'payment.failed', 'order.paid']
const REFUND_EVENTS = ['refund.created', 'refund.processed', 'refund.failed']

/** The type of a dispute's event says its status. An unknown type counts as open. */
const DISPUTE_EVENTS: Record<string, DisputeStatus> = {
  'payment.dispute.created': 'open',
  'payment.dispute.under_review': 'under review',
  'payment.dispute.action_required': 'action required',
  'payment.dispute.closed': 'closed',
  'payment.dispute.won': 'won',
  'payment.dispute.lost': 'lost',
}

/** Thrown for bytes that are not an event of the provider. */
export class UnreadableEvent extends Error {
  override readonly name = 'UnreadableEvent'
}

function eventOf(rawBody: Buffer | string): WebhookEvent {
  const { event: type, payload } = Envelope.parse(JSON.parse(rawBody.toString()))
  if (PAYMENT_EVENTS.includes(type)) {
    return { type, kind: 'payment', payment: PaymentPayload.parse(payload).payment.entity }
  }
  if (REFUND_EVENTS.includes(type)) {
    const { refund, payment } = RefundPayload.parse(payload)
    return { type, kind: 'refund', refund: refund.entity, payment: payment?.entity }
  }
  if (type.startsWith('payment.dispute.')) {
    const dispute = DisputePayload.parse(payload).dispute.entity
    return { type, kind: 'dispute', dispute: { ...dispute, status: DISPUTE_EVENTS[type] ?? 'open' } }
  }
  return { type, kind: 'ignored' }
}

/**
 * Reads an event whose signature was checked. Unknown types are `ignored`, so that a new type is acknowledged. Throws
 * `UnreadableEvent` for anything that is not an event.
 */
export function readWebhookEvent(rawBody: Buffer | string): WebhookEvent {
  try {
    return eventOf(rawBody)
  } catch (cause) {
    throw new UnreadableEvent('The event could not be read.', { cause })
  }
}
