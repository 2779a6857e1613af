import type { Order } from '#contract/orders.ts'

import { formatTotal, lineTotal, paiseFromRupees, rupeesFromPaise } from '#contract/money.ts'
import { shortIdOf } from '#contract/short-id.ts'
import { INK, MUTED, openPdfPage, WIDTH, type Cell, type PdfPage } from '#server/orders/invoice/pdf-page.ts'

export interface InvoiceDraft {
  order: Order
  /** The provider's id of the payment that made the order. */
  paymentId: string | null
  /** Line id → HSN tariff number of the product, if it is known. */
  hsnByLine: Record<string, string>
  shopName: string
  /** The shop's web address, at the foot of each page. */
  address: string
}

const dateFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Kolkata',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
})
const formatDay = (time: string) => dateFormat.format(new Date(time))
const money = (paise: number) => formatTotal(rupeesFromPaise(paise))

const HALF = WIDTH / 2
const AMOUNT_WIDTH = 90
const PRICE_WIDTH = 82
const QUANTITY_WIDTH = 36
const AMOUNT_X = WIDTH - AMOUNT_WIDTH
const QUANTITY_X = AMOUNT_X - 2 * PRICE_WIDTH - QUANTITY_WIDTH

/** The columns of the table of lines. */
const ITEM = { x: 0, width: QUANTITY_X - 12 }
const QUANTITY = { x: QUANTITY_X, width: QUANTITY_WIDTH, align: 'end' } as const
const MRP = { x: AMOUNT_X - 2 * PRICE_WIDTH, width: PRICE_WIDTH, align: 'end' } as const
const DISCOUNT = { x: AMOUNT_X - PRICE_WIDTH, width: PRICE_WIDTH, align: 'end' } as const
const AMOUNT = { x: AMOUNT_X, width: AMOUNT_WIDTH, align: 'end' } as const
const SMALL = { size: 8, colour: MUTED }

function writeHead(page: PdfPage, { order, shopName }: InvoiceDraft): void {
  const title = order.status === 'cancelled' ? 'Invoice of a cancelled order' : 'Invoice'
  page.row([
    { text: shopName, x: 0, width: HALF, size: 22, weight: 'bold' },
    { text: title, x: HALF, width: HALF, size: 14, weight: 'bold', align: 'end' },
  ])
  page.space(10)
  page.tickRule()
  page.space(14)
}

const PAYMENT_WORDS: Record<Order['payment'], string> = {
  paid: 'Paid in full',
  'awaiting capture': 'Being checked with the bank',
  'not charged': 'No payment was taken',
  refunded: 'Paid, and refunded',
  'refund pending': 'Paid; the refund is on its way',
  'refund failed': 'Paid; the refund is on its way',
}

function writeFacts(page: PdfPage, { order, paymentId }: InvoiceDraft): void {
  const { address, user } = order
  const left = address
    ? [
        'Delivered to',
        address.fullName,
        address.street,
        `${address.city}, ${address.state} ${address.pincode}`,
        `Phone ${address.phone}`,
      ]
    : ['Bought by', user.name, user.email, 'No delivery address yet']
  const right = [
    { label: 'Order', value: `#${shortIdOf(order._id)}` },
    { label: 'Order id', value: order._id },
    { label: 'Order date', value: formatDay(order.createdAt) },
    { label: 'Payment', value: PAYMENT_WORDS[order.payment] },
    { label: 'Payment id', value: paymentId ?? 'none' },
  ]
  for (const [index, { label, value }] of right.entries()) {
    page.row([
      {
        text: left[index] ?? '',
        x: 0,
        width: HALF - 16,
        colour: index === 0 ? MUTED : INK,
        weight: index === 1 ? 'bold' : 'regular',
      },
      { text: label, x: HALF, width: 70, colour: MUTED },
      { text: value, x: HALF + 74, width: HALF - 74 },
    ])
    page.space(2)
  }
  page.space(18)
}

function writeTableHead(page: PdfPage): void {
  page.row([
    { ...SMALL, ...ITEM, text: 'Item' },
    { ...SMALL, ...QUANTITY, text: 'Qty' },
    { ...SMALL, ...MRP, text: 'MRP each' },
    { ...SMALL, ...DISCOUNT, text: 'Discount' },
    { ...SMALL, ...AMOUNT, text: 'Amount' },
  ])
  page.space(4)
  page.line()
  page.space(6)
}

