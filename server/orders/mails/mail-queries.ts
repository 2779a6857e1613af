import { sql, type RawBuilder } from 'kysely'

import type { OrderStatus } from '#contract/order-states.ts'
import type { Db } from '#server/db/open.ts'
import type { RefundReason } from '#server/orders/paying/settlement.ts'

interface Waiting {
  /** How long ago it happened that there is a mail about. */
  waitedSeconds: number
}

/** The mail about an order that has reached a status. */
export interface StepMail extends Waiting {
  orderId: string
  status: OrderStatus
}

/** The mail about money that went back; without an order where none came of the payment. */
export interface RefundMail extends Waiting {
  refundId: string
  orderId: string | null
  amountPaise: number
  reason: RefundReason
  at: string
  customer: { name: string; email: string }
}

export type DueMail = StepMail | RefundMail

/** Takes mails that are due, at most so many of each kind, and puts them off by the lease, so that nobody else takes them. */
export async function claimMails(db: Db, limit: number, leaseSeconds: number): Promise<DueMail[]> {
  const lease = sql`now() + make_interval(secs => ${leaseSeconds})`
  const { rows } = await sql<{ mail: DueMail }>`
    with due_steps as (
      select order_id, status from order_steps
      where mail_due_at <= now() order by mail_due_at limit ${limit} for update skip locked
    ),
    steps as (
      update order_steps step set mail_due_at = ${lease} from due_steps due
      where step.order_id = due.order_id and step.status = due.status
      returning step.order_id, step.status, step.at
    ),
    due_refunds as (
      select id from refunds
      where mail_due_at <= now() order by mail_due_at limit ${limit} for update skip locked
    ),
    returned as (
      update refunds set mail_due_at = ${lease} from due_refunds due
      where refunds.id = due.id
      returning refunds.id, refunds.payment_id, refunds.order_id, refunds.amount_paise, refunds.reason, refunds.updated_at
    )
    select at, json_build_object(
      'orderId', order_id, 'status', status, 'waitedSeconds', extract(epoch from now() - at)
    ) as mail from steps
    union all
    select returned.updated_at, json_build_object(
      'refundId', returned.id, 'orderId', returned.order_id, 'amountPaise', returned.amount_paise,
      'reason', returned.reason, 'at', returned.updated_at, 'waitedSeconds', extract(epoch from now() - returned.updated_at),
      'customer', json_build_object('name', users.firstname || ' ' || users.lastname, 'email', users.email)
    )
    from returned
    join payments on payments.id = returned.payment_id
    join checkouts on checkouts.id = payments.checkout_id
    join users on users.id = checkouts.user_id
    order by at`.execute(db)
  return rows.map(({ mail }) => mail)
}

type NextTry = (happenedAt: RawBuilder<unknown>) => RawBuilder<unknown>

/** One statement for all of them; what another process has ended meanwhile stays so. */
async function setDue(db: Db, mails: readonly DueMail[], nextTry: NextTry): Promise<void> {
  if (mails.length === 0) return
  const steps = mails.flatMap((mail) => ('refundId' in mail ? [] : [mail]))
  const refundIds = mails.flatMap((mail) => ('refundId' in mail ? [mail.refundId] : []))
  await sql`
    with of_refunds as (
      update refunds set mail_due_at = ${nextTry(sql`updated_at`)}
      where id = any(${refundIds}::text[]) and mail_due_at is not null
    )
    update order_steps set mail_due_at = ${nextTry(sql`at`)}
    where mail_due_at is not null and (order_id, status) in (
      select * from unnest(${steps.map(({ orderId }) => orderId)}::text[], ${steps.map(({ status }) => status)}::text[])
    )`.execute(db)
}

/** Ends mails that were sent, or that nobody is to get. */
export const endMails = (db: Db, mails: readonly DueMail[]) => setDue(db, mails, () => sql`null`)

/** Gives mails back that were taken and not sent. */
export const releaseMails = (db: Db, mails: readonly DueMail[]) => setDue(db, mails, () => sql`now()`)

/** Puts mails off for as long again as they have waited already, but never by less or more than this. */
export const postponeMails = (
  db: Db,
  mails: readonly DueMail[],
  { leastSeconds, mostSeconds }: { leastSeconds: number; mostSeconds: number },
) =>
  setDue(
    db,
    mails,
    (happenedAt) => sql`now() + least(
      greatest(now() - ${happenedAt}, make_interval(secs => ${leastSeconds})), make_interval(secs => ${mostSeconds})
    )`,
  )
