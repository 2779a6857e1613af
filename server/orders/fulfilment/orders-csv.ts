import type { OrderStatus } from '#contract/order-states.ts'
import type { OrderRow } from '#server/orders/order-queries.ts'

import { rupeesFromPaise } from '#contract/money.ts'
import { shortIdOf } from '#contract/short-id.ts'
import { presentOrder } from '#server/orders/present-order.ts'
import { armed, writeCsv } from '#server/csv-encoding.ts'

const COLUMNS = [
  'number',
  'order_id',
  'placed_at',
  'status',
  'payment',
  'customer',
  'email',
  'full_name',
  'phone',
  'street',
  'city',
  'state',
  'pincode',
  'products',
  'pieces',
  'discount',
  'total',
  'refund',
  'courier',
  'tracking_number',
  'tracking_link',
  'shipped_at',
  'delivered_at',
  'cancelled_at',
  'provider_order_id',
  'payment_id',
]

/** 2026-11-22 18:05, in India. */
const inIndia = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Kolkata', dateStyle: 'short', timeStyle: 'short' })

/** Rupees with two decimals. */
const money = (paise: number) => rupeesFromPaise(paise).toFixed(2)

function lineOf(row: OrderRow): string[] {
  const { status, payment, products, address, user, shipment, timeline } = presentOrder(row)
  const at = (wanted: OrderStatus) => {
    const step = timeline.find((one) => one.status === wanted)
    return step ? inIndia.format(new Date(step.at)) : ''
  }
  const named = products.map(
    ({ product, size, quantity }) => `${product.name}${size ? ` (${size})` : ''} × ${quantity}`,
  )
  const texts = [
    shortIdOf(row.id),
    row.id,
    inIndia.format(row.createdAt),
    status,
    payment,
    user.name,
    user.email,
    ...(['fullName', 'phone', 'street', 'city', 'state', 'pincode'] as const).map((part) => address?.[part] ?? ''),
    named.join('; '),
  ]
  // Numbers, which no spreadsheet runs.
  const figures = [
    String(row.lines.reduce((sum, { quantity }) => sum + quantity, 0)),
    money(row.lines.reduce((sum, { discountPaise }) => sum + discountPaise, 0)),
    money(row.totalPaise),
    row.refund ? money(row.refund.amountPaise) : '',
  ]
  const rest = [
    shipment?.name ?? '',
    shipment?.trackingNumber ?? '',
    shipment?.trackingLink ?? '',
    at('shipped'),
    at('delivered'),
    at('cancelled'),
    row.providerOrderId,
    row.payment?.id ?? '',
  ]
  return [...texts.map(armed), ...figures, ...rest.map(armed)]
}

/** A CSV of orders, piece by piece, one line an order. */
export const writeOrdersCsv = (batches: AsyncIterable<readonly OrderRow[]>): AsyncGenerator<string> =>
  writeCsv(COLUMNS, batches, (order) => [lineOf(order)])
