import type { Insertable, Updateable } from 'kysely'

import type { Books, SandboxOrder, SandboxPayment, SandboxRefund } from '#server/sandbox/books.ts'
import type { SandboxTables } from '#server/sandbox/tables.ts'

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
  db: Books,
  order: Insertable<SandboxTables['sandboxOrders']>,
): Promise<SandboxOrder | undefined> {
  return db
    .insertInto('sandboxOrders')
    .values(order)
    .onConflict((conflict) => conflict.column('receipt').doNothing())
    .returning(ORDER)
    .executeTakeFirst()
}

export function findOrder(db: Books, id: string): Promise<SandboxOrder | undefined> {
  return db.selectFrom('sandboxOrders').select(ORDER).where('id', '=', id).executeTakeFirst()
}

/** Keeps everybody else from changing the order until the transaction ends. */
export function lockOrder(db: Books, id: string): Promise<SandboxOrder | undefined> {
  return db.selectFrom('sandboxOrders').select(ORDER).where('id', '=', id).forUpdate().executeTakeFirst()
}

export function listOrders(db: Books, filter: Page & { receipt?: string | undefined }): Promise<SandboxOrder[]> {
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

/** Counts a try to pay. */
export async function countAttempt(db: Books, orderId: string): Promise<void> {
  await db
    .updateTable('sandboxOrders')
    .set((row) => ({ attempts: row('attempts', '+', 1), status: 'attempted' }))
    .where('id', '=', orderId)
    .execute()
}

/** Adds captured money; the order is paid once it has all of its amount. */
export function creditOrder(db: Books, orderId: string, amountPaise: number): Promise<SandboxOrder> {
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

export function insertPayment(
  db: Books,
  payment: Insertable<SandboxTables['sandboxPayments']>,
): Promise<SandboxPayment> {
  return db.insertInto('sandboxPayments').values(payment).returning(PAYMENT).executeTakeFirstOrThrow()
}

export function updatePayment(
  db: Books,
  id: string,
  change: Updateable<SandboxTables['sandboxPayments']>,
): Promise<SandboxPayment> {
  return db.updateTable('sandboxPayments').set(change).where('id', '=', id).returning(PAYMENT).executeTakeFirstOrThrow()
}

export function findPayment(db: Books, id: string): Promise<SandboxPayment | undefined> {
  return db.selectFrom('sandboxPayments').select(PAYMENT).where('id', '=', id).executeTakeFirst()
}

export function lockPayment(db: Books, id: string): Promise<SandboxPayment | undefined> {
  return db.selectFrom('sandboxPayments').select(PAYMENT).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Late payments whose time has come, oldest first; those that another process works on are left out. */
export function lockDuePayments(db: Books, now: Date, count: number): Promise<SandboxPayment[]> {
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

export function listOrderPayments(db: Books, orderId: string): Promise<SandboxPayment[]> {
  return db
    .selectFrom('sandboxPayments')
    .select(PAYMENT)
    .where('orderId', '=', orderId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute()
}

export function listPayments(
  db: Books,
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
  db: Books,
  refund: Insertable<SandboxTables['sandboxRefunds']>,
): Promise<SandboxRefund | undefined> {
  return db
    .insertInto('sandboxRefunds')
    .values(refund)
    .onConflict((conflict) => conflict.column('idempotencyKey').doNothing())
    .returning(REFUND)
    .executeTakeFirst()
}

export function findRefund(db: Books, id: string): Promise<SandboxRefund | undefined> {
  return db.selectFrom('sandboxRefunds').select(REFUND).where('id', '=', id).executeTakeFirst()
}

export function findRefundByKey(db: Books, idempotencyKey: string): Promise<SandboxRefund | undefined> {
  return db.selectFrom('sandboxRefunds').select(REFUND).where('idempotencyKey', '=', idempotencyKey).executeTakeFirst()
}

export function listRefunds(
  db: Books,
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

/** Marks the refunds whose time has come as processed, and gives them back. */
export function processDueRefunds(db: Books, now: Date): Promise<SandboxRefund[]> {
  return db
    .updateTable('sandboxRefunds')
    .set({ status: 'processed', dueAt: null })
    .where('dueAt', '<=', now)
    .returning(REFUND)
    .execute()
}
