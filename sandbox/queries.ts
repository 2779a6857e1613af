import type { Insertable, Updateable } from 'kysely'

import type { SandboxDb, SandboxOrder, SandboxPayment, SandboxRefund } from '#sandbox/sandbox-db.ts'
import type { SandboxTables } from '#sandbox/tables.ts'

const ORDER = [
  'id',
  'amountPaise',
  'amountPaidPaise',
  'receipt',
  'notes',
  'status',
  'attempts',
  'isAutoCaptured',
  'createdAt',
] as const
const PAYMENT = [
  'id',
  'orderId',
  'amountPaise',
  'amountRefundedPaise',
  'status',
  'method',
  'failure',
  'hasWebhooks',
  'dueAt',
  'createdAt',
] as const
const REFUND = [
  'id',
  'paymentId',
  'amountPaise',
  'status',
  'notes',
  'idempotencyKey',
  'request',
  'dueAt',
  'createdAt',
] as const

export interface Page {
  count: number
  skip: number
}

/** Undefined where the receipt is taken. */
export function insertOrder(
  db: SandboxDb,
  order: Insertable<SandboxTables['sandboxOrders']>,
): Promise<SandboxOrder | undefined> {
  return db
    .insertInto('sandboxOrders')
    .values(order)
    .onConflict((conflict) => conflict.column('receipt').doNothing())
    .returning(ORDER)
    .executeTakeFirst()
}

export function findOrder(db: SandboxDb, id: string): Promise<SandboxOrder | undefined> {
  return db.selectFrom('sandboxOrders').select(ORDER).where('id', '=', id).executeTakeFirst()
}

export function listOrders(db: SandboxDb, filter: Page & { receipt?: string | undefined }): Promise<SandboxOrder[]> {
  return db
    .selectFrom('sandboxOrders')
    .select(ORDER)
    .$if(filter.receipt !== undefined, (query) => query.where('receipt', '=', filter.receipt ?? ''))
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(filter.count)
    .offset(filter.skip)
    .execute()
}

/** Counts one more try to pay, and locks the order. Undefined where it is paid or unknown. */
export function countAttempt(db: SandboxDb, orderId: string): Promise<SandboxOrder | undefined> {
  return db
    .updateTable('sandboxOrders')
    .set((row) => ({ attempts: row('attempts', '+', 1), status: 'attempted' }))
    .where('id', '=', orderId)
    .where('status', '!=', 'paid')
    .returning(ORDER)
    .executeTakeFirst()
}

export function insertPayment(
  db: SandboxDb,
  payment: Insertable<SandboxTables['sandboxPayments']>,
): Promise<SandboxPayment> {
  return db.insertInto('sandboxPayments').values(payment).returning(PAYMENT).executeTakeFirstOrThrow()
}

/** Adds captured money; the order is paid once it has all of its amount. */
export function creditOrder(db: SandboxDb, orderId: string, amountPaise: number): Promise<SandboxOrder> {
  return db
    .updateTable('sandboxOrders')
    .set((row) => ({
      amountPaidPaise: row('amountPaidPaise', '+', amountPaise),
      status: row
        .case()
        .when(row('amountPaidPaise', '+', amountPaise), '>=', row.ref('amountPaise'))
        .then('paid' as const)
        .else(row.ref('status'))
        .end(),
    }))
    .where('id', '=', orderId)
    .returning(ORDER)
    .executeTakeFirstOrThrow()
}

export function updatePayment(
  db: SandboxDb,
  id: string,
  change: Updateable<SandboxTables['sandboxPayments']>,
): Promise<SandboxPayment> {
  return db.updateTable('sandboxPayments').set(change).where('id', '=', id).returning(PAYMENT).executeTakeFirstOrThrow()
}

export function findPayment(db: SandboxDb, id: string): Promise<SandboxPayment | undefined> {
  return db.selectFrom('sandboxPayments').select(PAYMENT).where('id', '=', id).executeTakeFirst()
}