interface Sums {
  mrpPaise: number
  discountPaise: number
}

function writeLines(page: PdfPage, { order, hsnByLine }: InvoiceDraft): Sums {
  const sums: Sums = { mrpPaise: 0, discountPaise: 0 }
  writeTableHead(page)
  for (const { _id, product, quantity, size, discount = 0 } of order.products) {
    const mrpPaise = paiseFromRupees(product.price)
    const amountPaise = paiseFromRupees(lineTotal(product, quantity)) - paiseFromRupees(discount)
    const discountPaise = mrpPaise * quantity - amountPaise
    sums.mrpPaise += mrpPaise * quantity
    sums.discountPaise += discountPaise
    page.row(
      [
        { ...ITEM, text: product.name, weight: 'bold' },
        { ...QUANTITY, text: String(quantity) },
        { ...MRP, text: money(mrpPaise) },
        { ...DISCOUNT, text: discountPaise > 0 ? `−${money(discountPaise)}` : '—' },
        { ...AMOUNT, text: money(amountPaise) },
      ],
      () => writeTableHead(page),
    )
    const hsn = hsnByLine[_id]
    const about = [size && `Size ${size}`, hsn && `HSN ${hsn}`].filter(Boolean).join(' · ')
    if (about) page.row([{ ...ITEM, ...SMALL, text: about }], () => writeTableHead(page))
    page.space(7)
  }
  page.line()
  page.space(8)
  return sums
}

function writeTotals(page: PdfPage, { order }: InvoiceDraft, { mrpPaise, discountPaise }: Sums): void {
  const label = { x: HALF, width: AMOUNT.x - HALF }
  const rows: [text: string, value: string][] = [
    ['Total MRP', money(mrpPaise)],
    ...(discountPaise > 0 ? [['Discount', `−${money(discountPaise)}`] satisfies [string, string]] : []),
    ['Shipping', 'Free'],
  ]
  for (const [text, value] of rows) {
    page.row([
      { ...label, text, colour: MUTED },
      { ...AMOUNT, text: value },
    ])
    page.space(3)
  }
  const bold = { size: 12, weight: 'bold' } as const
  page.space(3)
  page.row([
    { ...label, ...bold, text: 'Total' },
    { ...AMOUNT, ...bold, text: formatTotal(order.totalAmount) },
  ])
  page.row([{ ...label, ...SMALL, text: 'inclusive of all taxes' }])
  page.space(16)
}

/** Sentences about a cancellation, a refund and the sandbox. */
function notesOf({ order: { timeline, refund, discount, isSandbox } }: InvoiceDraft): string[] {
  const notes: string[] = []
  const cancelledAt = timeline.find(({ status }) => status === 'cancelled')?.at
  if (cancelledAt) notes.push(`This order was cancelled on ${formatDay(cancelledAt)}.`)
  if (refund?.doneAt) notes.push(`${formatTotal(refund.amount)} was refunded on ${formatDay(refund.doneAt)}.`)
  else if (refund) {
    const since = formatDay(refund.requestedAt)
    notes.push(`A refund of ${formatTotal(refund.amount)} was asked for on ${since} and is on its way.`)
  }
  if (discount) notes.push(`The discount has ${formatTotal(discount.amount)} of ${discount.reason}.`)
  if (isSandbox) notes.push('Sandbox: the payment was emulated, and no money moved.')
  return notes
}

/** Draws an order's invoice as a PDF, at the frozen prices. */
export async function drawInvoice(draft: InvoiceDraft): Promise<Buffer> {
  const { order, shopName, address } = draft
  const title = `Invoice of order #${shortIdOf(order._id)}`
  const page = await openPdfPage({ title, author: shopName, createdAt: new Date(order.createdAt) })
  writeHead(page, draft)
  writeFacts(page, draft)
  writeTotals(page, draft, writeLines(page, draft))
  for (const text of notesOf(draft)) {
    const note: Cell = { text, x: 0, width: WIDTH, weight: 'bold' }
    page.row([note])
    page.space(3)
  }
  return page.finish(`${shopName} · ${address}`)
}
