import { inIndia } from '#server/db/india-time.ts'
import { sql, type RawBuilder } from 'kysely'

import type { DocumentKind } from '#contract/tax/document-kinds.ts'
import type { Db } from '#server/db/database.ts'
import type { Sums } from '#server/documents/invoice-lines.ts'

import { SUPPLY_KINDS } from '#contract/tax/document-kinds.ts'
import { shownNumber } from '#server/documents/document-number-queries.ts'

/** A month in India, as `2026-11`, of live or of sandbox documents. */
export interface TaxPeriod {
  month: string
  isSandbox: boolean
}

/** From the first midnight of the month to the next month's, in India. */
export const isWithin = (time: RawBuilder<unknown>, month: string) => sql`(
  ${time} >= ${inIndia(sql`${`${month}-01`}::timestamp`)}
  and ${time} < ${inIndia(sql`(${`${month}-01`}::timestamp + interval '1 month')`)}
)`

/** Below zero are documents over money that went back. What was cancelled counts nothing. */
export const SIGN = sql`case when cancelled_at is not null then 0 when kind in ('refund voucher', 'credit note') then -1 else 1 end`

/**
 * Whether all of the money of `orders` goes back because it did not leave. Of a parcel that comes back its return
 * decides.
 */
const IS_ENDED = sql`(orders.status = 'cancelled' and not orders.is_called_back)`

/**
 * Whether a refund is credited on the invoice of its order, of the `orders`. One that was made at the provider lowers
 * the price of an order that stands once it is done: until then it may fail, and a note is never taken back. Cancelled
 * pieces are on no invoice, and what pieces that came back cost is credited by their settlement: those of an exchange
 * on its own invoice.
 */
export const isCredited = (refund: string) => {
  const column = (name: string) => sql.ref(`${refund}.${name}`)
  return sql`(${column('is_counted')} and ${column('reason')} not in ('pieces cancelled', 'pieces returned', 'exchange returned') and (
    not ${column('is_foreign')} or ${column('status')} = 'processed' or ${IS_ENDED}
  ))`
}

/**
 * Whether a refund is answered by a refund voucher: before the order has left, where pieces of it or all of it are
 * cancelled.
 */
export const isVouched = (refund: string, order: { id: RawBuilder<unknown>; status: RawBuilder<unknown> }) => {
  const column = (name: string) => sql.ref(`${refund}.${name}`)
  return sql`(${column('is_counted')} and (
    ${column('reason')} = 'pieces cancelled' or ((not ${column('is_foreign')} or ${order.status} = 'cancelled') and not exists (
      select from documents invoice
      where invoice.order_id = ${order.id} and invoice.kind in ('tax invoice', 'bill of supply') and invoice.cancelled_at is null
    ))
  ))`
}

/**
 * What a refund at the provider has taken over of the shop's own refunds, of the order `orders`: of those for cancelled
 * pieces, which vouchers answer whoever makes them, and of those for all pieces once it is credited, whose documents
 * are not its own.
 */
export const TAKEN_OVER = {
  cancelled: sql`case when ${IS_ENDED} then 0 else greatest(0, (
    select orders.cancelled_paise - orders.uncharged_paise - credit_of_pieces(orders.total_paise, orders.credit_paise, orders.cancelled_paise)
      - coalesce(sum(refunds.amount_paise), 0)
    from refunds where refunds.order_id = orders.id and payment_id is not null and is_counted and reason = 'pieces cancelled'
  )) end`,
  all: sql`coalesce((
    select greatest(0, orders.cancelled_paise - orders.uncharged_paise + orders.returned_paise + orders.exchanges_returned_paise
      - greatest(credit_of_pieces(
        orders.total_paise, orders.credit_paise, orders.cancelled_paise + orders.returned_paise + orders.exchanges_returned_paise
      ), (
        select sum(amount_paise) from refunds credit
        where credit.order_id = orders.id and credit.payment_id is null and credit.source_id is null
      ))
      + sum(refunds.amount_paise) - max(payments.amount_paise))
    from refunds join payments on payments.id = refunds.payment_id
    where refunds.order_id = orders.id and refunds.is_foreign
      and (refunds.status = 'processed' or (refunds.is_counted and ${IS_ENDED}))
      and refunds.reason not in ('pieces cancelled', 'pieces returned', 'exchange returned')
  ), 0)`,
}

/** All documents of a month. */
export const issued = ({ month, isSandbox }: TaxPeriod) => sql`
  select *, ${SIGN} as sign from documents
  where is_sandbox = ${isSandbox}::boolean and ${isWithin(sql`issued_at`, month)}`

const IS_SUPPLY = sql`kind in (${sql.join(SUPPLY_KINDS.map((kind) => sql.lit(kind)))})`

