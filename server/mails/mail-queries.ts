import { sql } from 'kysely'

import type { RecoveryKind } from '#contract/accounts/account-recovery.ts'
import type { OrderStatus } from '#contract/orders/order-states.ts'
import type { Db } from '#server/db/open.ts'
import type { MailOutcome, MailTable, NoticeKind } from '#server/db/shared-columns.ts'

import { fullName } from '#server/db/full-name.ts'
import { claimStatement, type Claim } from '#server/db/claim-due.ts'

interface Due {
  /** The id of what the mail is about: an order, a refund, a request, or the mail itself. */
  key: string
  /** The age of the event that the mail reports. */
  waitedSeconds: number
}

interface Waiting extends Due {
  /** The account that the mail goes to. */
  userId: string
}

/** The mail about an order that has reached a status. */
interface StatusMail extends Waiting {
  kind: 'step'
  status: OrderStatus
  /** It has gone out before, and the courier was named since. */
  isAgain?: boolean
}

/** The mail about a refund; without an order if the payment made none. */
export interface RefundMail extends Waiting {
  kind: 'refund'
  orderId: string | null
  amountPaise: number
  reason: string
  isSandbox: boolean
  at: string
  customerName: string
}

/** The mail with a confirmation link that the customer asked for. */
interface ConfirmationMail extends Waiting {
  kind: 'confirmation'
}

/** The mail about a sold-out size that is back, which the customer asked for. */
export interface StockMail extends Waiting {
  kind: 'stock'
  productId: string
  productName: string
  /** Empty for a product without sizes. */
  size: string
  customerName: string
}

/** The mail to the sender of a message: its number, or an answer. */
export interface ContactMail extends Due {
  kind: 'contact'
  /** As it was typed into the contact form. */
  email: string
  ticket: string
  /** The answer; null for the mail with the number. */
  text: string | null
}

/** The mail with a link for a new password or a code to sign in with, which somebody asked for. */
export interface RecoveryMail extends Due {
  kind: 'recovery'
  purpose: RecoveryKind
  /** Null where the address has no account. */
  userId: string | null
  /** Who asked, in hexadecimal: the browser for a code, the network for a link. */
  asker: string | null
  /** No mail goes out: the newest link that was sent works again. */
  isRenewal: boolean
}

/** The mail that tells the address of an account of a change of what lets into it. */
export interface NoticeMail extends Due {
  kind: 'notice'
  purpose: NoticeKind
  email: string
  isConfirmed: boolean
  at: string
}

/** The mail that says when an account will be erased, with the link that keeps it. */
export interface ErasureMail extends Waiting {
  kind: 'erasure'
  erasesAt: string
  customerName: string
}

/** A mail about another address of an account: the link to the new one, or word to the one before. */
export interface AddressMail extends Waiting {
  kind: 'address'
  purpose: 'link' | 'told'
  email: string
  isConfirmed: boolean
  /** Whether an account has this address. */
  isTaken: boolean
  at: string
}

/** The mail that invites somebody to the staff. */
export interface InvitationMail extends Due {
  kind: 'invitation'
}

export type DueMail =
  | StatusMail
  | RefundMail
  | ConfirmationMail
  | StockMail
  | ContactMail
  | RecoveryMail
  | ErasureMail
  | AddressMail
  | InvitationMail
  | NoticeMail

const IS_IN_STOCK = sql`exists (select from product_sizes size where size.id = product_size_id and size.stock > 0)`

