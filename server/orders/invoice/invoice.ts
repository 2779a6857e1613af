import type { Order } from '#contract/orders.ts'
import type { InvoiceFacts } from '#server/orders/invoice/invoice-queries.ts'

import { formatTotal, paidPrice } from '#contract/money.ts'
import { shortIdOf } from '#contract/short-id.ts'
import { INK, MUTED, openPdfPage, type Cell, type PdfPage } from '#server/orders/invoice/pdf-page.ts'

export interface InvoiceDraft extends InvoiceFacts {
  order: Order
  shopName: string
  /** Where the shop is found; stands at the foot of each page. */
  address: string
}

const day = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Kolkata',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
})
const dayOf = (time: string) => day.format(new Date(time))
const paiseOf = (rupees: number) => Math.round(rupees * 100)
const money = (paise: number) => formatTotal(paise / 100)

const WIDTHS = { quantity: 36, mrp: 82, discount: 82, amount: 90 }

/** The columns of the table, from the right edge inwards. */
function columns(width: number) {
  const amount = width - WIDTHS.amount
  const discount = amount - WIDTHS.discount
  const mrp = discount - WIDTHS.mrp
  const quantity = mrp - WIDTHS.quantity
  return {
    item: { x: 0, width: quantity - 12 },
    quantity: { x: quantity, width: WIDTHS.quantity, align: 'end' },
    mrp: { x: mrp, width: WIDTHS.mrp, align: 'end' },
    discount: { x: discount, width: WIDTHS.discount, align: 'end' },
    amount: { x: amount, width: WIDTHS.amount, align: 'end' },
  } as const
}

function writeHead(sheet: PdfPage, { order, shopName }: InvoiceDraft): void {
  const half = sheet.width / 2
  const title = order.status === 'cancelled' ? 'Invoice of a cancelled order' : 'Invoice'
  sheet.row([
    { text: shopName, x: 0, width: half, size: 22, weight: 'bold' },
    { text: title, x: half, width: half, size: 14, weight: 'bold', align: 'end' },
  ])
  sheet.space(10)
  sheet.tickRule()
  sheet.space(14)
}

function paymentWords({ order }: InvoiceDraft): string {
  switch (order.payment) {
    case 'paid':
      return 'Paid in full'
    case 'awaiting capture':
      return 'Being checked with the bank'
    case 'not charged':
      return 'No payment was taken'
    case 'refunded':
      return 'Paid, and refunded'
    case 'refund pending':
    case 'refund failed':
      return 'Paid; the refund is on its way'
  }
}

function writeFacts(sheet: PdfPage, draft: InvoiceDraft): void {
  const { order, paymentId } = draft
  const half = sheet.width / 2
  const { address } = order
  const left = address
    ? [
        'Delivered to',
        address.fullName,
        address.street,
        `${address.city}, ${address.state} ${address.pincode}`,
        `Phone ${address.phone}`,
      ]
    : ['Bought by', order.user.name, order.user.email, 'No delivery address yet']
  const right: [label: string, value: string][] = [
    ['Order', `#${shortIdOf(order._id)}`],
    ['Order id', order._id],
    ['Order date', dayOf(order.createdAt)],
    ['Payment', paymentWords(draft)],
    ['Payment id', paymentId ?? 'none'],
  ]
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const [label = '', value = ''] = right[index] ?? []
    sheet.row([
      {
        text: left[index] ?? '',
        x: 0,
        width: half - 16,
        colour: index === 0 ? MUTED : INK,
        weight: index === 1 ? 'bold' : 'regular',
      },
      { text: label, x: half, width: 70, colour: MUTED },
      { text: value, x: half + 74, width: half - 74 },
    ])
    sheet.space(2)
  }
  sheet.space(18)
}

function writeTableHead(sheet: PdfPage): void {
  const at = columns(sheet.width)
  const look = { size: 8, colour: MUTED }
  sheet.row([
    { ...look, ...at.item, text: 'Item' },
    { ...look, ...at.quantity, text: 'Qty' },
    { ...look, ...at.mrp, text: 'MRP each' },
    { ...look, ...at.discount, text: 'Discount' },
    { ...look, ...at.amount, text: 'Amount' },
  ])
  sheet.space(4)
  sheet.line()
  sheet.space(6)
}

