import type { RawBuilder } from 'kysely'

import type { Address } from '#contract/address.ts'
import type { Db } from '#server/db/open.ts'
import type { ReceiptContent, DocumentSeller } from '#server/documents/document-content.ts'
import type { SoldLine } from '#server/documents/invoice-lines.ts'

import { dayInIndia } from '#contract/gst-rules.ts'
import { placeOfSupply } from '#contract/place-of-supply.ts'
import { conflict } from '#server/errors.ts'
import { creditLines } from '#server/documents/credit-note-lines.ts'
import {
  findCreditableInvoice,
  findSale,
  insertLateReceipt,
  insertReceipts,
  insertTaxDocument,
  listPaidLines,
  type ReceiptSource,
} from '#server/documents/queries.ts'
import { documentLines, sumsByRate, sumsOf } from '#server/documents/invoice-lines.ts'
import { addressFault, stateOf } from '#server/documents/seller.ts'

type Destination = Pick<Address, 'state' | 'pincode'>

/** The tax in what was paid, by rate. Until the place is known it counts as sold to another state (rule 50). */
function taxOfReceipt(
  seller: DocumentSeller,
  lines: readonly SoldLine[],
  { at, address }: { at: Date; address: Destination | null },
): ReceiptContent['tax'] {
  if (seller.registration !== 'regular') return null
  const place = address && placeOfSupply(address)
  const isSameState = place !== null && 'code' in place && place.code === stateOf(seller)
  return sumsByRate(documentLines(lines, { day: dayInIndia(at), isSameState }, seller.hsnDigits))
}

/** Issues the receipt of an order from before there were receipts, dated like the order. Does nothing if the order has one. */
export async function issueLateReceipt(db: Db, orderId: string, seller: DocumentSeller): Promise<void> {
  const sale = await findSale(db, orderId)
  if (!sale) return
  const tax = taxOfReceipt(seller, sale.lines, { at: sale.placedAt, address: sale.address })
  await insertLateReceipt(db, orderId, { seller, tax })
}

/**
 * Makes the statement that issues the receipt of an order which is being placed, for a `with`. Only for a regular seller its
 * lines are read first.
 */
export async function prepareReceipt(
  db: Db,
  seller: DocumentSeller,
  { id, address }: { id: string; address: Destination | null },
): Promise<(source: Omit<ReceiptSource, 'seller' | 'tax'>) => RawBuilder<unknown>> {
  const lines = seller.registration === 'regular' ? await listPaidLines(db, id) : []
  const tax = taxOfReceipt(seller, lines, { at: new Date(), address })
  return (source) => insertReceipts({ ...source, seller, tax })
}

/**
 * Issues the tax invoice or the bill of supply of an order that leaves, if the seller is registered. Call it in the transaction
 * that ships the order, after everything that takes locks. Throws a conflict for an address that does not tell the state.
 */
export async function issueInvoice(db: Db, orderId: string, seller: DocumentSeller): Promise<void> {
  if (seller.registration === 'none') return
  const sale = await findSale(db, orderId)
  if (!sale?.address) throw conflict('This order has no address yet, so it cannot be shipped.')
  const wrong = addressFault(seller, sale.address)
  const place = placeOfSupply(sale.address)
  if (wrong || 'fault' in place) {
    throw conflict(`${wrong?.fault ?? ''} Ask the customer to correct the address: it decides the tax.`.trim())
  }
  const isRegular = seller.registration === 'regular'
  const taxation = isRegular ? { day: dayInIndia(sale.now), isSameState: place.code === stateOf(seller) } : undefined
  const lines = documentLines(sale.lines, taxation, seller.hsnDigits)
  const { orderId: id, placedAt, paymentId, discountReason, buyerName, buyerEmail, address, buyerGstin } = sale
  await insertTaxDocument(db, {
    id: `${id}-invoice`,
    kind: isRegular ? 'tax invoice' : 'bill of supply',
    series: isRegular ? seller.series.invoice : seller.series.bill,
    isSandbox: sale.isSandbox,
    content: {
      schema: 1,
      seller,
      buyer: { name: buyerName, email: buyerEmail, address, gstin: buyerGstin },
      order: { id, placedAt: placedAt.toISOString(), paymentId, discountReason },
      placeOfSupply: place,
      lines,
    },
  })
}

/**
 * Issues a credit note for each refund of an order with an invoice or a bill. A note is over what was refunded, and all notes
 * together are never over more than that document. Call it last in the transaction that asks for the refund.
 */
export async function issueCreditNote(db: Db, orderId: string, reason: string): Promise<void> {
  const invoice = await findCreditableInvoice(db, orderId)
  if (!invoice) return
  const { id: invoiceId, number, issuedAt, isSandbox, content, creditedPaise } = invoice
  const corrects = { number, issuedAt, reason }
  for (const { id: refundId, amountPaise } of invoice.refunds) {
    const lines = creditLines(content.lines, creditedPaise, amountPaise)
    if (lines.length === 0) return
    creditedPaise.push(sumsOf(lines).totalPaise)
    await insertTaxDocument(db, {
      id: `${refundId}-note`,
      kind: 'credit note',
      series: content.seller.series.creditNote,
      isSandbox,
      content: { ...content, lines, corrects },
      credited: { refundId, invoiceId },
    })
  }
}
