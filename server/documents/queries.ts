import { sql, type RawBuilder } from 'kysely'

import type { Fee } from '#contract/cart/fees.ts'
import type { Address } from '#contract/schemas/address.ts'
import type { SupplyKind } from '#contract/tax/document-kinds.ts'
import type { DocumentNumber } from '#contract/tax/document-number.ts'
import type { Db } from '#server/db/database.ts'
import type { Credited } from '#server/documents/credit-note-lines.ts'
import type { InvoiceContent, ReceiptContent, RefundVoucherContent } from '#server/documents/document-content.ts'
import type { SoldLine } from '#server/documents/invoice-lines.ts'

import { fullName } from '#server/db/full-name.ts'
import { printedNumber, takeNumber } from '#server/documents/document-number-queries.ts'
import { sumsOf } from '#server/documents/invoice-lines.ts'
import { isCredited, TAKEN_OVER } from '#server/documents/tax-month-queries.ts'

/** An order with what a document says of it, without pieces that were cancelled. */
interface Sale {
  orderId: string
  placedAt: Date
  /** When the transaction began, by the database's clock. */
  now: Date
  isSandbox: boolean
  buyerGstin: string | null
  buyerFirm: string | null
  address: Address | null
  discountReason: string | null
  buyerName: string
  buyerEmail: string
  paymentId: string | null
  /** What of it store credit pays. */
  creditPaise: number
  lines: SoldLine[]
  fees: Fee[]
}

export async function findSale(db: Db, orderId: string): Promise<Sale | undefined> {
  const { rows } = await sql<Sale>`
    select orders.id as order_id, orders.created_at as placed_at, now() as now, orders.is_sandbox, orders.buyer_gstin, orders.buyer_firm,
      orders.address, orders.fees,
      case when orders.shipping_off_paise = 0 then orders.discount_reason end as discount_reason, ${fullName()} as buyer_name,
      users.email as buyer_email, (select id from payments where payments.order_id = orders.id) as payment_id,
      orders.credit_paise - credit_of_pieces(total_paise, credit_paise, cancelled_paise) as credit_paise,
      (
        select json_agg(
          json_build_object(
            'id', line.id, 'name', line.name, 'size', line.size, 'hsn', line.hsn, 'pricePaise', line.price_paise,
            'paidPricePaise', line.paid_price_paise, 'quantity', line.quantity - line.cancelled,
            'discountPaise', line.discount_paise - discount_of_pieces(line.discount_paise, line.quantity, line.cancelled)
          ) order by line.position
        ) from order_lines line where line.order_id = orders.id and line.quantity > line.cancelled
      ) as lines
    from orders join users on users.id = orders.user_id
    where orders.id = ${orderId}`.execute(db)
  return rows[0]
}

/** An invoice, a bill or a credit note that is to be issued. */
interface TaxDocument {
  id: string
  kind: SupplyKind
  series: string
  isSandbox: boolean
  content: InvoiceContent
  /** What a credit note answers and corrects. */
  credited?: {
    /** Null where no refund is answered: for a settlement, and for the cash of an order that nobody paid. */
    refundId: string | null
    settlementId?: string
    invoiceId: string
  }
}

/**
 * Issues a document with the next number of its series, in one statement, so that the number is locked for as short as
 * possible: the statement waits until the transaction that took the number before has ended. Call it last.
 */
