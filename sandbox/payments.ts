import { sql } from 'kysely'

import {
  newSandboxId,
  page,
  type PeriodPage,
  type SandboxDb,
  type SandboxOrder,
  type SandboxPayment,
} from '#sandbox/database.ts'
import { inMs, publishEvent } from '#sandbox/events.ts'
import { creditOrder, getOrder } from '#sandbox/orders.ts'
import { DECLINED, type Outcome } from '#sandbox/payment-outcomes.ts'
import { invalidInput, paymentRefused, unknownId, wrongState } from '#sandbox/provider-error.ts'
import type { WebhookPlan } from '#sandbox/simulated-faults.ts'

const LATE_BATCH = 50

interface Attempt {
  orderId: string
  outcome: Outcome
  method: string
  hasWebhooks: boolean
  /** Undefined pays what the order says. */
  amountPaise: number | undefined
  lateMs: number
}

/** Throws for an id that is unknown. */
export function getPayment(db: SandboxDb, id: string): Promise<SandboxPayment> {
  return db.selectFrom('sandboxPayments').selectAll().where('id', '=', id).executeTakeFirstOrThrow(unknownId)
}

/** Locks the payment until the transaction ends. Throws for an id that is unknown. */
export function lockPayment(db: SandboxDb, id: string): Promise<SandboxPayment> {
  return db
    .selectFrom('sandboxPayments')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(unknownId)
}

/** The payments of an order that exists, newest first. */
export async function listOrderPayments(db: SandboxDb, orderId: string): Promise<SandboxPayment[]> {
  await getOrder(db, orderId)
  return db
    .selectFrom('sandboxPayments')
    .selectAll()
    .where('orderId', '=', orderId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute()
}

/** Newest first. */
export function listPayments(db: SandboxDb, window: PeriodPage): Promise<SandboxPayment[]> {
  return db.selectFrom('sandboxPayments').selectAll().$call(page(window)).execute()
}

export function updatePayment(
  db: SandboxDb,
  id: string,
  change: Partial<Pick<SandboxPayment, 'status' | 'dueAt' | 'amountRefundedPaise'>>,
): Promise<SandboxPayment> {
  return db.updateTable('sandboxPayments').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/**
 * A buyer tries to pay. A success is authorised and, where the order says so, captured at once. A late payment is only
 * recorded: `settleLatePayments` authorises and captures it when it is due. A failure is recorded and returned, not
 * thrown. Throws (402) for an order that is paid, but not for one that only waits for a late payment: as in reality,
 * two payments of one order may be captured.
 */
export async function payOrder(db: SandboxDb, attempt: Attempt, webhooks: WebhookPlan): Promise<SandboxPayment> {
  const { orderId, outcome, hasWebhooks } = attempt
  if (!hasWebhooks) return recordAttempt(db, attempt)
  return db.transaction().execute(async (db) => {
    const payment = await recordAttempt(db, attempt)
    if (outcome === 'failure') await publishEvent(db, 'payment.failed', { payment }, webhooks)
    if (outcome === 'success') await publishSuccess(db, payment, await getOrder(db, orderId), webhooks)
    return payment
  })
}

/** Records a try to pay and what the order has of it, in one statement. */
async function recordAttempt(db: SandboxDb, attempt: Attempt): Promise<SandboxPayment> {
  const { orderId, outcome, method, hasWebhooks, amountPaise = null, lateMs } = attempt
  const paise = sql`coalesce(${amountPaise}::bigint, amount_paise)`
  const captured = sql`case when is_auto_captured and ${outcome}::text = 'success' then ${paise} else 0 end`
  const { rows } = await sql<SandboxPayment>`
    with attempted as (
      update sandbox_orders
      set attempts = attempts + 1, amount_paid_paise = amount_paid_paise + ${captured},
        status = case when amount_paid_paise + ${captured} >= amount_paise then 'paid' else 'attempted' end
      where id = ${orderId} and status <> 'paid'
      returning *
    )
    insert into sandbox_payments (id, order_id, amount_paise, status, method, failure, has_webhooks, due_at, created_at)
    select ${newSandboxId('pay')}, id, ${paise},
      case ${outcome}::text
        when 'failure' then 'failed' when 'late' then 'created'
        else case when is_auto_captured then 'captured' else 'authorized' end
      end,
      ${method}, ${outcome === 'failure' ? DECLINED : null}, ${hasWebhooks},
      ${outcome === 'late' ? inMs(lateMs) : null}::timestamptz, ${new Date()}::timestamptz
    from attempted
    returning *`.execute(db)
  const [payment] = rows
  if (payment) return payment
  await getOrder(db, orderId)
  throw paymentRefused('This order is paid already.', 'order_already_paid', { order_id: orderId })
}

/** A payment that was captured at once was authorised before, and says so first. */
async function publishSuccess(
  db: SandboxDb,
  payment: SandboxPayment,
  order: SandboxOrder,
  webhooks: WebhookPlan,
): Promise<void> {
  await publishEvent(db, 'payment.authorized', { payment: { ...payment, status: 'authorized' } }, webhooks)
  if (payment.status === 'captured') await publishCapture(db, payment, order, webhooks)
}

async function publishCapture(
  db: SandboxDb,
  payment: SandboxPayment,
  order: SandboxOrder,
  webhooks: WebhookPlan,
): Promise<void> {
  await publishEvent(db, 'payment.captured', { payment }, webhooks)
  const wasPaid = order.amountPaidPaise - payment.amountPaise >= order.amountPaise
  if (order.status === 'paid' && !wasPaid) await publishEvent(db, 'order.paid', { payment, order }, webhooks)
}

/** Authorises and captures late payments that are due, oldest first; true when there may be more. */
export function settleLatePayments(db: SandboxDb, webhooks: WebhookPlan): Promise<boolean> {
  return db.transaction().execute(async (db) => {
    const due = await db
      .selectFrom('sandboxPayments')
      .select(['id', 'orderId'])
      .where('dueAt', '<=', new Date())
      .orderBy('dueAt')
      .orderBy('id')
      .limit(LATE_BATCH)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const { id, orderId } of due) {
      const seen = await getOrder(db, orderId)
      const status = seen.isAutoCaptured ? 'captured' : 'authorized'
      const payment = await updatePayment(db, id, { status, dueAt: null })
      const order = seen.isAutoCaptured ? await creditOrder(db, orderId, payment.amountPaise) : seen
      await publishSuccess(db, payment, order, webhooks)
    }
    return due.length === LATE_BATCH
  })
}

/** Captures an authorised payment for the merchant. Throws for another amount than the payment's. */
export function capturePayment(
  db: SandboxDb,
  id: string,
  amountPaise: number,
  webhooks: WebhookPlan,
): Promise<SandboxPayment> {
  return db.transaction().execute(async (db) => {
    const payment = await lockPayment(db, id)
    if (payment.status === 'captured') throw wrongState('This payment is captured already.')
    if (payment.status !== 'authorized') throw wrongState('Only an authorised payment can be captured.')
    if (amountPaise !== payment.amountPaise) throw invalidInput('A payment is captured as authorised.', 'amount')
    const captured = await updatePayment(db, id, { status: 'captured' })
    await publishCapture(db, captured, await creditOrder(db, payment.orderId, amountPaise), webhooks)
    return captured
  })
}
