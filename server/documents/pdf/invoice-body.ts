import type { SupplyKind } from '#contract/tax/document-kinds.ts'
import type { InvoiceContent } from '#server/documents/document-content.ts'
import type { PdfPage } from '#server/documents/pdf/pdf-page.ts'

import { amountInWords } from '#contract/tax/amount-in-words.ts'
import { stateTaxName } from '#contract/schemas/indian-states.ts'
import { formatPaise } from '#contract/units/money.ts'
import { REVERSE_CHARGE_STATEMENT } from '#server/documents/pdf/legal-statements.ts'
import { paymentNote } from '#server/documents/pdf/payment-note.ts'
import { writeSignature } from '#server/documents/pdf/signature.ts'
import { figure, SMALL } from '#server/documents/pdf/text-formats.ts'
import { taxRows, type TaxPlace } from '#server/documents/pdf/tax-rows.ts'
import { WIDTH } from '#server/documents/pdf/pdf-page.ts'
import { writeSums, writeTable, type Column } from '#server/documents/pdf/document-table.ts'
import { sumsByRate, sumsOf, type DocumentLine } from '#server/documents/invoice-lines.ts'

const all = (paise: (line: DocumentLine) => number) => (line: DocumentLine) => figure(line.quantity * paise(line))

/** The price before any discount; on older documents the price that was paid. */
const listPriceOf = ({ listPricePaise, pricePaise }: DocumentLine) => listPricePaise ?? pricePaise
const discountOf = (line: DocumentLine) => line.quantity * (listPriceOf(line) - line.pricePaise)

const HEAD: Column<DocumentLine>[] = [
  { title: 'HSN', of: ({ hsn }) => hsn },
  {
    title: 'Qty',
    of: ({ fee, quantity }) => (fee === undefined ? `${quantity} ${quantity === 1 ? 'pc' : 'pcs'}` : '—'),
  },
]
const PRICES: Column<DocumentLine>[] = [
  { title: 'Unit price', of: (line) => figure(listPriceOf(line)) },
  { title: 'Discount', of: (line) => (discountOf(line) > 0 ? `−${figure(discountOf(line))}` : '—') },
]
const CREDITED: Column<DocumentLine> = { title: 'Credited each', of: ({ pricePaise }) => figure(pricePaise) }
const AMOUNT: Column<DocumentLine> = { title: 'Amount', of: all(({ pricePaise }) => pricePaise) }

/** The columns of the tax: within a state it has two halves. */
function taxColumns({ code, isSameState }: TaxPlace): Column<DocumentLine>[] {
  return [
    { title: 'Taxable value', of: all(({ taxablePaise }) => taxablePaise) },
    { title: 'Rate', of: ({ percent }) => `${percent ?? 0} %` },
    ...(isSameState
      ? [
          { title: 'CGST', of: all(({ centralPaise }) => centralPaise) },
          { title: stateTaxName(code), of: all(({ statePaise }) => statePaise) },
        ]
      : [{ title: 'IGST', of: all(({ integratedPaise }) => integratedPaise) }]),
  ]
}

/**
 * Writes what an invoice, a bill or a credit note says below its head: lines with their tax, sums, and the sum in
 * words.
 */
export function drawInvoiceBody(page: PdfPage, content: InvoiceContent, kind: SupplyKind): void {
  const { lines, seller } = content
  const isTaxed = lines.some(({ percent }) => percent !== null)
  const { code } = content.placeOfSupply
  const taxPlace = { code, isSameState: seller.gstin?.startsWith(code) ?? true }
  const isCredit = kind === 'credit note'
  const columns = [...HEAD, ...(isCredit ? [CREDITED] : PRICES), ...(isTaxed ? taxColumns(taxPlace) : []), AMOUNT]
  writeTable(
    page,
    lines,
    { title: 'Description (amounts in ₹)', noteOf: ({ size }) => size && `Size ${size}` },
    columns,
    () => writeInvoiceSums(page, content, { isCredit, isTaxed, taxPlace }),
  )
}

/** Writes what stands below the lines. */
function writeInvoiceSums(
  page: PdfPage,
  content: InvoiceContent,
  { isCredit, isTaxed, taxPlace }: { isCredit: boolean; isTaxed: boolean; taxPlace: TaxPlace },
): void {
  const { lines, order, seller } = content
  const { totalPaise, taxablePaise } = sumsOf(lines)
  const discountPaise = isCredit ? 0 : lines.reduce((sum, line) => sum + discountOf(line), 0)
  const rows: [string, string][] = []
  if (discountPaise > 0) {
    rows.push(
      ['Before discount', formatPaise(totalPaise + discountPaise)],
      ['Discount', `−${formatPaise(discountPaise)}`],
    )
  }
  if (isTaxed) rows.push(['Taxable value', formatPaise(taxablePaise)], ...taxRows(sumsByRate(lines), taxPlace))
  writeSums(page, rows, [isCredit ? 'Total credited' : 'Total', totalPaise])
  page.space(8)
  page.row([{ text: amountInWords(totalPaise), x: 0, width: WIDTH, weight: 'bold' }])
  page.space(6)
  const notes = [
    paymentNote(content, totalPaise),
    isTaxed && 'Prices, discounts and amounts include the tax.',
    order.discountReason !== null && `The discount includes ${order.discountReason}.`,
    isTaxed && REVERSE_CHARGE_STATEMENT,
  ]
  for (const text of notes) if (text !== false) page.row([{ ...SMALL, text, x: 0, width: WIDTH }])
  writeSignature(page, seller)
}
