import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

import type { Address } from '#contract/schemas/address.ts'
import type { PaymentOrder } from '#contract/orders/payments.ts'
import type { Db } from '#server/db/database.ts'
import type { CheckoutDraft, OpenCheckout } from '#server/orders/checkout/start-payment-queries.ts'
import type { Shop } from '#server/start/shop.ts'

import { feesPaise, shippingFees, type Fee, type ShippingRule } from '#contract/cart/fees.ts'
import { MAX_CART_LINES } from '#contract/cart/cart-limits.ts'
import { formatTotal, LEAST_PAYMENT_PAISE, paiseFromRupees, rupeesFromPaise, totalPaiseOf } from '#contract/money.ts'
import { WORDINGS } from '#contract/wordings/specified-wordings.ts'
import { stockTag } from '#server/cache/tags.ts'
import { CART_FULL, findShortage, getPricedCart, type PricedCart, type PricedLine } from '#server/cart/service.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { getDelivery } from '#server/delivery/service.ts'
import { checkBuyerGstin, checkDeliveryState, documentSeller } from '#server/documents/service.ts'
import { conflict, invalid, outOfStock, unavailable } from '#server/errors.ts'
import { holdStock, lockStock } from '#server/inventory/queries.ts'
import { Limiter } from '#server/http/concurrency-limiter.ts'
import { newId } from '#server/db/new-id.ts'
import { takeUse } from '#server/offers/service.ts'
import {
  findProgress,
  insertCheckout,
  lockOpenCheckout,
  setCheckoutAddress,
  setProviderOrder,
} from '#server/orders/checkout/start-payment-queries.ts'
import { listHeldLines } from '#server/orders/hold-queries.ts'
import { HOLD_SECONDS } from '#server/orders/hold-time-and-limits.ts'
import { checkHoldLimits } from '#server/orders/checkout/check-hold-limits.ts'
import { releaseHold } from '#server/orders/release-holds.ts'
import { MIN_CREATE_ORDER_MS, START_PAYMENT_MS } from '#server/payments/provider-timeouts.ts'
import { householdOf } from '#server/rate-limits/caller-networks.ts'

/** If a checkout has no provider's order after this time, the process that was creating it has died. */
const CREATION_SECONDS = 6
const FIRST_POLL_MS = 20
const LONGEST_POLL_MS = 160
/**
 * The number of payments that may start at once, not counting the provider's part. It is smaller than the number of database
 * connections: when many want the same few pieces, the database stays free for everybody else.
 */
const limiter = new Limiter({ atOnce: 6 })

interface Starter {
  userId: string
  address: Address | null
  /** Of a business that buys; empty for none. */
  buyerGstin?: string | undefined
  buyerFirm?: string | undefined
  /** In rupees, as the customer has seen it; undefined where nothing was said. */
  expectedTotal?: number | undefined
  /** The IP address of the caller. */
  callerAddress?: string
}

interface Opened {
  id: string
  totalPaise: number
  providerOrderId: string | null
  /** True for the call that opened it: this call has to create the provider's order. */
  isNew: boolean
}

const notStarted = (cause?: unknown) => unavailable(WORDINGS.checkout.initiationFailed, cause)

function checkShortages(lines: readonly PricedLine[]): void {
  const short = lines.filter(({ shortage }) => shortage !== undefined)
  if (short.length === 0) return
  const fields = Object.fromEntries(short.map(({ id, shortage }) => [id, shortage ?? '']))
  throw outOfStock(Object.values(fields).join(' '), fields)
}

function fingerprintOf(lines: readonly PricedLine[], fees: readonly Fee[], offerId: string): string {
  const ofLines = lines
    .map((line) => `${line.productSizeId} ${line.quantity} ${line.paidPricePaise} ${line.discountPaise} ${offerId}`)
    .toSorted()
  const content = [...ofLines, ...fees.map(({ kind, amountPaise }) => `${kind} ${amountPaise}`)]
  return createHash('sha256').update(content.join('\n')).digest('hex')
}

/** Nothing else is charged than what the customer has seen. */
function checkTotal(totalPaise: number, expectedTotal: number | undefined): void {
  if (expectedTotal === undefined || paiseFromRupees(expectedTotal) === totalPaise) return
  const [before, now] = [formatTotal(expectedTotal), formatTotal(rupeesFromPaise(totalPaise))]
  throw conflict(`Your total was ${before} and is ${now} now. Please look at your order again.`)
}

/**
 * Prices a cart into a checkout. Throws invalid for an empty cart or a total below the least payment, out-of-stock for lines that
 * are short, and a conflict for a code that is no longer available or a total that differs from the one seen.
 */
function draftCheckout(
  {
    expectedTotal,
    rule,
    ...facts
  }: Pick<CheckoutDraft, 'userId' | 'address' | 'buyerGstin' | 'buyerFirm' | 'deliverBy' | 'isSandbox' | 'network'> &
    Pick<Starter, 'expectedTotal'> & { rule: ShippingRule },
  { lines, discount, code }: PricedCart,
): CheckoutDraft {
  if (lines.length === 0) throw invalid('Your cart is empty.')
  if (lines.length > MAX_CART_LINES) throw conflict(CART_FULL)
  checkShortages(lines)
  if (code?.isRefused) throw conflict(`${code.notice} Remove it to go on without it.`)
  const goodsPaise = totalPaiseOf(lines) - (discount?.discountPaise ?? 0)
  const fees = shippingFees(goodsPaise, rule)
  const totalPaise = goodsPaise + feesPaise(fees)
  if (totalPaise < LEAST_PAYMENT_PAISE) throw invalid('The least that can be paid is ₹1.')
  checkTotal(totalPaise, expectedTotal)
  return {
    ...facts,
    id: newId(),
    fingerprint: fingerprintOf(lines, fees, discount?.offerId ?? ''),
    totalPaise,
    fees,
    offerId: discount?.offerId ?? null,
    discountReason: discount?.reason ?? null,
    lines,
  }
}