export async function insertTaxDocument(
  db: Db,
  { id, kind, series, isSandbox, content, credited }: TaxDocument,
): Promise<void> {
  const { order, buyer, placeOfSupply, lines } = content
  const { totalPaise, taxablePaise, centralPaise, statePaise, integratedPaise } = sumsOf(lines)
  const rows = JSON.stringify(lines.map((line, position) => ({ ...line, position })))
  // One that was cancelled has kept its id, which invoices and bills share.
  const attempt = sql`(
    select case when count(*) > 0 then '-' || count(*) + 1 else '' end from documents before
    where before.order_id = ${order.id} and (before.kind = 'credit note') = ${kind === 'credit note'}::boolean and before.cancelled_at is not null
      and before.refund_id is not distinct from ${credited?.refundId ?? null}::text
      and before.settlement_id is not distinct from ${credited?.settlementId ?? null}::text
  )`
  await sql`
    with counted as (${takeNumber(sql`${isSandbox}::boolean`, series)}),
    issued as (
      insert into documents (
        id, kind, series, year, number, order_id, refund_id, settlement_id, invoice_id, is_sandbox, issued_at, place_of_supply, buyer_gstin,
        total_paise, taxable_paise, central_paise, state_paise, integrated_paise, data
      )
      select ${id} || ${attempt}, ${kind}, series, year, last, ${order.id}, ${credited?.refundId ?? null},
        ${credited?.settlementId ?? null}, ${credited?.invoiceId ?? null},
        ${isSandbox}::boolean, now(), ${placeOfSupply.code}, ${buyer.gstin}, ${totalPaise}::bigint, ${taxablePaise}::bigint,
        ${centralPaise}::bigint, ${statePaise}::bigint, ${integratedPaise}::bigint, ${JSON.stringify(content)}::jsonb
      from counted
      returning id
    )
    insert into document_lines (
      document_id, position, order_line_id, fee, hsn, quantity, price_paise, percent,
      taxable_paise, central_paise, state_paise, integrated_paise
    )
    select issued.id, line.* from issued, jsonb_to_recordset(${rows}::jsonb) as line (
      "position" integer, "orderLineId" text, "fee" text, "hsn" text, "quantity" integer, "pricePaise" bigint, "percent" integer,
      "taxablePaise" bigint, "centralPaise" bigint, "statePaise" bigint, "integratedPaise" bigint
    )`.execute(db)
}

/** An invoice or a bill with the refunds and the settlements that no credit note answers yet. */
interface CreditableInvoice {
  id: string
  number: string
  issuedAt: string
  isSandbox: boolean
  content: InvoiceContent
  refunds: { id: string; amountPaise: number; isCredit: boolean }[]
  /** What these may come to: not what the provider gave back in place of cancelled pieces, which are on no invoice. */
  refundedPaise: number
  settlements: { id: string; amountPaise: number; items: NonNullable<Credited['items']> }[]
  /** What its credit notes are over, the oldest first. */
  credited: Credited[]
}

/** The pieces of a settlement; null for none. */
const settledItems = (settlementId: RawBuilder<unknown>) => sql`(
  select json_agg(json_build_object('orderLineId', piece.order_line_id, 'quantity', piece.quantity) order by piece.order_line_id)
  from settled_pieces piece where piece.settlement_id = ${settlementId}
)`

/** The invoice or the bill of an order; undefined if it has none. */
export async function findCreditableInvoice(db: Db, orderId: string): Promise<CreditableInvoice | undefined> {
  const { rows } = await sql<CreditableInvoice>`
    select invoice.id, invoice.is_sandbox, invoice.data as content, to_json(invoice.issued_at) as issued_at,
      ${printedNumber('invoice')} as number,
      (
        select coalesce(json_agg(json_build_object(
          'id', refunds.id, 'amountPaise', amount_paise - exchanges_paise, 'isCredit', payment_id is null and source_id is null
        ) order by created_at, refunds.id), '[]')
        from refunds
        where refunds.order_id = invoice.order_id and ${isCredited('refunds')}
          and amount_paise > exchanges_paise and not exists (
            select from documents note
            where note.refund_id = refunds.id and note.kind = 'credit note' and note.cancelled_at is null
          )
      ) as refunds,
      (
        select coalesce(sum(amount_paise - exchanges_paise), 0)::bigint from refunds
        where refunds.order_id = invoice.order_id and ${isCredited('refunds')}
      ) - ${TAKEN_OVER.all}::bigint - (
        select coalesce(sum(note.total_paise), 0)::bigint from documents note
        where note.order_id = invoice.order_id and note.kind = 'credit note' and note.cancelled_at is null and note.refund_id is not null
      ) as refunded_paise,
      (
        select coalesce(json_agg(
          json_build_object('id', settlements.id, 'amountPaise', amount_paise, 'items', ${settledItems(sql`settlements.id`)})
          order by at, settlements.id
        ), '[]')
        from settlements
        where settlements.order_id = invoice.order_id and not exists (
          select from documents note
          where note.settlement_id = settlements.id and note.kind = 'credit note' and note.cancelled_at is null
        )
      ) as settlements,
      (
        select coalesce(json_agg(
          json_build_object('amountPaise', note.total_paise, 'items', ${settledItems(sql`note.settlement_id`)})
          order by note.year, note.number
        ), '[]')
        from documents note where note.order_id = invoice.order_id and note.invoice_id = invoice.id
      ) as credited
    from documents invoice join orders on orders.id = invoice.order_id
    where invoice.order_id = ${orderId} and invoice.kind in ('tax invoice', 'bill of supply')
      and invoice.cancelled_at is null`.execute(db)
  return rows[0]
}

