import type { Delivery } from '#contract/delivery/delivery.ts'
import type { Address } from '#contract/schemas/address.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Settings } from '#contract/settings/settings.ts'
import type { Db } from '#server/db/database.ts'
import type { Shop } from '#server/start/shop.ts'

import { feeOf } from '#contract/cart/fees.ts'
import { paiseFromRupees } from '#contract/units/money.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'
import { stockTag } from '#server/cache/tags.ts'
import { getPricedCart } from '#server/cart/service.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { newId } from '#server/db/new-id.ts'
import { getDelivery } from '#server/delivery/service.ts'
import { checkBusiness, checkDeliveryState, documentSeller } from '#server/documents/service.ts'
import { conflict, notFound, unavailable } from '#server/errors.ts'
import {
  checkAmount,
  checkBuyer,
  checkCategories,
  checkNetwork,
  checkReachable,
} from '#server/orders/cash/check-cash-order.ts'
import { findJustPlaced, insertCashOrder, lockCashKeys } from '#server/orders/cash/place-cash-order-queries.ts'
import { lockCashBuyer } from '#server/orders/cash-queries.ts'
import { checkoutLimiter } from '#server/orders/checkout/checkout-limiter.ts'
import { draftCheckout, holdAll, openInPlace } from '#server/orders/checkout/draft-checkout.ts'
import { CREATION_SECONDS, lockOpenCheckout } from '#server/orders/checkout/start-payment-queries.ts'
import { HOLD_SECONDS } from '#server/orders/holds/hold-time-and-limits.ts'
import { orderFromRow } from '#server/orders/order-from-row.ts'
import { findOrder } from '#server/orders/order-queries.ts'
import { householdOf } from '#server/http/rate-limits/caller-networks.ts'

/** Who has just ordered and asks again, by a second press or in a second tab, gets the same order for so long. */
const SAME_ORDER_SECONDS = HOLD_SECONDS

interface CashOrdering {
  userId: string
  address: Address
  buyerGstin?: string | undefined
  buyerFirm?: string | undefined
  /** In rupees, as the customer has seen it; undefined where nothing was said. */
  expectedTotal?: number | undefined
  /** What of it store credit pays, in rupees; the rest is paid at the door. */
  credit?: number | undefined
  /** The IP address of the caller. */
  callerAddress?: string
}

interface Placed {
  orderId: string
  /** Whose stock has changed. */
  productIds: string[]
}

type Placing = CashOrdering & { isSandbox: boolean; delivery: Delivery | undefined; network: string | undefined }

async function place(
  db: Db,
  settings: Settings,
  { expectedTotal, credit = 0, delivery, network, ...facts }: Placing,
): Promise<Placed> {
  const { userId, address, buyerGstin, buyerFirm, isSandbox } = facts
  // Whatever becomes of the customer's cart at this moment is done before it is read.
  await lockCashBuyer(db, userId)
  const open = await lockOpenCheckout(db, { userId, isSandbox }, CREATION_SECONDS)
  const cart = await getPricedCart(db, userId, settings)
  const { lines } = cart
  const same = lines.length === 0 ? await findJustPlaced(db, userId, SAME_ORDER_SECONDS) : undefined
  if (same !== undefined) return { orderId: same, productIds: [] }
  const draft = draftCheckout(
    {
      userId,
      address,
      buyerGstin: buyerGstin || null,
      buyerFirm: (buyerGstin && buyerFirm) || null,
      deliverBy: delivery?.by ?? null,
      isSandbox,
      network: undefined,
      expectedTotal,
      creditPaise: paiseFromRupees(credit),
      returnDays: settings.returnDays,
      otherFees: [
        ...feeOf('pin', paiseFromRupees(delivery?.fee ?? 0)),
        ...feeOf('cash', paiseFromRupees(settings.cashFee)),
      ],
    },
    cart,
  )
  checkAmount(settings, draft.totalPaise - draft.creditPaise)
  checkCategories(settings, lines)
  await lockCashKeys(db, address)
  const buyer = await checkBuyer(db, settings, { userId, address })
  await openInPlace(db, draft, { open, lines })
  await holdAll(db, draft, lines)
  if (network !== undefined) await checkNetwork(db, network, buyer)
  const orderId = newId()
  await insertCashOrder(db, { draft, orderId, needsConfirming: settings.cashNeedsConfirming, network })
  return { orderId, productIds: lines.map(({ productId }) => productId) }
}

/**
 * Makes an order of a customer's cart that is paid at the door, in one transaction: by the same hold and frozen lines
 * as a payment. The same cart again is the same order, also from calls at the same moment. Throws invalid for an empty
 * cart, a phone or a PIN that no courier finds, a conflict with the reason where cash is not possible or the total is
 * not the one that was seen, rate-limited for too many orders of a network, and out-of-stock as `startPayment`
 * does.
 */
export async function placeCashOrder(shop: Shop, ordering: CashOrdering): Promise<Order> {
  const { db, database, payment, tags } = shop
  const settings = shop.settings.current()
  if (!settings.takesCash) throw conflict('Cash on delivery is not offered. Please pay online.')
  if (!database.hasFreeSpace()) throw unavailable(WORDINGS.orders.creationFailed)
  const seller = documentSeller(shop)
  checkReachable(ordering.address)
  checkDeliveryState(seller, ordering.address)
  checkBusiness(seller, ordering)
  const delivery = getDelivery(shop, ordering.address, 'cash')
  const { callerAddress = '' } = ordering
  const network = shop.config.hasRateLimits ? householdOf(callerAddress) : undefined
  const { orderId, productIds } = await checkoutLimiter.run(() =>
    inTransaction(db, (db) => place(db, settings, { ...ordering, delivery, network, isSandbox: payment.isSandbox })),
  )
  tags.outdate(...productIds.map(stockTag))
  const row = await findOrder(db, { orderId })
  if (!row) throw notFound('Order')
  return orderFromRow(row)
}