async function hold(db: Db, draft: CheckoutDraft, lines: readonly PricedLine[]): Promise<void> {
  const shortages = await holdStock(db, { checkoutId: draft.id, lines: draft.lines })
  const left = new Map(shortages.map(({ productSizeId, available }) => [productSizeId, available]))
  const short = lines.flatMap((line) => {
    const available = left.get(line.productSizeId)
    return available === undefined ? [] : [{ ...line, shortage: findShortage({ ...line, available }) }]
  })
  checkShortages(short)
}

/** Throws a conflict where somebody else has just taken the last use of the offer. */
async function takeOffer(db: Db, { id, userId, offerId, discountReason }: CheckoutDraft): Promise<void> {
  if (offerId === null || (await takeUse(db, { offerId, checkoutId: id, userId }))) return
  throw conflict(`This offer has just been used up: ${discountReason}. Your cart shows the new total.`)
}

async function replaceCheckout(db: Db, replaced: OpenCheckout, draft: CheckoutDraft): Promise<void> {
  const lines = [...(await listHeldLines(db, replaced.id)), ...draft.lines]
  const sizeIds = lines.map(({ productSizeId }) => productSizeId)
  await lockStock(db, sizeIds)
  await releaseHold(db, replaced.id, 'replaced')
  await insertCheckout(db, draft, HOLD_SECONDS)
}

interface Opening {
  facts: Parameters<typeof draftCheckout>[0]
  hasLimits: boolean
}

/**
 * Prices the cart, opens a checkout and holds its stock, or finds the open one of the same cart. A changed cart replaces its old one. The
 * prices are those that stand in the database in this very transaction, whatever turned them a moment before.
 */
function openCheckout(db: Db, { facts, hasLimits }: Opening): Promise<Opened & { lines: readonly PricedLine[] }> {
  return inTransaction(db, async (db) => {
    const cart = await getPricedCart(db, facts.userId)
    const { lines } = cart
    const draft = draftCheckout(facts, cart)
    if (!(await insertCheckout(db, draft, HOLD_SECONDS))) {
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
    await hold(db, draft, lines)
    await takeOffer(db, draft)
    if (hasLimits) await checkHoldLimits(db, draft)
    return { id: draft.id, totalPaise: draft.totalPaise, providerOrderId: null, lines, isNew: true }
  })
}

async function createProviderOrder({ db, provider, log }: Shop, checkout: Opened, startedAt: number): Promise<string> {
  try {
    const { id, totalPaise } = checkout
    const order = await provider.createOrder({
      amountPaise: totalPaise,
      receipt: id,
      notes: {},
      timeoutMs: Math.max(Math.ceil(startedAt + START_PAYMENT_MS - performance.now()), MIN_CREATE_ORDER_MS),
    })
    if (order.amountPaise !== totalPaise) throw new Error('the provider opened an order over another amount')
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
 * Starts the payment of a customer's cart: prices it, holds its stock for `HOLD_SECONDS`, and creates the provider's order. The same cart again
 * gets the same order, also from calls at the same moment; a changed cart releases the old hold, and its own ends when the old one would have.
 * Throws invalid for an address whose state a registered seller cannot tell and for a GSTIN where there are no tax invoices, rate-limited for too
 * many holds (`hold-time-and-limits.ts`), invalid for an empty cart, a conflict for a PIN code that is not served, too many lines, an offer that
 * is used up or another total than `expectedTotal`, out-of-stock with a sentence for each short cart line, and unavailable within 4.5 s if the
 * provider fails; then nothing is held.
 */
export async function startPayment(
  shop: Shop,
  { userId, address, buyerGstin = '', buyerFirm = '', expectedTotal, callerAddress = '' }: Starter,
): Promise<PaymentOrder> {
  const startedAt = performance.now()
  const { db, database, payment, tags } = shop
  const hasLimits = shop.config.hasRateLimits
  if (!database.hasFreeSpace()) throw notStarted()
  const seller = documentSeller(shop)
  checkDeliveryState(seller, address)
  checkBuyerGstin(seller, buyerGstin)
  const delivery = address ? getDelivery(shop, address, 'prepaid') : undefined
  const facts = {
    userId,
    address,
    buyerGstin: buyerGstin || null,
    buyerFirm: (buyerGstin && buyerFirm) || null,
    deliverBy: delivery?.by ?? null,
    expectedTotal,
    rule: shop.settings.current(),
    isSandbox: payment.isSandbox,
    network: hasLimits ? householdOf(callerAddress) : undefined,
  }
  const { lines, ...checkout } = await limiter.run(() => openCheckout(db, { facts, hasLimits }))
  const outdateStock = () => tags.outdate(...lines.map(({ productId }) => stockTag(productId)))
  if (checkout.isNew) outdateStock()
  try {
    const providerOrderId =
      checkout.providerOrderId ??
      (checkout.isNew
        ? await createProviderOrder(shop, checkout, startedAt)
        : await awaitProviderOrder(db, checkout.id))
    return { id: providerOrderId, amount: checkout.totalPaise, currency: 'INR', key: payment.keyId }
  } catch (error) {
    // Nothing is held any more.
    if (checkout.isNew) outdateStock()
    throw error
  }
}
