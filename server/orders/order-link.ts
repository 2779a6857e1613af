import { DAY_SECONDS } from '#contract/units/time-units.ts'
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

import type { SharedOrder } from '#contract/orders/shared-order.ts'
import type { Db } from '#server/db/database.ts'

import { lineTotal } from '#contract/units/money.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { ORDER_LINK_DAYS } from '#contract/accounts/link-lifetimes.ts'
import { findOrder } from '#server/orders/order-queries.ts'
import { getSecret } from '#server/db/secret-queries.ts'
import { endedLink } from '#server/errors.ts'
import { orderFromRow } from '#server/orders/order-from-row.ts'

const TOKEN = /^([\w-]{1,64})\.(\d{1,12})\.([\w-]{43})$/

/** The key for this purpose alone: no other signature of the shop is one of its own. */
const keyFrom = (secret: Uint8Array) => new Uint8Array(hkdfSync('sha256', secret, '', 'order link', 32))

const signatureOf = (key: Uint8Array, orderId: string, endsAt: number) =>
  createHmac('sha256', key).update(`${orderId}.${endsAt}`).digest()

/**
 * The function that makes tokens: each shows one order for 30 days from `now`, in milliseconds, and opens nothing else.
 */
export async function createOrderLinks(db: Db): Promise<(orderId: string, now?: number) => string> {
  const key = keyFrom(await getSecret(db, 'links'))
  return (orderId, now = Date.now()) => {
    const endsAt = Math.floor(now / 1000) + ORDER_LINK_DAYS * DAY_SECONDS
    return `${orderId}.${endsAt}.${signatureOf(key, orderId, endsAt).toString('base64url')}`
  }
}

/**
 * How the order of a token stands. Throws not-found, with the same message, for a token that was altered, has ended or
 * never existed.
 */
export async function getSharedOrder(db: Db, token: string): Promise<SharedOrder> {
  const [, orderId = '', ends = '0', signature = ''] = TOKEN.exec(token) ?? []
  const endsAt = Number(ends)
  const right = signatureOf(keyFrom(await getSecret(db, 'links')), orderId, endsAt)
  const given = Buffer.from(signature, 'base64url')
  const isRight = given.length === right.length && timingSafeEqual(given, right)
  const row = isRight && endsAt * 1000 > Date.now() ? await findOrder(db, { orderId }) : undefined
  if (!row) throw endedLink('Please log in to see your order.')
  const {
    createdAt,
    status,
    timeline,
    payment,
    confirmUntil,
    refund,
    refunds,
    refundedAmount,
    shipment,
    parcel,
    comesBack,
    deliverBy,
    discount,
    fees,
    totalAmount,
    storeCredit,
    cancelledAmount,
    products,
  } = orderFromRow(row)
  return {
    number: shortIdOf(orderId),
    linkEndsAt: new Date(endsAt * 1000).toISOString(),
    createdAt,
    status,
    timeline,
    payment,
    ...(confirmUntil !== undefined && { confirmUntil }),
    refund,
    refunds,
    refundedAmount,
    shipment,
    // A place would tell the town of whoever gets it.
    ...(parcel && { parcel: { ...parcel, steps: parcel.steps.map((step) => ({ ...step, place: '' })) } }),
    ...(comesBack && { comesBack }),
    ...(deliverBy && { deliverBy }),
    ...(discount && { discount }),
    ...(fees && { fees }),
    totalAmount,
    ...(storeCredit && { storeCredit }),
    ...(cancelledAmount !== undefined && { cancelledAmount }),
    products: products.map(({ product, quantity, size, cancelled }) => ({
      name: product.name,
      image: product.image,
      quantity,
      ...(size !== undefined && { size }),
      ...(cancelled !== undefined && { cancelled }),
      amount: lineTotal(product, quantity),
    })),
  }
}
