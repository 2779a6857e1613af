import type { Notes, SandboxDelivery, SandboxOrder, SandboxPayment, SandboxRefund } from '#sandbox/database.ts'

const ACCOUNT_ID = 'acc_SelvedgeSandbx'
const CURRENCY = 'INR'

const unixSeconds = (time: Date) => Math.floor(time.getTime() / 1000)

// The provider writes empty notes as a list.
const notesOf = (notes: Notes) => (Object.keys(notes).length > 0 ? notes : [])

/** An order in the provider's wire format. */
export function orderEntity(order: SandboxOrder) {
  return {
    id: order.id,
    entity: 'order',
    amount: order.amountPaise,
    amount_paid: order.amountPaidPaise,
    amount_due: Math.max(0, order.amountPaise - order.amountPaidPaise),
    currency: CURRENCY,
    receipt: order.receipt,
    offer_id: null,
    status: order.status,
    attempts: order.attempts,
    notes: notesOf(order.notes),
    created_at: unixSeconds(order.createdAt),
  }
}

function refundStatus(payment: SandboxPayment): 'full' | 'partial' | null {
  if (payment.amountRefundedPaise === 0) return null
  return payment.amountRefundedPaise === payment.amountPaise ? 'full' : 'partial'
}

/** A payment in the provider's wire format. */
export function paymentEntity(payment: SandboxPayment) {
  const hasFailed = payment.status === 'failed'
  return {
    id: payment.id,
    entity: 'payment',
    amount: payment.amountPaise,
    currency: CURRENCY,
    status: payment.status,
    order_id: payment.orderId,
    invoice_id: null,
    international: false,
    method: payment.method,
    amount_refunded: payment.amountRefundedPaise,
    refund_status: refundStatus(payment),
    captured: payment.status === 'captured' || payment.status === 'refunded',
    description: null,
    card_id: null,
    bank: null,
    wallet: null,
    vpa: payment.method === 'upi' ? 'buyer@sandbox' : null,
    email: null,
    contact: null,
    notes: [],
    fee: null,
    tax: null,
    error_code: hasFailed ? 'BAD_REQUEST_ERROR' : null,
    error_description: payment.failure,
    error_source: hasFailed ? 'customer' : null,
    error_step: hasFailed ? 'payment_authentication' : null,
    error_reason: hasFailed ? 'payment_failed' : null,
    acquirer_data: {},
    created_at: unixSeconds(payment.createdAt),
  }
}

/** A refund in the provider's wire format. */
export function refundEntity(refund: SandboxRefund) {
  return {
    id: refund.id,
    entity: 'refund',
    amount: refund.amountPaise,
    currency: CURRENCY,
    payment_id: refund.paymentId,
    notes: notesOf(refund.notes),
    receipt: null,
    acquirer_data: { arn: null },
    created_at: unixSeconds(refund.createdAt),
    batch_id: null,
    status: refund.status,
    speed_processed: 'normal',
    speed_requested: 'normal',
  }
}

/** A dispute exists in its events alone. */
interface SandboxDispute {
  id: string
  amountPaise: number
  /** As the provider writes it: `open`, `under_review`, `won`, … */
  status: string
  createdAt: Date
}

function disputeEntity({ id, amountPaise, status, createdAt }: SandboxDispute, { id: paymentId }: SandboxPayment) {
  return {
    id,
    entity: 'dispute',
    payment_id: paymentId,
    amount: amountPaise,
    currency: CURRENCY,
    amount_deducted: status === 'lost' ? amountPaise : 0,
    reason_code: 'goods_or_services_not_received',
    reason_description: 'The buyer says that nothing came.',
    respond_by: unixSeconds(createdAt) + 7 * 86_400,
    status,
    phase: 'chargeback',
    created_at: unixSeconds(createdAt),
  }
}

/** A list in the provider's wire format. */
export function collection<Row, Item>(rows: Row[], entityOf: (row: Row) => Item) {
  return { entity: 'collection', count: rows.length, items: rows.map(entityOf) }
}

/** The entities of an event, as they were when it happened. */
export interface EventSubjects {
  payment: SandboxPayment
  order?: SandboxOrder
  refund?: SandboxRefund
  dispute?: SandboxDispute
}

/** The body of a webhook call. Its bytes are what is signed, so it is built once and kept. */
export function eventBody(type: string, { payment, order, refund, dispute }: EventSubjects, createdAt: Date): string {
  const payload = {
    payment: { entity: paymentEntity(payment) },
    ...(order && { order: { entity: orderEntity(order) } }),
    ...(refund && { refund: { entity: refundEntity(refund) } }),
    ...(dispute && { dispute: { entity: disputeEntity(dispute, payment) } }),
  }
  return JSON.stringify({
    entity: 'event',
    account_id: ACCOUNT_ID,
    event: type,
    contains: Object.keys(payload),
    payload,
    created_at: unixSeconds(createdAt),
  })
}

/** A delivery in the list of records; the body is left out. */
export function deliveryEntry(delivery: SandboxDelivery) {
  return {
    event_id: delivery.eventId,
    event: delivery.type,
    payment_id: delivery.subject,
    attempts: delivery.attempts,
    status: deliveryStatus(delivery),
  }
}

function deliveryStatus(delivery: SandboxDelivery): 'delivered' | 'waiting' | 'given up' {
  if (delivery.deliveredAt) return 'delivered'
  return delivery.nextAttemptAt ? 'waiting' : 'given up'
}