interface Sums {
  mrpPaise: number
  discountPaise: number
}

function writeLines(sheet: PdfPage, { order, hsnByLine }: InvoiceDraft): Sums {
  const at = columns(sheet.width)
  const sums: Sums = { mrpPaise: 0, discountPaise: 0 }
  writeTableHead(sheet)
  for (const { _id, product, quantity, size } of order.products) {
    const mrpPaise = paiseOf(product.price)
    const amountPaise = paiseOf(paidPrice(product)) * quantity
    const discountPaise = mrpPaise * quantity - amountPaise
    sums.mrpPaise += mrpPaise * quantity
    sums.discountPaise += discountPaise
    sheet.row(
      [
        { ...at.item, text: product.name, weight: 'bold' },
        { ...at.quantity, text: String(quantity) },
        { ...at.mrp, text: money(mrpPaise) },
        { ...at.discount, text: discountPaise > 0 ? `−${money(discountPaise)}` : '—' },
        { ...at.amount, text: money(amountPaise) },
      ],
      () => writeTableHead(sheet),
    )
    const hsn = hsnByLine[_id]
    const about = [size && `Size ${size}`, hsn && `HSN ${hsn}`].filter(Boolean).join(' · ')
    if (about) sheet.row([{ ...at.item, text: about, size: 8, colour: MUTED }], () => writeTableHead(sheet))
    sheet.space(7)
  }
  sheet.line()
  sheet.space(8)
  return sums
}

function writeTotals(sheet: PdfPage, { order }: InvoiceDraft, { mrpPaise, discountPaise }: Sums): void {
  const { amount } = columns(sheet.width)
  const label = { x: sheet.width / 2, width: amount.x - sheet.width / 2 }
  const rows: [string, string][] = [['Total MRP', money(mrpPaise)]]
  if (discountPaise > 0) rows.push(['Discount', `−${money(discountPaise)}`])
  rows.push(['Shipping', 'Free'])
  for (const [text, value] of rows) {
    sheet.row([
      { ...label, text, colour: MUTED },
      { ...amount, text: value },
    ])
    sheet.space(3)
  }
  const bold = { size: 12, weight: 'bold' } as const
  sheet.space(3)
  sheet.row([
    { ...label, ...bold, text: 'Total' },
    { ...amount, ...bold, text: formatTotal(order.totalAmount) },
  ])
  sheet.row([{ ...label, text: 'inclusive of all taxes', size: 8, colour: MUTED }])
  sheet.space(16)
}

/** What else has to be known of this order's money, a sentence each. */
function notesOf({ order }: InvoiceDraft): string[] {
  const notes: string[] = []
  const cancelledAt = order.timeline.find(({ status }) => status === 'cancelled')?.at
  if (cancelledAt) notes.push(`This order was cancelled on ${dayOf(cancelledAt)}.`)
  if (order.refund) {
    const amount = formatTotal(order.refund.amount)
    const { requestedAt, doneAt } = order.refund
    notes.push(
      doneAt
        ? `${amount} was refunded on ${dayOf(doneAt)}.`
        : `A refund of ${amount} was asked for on ${dayOf(requestedAt)} and is on its way.`,
    )
  }
  if (order.isSandbox) notes.push('Sandbox: the payment was emulated, and no money moved.')
  return notes
}

/** Draws an order's invoice as a PDF: what was bought at the frozen prices, who paid how, and what went back. */
export async function drawInvoice(draft: InvoiceDraft): Promise<Buffer> {
  const { order, shopName, address } = draft
  const title = `Invoice of order #${shortIdOf(order._id)}`
  const sheet = await openPdfPage({ title, author: shopName, createdAt: new Date(order.createdAt) })
  writeHead(sheet, draft)
  writeFacts(sheet, draft)
  writeTotals(sheet, draft, writeLines(sheet, draft))
  for (const text of notesOf(draft)) {
    const note: Cell = { text, x: 0, width: sheet.width, weight: 'bold' }
    sheet.row([note])
    sheet.space(3)
  }
  return sheet.finish(`${shopName} · ${address}`)
}
