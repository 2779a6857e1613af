import { sql, type RawBuilder } from 'kysely'

import type { Db } from '#server/db/database.ts'
import type {
  DocumentSeller,
  ReceiptContent,
  ReceiptTaxation,
  RefundVoucherContent,
} from '#server/documents/document-content.ts'
import type { SoldLine } from '#server/documents/invoice-lines.ts'

import { fullName } from '#server/db/full-name.ts'
import { printedNumber, takeNumber } from '#server/documents/document-number-queries.ts'
import { isVouched } from '#server/documents/tax-month-queries.ts'

/** Where the statement that issues a receipt finds what it is about. */
export interface ReceiptSource {
  /** Rows of `orders`; each gets its receipt. */
  orders: RawBuilder<unknown>
  /** Their lines, frozen at the checkout. */
  lines: RawBuilder<unknown>
  paymentId: RawBuilder<unknown>
}

/** An order that was placed before. */
const placed = (orderId: string): ReceiptSource => ({
  orders: sql`(select * from orders where orders.id = ${orderId})`,
  lines: sql`order_lines line where line.order_id = sale.id`,
  paymentId: sql`(select id from payments where payments.order_id = sale.id)`,
})

/** How many pieces of a line these are, and their share of its discount. */
const PIECES = {
  cancelled: { quantity: sql`cancelled`, discount: sql`discount_of_pieces(discount_paise, quantity, cancelled)` },
  uncharged: { quantity: sql`uncharged`, discount: sql`discount_of_pieces(discount_paise, quantity, uncharged)` },
  left: {
    quantity: sql`quantity - cancelled`,
    discount: sql`discount_paise - discount_of_pieces(discount_paise, quantity, cancelled)`,
  },
}

/** The lines of an order with these pieces alone. */
const piecesOf = (which: keyof typeof PIECES) => {
  const { quantity, discount } = PIECES[which]
  return sql`(
    select id, order_id, position, name, size, hsn, price_paise, paid_price_paise, ${quantity} as quantity, ${discount} as discount_paise
    from order_lines where ${quantity} > 0
  ) line`
}

/** What is left of an order that was placed before. */
const left = (orderId: string): ReceiptSource => ({
  ...placed(orderId),
  orders: sql`(
    select id, user_id, is_sandbox, created_at, address, buyer_gstin, buyer_firm, discount_reason, shipping_off_paise, fees, total_paise - cancelled_paise as total_paise,
      credit_paise - credit_of_pieces(total_paise, credit_paise, cancelled_paise) as credit_paise
    from orders where orders.id = ${orderId}
  )`,
  lines: sql`${piecesOf('left')} where line.order_id = sale.id`,
})

/** The `ReceiptContent` of the order `sale` and its customer `users`. */
const contentOf = (
  { lines, paymentId }: ReceiptSource,
  seller: DocumentSeller,
  { tax, placeOfSupply }: ReceiptTaxation,
) => sql`
  jsonb_build_object(
    'schema', 1,
    'seller', ${JSON.stringify(seller)}::jsonb,
    'buyer', jsonb_build_object(
      'name', ${fullName()}, 'email', users.email,
      'address', sale.address, 'gstin', sale.buyer_gstin, 'firm', sale.buyer_firm
    ),
    'order', jsonb_build_object(
      'id', sale.id, 'placedAt', sale.created_at, 'paymentId', ${paymentId},
      -- A fee that was not charged is nothing on paper.
      'discountReason', case when sale.shipping_off_paise = 0 then sale.discount_reason end
    ) || case when sale.credit_paise > 0 then jsonb_build_object('creditPaise', sale.credit_paise) else '{}' end,
    'lines', (
      select jsonb_agg(
        jsonb_build_object(
          'name', line.name, 'size', line.size, 'quantity', line.quantity, 'pricePaise', line.price_paise,
          'paidPricePaise', line.paid_price_paise, 'discountPaise', line.discount_paise
        ) order by line.position
      ) from ${lines}
    ),
    'fees', sale.fees,
    'tax', ${JSON.stringify(tax)}::jsonb,
    'placeOfSupply', ${JSON.stringify(placeOfSupply)}::jsonb
  )`

/** A statement that issues receipts without a series; an order that has a receipt keeps it. */
export const insertReceipts = (
  source: ReceiptSource,
  seller: DocumentSeller,
  issuedAt: RawBuilder<unknown> = sql`sale.created_at`,
): RawBuilder<unknown> => sql`
  insert into documents (id, kind, order_id, is_sandbox, issued_at, buyer_gstin, total_paise, data)
  select sale.id || '-receipt', 'receipt', sale.id, sale.is_sandbox, ${issuedAt}, sale.buyer_gstin, sale.total_paise,
    ${contentOf(source, seller, { tax: null, placeOfSupply: null })}
  from ${source.orders} sale join users on users.id = sale.user_id
  on conflict do nothing`

/** Issues the receipt of an order from before there were receipts, with the date of the order. */
export async function insertLateReceipt(db: Db, orderId: string, seller: DocumentSeller): Promise<void> {
  await insertReceipts(placed(orderId), seller).execute(db)
}

/** Issues the receipt of what is left of an order that is paid after it was placed. */
export async function insertReceiptOfRest(db: Db, orderId: string, seller: DocumentSeller): Promise<void> {
  await insertReceipts(left(orderId), seller, sql`now()`).execute(db)
}

/**
 * Issues the receipt voucher of what is left of an order with the next number of its series. Call it last in the
 * transaction in which it is paid: buyers who pay at the same moment wait for each other until it has ended.
 */