/** Claims due mails, at most `limit` of each kind. */
export async function claimMails(db: Db, limit: number, leaseSeconds: number): Promise<DueMail[]> {
  const claimed = (name: string, table: MailTable, columns: string, { key, where }: Partial<Claim> = {}) => {
    const returning = sql.raw(columns)
    const claim = { table, key, dueColumn: 'mail_due_at', where, returning, limit, leaseSeconds }
    return sql`${sql.raw(name)} as (${claimStatement(claim)})`
  }
  const { rows } = await sql<{ mail: DueMail }>`
    with ${sql.join([
      claimed('steps', 'order_steps', 'order_id, status, at, mail_outcome', { key: 'order_id, status' }),
      claimed('returned', 'refunds', 'id, payment_id, order_id, amount_paise, reason, updated_at'),
      claimed('confirmations', 'confirmation_mails', 'user_id, mail_id, asked_at', { key: 'user_id' }),
      claimed('requests', 'stock_requests', 'id, user_id, product_size_id, asked_at, ledger_id', {
        where: IS_IN_STOCK,
      }),
      claimed('lost', 'recovery_mails', 'id, email_key, kind, asked_at, asker_hash, is_renewal'),
      claimed('erasures', 'account_erasures', 'user_id, mail_id, asked_at, erases_at', { key: 'user_id' }),
      claimed('moved', 'email_changes', 'id, user_id, kind, email, email_key, is_confirmed, asked_at'),
      claimed('noticed', 'account_notices', 'id, kind, email, is_confirmed, noticed_at'),
      claimed('invited', 'staff_invitations', 'id, invited_at'),
      claimed('written', 'contact_mails', 'id, contact_id, text, created_at'),
    ])}
    select at, json_build_object(
      'kind', 'step', 'key', order_id, 'status', steps.status, 'userId', orders.user_id,
      'isAgain', mail_outcome is not null,
      'waitedSeconds', extract(epoch from now() - at)
    ) as mail from steps join orders on orders.id = steps.order_id
    union all
    select returned.updated_at, json_build_object(
      'kind', 'refund', 'key', returned.id, 'orderId', returned.order_id, 'amountPaise', returned.amount_paise,
      'reason', returned.reason, 'isSandbox', payments.is_sandbox, 'at', returned.updated_at, 'waitedSeconds', extract(epoch from now() - returned.updated_at),
      'userId', users.id, 'customerName', ${fullName()}
    )
    from returned
    join payments on payments.id = returned.payment_id
    join checkouts on checkouts.id = payments.checkout_id
    join users on users.id = checkouts.user_id
    union all
    select asked_at, json_build_object(
      'kind', 'confirmation', 'userId', user_id, 'key', mail_id, 'waitedSeconds', extract(epoch from now() - asked_at)
    ) from confirmations
    union all
    select requests.asked_at, json_build_object(
      'kind', 'stock', 'key', requests.id, 'userId', users.id, 'waitedSeconds',
      extract(epoch from now() - (select created_at from stock_ledger where id = requests.ledger_id)), 'productId', products.id,
      'productName', products.name, 'size', size.size, 'customerName', ${fullName()}
    )
    from requests
    join users on users.id = requests.user_id
    join product_sizes size on size.id = requests.product_size_id
    join products on products.id = size.product_id
    union all
    select lost.asked_at, json_build_object(
      'kind', 'recovery', 'key', lost.id, 'purpose', lost.kind, 'userId', users.id,
      'asker', encode(lost.asker_hash, 'hex'), 'isRenewal', lost.is_renewal,
      'waitedSeconds', extract(epoch from now() - lost.asked_at)
    )
    from lost left join users on users.email_key = lost.email_key
    union all
    select erasures.asked_at, json_build_object(
      'kind', 'erasure', 'key', erasures.mail_id, 'userId', users.id, 'erasesAt', erasures.erases_at,
      'customerName', ${fullName()}, 'waitedSeconds', extract(epoch from now() - erasures.asked_at)
    ) from erasures join users on users.id = erasures.user_id
    union all
    select moved.asked_at, json_build_object(
      'kind', 'address', 'key', moved.id, 'userId', moved.user_id, 'purpose', moved.kind, 'email', moved.email, 'isConfirmed', moved.is_confirmed,
      'at', moved.asked_at, 'isTaken', exists (select from users where users.email_key = moved.email_key),
      'waitedSeconds', extract(epoch from now() - moved.asked_at)
    ) from moved
    union all
    select noticed_at, json_build_object(
      'kind', 'notice', 'key', id, 'purpose', kind, 'email', email, 'isConfirmed', is_confirmed, 'at', noticed_at,
      'waitedSeconds', extract(epoch from now() - noticed_at)
    ) from noticed
    union all
    select invited_at, json_build_object(
      'kind', 'invitation', 'key', id, 'waitedSeconds', extract(epoch from now() - invited_at)
    ) from invited
    union all
    select written.created_at, json_build_object(
      'kind', 'contact', 'key', written.id, 'email', contacts.email, 'ticket', contacts.ticket, 'text', written.text,
      'waitedSeconds', extract(epoch from now() - written.created_at)
    )
    from written join contacts on contacts.id = written.contact_id
    order by at`.execute(db)
  return rows.map(({ mail }) => mail)
}

/**
 * Makes mails about the customer's orders due again that were not sent within the last day because the address was unconfirmed.
 * `sendMails` still drops those that are no longer true.
 */
export async function resumeMails(db: Db, userId: string): Promise<void> {
  await sql`
    update order_steps set mail_due_at = now(), mail_outcome = null
    where mail_outcome = 'unconfirmed' and mail_due_at is null and at > now() - interval '1 day'
      and order_id in (select id from orders where user_id = ${userId})`.execute(db)
}

export interface MailReport {
  mail: DueMail
  outcome: MailOutcome | null
  /** When it is tried again; null if it is not. */
  waitSeconds: number | null
}

/** The table and the column that hold the key of a mail, where its row is not a step of an order. */
const KEYS: Record<Exclude<DueMail['kind'], 'step'>, readonly [table: MailTable, column: string]> = {
  refund: ['refunds', 'id'],
  confirmation: ['confirmation_mails', 'mail_id'],
  stock: ['stock_requests', 'id'],
  contact: ['contact_mails', 'id'],
  recovery: ['recovery_mails', 'id'],
  erasure: ['account_erasures', 'mail_id'],
  address: ['email_changes', 'id'],
  invitation: ['staff_invitations', 'id'],
  notice: ['account_notices', 'id'],
}

/** Stores the outcome of claimed mails, in one statement. A mail that another process has ended meanwhile stays ended. */
export async function saveMailReports(db: Db, reports: readonly MailReport[]): Promise<void> {
  const keys = reports.map(({ mail }) => mail.key)
  const kinds = reports.map(({ mail }) => (mail.kind === 'step' ? mail.status : mail.kind))
  const outcomes = reports.map(({ outcome }) => outcome)
  const waits = reports.map(({ waitSeconds }) => waitSeconds)
  const set = sql`set mail_due_at = now() + make_interval(secs => mails.wait_seconds), mail_outcome = coalesce(mails.outcome, mail_outcome)
    from mails where mail_due_at is not null`
  const updates = Object.entries(KEYS).map(
    ([kind, [table, key]]) => sql`${sql.raw(`of_${table}`)} as (
      update ${sql.table(table)} ${set} and mails.kind = ${sql.lit(kind)} and ${sql.ref(`${table}.${key}`)} = mails.key
    )`,
  )
  await sql`
    with mails as (
      select * from unnest(${keys}::text[], ${kinds}::text[], ${outcomes}::text[], ${waits}::float8[])
        as mails (key, kind, outcome, wait_seconds)
    ),
    ${sql.join(updates)}
    update order_steps ${set} and order_id = mails.key and status = mails.kind`.execute(db)
}