export function lockPayment(db: SandboxDb, id: string): Promise<SandboxPayment | undefined> {
  return db.selectFrom('sandboxPayments').select(PAYMENT).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Late payments that are due, oldest first, without those that another process has locked. */
export function lockDuePayments(db: SandboxDb, now: Date, count: number): Promise<SandboxPayment[]> {
  return db
    .selectFrom('sandboxPayments')
    .select(PAYMENT)
    .where('dueAt', '<=', now)
    .orderBy('dueAt')
    .limit(count)
    .forUpdate()
    .skipLocked()
    .execute()
}

export function listOrderPayments(db: SandboxDb, orderId: string): Promise<SandboxPayment[]> {
  return db
    .selectFrom('sandboxPayments')
    .select(PAYMENT)
    .where('orderId', '=', orderId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute()
}

export function listPayments(
  db: SandboxDb,
  filter: Page & { from?: Date | undefined; to?: Date | undefined },
): Promise<SandboxPayment[]> {
  return db
    .selectFrom('sandboxPayments')
    .select(PAYMENT)
    .$if(filter.from !== undefined, (query) => query.where('createdAt', '>=', filter.from ?? new Date(0)))
    .$if(filter.to !== undefined, (query) => query.where('createdAt', '<=', filter.to ?? new Date(0)))
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(filter.count)
    .offset(filter.skip)
    .execute()
}

/** Undefined where the idempotency key is taken. */
export function insertRefund(
  db: SandboxDb,
  refund: Insertable<SandboxTables['sandboxRefunds']>,
): Promise<SandboxRefund | undefined> {
  return db
    .insertInto('sandboxRefunds')
    .values(refund)
    .onConflict((conflict) => conflict.column('idempotencyKey').doNothing())
    .returning(REFUND)
    .executeTakeFirst()
}

export function findRefund(db: SandboxDb, id: string): Promise<SandboxRefund | undefined> {
  return db.selectFrom('sandboxRefunds').select(REFUND).where('id', '=', id).executeTakeFirst()
}

export function findRefundByKey(db: SandboxDb, idempotencyKey: string): Promise<SandboxRefund | undefined> {
  return db.selectFrom('sandboxRefunds').select(REFUND).where('idempotencyKey', '=', idempotencyKey).executeTakeFirst()
}

export function listRefunds(
  db: SandboxDb,
  filter: Page & { paymentId?: string | undefined; from?: Date | undefined; to?: Date | undefined },
): Promise<SandboxRefund[]> {
  return db
    .selectFrom('sandboxRefunds')
    .select(REFUND)
    .$if(filter.paymentId !== undefined, (query) => query.where('paymentId', '=', filter.paymentId ?? ''))
    .$if(filter.from !== undefined, (query) => query.where('createdAt', '>=', filter.from ?? new Date(0)))
    .$if(filter.to !== undefined, (query) => query.where('createdAt', '<=', filter.to ?? new Date(0)))
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(filter.count)
    .offset(filter.skip)
    .execute()
}

/** Marks the refunds that are due as processed, and answers them. */
export function processDueRefunds(db: SandboxDb, now: Date): Promise<SandboxRefund[]> {
  return db
    .updateTable('sandboxRefunds')
    .set({ status: 'processed', dueAt: null })
    .where('dueAt', '<=', now)
    .returning(REFUND)
    .execute()
}

/** Saves the provider's secrets unless there are some already; answers those that are saved. */
export async function saveSecrets(
  db: SandboxDb,
  made: { keySecret: string; webhookSecret: string },
): Promise<{ keySecret: string; webhookSecret: string }> {
  await db
    .insertInto('sandboxSecrets')
    .values(made)
    .onConflict((conflict) => conflict.column('onlyRow').doNothing())
    .execute()
  return db.selectFrom('sandboxSecrets').select(['keySecret', 'webhookSecret']).executeTakeFirstOrThrow()
}