export async function insertReceiptVoucher(
  db: Db,
  orderId: string,
  seller: DocumentSeller,
  taxation: ReceiptTaxation,
): Promise<void> {
  const source = left(orderId)
  const isSandbox = sql`(select is_sandbox from orders where id = ${orderId})`
  await sql`
    with counted as (${takeNumber(isSandbox, seller.series.receipt)})
    insert into documents (
      id, kind, series, year, number, order_id, is_sandbox, issued_at, buyer_gstin, total_paise, data
    )
    select sale.id || '-receipt', 'receipt voucher', counted.series, counted.year, counted.last, sale.id, sale.is_sandbox, now(),
      sale.buyer_gstin, sale.total_paise, ${contentOf(source, seller, taxation)}
    from counted cross join ${source.orders} sale join users on users.id = sale.user_id`.execute(db)
}

/** The lines of a checkout that is being paid, and now by the database's clock, which dates its receipt. */
export async function listPaidLines(db: Db, checkoutId: string): Promise<{ lines: SoldLine[]; now: Date }> {
  const { rows } = await sql<SoldLine & { now: Date }>`
    select '' as id, name, size, hsn, price_paise, paid_price_paise, quantity, discount_paise, now() as now
    from checkout_lines where checkout_id = ${checkoutId} order by position`.execute(db)
  const [first] = rows
  if (!first) throw new Error(`the checkout ${checkoutId} has no lines`)
  return { lines: rows.map(({ now: _, ...line }) => line), now: first.now }
}

/** A receipt voucher with the refunds that no refund voucher answers yet. */
interface RefundableReceipt {
  id: string
  number: string
  issuedAt: string
  isSandbox: boolean
  content: ReceiptContent
  /** Those for cancelled pieces first. */
  refunds: { id: string; amountPaise: number; isOfPieces: boolean; isCredit: boolean }[]
  /** The pieces that were cancelled while the order stood, and those of them that were before it was paid. */
  cancelled: SoldLine[]
  uncharged: SoldLine[]
  /** Its refund vouchers. */
  vouchers: { paise: number; tax: ReceiptContent['tax']; isOfPieces: boolean }[]
}

const soldPieces = (which: keyof typeof PIECES) => sql`(
  select coalesce(json_agg(
    json_build_object(
      'id', line.id, 'name', line.name, 'size', line.size, 'hsn', line.hsn, 'pricePaise', line.price_paise,
      'paidPricePaise', line.paid_price_paise, 'quantity', line.quantity, 'discountPaise', line.discount_paise
    ) order by line.position
  ), '[]') from ${piecesOf(which)} where line.order_id = orders.id
)`

/** The receipt voucher of an order that has not left; undefined if it has none, or an invoice or a bill. */
export async function findRefundableReceipt(db: Db, orderId: string): Promise<RefundableReceipt | undefined> {
  const isOfPieces = sql`refunds.reason = 'pieces cancelled'`
  const { rows } = await sql<RefundableReceipt>`
    select receipt.id, receipt.is_sandbox, receipt.data as content, to_json(receipt.issued_at) as issued_at,
      ${printedNumber('receipt')} as number,
      (
        select coalesce(json_agg(
          json_build_object('id', refunds.id, 'amountPaise', amount_paise, 'isOfPieces', ${isOfPieces}, 'isCredit', payment_id is null and source_id is null)
          order by ${isOfPieces} desc, refunds.created_at, refunds.id
        ), '[]')
        from refunds where refunds.order_id = receipt.order_id
          and ${isVouched('refunds', { id: sql`orders.id`, status: sql`orders.status` })}
          and not exists (select from documents voucher where voucher.refund_id = refunds.id and voucher.kind = 'refund voucher')
      ) as refunds,
      ${soldPieces('cancelled')} as cancelled, ${soldPieces('uncharged')} as uncharged,
      (
        select coalesce(json_agg(json_build_object(
          'paise', voucher.total_paise, 'tax', voucher.data -> 'tax',
          'isOfPieces', voucher.data #>> '{corrects,reason}' = 'pieces cancelled'
        )), '[]')
        from documents voucher where voucher.order_id = receipt.order_id and voucher.invoice_id = receipt.id
      ) as vouchers
    from documents receipt join orders on orders.id = receipt.order_id
    where receipt.order_id = ${orderId} and receipt.kind = 'receipt voucher' and not exists (
      select from documents invoice where invoice.order_id = receipt.order_id and invoice.kind in ('tax invoice', 'bill of supply')
        and invoice.cancelled_at is null
    )`.execute(db)
  return rows[0]
}

/** Issues a refund voucher with the next number of its series. Call it last, like every statement that takes one. */
export async function insertRefundVoucher(
  db: Db,
  content: RefundVoucherContent,
  { refundId, receiptId, isSandbox }: { refundId: string; receiptId: string; isSandbox: boolean },
): Promise<void> {
  const { order, buyer, seller, refundedPaise } = content
  await sql`
    with counted as (${takeNumber(sql`${isSandbox}::boolean`, seller.series.refundVoucher)})
    insert into documents (
      id, kind, series, year, number, order_id, refund_id, invoice_id, is_sandbox, issued_at, buyer_gstin, total_paise, data
    )
    select ${`${refundId}-voucher`}, 'refund voucher', series, year, last, ${order.id}, ${refundId}, ${receiptId},
      ${isSandbox}::boolean, now(), ${buyer.gstin}, ${refundedPaise}::bigint, ${JSON.stringify(content)}::jsonb
    from counted`.execute(db)
}
