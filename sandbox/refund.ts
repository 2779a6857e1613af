import type { SandboxDb, SandboxPayment, SandboxRefund } from '#sandbox/sandbox-db.ts'
import type { Notes } from '#sandbox/tables.ts'

import { publishEvent, addMs, type Clock } from '#sandbox/publish-event.ts'
import { newSandboxId } from '#sandbox/ids.ts'
import * as queries from '#sandbox/queries.ts'
import { invalidInput, idempotencyKeyTaken, unknownId, wrongState } from '#sandbox/provider-error.ts'
import { getPayment } from '#sandbox/service.ts'

const LEAST_PAISE = 100

export interface NewRefund {
  paymentId: string
  /** Undefined refunds all that is left. */
  amountPaise: number | undefined
  notes: Notes
  idempotencyKey: string | null
  /** The body of the call, word for word. */
  request: string
  pendingMs: number
}

/**
 * Refunds a captured payment, never more than is left of it. The same key with the same request gives the same refund
 * again; with another request it is refused.
 */
export function refundPayment(db: SandboxDb, refund: NewRefund, clock: Clock): Promise<SandboxRefund> {
  return db.transaction().execute(async (db) => {
    const payment = await queries.lockPayment(db, refund.paymentId)
    if (!payment) throw unknownId()
    const standing =
      refund.idempotencyKey === null ? undefined : await queries.findRefundByKey(db, refund.idempotencyKey)
    if (standing) {
      if (standing.paymentId !== payment.id || standing.request !== refund.request) throw idempotencyKeyTaken()
      return standing
    }
    const amountPaise = refundable(payment, refund.amountPaise)
    const { notes, pendingMs, ...rest } = refund
    const made = await queries.insertRefund(db, {
      ...rest,
      amountPaise,
      id: newSandboxId('rfnd'),
      status: 'pending',
      notes: JSON.stringify(notes),
      dueAt: addMs(clock.now, pendingMs),
      createdAt: clock.now,
    })
    if (!made) throw idempotencyKeyTaken()
    const amountRefundedPaise = payment.amountRefundedPaise + amountPaise
    const isFull = amountRefundedPaise === payment.amountPaise
    const refunded = await queries.updatePayment(db, payment.id, {
      amountRefundedPaise,
      status: isFull ? 'refunded' : 'captured',
    })
    await publishEvent(db, 'refund.created', { payment: refunded, refund: made }, clock)
    return made
  })
}

function refundable(payment: SandboxPayment, askedPaise: number | undefined): number {
  if (payment.status === 'refunded') throw wrongState('This payment is refunded in full already.')
  if (payment.status !== 'captured') throw wrongState('Only a captured payment can be refunded.')
  const leftPaise = payment.amountPaise - payment.amountRefundedPaise
  const amountPaise = askedPaise ?? leftPaise
  if (amountPaise > leftPaise) throw invalidInput('A refund is never more than what is left of the payment.', 'amount')
  if (amountPaise < LEAST_PAISE) throw invalidInput('The least refund is 100 paise.', 'amount')
  return amountPaise
}

/** Ends the wait of the refunds that are due. */
export function processRefunds(db: SandboxDb, clock: Clock): Promise<void> {
  return db.transaction().execute(async (db) => {
    for (const refund of await queries.processDueRefunds(db, clock.now)) {
      const payment = await getPayment(db, refund.paymentId)
      await publishEvent(db, 'refund.processed', { payment, refund }, clock)
    }
  })
}
