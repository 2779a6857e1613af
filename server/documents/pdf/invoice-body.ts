import type { DocumentKind } from '#contract/document-kinds.ts'
import type { InvoiceContent } from '#server/documents/document-content.ts'
import type { PdfPage } from '#server/documents/pdf/pdf-page.ts'

import { amountInWords } from '#contract/amount-in-words.ts'
import { stateTaxName } from '#contract/indian-states.ts'
import { formatPaise } from '#contract/money.ts'
import { REVERSE_CHARGE_STATEMENT } from '#server/documents/pdf/legal-statements.ts'
import { writeSignature } from '#server/documents/pdf/signature.ts'
import { figure, SMALL } from '#server/documents/pdf/text-formats.ts'
import { taxRows, type TaxPlace } from '#server/documents/pdf/tax-rows.ts'
import { WIDTH } from '#server/documents/pdf/pdf-page.ts'
import { writeSums, writeTable, type Column } from '#server/documents/pdf/document-table.ts'
import { sumsByRate, sumsOf, type DocumentLine } from '#server/documents/invoice-lines.ts'

const UNIT = 'pcs'
const all = (paise: (line: DocumentLine) => number) => (line: DocumentLine) => figure(line.quantity * paise(line))

const HEAD: Column<DocumentLine>[] = [
  { title: 'HSN', width: 44, of: ({ hsn }) => hsn },
  { title: 'Qty', width: 38, of: ({ quantity }) => `${quantity} ${UNIT}` },
]
const EACH: Column<DocumentLine> = { title: 'Price each (₹)', width: 70, of: ({ pricePaise }) => figure(pricePaise) }
const AMOUNT: Column<DocumentLine> = { title: 'Amount (₹)', width: 66, of: all(({ pricePaise }) => pricePaise) }
const TAXABLE: Column<DocumentLine> = { title: 'Taxable (₹)', width: 66, of: all(({ taxablePaise }) => taxablePaise) }
const rate = (title: string, part: number): Column<DocumentLine> => ({
  title,
  width: 36,
  of: ({ percent }) => `${(percent ?? 0) * part} %`,
})

/** The columns right of the description: tax within a state has two halves, and a bill of supply has none. */
function columnsOf(kind: { isTaxed: boolean } & TaxPlace): Column<DocumentLine>[] {
  if (!kind.isTaxed) return [...HEAD, EACH, AMOUNT]
  if (!kind.isSameState) {
    const integrated = { title: 'IGST (₹)', width: 58, of: all(({ integratedPaise }) => integratedPaise) }
    return [...HEAD, TAXABLE, rate('Rate', 1), integrated, AMOUNT]
  }
  return [
    ...HEAD,
    TAXABLE,
    rate('Rate', 1),
    { title: 'CGST (₹)', width: 52, of: all(({ centralPaise }) => centralPaise) },
    { title: `${stateTaxName(kind.code)} (₹)`, width: 52, of: all(({ statePaise }) => statePaise) },
    AMOUNT,
  ]
}

/** The size, and what one piece costs where no column says it. */
function noteBeside(columns: readonly Column<DocumentLine>[], { size, quantity, pricePaise }: DocumentLine): string {
  const isEachSaid = quantity === 1 || columns.includes(EACH)
  return [size && `Size ${size}`, !isEachSaid && `${formatPaise(pricePaise)} each`].filter(Boolean).join(' · ')
}

/** Writes what an invoice, a bill or a credit note says below its head: lines with their tax, sums, and the sum in words. */
export function drawInvoiceBody(page: PdfPage, content: InvoiceContent, kind: DocumentKind): void {
  const { lines, order } = content
  const { totalPaise, taxablePaise } = sumsOf(lines)
  const isTaxed = lines.some(({ percent }) => percent !== null)
  const { code } = content.placeOfSupply
  const taxPlace = { code, isSameState: content.seller.gstin?.startsWith(code) ?? true }
  const columns = columnsOf({ isTaxed, ...taxPlace })
  const noteOf = (line: DocumentLine) => noteBeside(columns, line)
  writeTable(page, lines, { title: 'Description', gap: 8, noteOf }, columns)
  page.keepTogether(180)
  const taxes = isTaxed ? taxRows(sumsByRate(lines), taxPlace) : []
  const rows = isTaxed ? ([['Taxable value', formatPaise(taxablePaise)], ...taxes] as const) : []
  writeSums(page, 90, rows, [kind === 'credit note' ? 'Total credited' : 'Total', totalPaise])
  page.space(8)
  page.row([{ text: amountInWords(totalPaise), x: 0, width: WIDTH, weight: 'bold' }])
  page.space(6)
  const notes = [
    order.discountReason !== null && `Prices are after the discount: ${order.discountReason}.`,
    isTaxed && REVERSE_CHARGE_STATEMENT,
  ]
  for (const text of notes) if (text !== false) page.row([{ ...SMALL, text, x: 0, width: WIDTH }])
  writeSignature(page, content.seller)
}
