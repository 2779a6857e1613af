import { sql, type RawBuilder } from 'kysely'

import type { OrderStatus } from '#contract/order-states.ts'
import type { Db } from '#server/db/open.ts'
import type { MailOutcome } from '#server/db/order-tables.ts'
import type { RefundReason } from '#server/orders/settlement.ts'

interface Waiting {
  /** Whose address it goes to. */
  userId: string
  /** How long ago it happened that there is a mail about. */
  waitedSeconds: number
}

/** The mail about an order that has reached a status. */
export interface StepMail extends Waiting {
  kind: 'step'
  orderId: string
  status: OrderStatus
}

/** The mail about money that went back; without an order where none came of the payment. */
export interface RefundMail extends Waiting {
  kind: 'refund'
  refundId: string
  orderId: string | null
  amountPaise: number
  reason: RefundReason
  isSandbox: boolean
  at: string
  customerName: string
}

/** The mail with a link that confirms the address, which the customer asked for. */
export interface ConfirmationMail extends Waiting {
  kind: 'confirmation'
  mailId: string
}

export type DueMail = StepMail | RefundMail | ConfirmationMail

/** Takes mails that are due, at most so many of each kind, and puts them off by the lease, so that nobody else takes them. */
export async function claimMails(db: Db, limit: number, leaseSeconds: number): Promise<DueMail[]> {
  const lease = sql`now() + make_interval(secs => ${leaseSeconds})`
  const due = sql`where mail_due_at <= now() order by mail_due_at limit ${limit} for update skip locked`
  const { rows } = await sql<{ mail: DueMail }>`
    with due_steps as (select order_id, status from order_steps ${due}),
    steps as (
      update order_steps step set mail_due_at = ${lease} from due_steps due
      where step.order_id = due.order_id and step.status = due.status
      returning step.order_id, step.status, step.at
    ),
    due_refunds as (select id from refunds ${due}),
    returned as (
      update refunds set mail_due_at = ${lease} from due_refunds due
      where refunds.id = due.id
      returning refunds.id, refunds.payment_id, refunds.order_id, refunds.amount_paise, refunds.reason, refunds.updated_at
    ),
    due_confirmations as (select user_id from confirmation_mails ${due}),
    confirmations as (
      update confirmation_mails asked set mail_due_at = ${lease} from due_confirmations due
      where asked.user_id = due.user_id
      returning asked.user_id, asked.mail_id, asked.asked_at
    )
    select at, json_build_object(
      'kind', 'step', 'orderId', order_id, 'status', steps.status, 'userId', orders.user_id,
      'waitedSeconds', extract(epoch from now() - at)
    ) as mail from steps join orders on orders.id = steps.order_id
    union all
    select returned.updated_at, json_build_object(
      'kind', 'refund', 'refundId', returned.id, 'orderId', returned.order_id, 'amountPaise', returned.amount_paise,
      'reason', returned.reason, 'isSandbox', payments.is_sandbox, 'at', returned.updated_at, 'waitedSeconds', extract(epoch from now() - returned.updated_at),
      'userId', users.id, 'customerName', users.firstname || ' ' || users.lastname
    )
    from returned
    join payments on payments.id = returned.payment_id
    join checkouts on checkouts.id = payments.checkout_id
    join users on users.id = checkouts.user_id
    union all
    select asked_at, json_build_object(
      'kind', 'confirmation', 'userId', user_id, 'mailId', mail_id, 'waitedSeconds', extract(epoch from now() - asked_at)
    ) from confirmations
    order by at`.execute(db)
  return rows.map(({ mail }) => mail)
}

type NextTry = (happenedAt: RawBuilder<unknown>) => RawBuilder<unknown>

/** One statement for all of them; what another process has ended meanwhile stays so. */
async function setDue(db: Db, mails: readonly EndedMail[], nextTry: NextTry): Promise<void> {
  if (mails.length === 0) return
  const keys = mails.map(({ mail }) => {
    if (mail.kind === 'step') return mail.orderId
    return mail.kind === 'refund' ? mail.refundId : mail.mailId
  })
  const kinds = mails.map(({ mail }) => (mail.kind === 'step' ? mail.status : mail.kind))
  const outcomes = mails.map(({ outcome }) => outcome)
  const set = (happenedAt: RawBuilder<unknown>) =>
    sql`set mail_due_at = ${nextTry(happenedAt)}, mail_outcome = mails.outcome from mails where mail_due_at is not null`
  await sql`
    with mails as (
      select * from unnest(${keys}::text[], ${kinds}::text[], ${outcomes}::text[]) as mails (key, kind, outcome)
    ),
    of_refunds as (
      update refunds ${set(sql`updated_at`)} and mails.kind = 'refund' and refunds.id = mails.key
    ),
    of_confirmations as (
      update confirmation_mails ${set(sql`asked_at`)} and mails.kind = 'confirmation' and mail_id = mails.key
    )
    update order_steps ${set(sql`order_steps.at`)} and order_id = mails.key and status = mails.kind`.execute(db)
}

export interface EndedMail {
  mail: DueMail
  outcome: MailOutcome | null
}

/** Ends mails that were sent, or that nobody is to get, each with the reason. */
export const endMails = (db: Db, mails: readonly EndedMail[]) => setDue(db, mails, () => sql`null`)

const notEnded = (mails: readonly DueMail[]): EndedMail[] => mails.map((mail) => ({ mail, outcome: null }))

/** Gives mails back that were taken and not sent. */
export const releaseMails = (db: Db, mails: readonly DueMail[]) => setDue(db, notEnded(mails), () => sql`now()`)

/** Puts mails off for as long again as they have waited already, but never by less or more than this. */
export const postponeMails = (
  db: Db,
  mails: readonly DueMail[],
  { leastSeconds, mostSeconds }: { leastSeconds: number; mostSeconds: number },
) =>
  setDue(
    db,
    notEnded(mails),
    (happenedAt) => sql`now() + least(
      greatest(now() - ${happenedAt}, make_interval(secs => ${leastSeconds})), make_interval(secs => ${mostSeconds})
    )`,
  )
