import type { RawBuilder } from 'kysely'

import type { Fee } from '#contract/cart/fees.ts'
import type { Address } from '#contract/schemas/address.ts'
import type { Db } from '#server/db/database.ts'
import type { DocumentSeller, ReceiptTaxation } from '#server/documents/document-content.ts'
import type { Sold, SoldLine } from '#server/documents/invoice-lines.ts'

import { dayInIndia } from '#contract/units/india-time.ts'
import { placeOfSupply } from '#contract/tax/place-of-supply.ts'
import { conflict } from '#server/errors.ts'
import { creditLines } from '#server/documents/credit-note-lines.ts'
import {
  cancelTaxDocuments,
  findCreditableInvoice,
  findSale,
  hasIrn,
  insertTaxDocument,
} from '#server/documents/queries.ts'
import {
  findRefundableReceipt,
  insertLateReceipt,
  insertReceiptOfRest,
  insertReceipts,
  insertReceiptVoucher,
  insertRefundVoucher,
  listPaidLines,
  type ReceiptSource,
} from '#server/documents/receipt-queries.ts'
import { documentLines, sumsByRate, sumsOf } from '#server/documents/invoice-lines.ts'
import { moneyLeft, paidPaiseOf, shareOfTax, without } from '#server/documents/receipt-sums.ts'
import { addressFault, stateOf } from '#server/documents/seller.ts'

type Destination = Pick<Address, 'state' | 'pincode'>

/** How what was paid is taxed. Until the place is known it counts as sold to another state (rule 50). */
function taxationOfReceipt(
  seller: DocumentSeller,
  sold: Sold,
  { at, address }: { at: Date; address: Destination | null },
): ReceiptTaxation {
  const place = address && placeOfSupply(address)
  const known = place !== null && 'code' in place ? place : null
  if (seller.registration !== 'regular') return { tax: null, placeOfSupply: known }
  const taxation = { day: dayInIndia(at), isSameState: known?.code === stateOf(seller) }
  return { tax: sumsByRate(documentLines(sold, taxation, seller.hsnDigits)), placeOfSupply: known }
}

/**
 * Issues the receipt of an order from before there were receipts, dated like the order. Does nothing if the order has
 * one.
 */
export const issueLateReceipt = insertLateReceipt

/**
 * The receipt of an order that is being placed. A seller who is not registered issues it `withOrder`, by a statement
 * for a `with`; a registered one issues a voucher when the order is there, by `issueVoucher`: call it last in the
 * transaction.
 */
export async function prepareReceipt(
  db: Db,
  seller: DocumentSeller,
  { id, address, fees }: { id: string; address: Destination | null; fees: readonly Fee[] },
): Promise<{
  withOrder?: (source: ReceiptSource) => RawBuilder<unknown>
  issueVoucher?: (orderId: string) => Promise<void>
}> {
  if (seller.registration === 'none') return { withOrder: (source) => insertReceipts(source, seller) }
  const { lines, now } = await listPaidLines(db, id)
  const taxation = taxationOfReceipt(seller, { lines, fees }, { at: now, address })
  return { issueVoucher: (orderId) => insertReceiptVoucher(db, orderId, seller, taxation) }
}

/**
 * Issues the receipt of an order for cash that is paid in advance after all: over what is left of it, dated now. Call
 * it last in the transaction that notes the payment.
 */
export async function issueReceipt(db: Db, orderId: string, seller: DocumentSeller): Promise<void> {
  if (seller.registration === 'none') return insertReceiptOfRest(db, orderId, seller)
  const sale = await findSale(db, orderId)
  if (!sale) throw new Error(`there is no order ${orderId}`)
  await insertReceiptVoucher(
    db,
    orderId,
    seller,
    taxationOfReceipt(seller, sale, { at: sale.now, address: sale.address }),
  )
}

/**
 * Issues the tax invoice or the bill of supply of an order that leaves, if the seller is registered. Call it in the
 * transaction that ships the order, after everything that takes locks. Throws a conflict for an address that does not
 * tell the state.
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
  const lines = documentLines(sale, taxation, seller.hsnDigits)
  const { orderId: id, placedAt, paymentId, discountReason, creditPaise } = sale
  const { buyerName, buyerEmail, buyerGstin, buyerFirm } = sale
  await insertTaxDocument(db, {
    id: `${id}-invoice`,
    kind: isRegular ? 'tax invoice' : 'bill of supply',
    series: isRegular ? seller.series.invoice : seller.series.bill,
    isSandbox: sale.isSandbox,
    content: {
      schema: 1,
      seller,
      buyer: {
        name: buyerName,
        email: buyerEmail,
        address: { ...sale.address, state: place.name },
        gstin: buyerGstin,
        firm: buyerFirm,
      },
      order: {
        id,
        placedAt: placedAt.toISOString(),
        paymentId,
        discountReason,
        ...(creditPaise > 0 && { creditPaise }),
      },
      placeOfSupply: place,
      lines,
    },
  })
}

/**
 * Cancels the invoice or the bill of an order that has not left after all, and the credit notes that came with it;
 * returns their numbers. They stay as they were issued, and count nothing. Throws a conflict once the e-invoice portal
 * has one of them.
 */
export async function cancelInvoice(db: Db, orderId: string): Promise<string[]> {
  if (await hasIrn(db, orderId)) throw conflict('The e-invoice portal has the invoice of this order already.')
  return cancelTaxDocuments(db, orderId)
}

/**
 * Issues what answers the refunds of an order with a receipt voucher that has not left. All refund vouchers together
 * are never over more than the receipt voucher. Those for cancelled pieces are over what these cost, with exactly their
 * tax, also where a part of it had gone back at the provider before.
 */
