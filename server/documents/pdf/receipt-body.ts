import type { ReceiptContent, ReceiptLine, RefundVoucherContent } from '#server/documents/document-content.ts'
import type { PdfPage } from '#server/documents/pdf/pdf-page.ts'

import { FEE_NAMES, isShippedFree } from '#contract/cart/fees.ts'
import { amountInWords } from '#contract/tax/amount-in-words.ts'
import { formatPaise } from '#contract/units/money.ts'
import { REVERSE_CHARGE_STATEMENT } from '#server/documents/pdf/legal-statements.ts'
import { paymentNote } from '#server/documents/pdf/payment-note.ts'
import { figure, HALF, SMALL } from '#server/documents/pdf/text-formats.ts'
import { taxRows } from '#server/documents/pdf/tax-rows.ts'
import { writeSignature } from '#server/documents/pdf/signature.ts'
import { WIDTH } from '#server/documents/pdf/pdf-page.ts'
import { writeSums, writeTable, type Column } from '#server/documents/pdf/document-table.ts'
import { amountOf, paidPaiseOf } from '#server/documents/receipt-sums.ts'

const AMOUNT_WIDTH = 80

const mrpOf = ({ pricePaise, quantity }: ReceiptLine) => pricePaise * quantity
const savedOf = (line: ReceiptLine) => mrpOf(line) - amountOf(line)

const COLUMNS: Column<ReceiptLine>[] = [
  { title: 'Qty', width: 36, of: ({ quantity }) => String(quantity) },
  { title: 'MRP each (₹)', width: 76, of: ({ pricePaise }) => figure(pricePaise) },
  { title: 'Discount (₹)', width: 76, of: (line) => (savedOf(line) > 0 ? `−${figure(savedOf(line))}` : '—') },
  { title: 'Amount (₹)', width: AMOUNT_WIDTH, of: (line) => figure(amountOf(line)) },
]

/**
 * The tax in an amount as a voucher of rule 50 or 51 names it, by rate and head. Until the place is known it is
 * integrated tax.
 */
function writeTax(page: PdfPage, { tax, placeOfSupply, seller }: ReceiptContent): void {
  const code = placeOfSupply?.code ?? ''
  const rows = taxRows(tax ?? [], { code, isSameState: code !== '' && seller.gstin?.startsWith(code) === true })
  const taxablePaise = (tax ?? []).reduce((sum, ofRate) => sum + ofRate.taxablePaise, 0)
  if (rows.length > 0) rows.unshift(['Taxable value', formatPaise(taxablePaise)])
  for (const [text, amount] of rows) {
    page.row([
      { ...SMALL, x: HALF, width: HALF - AMOUNT_WIDTH, text: `of which ${text}` },
      { ...SMALL, x: WIDTH - AMOUNT_WIDTH, width: AMOUNT_WIDTH, text: amount, align: 'end' },
    ])
  }
}

/** The tax in an amount as receipts without a series named it. */
function writeTaxInBrief(page: PdfPage, { tax }: ReceiptContent): void {
  for (const { percent, centralPaise, statePaise, integratedPaise } of tax ?? []) {
    const paise = centralPaise + statePaise + integratedPaise
    page.row([{ ...SMALL, x: HALF, width: HALF, text: `of which GST at ${percent} %: ${formatPaise(paise)}` }])
  }
}

/**
 * Writes what a receipt says below its head: the lines, what was paid, and the tax in it if the seller is registered.
 */
export function drawReceiptBody(
  page: PdfPage,
  content: ReceiptContent | RefundVoucherContent,
  isVoucher: boolean,
): void {
  const noteOf = ({ size }: ReceiptLine) => size && `Size ${size}`
  writeTable(page, content.lines, { title: 'Item', noteOf }, COLUMNS, () => writeReceiptSums(page, content, isVoucher))
}

/** Writes what stands below the lines. */
function writeReceiptSums(page: PdfPage, content: ReceiptContent | RefundVoucherContent, isVoucher: boolean): void {
  const { lines, fees = [], seller, order } = content
  const sum = (paiseOf: (line: ReceiptLine) => number) => lines.reduce((all, line) => all + paiseOf(line), 0)
  const [saved, paidPaise] = [sum(savedOf), paidPaiseOf(content)]
  const refundedPaise = 'refundedPaise' in content ? content.refundedPaise : undefined
  const rows: [string, string][] = [
    ['Total MRP', formatPaise(sum(mrpOf))],
    ['Discount', `−${formatPaise(saved)}`],
    ...(isShippedFree(fees) ? [['Shipping', 'Free'] satisfies [string, string]] : []),
    ...fees.map(({ kind, amountPaise }): [string, string] => [FEE_NAMES[kind], formatPaise(amountPaise)]),
    ['Paid', formatPaise(paidPaise)],
  ]
  const isShown = ([text]: [string, string]) =>
    text === 'Discount' ? saved > 0 : text !== 'Paid' || refundedPaise !== undefined
  const totalPaise = refundedPaise ?? paidPaise
  const label = refundedPaise === undefined ? 'Paid' : 'Refunded'
  writeSums(page, rows.filter(isShown), [label, totalPaise])
  if (seller.registration !== 'none') {
    page.row([{ ...SMALL, x: HALF, width: HALF, text: 'inclusive of all taxes' }])
  }
  if (isVoucher) writeTax(page, content)
  else writeTaxInBrief(page, content)
  page.space(10)
  page.row([{ text: amountInWords(totalPaise), x: 0, width: WIDTH, weight: 'bold' }])
  const next = seller.registration === 'regular' ? 'tax invoice' : 'bill of supply'
  const notes = [
    paymentNote(content, totalPaise),
    order.discountReason !== null && `The discount includes ${order.discountReason}.`,
    isVoucher && seller.registration === 'regular' && REVERSE_CHARGE_STATEMENT,
    seller.registration !== 'none' && refundedPaise === undefined && `The ${next} follows when the parcel leaves.`,
  ]
  for (const text of notes) {
    if (text === false) continue
    page.space(3)
    page.row([{ ...SMALL, text, x: 0, width: WIDTH }])
  }
  if (isVoucher) writeSignature(page, seller)
}
