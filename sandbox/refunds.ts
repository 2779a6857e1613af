import { LEAST_PAISE } from '#sandbox/amount-limits.ts'
import {
  newSandboxId,
  page,
  type Notes,
  type PeriodPage,
  type SandboxDb,
  type SandboxPayment,
  type SandboxRefund,
} from '#sandbox/database.ts'
import { inMs, publishEvent } from '#sandbox/events.ts'
import { getPayment, lockPayment, updatePayment } from '#sandbox/payments.ts'
import { idempotencyKeyTaken, invalidInput, unknownId, wrongState } from '#sandbox/provider-error.ts'
import type { WebhookPlan } from '#sandbox/simulated-faults.ts'

interface NewRefund {
  paymentId: string
  /** Undefined refunds all that is left. */
  amountPaise: number | undefined
  notes: Notes
  idempotencyKey: string | null
  /** The body of the call, word for word. */
  request: string
  pendingMs: number
}

/** Throws for an id that is unknown. */
export function getRefund(db: SandboxDb, id: string): Promise<SandboxRefund> {
  return db.selectFrom('sandboxRefunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow(unknownId)
}

/** Newest first. */
export function listRefunds(
  db: SandboxDb,
  { paymentId, ...window }: PeriodPage & { paymentId?: string },
): Promise<SandboxRefund[]> {
  return db
    .selectFrom('sandboxRefunds')
    .selectAll()
    .$if(paymentId !== undefined, (query) => query.where('paymentId', '=', paymentId ?? ''))
    .$call(page(window))
    .execute()
}

function findByKey(db: SandboxDb, key: string): Promise<SandboxRefund | undefined> {
  return db.selectFrom('sandboxRefunds').selectAll().where('idempotencyKey', '=', key).executeTakeFirst()
}

/**
 * Refunds a captured payment, never more than is left of it. The same key with the same request gives the same refund
 * again; with another request it is refused.
 */
export function refundPayment(db: SandboxDb, refund: NewRefund, webhooks: WebhookPlan): Promise<SandboxRefund> {
  const { notes, pendingMs, ...rest } = refund
  return db.transaction().execute(async (db) => {
    const payment = await lockPayment(db, refund.paymentId)
    const known = refund.idempotencyKey === null ? undefined : await findByKey(db, refund.idempotencyKey)
    if (known) {
      if (known.paymentId !== payment.id || known.request !== refund.request) throw idempotencyKeyTaken()
      return known
    }
    const amountPaise = checkedAmountPaise(payment, refund.amountPaise)
    const made = await db
      .insertInto('sandboxRefunds')
      .values({
        ...rest,
        amountPaise,
        id: newSandboxId('rfnd'),
        status: 'pending',
        notes: JSON.stringify(notes),
        dueAt: inMs(pendingMs),
        createdAt: new Date(),
      })
      .onConflict((conflict) => conflict.column('idempotencyKey').doNothing())
      .returningAll()
      .executeTakeFirstOrThrow(idempotencyKeyTaken)
    const amountRefundedPaise = payment.amountRefundedPaise + amountPaise
    const status = amountRefundedPaise === payment.amountPaise ? 'refunded' : 'captured'
    const refunded = await updatePayment(db, payment.id, { amountRefundedPaise, status })
    await publishEvent(db, 'refund.created', { payment: refunded, refund: made }, webhooks)
    return made
  })
}

/** What to refund: the amount asked for, or all that is left. Throws where that is not possible. */
function checkedAmountPaise(payment: SandboxPayment, askedPaise: number | undefined): number {
  if (payment.status === 'refunded') throw wrongState('This payment is refunded in full already.')
  if (payment.status !== 'captured') throw wrongState('Only a captured payment can be refunded.')
  const leftPaise = payment.amountPaise - payment.amountRefundedPaise
  const amountPaise = askedPaise ?? leftPaise
  if (amountPaise > leftPaise) throw invalidInput('A refund is never more than what is left of the payment.', 'amount')
  if (amountPaise < LEAST_PAISE) throw invalidInput('The least refund is 100 paise.', 'amount')
  return amountPaise
}

/** The money of a refund that failed is the merchant's again. */
async function returnAmount(db: SandboxDb, { paymentId, amountPaise }: SandboxRefund): Promise<SandboxPayment> {
  const { id, amountRefundedPaise } = await lockPayment(db, paymentId)
  return updatePayment(db, id, { amountRefundedPaise: amountRefundedPaise - amountPaise, status: 'captured' })
}

/** Ends the refunds that are due; `isFailing` says of each whether it fails. */
export function processRefunds(db: SandboxDb, webhooks: WebhookPlan, isFailing: () => boolean): Promise<void> {
  return db.transaction().execute(async (db) => {
    const due = await db
      .selectFrom('sandboxRefunds')
      .select('id')
      .where('dueAt', '<=', new Date())
      .orderBy('createdAt')
      .forUpdate()
      .skipLocked()
      .execute()
    for (const { id } of due) {
      const status = isFailing() ? 'failed' : 'processed'
      const refund = await db
        .updateTable('sandboxRefunds')
        .set({ status, dueAt: null })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
      const payment = status === 'failed' ? await returnAmount(db, refund) : await getPayment(db, refund.paymentId)
      await publishEvent(db, `refund.${status}`, { payment, refund }, webhooks)
    }
  })
}