/** Whether the e-invoice portal has the invoice of an order, or a credit note for it. */
export async function hasIrn(db: Db, orderId: string): Promise<boolean> {
  const { rows } = await sql`
    select from documents join e_invoices on e_invoices.document_id = documents.id
    where order_id = ${orderId} and cancelled_at is null`.execute(db)
  return rows.length > 0
}

/** Cancels the invoice or the bill of an order and its credit notes; returns their numbers. */
export async function cancelTaxDocuments(db: Db, orderId: string): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    update documents set cancelled_at = now()
    where order_id = ${orderId} and kind in ('tax invoice', 'bill of supply', 'credit note') and cancelled_at is null
    returning ${printedNumber('documents')} as number`.execute(db)
  return rows.map(({ number }) => number).toSorted()
}

interface Issued extends DocumentNumber {
  isSandbox: boolean
  issuedAt: Date
  /** When an invoice, a bill or a credit note was cancelled, because its order had not left. */
  cancelledAt: Date | null
  /** What the e-invoice portal answered; null where nobody entered it. */
  irn: string | null
  qrText: string | null
}
export type IssuedInvoice = Issued & { kind: SupplyKind; data: InvoiceContent }

/** All that a document's PDF is drawn from, as it was issued: the same makes the same bytes. */
export type IssuedDocument =
  | IssuedInvoice
  | (Issued & { kind: 'receipt' | 'receipt voucher'; data: ReceiptContent })
  | (Issued & { kind: 'refund voucher'; data: RefundVoucherContent })

/** A document by its id; with `userId` only if it is of that customer's own order. */
export async function findDocument(
  db: Db,
  { documentId, userId }: { documentId: string; userId?: string | undefined },
): Promise<IssuedDocument | undefined> {
  const isAllowed =
    userId === undefined
      ? sql`true`
      : sql`exists (select from orders where orders.id = order_id and orders.user_id = ${userId})`
  const { rows } = await sql<IssuedDocument>`
    select kind, series, year, number, order_id, is_sandbox, issued_at, cancelled_at, data, irn, qr_text
    from documents left join e_invoices on document_id = documents.id
    where documents.id = ${documentId} and ${isAllowed}`.execute(db)
  return rows[0]
}

/** The id of an order's receipt, whether it was issued or not. */
export const receiptIdOf = (orderId: string): string => `${orderId}-receipt`

/**
 * The order whose receipt has this id; with `userId` only that customer's own. One that is paid at the door has its
 * receipt when it is.
 */
export async function findOrderOfReceipt(
  db: Db,
  { documentId, userId }: { documentId: string; userId?: string | undefined },
): Promise<string | undefined> {
  const isAllowed = userId === undefined ? sql`true` : sql`user_id = ${userId}`
  const { rows } = await sql<{ id: string }>`
    select id from orders where id = ${documentId.replace(/-receipt$/, '')} and not is_cash and ${isAllowed}`.execute(
    db,
  )
  const found = rows[0]?.id
  return found !== undefined && receiptIdOf(found) === documentId ? found : undefined
}
