import { setTimeout as wait } from 'node:timers/promises'

import type { Address } from '#contract/schemas/address.ts'
import type { PaymentOrder } from '#contract/orders/checkout.ts'
import type { Db } from '#server/db/database.ts'
import type { Shop } from '#server/start/shop.ts'

import { feeOf, type ShippingRule } from '#contract/cart/fees.ts'
import { paiseFromRupees } from '#contract/units/money.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'
import { stockTag } from '#server/cache/tags.ts'
import { getPricedCart, type PricedLine } from '#server/cart/service.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { getDelivery } from '#server/delivery/service.ts'
import { checkBusiness, checkDeliveryState, documentSeller } from '#server/documents/service.ts'
import { unavailable } from '#server/errors.ts'
import { checkoutLimiter } from '#server/orders/checkout/checkout-limiter.ts'
import { checkStillInCart, draftCheckout, holdAll, replaceCheckout } from '#server/orders/checkout/draft-checkout.ts'
import {
  CREATION_SECONDS,
  findProgress,
  insertCheckout,
  lockOpenCheckout,
  setCheckoutAddress,
  setProviderOrder,
} from '#server/orders/checkout/start-payment-queries.ts'
import { HOLD_SECONDS } from '#server/orders/holds/hold-time-and-limits.ts'
import { checkHoldLimits } from '#server/orders/checkout/check-hold-limits.ts'
import { releaseHold } from '#server/orders/holds/release-holds.ts'
import { MIN_CREATE_ORDER_MS, START_PAYMENT_MS } from '#server/payments/provider-timeouts.ts'
import { householdOf } from '#server/http/rate-limits/caller-networks.ts'

const FIRST_POLL_MS = 20
const LONGEST_POLL_MS = 160

interface Starter {
  userId: string
  address: Address | null
  /** Of a business that buys; empty for none. */
  buyerGstin?: string | undefined
  buyerFirm?: string | undefined
  /** In rupees, as the customer has seen it; undefined where nothing was said. */
  expectedTotal?: number | undefined
  /** What of it store credit pays, in rupees. */
  credit?: number | undefined
  /** The IP address of the caller. */
  callerAddress?: string
}

interface Opened {
  id: string
  /** What is paid at the provider. */
  duePaise: number
  providerOrderId: string | null
  /** True for the call that opened it: this call has to create the provider's order. */
  isNew: boolean
}

const notStarted = (cause?: unknown) => unavailable(WORDINGS.checkout.initiationFailed, cause)

interface Opening {
  facts: Parameters<typeof draftCheckout>[0]
  shipping: ShippingRule
  hasLimits: boolean
  /** An order for cash may empty the cart at the same moment. */
  takesCash: boolean
}

/**
 * Prices the cart, opens a checkout and holds its stock, or finds the open one of the same cart. A changed cart
 * replaces its old one. The prices are those that stand in the database in this very transaction, whatever turned them
 * a moment before.
 */
function openCheckout(
  db: Db,
  { facts, shipping, hasLimits, takesCash }: Opening,
): Promise<Opened & { lines: readonly PricedLine[] }> {
  return inTransaction(db, async (db) => {
    const cart = await getPricedCart(db, facts.userId, shipping)
    const { lines } = cart
    const draft = draftCheckout(facts, cart)
    const opened = await insertCheckout(db, draft, HOLD_SECONDS)
    if (!opened) {
      const existing = await lockOpenCheckout(db, draft, CREATION_SECONDS)
      if (existing?.isUsable && existing.fingerprint === draft.fingerprint) {
        const { address, buyerGstin, buyerFirm, deliverBy } = draft
        if (address) await setCheckoutAddress(db, existing.id, { address, buyerGstin, buyerFirm, deliverBy })
        return { ...existing, lines, isNew: false }
      }
      if (existing) await replaceCheckout(db, existing, draft)
      // The existing one was closed between the two statements.
      else if (!(await insertCheckout(db, draft, HOLD_SECONDS))) throw notStarted()
    }
    // An order by store credit alone empties the cart too.
    const mayBeEmptied = takesCash || opened?.hasCredit !== false
    if (mayBeEmptied) await checkStillInCart(db, lines)
    await holdAll(db, draft, lines)
    if (hasLimits) await checkHoldLimits(db, draft)
    const duePaise = draft.totalPaise - draft.creditPaise
    return { id: draft.id, duePaise, providerOrderId: null, lines, isNew: true }
  })
}

