import type { Order } from '#contract/orders/orders.ts'

import { formatRupees } from '#contract/units/money.ts'
import { countLeft, itemsLeft } from '#contract/orders/cancelled-items.ts'
import { pinOfAddress, stateOfAddress } from '#contract/tax/place-of-supply.ts'
import { counted } from '#contract/words/counted.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { dateInWords } from '#contract/units/india-time.ts'
import { HALF, SMALL, UNNAMED } from '#server/documents/pdf/text-formats.ts'
import { isAddressPrintable, NOT_WHOLE } from '#server/documents/pdf/printable-address.ts'
import { MUTED, openPdfPage, WIDTH, type Cell, type PdfPage } from '#server/documents/pdf/pdf-page.ts'

export interface PackingSlipsDraft {
  orders: readonly Order[]
  shopName: string
  /** Whoever sends it and where it comes back to, in lines. */
  sender: readonly string[]
  /** The shop's web address, at the foot of each page. */
  address: string
  /** The owner's words below the pieces of each order, in the sequence of the orders; empty for none. */
  lines?: readonly string[]
  /** Whether the shop takes real money, so that an order of the sandbox is not sent. */
  isLive: boolean
}

const PACKED = { x: WIDTH - 40, width: 40 }
const PIECES = { x: PACKED.x - 76, width: 52, align: 'end' } as const
const SIZE = { x: PIECES.x - 96, width: 84 }
const PRODUCT = { x: 0, width: SIZE.x - 12 }

export const numberOf = ({ _id }: Order) => `#${shortIdOf(_id)}`

function writeHead(page: PdfPage, order: Order, shopName: string): void {
  page.row([
    { text: `Packing slip ${numberOf(order)}`, x: 0, width: HALF + 40, size: 18, weight: 'bold' },
    { text: shopName, x: HALF + 48, width: HALF - 48, size: 14, weight: 'bold', align: 'end' },
  ])
  page.space(10)
  page.tickRule()
  page.space(16)
}

function receiverOf(page: PdfPage, { address, user }: Order): Omit<Cell, 'x' | 'width'>[] {
  if (!address) return [{ text: `${user.name} has given no address yet: this order cannot be shipped.` }]
  return [
    { text: page.orElse(address.fullName, page.orElse(user.name, user.email)), size: 15, weight: 'bold' },
    { text: address.street, size: 13 },
    { text: `${address.city}, ${stateOfAddress(address)}`, size: 13 },
    { text: pinOfAddress(address), size: 17, weight: 'bold' },
    { text: `Phone ${address.phone}`, size: 13 },
  ]
}

function writeFacts(page: PdfPage, order: Order, sender: readonly string[]): void {
  const { shipment } = order
  const receiver = receiverOf(page, order)
  const facts: [label: string, value: string][] = [
    ['Ordered on', dateInWords(order.createdAt)],
    ['Order', order._id],
    ...(shipment ? [['Courier', shipment.name] satisfies [string, string]] : []),
    ...(shipment?.trackingNumber ? [['Tracking', shipment.trackingNumber] satisfies [string, string]] : []),
    ...sender.map((line, index): [string, string] => [index === 0 ? 'Return to' : '', line]),
  ]
  page.row([{ ...SMALL, text: 'Deliver to', x: 0, width: HALF }])
  page.space(3)
  for (let index = 0; index < Math.max(receiver.length, facts.length); index += 1) {
    const [line, fact] = [receiver[index], facts[index]]
    page.row([
      ...(line ? [{ ...line, x: 0, width: HALF - 16 }] : []),
      ...(fact
        ? [
            { text: fact[0], x: HALF, width: 70, colour: MUTED },
            { text: fact[1], x: HALF + 74, width: HALF - 74 },
          ]
        : []),
    ])
    page.space(3)
  }
  page.space(14)
}

/** What the courier collects at the door. */
function writeCash(page: PdfPage, { cashToCollect }: Order): void {
  if (cashToCollect === undefined) return
  page.row([{ text: `Cash: ${formatRupees(cashToCollect)}`, x: 0, width: WIDTH, size: 20, weight: 'bold' }])
  page.space(12)
}

