import type { ReceiptContent, ReceiptLine } from '#server/documents/document-content.ts'
import type { PdfPage } from '#server/documents/pdf/pdf-page.ts'

import { amountInWords } from '#contract/amount-in-words.ts'
import { formatPaise } from '#contract/money.ts'
import { figure, HALF, SMALL } from '#server/documents/pdf/text-formats.ts'
import { WIDTH } from '#server/documents/pdf/pdf-page.ts'
import { writeSums, writeTable, type Column } from '#server/documents/pdf/document-table.ts'

const AMOUNT_WIDTH = 80

const mrpOf = ({ pricePaise, quantity }: ReceiptLine) => pricePaise * quantity
const amountOf = ({ paidPricePaise, quantity, discountPaise }: ReceiptLine) => paidPricePaise * quantity - discountPaise
const savedOf = (line: ReceiptLine) => mrpOf(line) - amountOf(line)

const COLUMNS: Column<ReceiptLine>[] = [
  { title: 'Qty', width: 36, of: ({ quantity }) => String(quantity) },
  { title: 'MRP each (₹)', width: 76, of: ({ pricePaise }) => figure(pricePaise) },
  { title: 'Discount (₹)', width: 76, of: (line) => (savedOf(line) > 0 ? `−${figure(savedOf(line))}` : '—') },
  { title: 'Amount (₹)', width: AMOUNT_WIDTH, of: (line) => figure(amountOf(line)) },
]

/** Writes what a receipt says below its head: the lines, what was paid, and the tax in it if the seller is registered. */
export function drawReceiptBody(page: PdfPage, content: ReceiptContent): void {
  const { lines } = content
  const sum = (paiseOf: (line: ReceiptLine) => number) => lines.reduce((all, line) => all + paiseOf(line), 0)
  const [saved, totalPaise] = [sum(savedOf), sum(amountOf)]
  const noteOf = ({ size }: ReceiptLine) => size && `Size ${size}`
  writeTable(page, lines, { title: 'Item', gap: 12, noteOf }, COLUMNS)
  page.keepTogether(110)
  const rows: [string, string][] = [
    ['Total MRP', formatPaise(sum(mrpOf))],
    ['Discount', `−${formatPaise(saved)}`],
    ['Shipping', 'Free'],
  ]
  const shown = rows.filter(([text]) => text !== 'Discount' || saved > 0)
  writeSums(page, AMOUNT_WIDTH, shown, ['Paid', totalPaise])
  if (content.seller.registration !== 'none') {
    page.row([{ ...SMALL, x: HALF, width: HALF, text: 'inclusive of all taxes' }])
  }
  for (const { percent, centralPaise, statePaise, integratedPaise } of content.tax ?? []) {
    const paise = centralPaise + statePaise + integratedPaise
    page.row([{ ...SMALL, x: HALF, width: HALF, text: `of which GST at ${percent} %: ${formatPaise(paise)}` }])
  }
  page.space(10)
  page.row([{ text: amountInWords(totalPaise), x: 0, width: WIDTH }])
  const { discountReason } = content.order
  if (discountReason !== null) {
    page.space(3)
    page.row([{ ...SMALL, text: `The discount includes ${discountReason}.`, x: 0, width: WIDTH }])
  }
  if (content.seller.registration === 'none') return
  const next = content.seller.registration === 'regular' ? 'tax invoice' : 'bill of supply'
  page.space(3)
  page.row([{ ...SMALL, text: `The ${next} follows when the parcel leaves.`, x: 0, width: WIDTH }])
}
