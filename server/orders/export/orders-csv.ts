import type { Address } from '#contract/schemas/address.ts'
import type { OrderStatus } from '#contract/states/order-states.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { OrderRow } from '#server/orders/order-queries.ts'

import { indianFormat } from '#contract/units/india-time.ts'
import { paiseFromRupees } from '#contract/units/money.ts'
import { itemsLeft } from '#contract/orders/cancelled-items.ts'
import { ORDER_STATUSES } from '#contract/states/order-states.ts'
import { indianPhone } from '#contract/schemas/phone-number.ts'
import { pinTyped } from '#contract/schemas/pin-code.ts'
import { stateTyped } from '#contract/schemas/state-spellings.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { orderFromRow } from '#server/orders/order-from-row.ts'
import { amountCell, escapeCell, writeCsv } from '#server/http/csv/csv-encoding.ts'

/** An order as it is stored and as it is shown. */
interface Exported {
  row: OrderRow
  order: Order
}

/** 2026-11-22 18:05, in India. */
const inIndia = indianFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' })

const ofAddress =
  (part: keyof Address) =>
  ({ order }: Exported) =>
    order.address?.[part] ?? ''

const timeOf =
  (status: OrderStatus) =>
  ({ order }: Exported) => {
    const step = order.timeline.find((one) => one.status === status)
    return step ? inIndia.format(new Date(step.at)) : ''
  }

const productsOf = ({ order }: Exported) =>
  order.products
    .filter((line) => itemsLeft(line) > 0)
    .map((line) => `${line.product.name}${line.size ? ` (${line.size})` : ''} × ${itemsLeft(line)}`)
    .join('; ')

/**
 * A phone that a courier's upload reads, and that needs no apostrophe: ten digits, or a number as it was typed without
 * its plus. Whatever else a buyer typed there is a text like any other.
 */
function phoneCell(phone: string): string {
  const withoutPlus = phone.replace(/^[\s+]+/, '')
  return indianPhone(phone) ?? (/^\d[\d ().,/-]*$/.test(withoutPlus) ? withoutPlus : escapeCell(phone))
}

/** The statuses after the first one, whose time is `placed_at`. */
const [, ...LATER] = ORDER_STATUSES

const CELLS: Record<string, (exported: Exported) => string> = {
  number: ({ row }) => shortIdOf(row.id),
  order_id: ({ row }) => row.id,
  placed_at: ({ row }) => inIndia.format(row.createdAt),
  status: ({ order }) => order.status,
  payment: ({ order: { payment } }) => (typeof payment === 'object' ? payment.status : payment),
  customer: ({ order }) => order.user.name,
  email: ({ order }) => order.user.email,
  full_name: ofAddress('fullName'),
  phone: ({ order }) => phoneCell(order.address?.phone ?? ''),
  street: ofAddress('street'),
  city: ofAddress('city'),
  state: ({ order }) => stateTyped(order.address?.state ?? ''),
  pincode: ({ order }) => pinTyped(order.address?.pincode ?? ''),
  products: productsOf,
  pieces: ({ row }) => String(row.lines.reduce((sum, line) => sum + itemsLeft(line), 0)),
  discount: ({ row }) => amountCell(row.lines.reduce((sum, { discountPaise }) => sum + discountPaise, 0)),
  shipping_off: ({ row }) => (row.shippingOffPaise > 0 ? amountCell(row.shippingOffPaise) : ''),
  total: ({ row }) => amountCell(row.totalPaise),
  cancelled: ({ row }) => (row.cancelledPaise > 0 ? amountCell(row.cancelledPaise) : ''),
  store_credit: ({ row }) => (row.creditPaise > 0 ? amountCell(row.creditPaise - row.creditReturnedPaise) : ''),
  refund: ({ order }) => (order.refund ? amountCell(paiseFromRupees(order.refund.amount)) : ''),
  courier: ({ order }) => order.shipment?.name ?? '',
  tracking_number: ({ order }) => order.shipment?.trackingNumber ?? '',
  tracking_link: ({ order }) => order.shipment?.trackingLink ?? '',
  ...Object.fromEntries(LATER.map((status) => [`${status.replaceAll(' ', '_')}_at`, timeOf(status)])),
  provider_order_id: ({ row }) => row.providerOrderId ?? '',
  payment_id: ({ row }) => row.payment?.id ?? '',
}

/** What a spreadsheet may read as a number or a date, and phones, whose cell is safe as it is. */
const READ = new Set([
  'placed_at',
  'phone',
  'pieces',
  'discount',
  'shipping_off',
  'total',
  'cancelled',
  'store_credit',
  'refund',
])
const cellOf = (name: string, text: string) => (READ.has(name) ? text : escapeCell(text))

/** A CSV of orders, piece by piece, one line an order. */
export const writeOrdersCsv = (batches: AsyncIterable<readonly OrderRow[]>): AsyncGenerator<string> =>
  writeCsv(Object.keys(CELLS), batches, (row) => {
    const exported = { row, order: orderFromRow(row) }
    return [Object.entries(CELLS).map(([name, cell]) => cellOf(name, cell(exported)))]
  })