/** The tracking number for whoever takes the parcel over, before there is one the order's id. */
export const barCodeOf = ({ _id, shipment }: Order): string => shipment?.trackingNumber ?? _id

function writeBarCode(page: PdfPage, order: Order): void {
  const text = barCodeOf(order)
  page.barCode(text, { x: 0, width: HALF - 16, height: 34 })
  page.space(3)
  page.row([{ ...SMALL, text, x: 0, width: HALF }])
  page.space(14)
}

/** Why a parcel is not to be sent. */
export const warningsOf = ({ status, isSandbox }: Order, isLive: boolean): string[] => [
  ...(status === 'cancelled' ? ['This order is cancelled. Do not send it.'] : []),
  ...(isSandbox && isLive ? ['This order was paid in the sandbox: no money moved. Do not send it.'] : []),
]

function writeWarnings(page: PdfPage, order: Order, isLive: boolean): void {
  const { address } = order
  const isPrinted = !address || isAddressPrintable(address)
  for (const text of [...warningsOf(order, isLive), ...(isPrinted ? [] : [NOT_WHOLE])]) {
    page.row([{ text, x: 0, width: WIDTH, size: 13, weight: 'bold' }])
    page.space(10)
  }
}

function writeLines(page: PdfPage, order: Order): void {
  const head = () => {
    page.row([
      { ...SMALL, ...PRODUCT, text: 'Product' },
      { ...SMALL, ...SIZE, text: 'Size' },
      { ...SMALL, ...PIECES, text: 'Pieces' },
      { ...SMALL, ...PACKED, text: 'Packed' },
    ])
    page.space(4)
    page.line()
    page.space(6)
  }
  head()
  for (const line of order.products) {
    const { product, size } = line
    const quantity = itemsLeft(line)
    if (quantity === 0) continue
    const cells: Cell[] = [
      { ...PRODUCT, text: page.orElse(product.name, UNNAMED), size: 11 },
      { ...SIZE, text: size ?? '–', size: 11, weight: 'bold' },
      { ...PIECES, text: String(quantity), size: 11, weight: 'bold' },
      { ...PACKED, text: '', hasBox: true },
    ]
    page.row(cells, () => {
      page.row([{ ...SMALL, text: `Packing slip ${numberOf(order)}, continued`, x: 0, width: WIDTH }])
      page.space(6)
      head()
    })
    page.space(7)
  }
  page.line()
  page.space(8)
  page.row([{ text: `${counted(countLeft(order), 'piece')} in all`, x: 0, width: WIDTH, weight: 'bold' }])
}

function writeOwnLine(page: PdfPage, text: string): void {
  if (text === '') return
  page.space(18)
  page.row([{ text, x: 0, width: WIDTH, size: 12 }])
}

/**
 * Writes packing slips, each from a page of its own. They show no prices, because a parcel may be a present; but what
 * the courier collects.
 */
export function writePackingSlips(page: PdfPage, draft: PackingSlipsDraft): void {
  const { orders, shopName, sender, lines = [], isLive } = draft
  for (const [index, order] of orders.entries()) {
    page.nextPage()
    writeHead(page, order, shopName)
    writeFacts(page, order, sender)
    writeCash(page, order)
    writeBarCode(page, order)
    writeWarnings(page, order, isLive)
    writeLines(page, order)
    writeOwnLine(page, lines[index] ?? '')
  }
}

export const footOfSlips = ({ shopName, address }: PackingSlipsDraft): string => `${shopName} · ${address}`

/** Draws packing slips as one PDF. */
export async function drawPackingSlips(draft: PackingSlipsDraft): Promise<Buffer> {
  const page = await openPdfPage({ title: 'Packing slips', author: draft.shopName, createdAt: new Date() })
  writePackingSlips(page, draft)
  return page.finish(footOfSlips(draft))
}