async function issueRefundVouchers(db: Db, orderId: string, reason: string): Promise<void> {
  const receipt = await findRefundableReceipt(db, orderId)
  if (!receipt) return
  const { id: receiptId, number, issuedAt, isSandbox, content, vouchers } = receipt
  const { seller } = content
  const taxation = content.tax
    ? { day: dayInIndia(new Date(issuedAt)), isSameState: content.placeOfSupply?.code === stateOf(seller) }
    : undefined
  const linesOf = (lines: SoldLine[]) => documentLines({ lines, fees: [] }, taxation, seller.hsnDigits)
  const [pieces, uncharged] = [linesOf(receipt.cancelled), linesOf(receipt.uncharged)]
  const left = {
    all: moneyLeft(paidPaiseOf(content), content.tax),
    // What was cancelled before the order was paid is no part of its receipt.
    pieces: without(moneyLeft(sumsOf(pieces).totalPaise, sumsByRate(pieces)), {
      paise: sumsOf(uncharged).totalPaise,
      tax: content.tax && sumsByRate(uncharged),
    }),
  }
  for (const { paise, tax, isOfPieces } of vouchers) {
    left.all = without(left.all, { paise, tax })
    if (isOfPieces) left.pieces = without(left.pieces, { paise, tax })
  }
  const ofPieces = receipt.refunds.filter(({ isOfPieces }) => isOfPieces)
  const takenOverPaise = left.pieces.paise - ofPieces.reduce((sum, { amountPaise }) => sum + amountPaise, 0)
  const lastInMoney = ofPieces.findLast(({ isCredit }) => !isCredit)
  for (const refund of receipt.refunds) {
    const { id: refundId, isOfPieces, isCredit } = refund
    const amountPaise = refund.amountPaise + (refund === lastInMoney ? Math.max(0, takenOverPaise) : 0)
    const source = isOfPieces ? left.pieces : left.all
    const refundedPaise = Math.min(amountPaise, source.paise, left.all.paise)
    if (refundedPaise <= 0) continue
    const tax =
      content.tax &&
      source.tax &&
      shareOfTax(
        source.tax.filter(({ totalPaise }) => totalPaise > 0),
        refundedPaise,
      )
    left.all = without(left.all, { paise: refundedPaise, tax })
    if (isOfPieces) left.pieces = without(left.pieces, { paise: refundedPaise, tax })
    const corrects = {
      number,
      issuedAt,
      reason: isOfPieces ? 'pieces cancelled' : reason,
      ...(isCredit && { isCredit }),
    }
    await insertRefundVoucher(db, { ...content, tax, refundedPaise, corrects }, { refundId, receiptId, isSandbox })
  }
}

/**
 * Issues a credit note for each refund and each settlement of an order with an invoice or a bill; false if it has
 * neither. A note is over what was given back, and all notes together are never over more than the invoice. Call it
 * last in its transaction.
 */
export async function issueCreditNotes(db: Db, orderId: string, reason: string): Promise<boolean> {
  const invoice = await findCreditableInvoice(db, orderId)
  if (!invoice) return false
  const { id: invoiceId, number, issuedAt, isSandbox, content, credited, refunds, settlements } = invoice
  let refundedPaise = invoice.refundedPaise
  const due = [
    ...refunds.map((one) => {
      const amountPaise = Math.max(0, Math.min(one.amountPaise, refundedPaise))
      refundedPaise -= amountPaise
      return { ...one, amountPaise, items: null, answers: { refundId: one.id } }
    }),
    ...settlements.map((one) => ({ ...one, isCredit: false, answers: { refundId: null, settlementId: one.id } })),
  ]
  for (const { id, amountPaise, isCredit, items, answers } of due) {
    const lines = creditLines(content.lines, credited, { amountPaise, items })
    if (lines.length === 0) continue
    credited.push({ amountPaise: sumsOf(lines).totalPaise, items })
    await insertTaxDocument(db, {
      id: `${id}-note`,
      kind: 'credit note',
      series: content.seller.series.creditNote,
      isSandbox,
      content: { ...content, lines, corrects: { number, issuedAt, reason, ...(isCredit && { isCredit }) } },
      credited: { ...answers, invoiceId },
    })
  }
  return true
}

/**
 * Issues the credit note of an order that nobody pays at the door after all, over the whole of its invoice or bill;
 * does nothing if it has neither. Call it last in its transaction.
 */
export async function issueCashCreditNote(db: Db, orderId: string, reason: string): Promise<void> {
  const invoice = await findCreditableInvoice(db, orderId)
  if (!invoice) return
  const { id: invoiceId, number, issuedAt, isSandbox, content } = invoice
  await insertTaxDocument(db, {
    id: `${orderId}-note`,
    kind: 'credit note',
    series: content.seller.series.creditNote,
    isSandbox,
    content: {
      ...content,
      lines: creditLines(content.lines, [], { amountPaise: sumsOf(content.lines).totalPaise, items: null }),
      corrects: { number, issuedAt, reason },
    },
    credited: { refundId: null, invoiceId },
  })
}

/**
 * Issues the receipt of cash that was paid at the door, by a seller who is not registered: a registered one has issued
 * the invoice. Call it in the transaction that notes the payment.
 */
export async function issueCashReceipt(db: Db, orderId: string, seller: DocumentSeller): Promise<void> {
  if (await findCreditableInvoice(db, orderId)) return
  await insertReceiptOfRest(db, orderId, seller)
}

/**
 * Issues a document for each refund of an order of a registered seller: a credit note after an invoice or a bill,
 * before that a refund voucher. Call it last in the transaction that asks for the refund.
 */
export async function issueRefundDocuments(db: Db, orderId: string, reason: string): Promise<void> {
  if (!(await issueCreditNotes(db, orderId, reason))) await issueRefundVouchers(db, orderId, reason)
}
