import type { Order } from '#contract/orders/orders.ts'
import type { Address } from '#contract/schemas/address.ts'

import { countLeft } from '#contract/orders/cancelled-items.ts'
import { counted } from '#contract/words/counted.ts'
import { formatRupees } from '#contract/units/money.ts'
import { pinOfAddress, stateOfAddress } from '#contract/tax/place-of-supply.ts'
import { barCodeOf, numberOf, warningsOf } from '#server/documents/pdf/packing-slips-layout.ts'
import type { OpenPdf } from '#server/documents/pdf/open-pdf.ts'
import { labelPagesIn, mm, openLabelPages, type LabelPages, type LabelText } from '#server/documents/pdf/label-pages.ts'
import { isAddressPrintable, NOT_WHOLE } from '#server/documents/pdf/printable-address.ts'

export interface ParcelLabelsDraft {
  orders: readonly Order[]
  shopName: string
  /** Whoever sends it and where it comes back to, in lines. */
  sender: readonly string[]
  /** Whether the shop takes real money, so that an order of the sandbox is not sent. */
  isLive: boolean
  /** What each parcel weighs, in grams, by the order's id. */
  grams: Readonly<Record<string, number>>
}

const [WIDTH, HEIGHT] = [mm(100), mm(150)]
const PADDING = mm(4)
const INNER = { x: PADDING, width: WIDTH - 2 * PADDING }
/** The parts of a label, from its top. */
const ADDRESS_AT = mm(17)
const COURIER_AT = mm(92)
const BARS_AT = mm(98)
const BARS_HEIGHT = mm(20)
const FOOT_AT = mm(127)
/** Room for "Deliver to" before what stands beside it. */
const BESIDE = 42
const WIDEST_MODULE = mm(0.5)

/** How it is paid: what the courier collects is the largest, and framed. */
function writePayment(pages: LabelPages, order: Order, { shopName, isLive }: ParcelLabelsDraft): void {
  const { cashToCollect } = order
  const half = INNER.width / 2
  const [warning] = warningsOf(order, isLive)
  pages.text({
    ...INNER,
    text: pages.orElse(shopName, ''),
    y: PADDING,
    width: half - 8,
    sizes: [12, 10, 8],
    lines: 2,
    weight: 'bold',
  })
  const paid = { x: INNER.x + half, y: PADDING, width: half, align: 'end' } as const
  if (warning !== undefined) pages.text({ ...paid, text: warning, sizes: [9, 8], lines: 3, weight: 'bold' })
  else if (cashToCollect === undefined) pages.text({ ...paid, text: 'Prepaid', sizes: [18], weight: 'bold' })
  else {
    pages.frame({ ...paid, y: paid.y - 2, height: mm(11) })
    const text = `Cash: ${formatRupees(cashToCollect)}`
    pages.text({ ...paid, text, x: paid.x + 6, width: half - 12, sizes: [20, 17, 14, 11], weight: 'bold' })
  }
}

/** The lines of an address, each in letters as large as fit. */
function addressTexts(pages: LabelPages, address: Address, { user }: Order): Omit<LabelText, 'y'>[] {
  const name = pages.orElse(address.fullName, pages.orElse(user.name, user.email))
  const place = `${address.city}, ${stateOfAddress(address)}`
  return [
    { ...INNER, text: name, sizes: [17, 15, 12, 9], lines: 2, weight: 'bold' },
    { ...INNER, text: address.street, sizes: [15, 13, 11, 9, 7], lines: 3 },
    { ...INNER, text: place, sizes: [15, 13, 11, 9, 7], lines: 2 },
    { ...INNER, text: pinOfAddress(address), sizes: [34, 24, 16], weight: 'bold' },
    { ...INNER, text: `Phone ${address.phone}`, sizes: [14, 12, 10, 8], weight: 'bold' },
  ]
}

function writeAddress(pages: LabelPages, order: Order): void {
  const { address, user } = order
  let y = pages.text({ ...INNER, text: 'Deliver to', y: ADDRESS_AT, sizes: [8] })
  if (!address) {
    const text = `${user.name} has given no address yet: this order cannot be shipped.`
    pages.text({ ...INNER, text, y, sizes: [13], lines: 4, weight: 'bold' })
    return
  }
  const texts = addressTexts(pages, address, order)
  if (!isAddressPrintable(address) || texts.some((text) => pages.isCut(text))) {
    const beside = { x: INNER.x + BESIDE, width: INNER.width - BESIDE, align: 'end' } as const
    pages.text({ ...beside, text: NOT_WHOLE, y: ADDRESS_AT, sizes: [8, 7], weight: 'bold' })
  }
  for (const [index, text] of texts.entries()) y = pages.text({ ...text, y }) + (index < 2 ? 0 : 2)
}

function writeFoot(pages: LabelPages, order: Order, { sender, grams }: ParcelLabelsDraft): void {
  const weight = ((grams[order._id] ?? 0) / 1000).toFixed(2)
  const text = `Order ${numberOf(order)} · ${counted(countLeft(order), 'piece')} · ${weight} kg`
  const y = pages.text({ ...INNER, text, y: FOOT_AT + 4, sizes: [10], weight: 'bold' })
  const back = sender.map((line) => pages.orElse(line, '')).filter(Boolean)
  pages.text({ ...INNER, text: `Return to: ${back.join(', ')}`, y: y + 2, sizes: [9, 8, 7], lines: 4 })
}

/**
 * Writes labels of parcels, each on a page of 100 × 150 mm: the PIN code and the cash are the largest. `isFirst`: the
 * page is there already.
 */
function writeParcelLabels(pages: LabelPages, draft: ParcelLabelsDraft, isFirst: boolean): void {
  for (const [index, order] of draft.orders.entries()) {
    if (index > 0 || !isFirst) pages.addPage()
    writePayment(pages, order, draft)
    pages.line({ ...INNER, y: ADDRESS_AT - 4 })
    writeAddress(pages, order)
    pages.line({ ...INNER, y: COURIER_AT - 1 })
    const code = barCodeOf(order)
    pages.text({ ...INNER, text: order.shipment?.name ?? 'Order', y: COURIER_AT, sizes: [12], weight: 'bold' })
    pages.barCode(code, { ...INNER, y: BARS_AT, height: BARS_HEIGHT, widest: WIDEST_MODULE })
    pages.text({ ...INNER, text: code, y: BARS_AT + BARS_HEIGHT + 3, sizes: [12, 10], weight: 'bold' })
    pages.line({ ...INNER, y: FOOT_AT })
    writeFoot(pages, order, draft)
  }
}

/** Draws labels of parcels as one PDF. */
export async function drawParcelLabels(draft: ParcelLabelsDraft): Promise<Buffer> {
  const about = { title: 'Parcel labels', author: draft.shopName, createdAt: new Date() }
  const pages = await openLabelPages(about, [WIDTH, HEIGHT])
  writeParcelLabels(pages, draft, true)
  return pages.finish()
}

/** Adds labels of parcels to a document. */
export const addParcelLabels = (pdf: OpenPdf, draft: ParcelLabelsDraft): void =>
  writeParcelLabels(labelPagesIn(pdf, [WIDTH, HEIGHT]), draft, false)