async function createProviderOrder({ db, provider, log }: Shop, checkout: Opened, startedAt: number): Promise<string> {
  try {
    const { id, duePaise } = checkout
    const order = await provider.createOrder({
      amountPaise: duePaise,
      receipt: id,
      notes: {},
      timeoutMs: Math.max(Math.ceil(startedAt + START_PAYMENT_MS - performance.now()), MIN_CREATE_ORDER_MS),
    })
    if (order.amountPaise !== duePaise) throw new Error('the provider opened an order over another amount')
    const isOpen = await setProviderOrder(db, id, order.id)
    if (!isOpen) throw new Error('the checkout was closed while its order was opened')
    return order.id
  } catch (error) {
    const release = () => inTransaction(db, (db) => releaseHold(db, checkout.id))
    await release().catch((err: unknown) => log.error({ err }, 'a hold could not be released; it ends by itself'))
    throw notStarted(error)
  }
}

/** Waits for the provider's order that another call is creating. */
async function awaitProviderOrder(db: Db, checkoutId: string): Promise<string> {
  const until = performance.now() + START_PAYMENT_MS
  let pollMs = FIRST_POLL_MS
  while (performance.now() < until) {
    await wait(pollMs)
    pollMs = Math.min(pollMs * 2, LONGEST_POLL_MS)
    const progress = await findProgress(db, checkoutId)
    if (progress?.providerOrderId) return progress.providerOrderId
    if (progress?.status !== 'open') break
  }
  throw notStarted()
}

/**
 * Starts the payment of a customer's cart: prices it, holds its stock for `HOLD_SECONDS`, and creates the provider's
 * order. The same cart again gets the same order, also from calls at the same moment; a changed cart releases the old
 * hold, and its own ends when the old one would have. Throws invalid for an address whose state a registered seller
 * cannot tell and for a GSTIN where there are no tax invoices, rate-limited for too many holds
 * (`hold-time-and-limits.ts`), invalid for an empty cart, a conflict for a PIN code that is not served or not prepaid,
 * too many lines, an offer that is used up, another total than `expectedTotal` or store credit that is not there,
 * out-of-stock with a sentence for each short cart line, and unavailable within 4.5 s if the provider fails; then
 * nothing is held.
 */
export async function startPayment(
  shop: Shop,
  { userId, address, buyerGstin = '', buyerFirm = '', expectedTotal, credit = 0, callerAddress = '' }: Starter,
): Promise<PaymentOrder> {
  const startedAt = performance.now()
  const { db, database, payment, tags } = shop
  const hasLimits = shop.config.hasRateLimits
  if (!database.hasFreeSpace()) throw notStarted()
  const seller = documentSeller(shop)
  checkDeliveryState(seller, address)
  checkBusiness(seller, { buyerGstin })
  const settings = shop.settings.current()
  const delivery = address ? getDelivery(shop, address, 'prepaid') : undefined
  const facts = {
    userId,
    address,
    buyerGstin: buyerGstin || null,
    buyerFirm: (buyerGstin && buyerFirm) || null,
    deliverBy: delivery?.by ?? null,
    expectedTotal,
    creditPaise: paiseFromRupees(credit),
    returnDays: settings.returnDays,
    otherFees: feeOf('pin', paiseFromRupees(delivery?.fee ?? 0)),
    isSandbox: payment.isSandbox,
    network: hasLimits ? householdOf(callerAddress) : undefined,
  }
  const opening = { facts, shipping: settings, hasLimits, takesCash: settings.takesCash }
  const { lines, ...checkout } = await checkoutLimiter.run(() => openCheckout(db, opening))
  const outdateStock = () => tags.outdate(...lines.map(({ productId }) => stockTag(productId)))
  if (checkout.isNew) outdateStock()
  try {
    const providerOrderId =
      checkout.providerOrderId ??
      (checkout.isNew
        ? await createProviderOrder(shop, checkout, startedAt)
        : await awaitProviderOrder(db, checkout.id))
    return { id: providerOrderId, amount: checkout.duePaise, currency: 'INR', key: payment.keyId }
  } catch (error) {
    // Nothing is held any more.
    if (checkout.isNew) outdateStock()
    throw error
  }
}
