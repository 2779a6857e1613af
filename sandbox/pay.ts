import type { SandboxDb, SandboxOrder, SandboxPayment } from '#sandbox/sandbox-db.ts'
import type { EventSubjects } from '#sandbox/wire-format.ts'

import { publishEvent, deliveriesOf, later, type Moment } from '#sandbox/publish-event.ts'
import { newSandboxId } from '#sandbox/ids.ts'
import * as queries from '#sandbox/queries.ts'
import { inputRefused, paymentRefused, unknownId, wrongState } from '#sandbox/refusal.ts'
import { getOrder } from '#sandbox/service.ts'

const LATE_BATCH = 50

export interface Attempt {
  orderId: string
  outcome: 'success' | 'failure' | 'late'
  method: string
  hasWebhooks: boolean
  /** Undefined pays what the order says. */
  amountPaise: number | undefined
  lateMs: number
}

const STATUS_AT_FIRST = { success: 'authorized', failure: 'failed', late: 'created' } as const
const DECLINED = 'The payment was declined by the sandbox bank. No money has moved.'

/** What comes of a try to pay an order that stands as it was read. */
function decide(order: SandboxOrder, attempt: Attempt, moment: Moment): queries.KeptAttempt {
  const { outcome, hasWebhooks } = attempt
  const begun: SandboxPayment = {
    id: newSandboxId('pay'),
    orderId: order.id,
    amountPaise: attempt.amountPaise ?? order.amountPaise,
    amountRefundedPaise: 0,
    status: STATUS_AT_FIRST[outcome],
    method: attempt.method,
    failure: outcome === 'failure' ? DECLINED : null,
    hasWebhooks,
    dueAt: outcome === 'late' ? later(moment.now, attempt.lateMs) : null,
    createdAt: moment.now,
  }
  const tried: SandboxOrder = { ...order, attempts: order.attempts + 1, status: 'attempted' }
  const events = (type: string, subjects: EventSubjects) => deliveriesOf(type, subjects, moment)
  const uncredited = { order, payment: begun, creditPaise: 0, isPaid: false }
  if (outcome === 'late') return { ...uncredited, deliveries: [] }
  if (outcome === 'failure') return { ...uncredited, deliveries: events('payment.failed', { payment: begun }) }
  const authorised = events('payment.authorized', { payment: begun })
  if (!order.isAutoCaptured) return { ...uncredited, deliveries: authorised }

  const payment: SandboxPayment = { ...begun, status: 'captured' }
  const amountPaidPaise = order.amountPaidPaise + payment.amountPaise
  const isPaid = amountPaidPaise >= order.amountPaise
  const paidOrder: SandboxOrder = { ...tried, amountPaidPaise, status: 'paid' }
  return {
    order,
    payment,
    creditPaise: payment.amountPaise,
    isPaid,
    deliveries: [
      ...authorised,
      ...events('payment.captured', { payment }),
      ...(isPaid ? events('order.paid', { payment, order: paidOrder }) : []),
    ],
  }
}

/**
 * A buyer tries to pay. A success is authorised and, where the order says so, captured at once. A late one is only
 * noted: `settleLatePayments` authorises and captures it when it is due. A failure is kept and returned, not thrown.
 * Refuses (402) an order that is paid, but not one that only waits for a late payment: as in reality, two payments of
 * one order may be captured. One statement keeps all of it, unless somebody else has paid meanwhile: then once more.
 */
export async function payOrder(db: SandboxDb, attempt: Attempt, moment: Moment): Promise<SandboxPayment> {
  for (;;) {
    const order = await getOrder(db, attempt.orderId)
    if (order.status === 'paid') {
      throw paymentRefused('This order is paid already.', 'order_already_paid', { order_id: order.id })
    }
    const outcome = decide(order, attempt, moment)
    if (await queries.keepAttempt(db, outcome)) return outcome.payment
  }
}

async function authorise(
  db: SandboxDb,
  payment: SandboxPayment,
  order: SandboxOrder,
  moment: Moment,
): Promise<SandboxPayment> {
  await publishEvent(db, 'payment.authorized', { payment }, moment)
  return order.isAutoCaptured ? capture(db, payment, moment) : payment
}

async function capture(db: SandboxDb, authorised: SandboxPayment, moment: Moment): Promise<SandboxPayment> {
  const payment = await queries.updatePayment(db, authorised.id, { status: 'captured' })
  const order = await queries.creditOrder(db, payment.orderId, payment.amountPaise)
  await publishEvent(db, 'payment.captured', { payment }, moment)
  const wasPaid = order.amountPaidPaise - payment.amountPaise >= order.amountPaise
  if (order.status === 'paid' && !wasPaid) await publishEvent(db, 'order.paid', { payment, order }, moment)
  return payment
}

/** Authorises and captures late payments that are due; true when there may be more. */
export function settleLatePayments(db: SandboxDb, moment: Moment): Promise<boolean> {
  return db.transaction().execute(async (db) => {
    const due = await queries.lockDuePayments(db, moment.now, LATE_BATCH)
    for (const { id, orderId } of due) {
      const payment = await queries.updatePayment(db, id, { status: 'authorized', dueAt: null })
      await authorise(db, payment, await getOrder(db, orderId), moment)
    }
    return due.length === LATE_BATCH
  })
}

/** Captures an authorised payment in full, as the merchant asks for. */
export function capturePayment(
  db: SandboxDb,
  paymentId: string,
  amountPaise: number,
  moment: Moment,
): Promise<SandboxPayment> {
  return db.transaction().execute(async (db) => {
    const payment = await queries.lockPayment(db, paymentId)
    if (!payment) throw unknownId()
    if (payment.status === 'captured') throw wrongState('This payment is captured already.')
    if (payment.status !== 'authorized') throw wrongState('Only an authorised payment can be captured.')
    if (amountPaise !== payment.amountPaise) throw inputRefused('A payment is captured as authorised.', 'amount')
    return capture(db, payment, moment)
  })
}
