import type { ReceiptContent } from '#server/documents/document-content.ts'

import { amountInWords } from '#contract/amount-in-words.ts'
import { figure, HALF, money, SMALL } from '#server/documents/pdf/text-formats.ts'
import { MUTED, WIDTH, type PdfPage } from '#server/documents/pdf/pdf-page.ts'

const AMOUNT_WIDTH = 80
const PRICE_WIDTH = 76
const QUANTITY_WIDTH = 36
const AMOUNT_X = WIDTH - AMOUNT_WIDTH
const QUANTITY_X = AMOUNT_X - 2 * PRICE_WIDTH - QUANTITY_WIDTH

/** The columns of the table of lines. */
const ITEM = { x: 0, width: QUANTITY_X - 12 }
const QUANTITY = { x: QUANTITY_X, width: QUANTITY_WIDTH, align: 'end' } as const
const MRP = { x: AMOUNT_X - 2 * PRICE_WIDTH, width: PRICE_WIDTH, align: 'end' } as const
const DISCOUNT = { x: AMOUNT_X - PRICE_WIDTH, width: PRICE_WIDTH, align: 'end' } as const
const AMOUNT = { x: AMOUNT_X, width: AMOUNT_WIDTH, align: 'end' } as const

function writeTableHead(page: PdfPage): void {
  page.row([
    { ...SMALL, ...ITEM, text: 'Item' },
    { ...SMALL, ...QUANTITY, text: 'Qty' },
    { ...SMALL, ...MRP, text: 'MRP each (₹)' },
    { ...SMALL, ...DISCOUNT, text: 'Discount (₹)' },
    { ...SMALL, ...AMOUNT, text: 'Amount (₹)' },
  ])
  page.space(3)
  page.line()
  page.space(6)
}

interface Sums {
  mrpPaise: number
  totalPaise: number
}

function writeLines(page: PdfPage, { lines }: ReceiptContent): Sums {
  const sums = { mrpPaise: 0, totalPaise: 0 }
  writeTableHead(page)
  for (const { name, size, quantity, pricePaise, paidPricePaise, discountPaise } of lines) {
    const mrpPaise = pricePaise * quantity
    const amountPaise = paidPricePaise * quantity - discountPaise
    sums.mrpPaise += mrpPaise
    sums.totalPaise += amountPaise
    page.row(
      [
        { ...ITEM, text: name, weight: 'bold', note: size && `Size ${size}` },
        { ...QUANTITY, text: String(quantity) },
        { ...MRP, text: figure(pricePaise) },
        { ...DISCOUNT, text: mrpPaise > amountPaise ? `−${figure(mrpPaise - amountPaise)}` : '—' },
        { ...AMOUNT, text: figure(amountPaise) },
      ],
      () => writeTableHead(page),
    )
    page.space(6)
  }
  page.line()
  page.space(8)
  return sums
}

/** Writes what a receipt says below its head: the lines, what was paid, and the tax in it if the seller is registered. */
export function drawReceiptBody(page: PdfPage, content: ReceiptContent): void {
  const { mrpPaise, totalPaise } = writeLines(page, content)
  const label = { x: HALF, width: AMOUNT.x - HALF }
  const saved = mrpPaise - totalPaise
  const rows: (readonly [text: string, value: string])[] = [
    ['Total MRP', money(mrpPaise)],
    ...(saved > 0 ? ([['Discount', `−${money(saved)}`]] as const) : []),
    ['Shipping', 'Free'],
  ]
  page.keepTogether(110)
  for (const [text, value] of rows) {
    page.row([
      { ...label, text, colour: MUTED },
      { ...AMOUNT, text: value },
    ])
    page.space(2)
  }
  const bold = { size: 12, weight: 'bold' } as const
  page.space(3)
  page.row([
    { ...label, ...bold, text: 'Paid' },
    { ...AMOUNT, ...bold, text: money(totalPaise) },
  ])
  if (content.seller.registration !== 'none') {
    page.row([{ ...SMALL, x: HALF, width: HALF, text: 'inclusive of all taxes' }])
  }
  for (const { percent, centralPaise, statePaise, integratedPaise } of content.tax ?? []) {
    const paise = centralPaise + statePaise + integratedPaise
    page.row([{ ...SMALL, x: HALF, width: HALF, text: `of which GST at ${percent} %: ${money(paise)}` }])
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