/** Invoices, bills and credit notes of a month: all but what is over money alone. */
const supplies = (period: TaxPeriod) => sql`${issued(period)} and ${IS_SUPPLY}`

/**
 * Joins the money that belongs to a document, and the store credit in its place: what was captured for its order, what
 * was refunded for one that answers a refund, or what a settlement came to. The shop may have asked for another part of
 * the money than it did when it issued that, because a part went back at the provider: so the last such document of an
 * order bears what all of them together differ from all refunds.
 */
export const withMoney = (document: string) => {
  const column = (name: string) => sql.ref(`${document}.${name}`)
  return sql`
    left join lateral (
      select ${column('total_paise')} - case when exists (
          select from documents later
          where later.order_id = ${column('order_id')} and later.kind = ${column('kind')} and later.cancelled_at is null
            and later.settlement_id is null
            and (later.issued_at, later.number) > (${column('issued_at')}, ${column('number')})
        ) then 0 else (
          select sum(note.total_paise) from documents note
          where note.order_id = ${column('order_id')} and note.kind = ${column('kind')} and note.cancelled_at is null
            and note.settlement_id is null
        ) - (
          select (
            select coalesce(sum(refunds.amount_paise - refunds.exchanges_paise), 0) from refunds
            where refunds.order_id = orders.id and refunds.status <> 'failed'
              and case ${column('kind')} when 'refund voucher' then ${isVouched('refunds', {
                id: sql`orders.id`,
                status: sql`orders.status`,
              })} else ${isCredited('refunds')} end
          ) + case ${column('kind')} when 'refund voucher' then ${TAKEN_OVER.cancelled} else -${TAKEN_OVER.all} end
          from orders where orders.id = ${column('order_id')}
        ) end as amount_paise
      where ${column('refund_id')} is not null and ${column('cancelled_at')} is null
    ) refund on true
    left join lateral (
      select amount_paise from settlements where id = ${column('settlement_id')} and ${column('cancelled_at')} is null
    ) settled on true
    left join lateral (
      -- An invoice is over what is left once pieces were cancelled, a receipt over all that was paid.
      select orders.credit_paise + coalesce(captured.amount_paise, 0)
        - case when ${column('kind')} in ('tax invoice', 'bill of supply') then orders.cancelled_paise - orders.uncharged_paise else 0 end as amount_paise
      from orders left join payments captured on captured.order_id = orders.id and captured.status = 'captured'
      where orders.id = ${column('order_id')} and (captured.id is not null or orders.credit_paise = orders.total_paise)
        and ${column('invoice_id')} is null and ${column('cancelled_at')} is null
    ) payment on true
    left join lateral (
      -- With the store credit that stands beside the cash.
      select due.status, due.amount_paise + orders.credit_paise
        - credit_of_pieces(orders.total_paise, orders.credit_paise, orders.cancelled_paise) as amount_paise
      from cash_payments due join orders on orders.id = due.order_id
      where orders.is_cash and due.order_id = ${column('order_id')} and ${column('cancelled_at')} is null
    ) cash on true`
}

/**
 * That money: what was captured, or below zero what was refunded or settled. What is paid at the door counts from its
 * invoice on, and is taken off again where nothing is due after all.
 */
export const MONEY = sql`coalesce(payment.amount_paise, -refund.amount_paise, -settled.amount_paise, case
  when document.invoice_id is null then cash.amount_paise
  when cash.status in ('refused', 'nothing due') then -cash.amount_paise
end, 0)::bigint`

const TAX_COLUMNS = ['taxable_paise', 'central_paise', 'state_paise', 'integrated_paise']

const columns = (names: readonly string[], valueOf: (column: RawBuilder<unknown>) => RawBuilder<unknown>) =>
  sql.join(names.map((name) => sql`${valueOf(sql.ref(name))} as ${sql.ref(name)}`))

/** The `Sums` of a document, below zero on a credit note. */
const SUMS_OF_DOCUMENT = columns(['total_paise', ...TAX_COLUMNS], (sum) => sql`sign * ${sum}`)

/** The taxable value and the taxes of the rows of `document_lines` as `line`, all their pieces added up. */
const taxesOfLines = (sign: RawBuilder<unknown>) =>
  columns(TAX_COLUMNS, (tax) => sql`sum(${sign} * quantity * line.${tax})::bigint`)

type RateSums = Sums & { placeOfSupply: string; percent: number | null }

