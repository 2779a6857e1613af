import { sql, type Insertable, type Updateable } from 'kysely'

import type { NewDelivery } from '#sandbox/publish-event.ts'
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

/** What is asked with every payment is written out: building it anew each time took longer than asking. */
const ORDER_TEXT = sql`id, amount_paise, amount_paid_paise, receipt, notes, status, attempts, is_auto_captured, created_at`
const PAYMENT_TEXT = sql`
  id, order_id, amount_paise, amount_refunded_paise, status, method, failure, has_webhooks, due_at, created_at`

/** Undefined where the receipt is taken. */
export async function insertOrder(
  db: SandboxDb,
  order: Pick<SandboxOrder, 'id' | 'amountPaise' | 'receipt' | 'notes' | 'isAutoCaptured' | 'createdAt'>,
): Promise<SandboxOrder | undefined> {
  const { rows } = await sql<SandboxOrder>`
    insert into sandbox_orders (id, amount_paise, receipt, notes, is_auto_captured, created_at)
    values (
      ${order.id}, ${order.amountPaise}, ${order.receipt}, ${JSON.stringify(order.notes)}::jsonb, ${order.isAutoCaptured},
      ${order.createdAt}
    )
    on conflict (receipt) do nothing
    returning ${ORDER_TEXT}`.execute(db)
  return rows[0]
}

export async function findOrder(db: SandboxDb, id: string): Promise<SandboxOrder | undefined> {
  const { rows } = await sql<SandboxOrder>`select ${ORDER_TEXT} from sandbox_orders where id = ${id}`.execute(db)
  return rows[0]
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

/** A try to pay, and what becomes of its order by it. */
export interface KeptAttempt {
  /** The order as it was read before. */
  order: SandboxOrder
  payment: SandboxPayment
  creditPaise: number
  isPaid: boolean
  deliveries: readonly NewDelivery[]
}

/** Keeps a try to pay with everything that comes of it; false where the order has changed since it was read. */
export async function keepAttempt(
  db: SandboxDb,
  { order, payment, creditPaise, isPaid, deliveries }: KeptAttempt,
): Promise<boolean> {
  const { rows } = await sql`
    with counted as (
      update sandbox_orders set attempts = attempts + 1, amount_paid_paise = amount_paid_paise + ${creditPaise}::bigint,
        status = ${isPaid ? 'paid' : 'attempted'}
      where id = ${order.id} and attempts = ${order.attempts} and amount_paid_paise = ${order.amountPaidPaise}
        and status = ${order.status}
      returning id
    ),
    tried as (
      insert into sandbox_payments (id, order_id, amount_paise, status, method, failure, has_webhooks, due_at, created_at)
      select ${payment.id}, id, ${payment.amountPaise}::bigint, ${payment.status}, ${payment.method}, ${payment.failure},
        ${payment.hasWebhooks}::boolean, ${payment.dueAt}::timestamptz, ${payment.createdAt}::timestamptz
      from counted
    ),
    announced as (
      insert into sandbox_events (event_id, type, subject, body, next_attempt_at, created_at)
      select event."eventId", event."type", event."subject", event."body", event."nextAttemptAt", event."createdAt"
      from counted, rows from (
        jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb) as (
          "eventId" text, "type" text, "subject" text, "body" text, "nextAttemptAt" timestamptz, "createdAt" timestamptz
        )
      ) with ordinality as event ("eventId", "type", "subject", "body", "nextAttemptAt", "createdAt", "place")
      order by event."place"
    )
    select id from counted`.execute(db)
  return rows.length > 0
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

export async function findPayment(db: SandboxDb, id: string): Promise<SandboxPayment | undefined> {
  const { rows } = await sql<SandboxPayment>`select ${PAYMENT_TEXT} from sandbox_payments where id = ${id}`.execute(db)
  return rows[0]
}

export function lockPayment(db: SandboxDb, id: string): Promise<SandboxPayment | undefined> {
  return db.selectFrom('sandboxPayments').select(PAYMENT).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Late payments whose time has come, oldest first; those that another process works on are left out. */
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

/** Marks the refunds whose time has come as processed, and gives them back. */
export function processDueRefunds(db: SandboxDb, now: Date): Promise<SandboxRefund[]> {
  return db
    .updateTable('sandboxRefunds')
    .set({ status: 'processed', dueAt: null })
    .where('dueAt', '<=', now)
    .returning(REFUND)
    .execute()
}

/** The provider's secrets, as the first of all processes made them: theirs stay, whatever the others would have taken. */
export async function keepSecrets(
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