/** Invoices less credit notes of a month by place of supply and rate. */
export async function sumMonthByRate(db: Db, period: TaxPeriod): Promise<RateSums[]> {
  const { rows } = await sql<RateSums>`
    select document.place_of_supply, line.percent, sum(sign * quantity * price_paise)::bigint as total_paise,
      ${taxesOfLines(sql`sign`)}
    from (${supplies(period)}) document join document_lines line on line.document_id = document.id
    group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

export type KindSums = Sums & { kind: DocumentKind; count: number }

/**
 * What each kind of document came to in a month; credit notes below zero. Of documents over money only the total is
 * known here.
 */
export async function sumMonthByKind(db: Db, period: TaxPeriod): Promise<KindSums[]> {
  const { rows } = await sql<KindSums>`
    select kind, count(*)::integer as count,
      ${columns(['total_paise', ...TAX_COLUMNS], (sum) => sql`sum(sign * ${sum})::bigint`)}
    from (${issued(period)}) document
    group by kind order by not ${IS_SUPPLY}, kind desc`.execute(db)
  return rows
}

/** The name on a document of whom it is billed to: the business, else who gets the parcel, else the account. */
export const recipientName = (name: string) => {
  const data = sql.ref(`${name}.data`)
  return sql`coalesce(${data} #>> '{buyer,firm}', ${data} #>> '{buyer,address,fullName}', ${data} #>> '{buyer,name}')`
}

export interface RegisterRow extends Sums {
  id: string
  kind: DocumentKind
  number: string
  issuedAt: Date
  orderId: string
  buyerName: string
  buyerGstin: string | null
  /** Null where the seller has none. */
  sellerGstin: string | null
  /** Null on a document over money. */
  placeOfSupply: string | null
  /** Its order had not left after all: it counts nothing. */
  isCancelled: boolean
}

/** The columns of a `RegisterRow`, of a `document` with its sign. */
export const REGISTER_COLUMNS = sql`
  document.id, document.kind, ${shownNumber('document')} as number, issued_at, document.order_id,
  ${recipientName('document')} as buyer_name, buyer_gstin, place_of_supply, seller_gstin,
  cancelled_at is not null as is_cancelled, ${SUMS_OF_DOCUMENT}`

const LISTS = { all: sql`true`, supplies: IS_SUPPLY, receipts: sql`not ${IS_SUPPLY}` }

/** A page of a month's documents, the newest first. */
export async function listMonthDocuments(
  db: Db,
  period: TaxPeriod,
  { list, limit, offset }: { list: keyof typeof LISTS; limit: number; offset: number },
): Promise<RegisterRow[]> {
  const { rows } = await sql<RegisterRow>`
    select ${REGISTER_COLUMNS} from (${issued(period)}) document where ${LISTS[list]}
    order by issued_at desc, id desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export interface LedgerRow {
  /** The document's number; null for a refund without a credit note. */
  number: string | null
  kind: DocumentKind
  orderId: string
  /** Below zero for what went back. */
  documentPaise: number
  moneyPaise: number
}

interface Ledger {
  moneyPaise: number
  differing: number
  differences: LedgerRow[]
}

/**
 * The money of a month's documents: what was captured for each invoice, less what was refunded for each credit note.
 * Also the month's refunds of an invoice that no credit note answers. A receipt and a refund voucher are compared with
 * their money too, but not added. `differences` are the first of those that the documents do not equal.
 */
export async function compareWithLedger(db: Db, period: TaxPeriod, limit: number): Promise<Ledger> {
  const { rows } = await sql<Ledger>`
    with compared as (
      select document.kind, document.order_id,
        sign * document.total_paise as document_paise, ${MONEY} as money_paise, ${shownNumber('document')} as printed
      from (${issued(period)}) document ${withMoney('document')}
      union all
      select 'credit note', invoice.order_id, 0, least(0, ${TAKEN_OVER.all} - sum(refunds.amount_paise - refunds.exchanges_paise))::bigint, null
      from refunds
      join documents invoice on invoice.order_id = refunds.order_id
        and invoice.kind in ('tax invoice', 'bill of supply') and invoice.cancelled_at is null and invoice.is_sandbox = ${period.isSandbox}::boolean
      join orders on orders.id = refunds.order_id
      where ${isWithin(sql`refunds.created_at`, period.month)} and refunds.status <> 'failed'
        and ${isCredited('refunds')}
        and not exists (
          select from documents note
          where note.order_id = invoice.order_id and note.kind = 'credit note' and note.cancelled_at is null
            and note.settlement_id is null
        )
      group by invoice.order_id, orders.id
    )
    select coalesce(sum(money_paise) filter (where ${IS_SUPPLY}), 0)::bigint as money_paise,
      (count(*) filter (where document_paise <> money_paise))::integer as differing,
      (
        select coalesce(json_agg(json_build_object(
          'number', printed, 'kind', kind, 'orderId', order_id, 'documentPaise', document_paise, 'moneyPaise', money_paise
        )), '[]')
        from (
          select * from compared where document_paise <> money_paise
          order by printed, order_id limit ${limit}
        ) different
      ) as differences
    from compared`.execute(db)
  return rows[0] ?? { moneyPaise: 0, differing: 0, differences: [] }
}
