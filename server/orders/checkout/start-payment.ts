import { stockTag } from '#server/cache/tags.ts'
import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

import type { Address } from '#contract/orders.ts'
import type { PaymentOrder } from '#contract/payments.ts'
import type { Db } from '#server/db/open.ts'
import type { CheckoutDraft, StandingCheckout } from '#server/orders/checkout-queries.ts'
import type { Shop } from '#server/shop.ts'

import { MAX_CART_LINES } from '#contract/cart-rules.ts'
import { WORDINGS } from '#contract/wordings.ts'
import { CART_FULL, listCartLines, shortageOf, type PricedLine } from '#server/cart/service.ts'
import { conflict, invalid, outOfStock, unavailable } from '#server/errors.ts'
import { Limiter } from '#server/limiter.ts'
import { newId } from '#server/new-id.ts'
import {
  findProgress,
  insertCheckout,
  keepProviderOrder,
  listHeldLines,
  lockOpenCheckout,
  setCheckoutAddress,
} from '#server/orders/checkout-queries.ts'
import { FIRST_CHECK_SECONDS } from '#server/orders/payment-check-times.ts'
import { checkHolds } from '#server/orders/checkout/check-holds.ts'
import { householdOf } from '#server/rate-limits/network.ts'
import { HOLD_SECONDS } from '#server/orders/hold-limits.ts'
import { releaseHold } from '#server/orders/release-holds.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { LEAST_OPEN_ORDER_MS, START_PAYMENT_MS } from '#server/payments/provider-timeouts.ts'
import { holdStock, lockStock } from '#server/inventory/service.ts'

/** A checkout that has no provider's order by then lost the process that was making it. */
const CREATION_SECONDS = 6
const FIRST_POLL_MS = 20
const LONGEST_POLL_MS = 160
/**
 * Six payments are started at once, not counting the provider's part: fewer than the database has connections. When many
 * want the same few pieces, the database stays free for everybody else, and those who come too late hear so from a look
 * at the stock instead of from a transaction.
 */
const limiter = new Limiter({ atOnce: 6 })
/** The provider takes no less. */
const LEAST_PAISE = 100

interface Starter {
  userId: string
  address: Address | null
  /** The IP address of whoever calls. */
  callerAddress?: string
}

interface Opened {
  id: string
  totalPaise: number
  providerOrderId: string | null
  /** True for whoever opened it, and so has to make the provider's order. */
  isNew: boolean
}

const notStarted = (cause?: unknown) => unavailable(WORDINGS.checkout.initiationFailed, cause)

function checkShortages(lines: readonly PricedLine[]): void {
  const short = lines.filter(({ shortage }) => shortage !== undefined)
  if (short.length === 0) return
  const fields = Object.fromEntries(short.map(({ id, shortage }) => [id, shortage ?? '']))
  throw outOfStock(Object.values(fields).join(' '), fields)
}

function fingerprintOf(lines: readonly PricedLine[]): string {
  const content = lines
    .map(({ productSizeId, quantity, paidPricePaise }) => `${productSizeId} ${quantity} ${paidPricePaise}`)
    .toSorted()
  return createHash('sha256').update(content.join('\n')).digest('hex')
}

/** Prices a cart into a checkout. Throws invalid for an empty or too cheap one, out-of-stock for lines that are short. */
function draftCheckout(
  { userId, address, isSandbox, network }: Pick<CheckoutDraft, 'userId' | 'address' | 'isSandbox' | 'network'>,
  lines: readonly PricedLine[],
): CheckoutDraft {
  if (lines.length === 0) throw invalid('Your cart is empty.')
  if (lines.length > MAX_CART_LINES) throw conflict(CART_FULL)
  checkShortages(lines)
  const totalPaise = lines.reduce((sum, { paidPricePaise, quantity }) => sum + paidPricePaise * quantity, 0)
  if (totalPaise < LEAST_PAISE) throw invalid('The least that can be paid is ₹1.')
  return { id: newId(), userId, fingerprint: fingerprintOf(lines), totalPaise, address, isSandbox, lines, network }
}

async function hold(db: Db, draft: CheckoutDraft, lines: readonly PricedLine[]): Promise<void> {
  const shortages = await holdStock(db, { checkoutId: draft.id, lines: draft.lines })
  const left = new Map(shortages.map(({ productSizeId, available }) => [productSizeId, available]))
  if (left.size === 0) return
  checkShortages(
    lines
      .filter(({ productSizeId }) => left.has(productSizeId))
      .map((line) => ({ ...line, shortage: shortageOf(line, left.get(line.productSizeId) ?? 0) })),
  )
}

async function replaceCheckout(db: Db, standing: StandingCheckout, draft: CheckoutDraft): Promise<void> {
  const held = await listHeldLines(db, standing.id)
  await lockStock(
    db,
    [...held, ...draft.lines].map(({ productSizeId }) => productSizeId),
  )
  await releaseHold(db, standing.id, 'replaced')
  await insertCheckout(db, draft, HOLD_SECONDS)
}

interface Opening {
  draft: CheckoutDraft
  lines: readonly PricedLine[]
  hasLimits: boolean
}

/** Opens a checkout and holds its stock, or finds the open one of the same cart. A changed cart replaces its old one. */
function openCheckout(db: Db, { draft, lines, hasLimits }: Opening): Promise<Opened> {
  return inTransaction(db, async (db) => {
    if (!(await insertCheckout(db, draft, HOLD_SECONDS))) {
      const standing = await lockOpenCheckout(db, draft, CREATION_SECONDS)
      if (standing?.isUsable && standing.fingerprint === draft.fingerprint) {
        if (draft.address) await setCheckoutAddress(db, standing.id, draft.address)
        return { ...standing, isNew: false }
      }
      if (standing) await replaceCheckout(db, standing, draft)
      // The one in the way was closed at this very moment; whoever comes now may be first.
      else if (!(await insertCheckout(db, draft, HOLD_SECONDS))) throw notStarted()
    }
    await hold(db, draft, lines)
    if (hasLimits) await checkHolds(db, draft)
    return { id: draft.id, totalPaise: draft.totalPaise, providerOrderId: null, isNew: true }
  })
}

async function openProviderOrder({ db, provider, log }: Shop, checkout: Opened, begunAt: number): Promise<string> {
  try {
    const { id, totalPaise } = checkout
    const order = await provider.createOrder({
      amountPaise: totalPaise,
      receipt: id,
      notes: {},
      timeoutMs: Math.max(Math.ceil(begunAt + START_PAYMENT_MS - performance.now()), LEAST_OPEN_ORDER_MS),
    })
    if (order.amountPaise !== totalPaise) throw new Error('the provider opened an order over another amount')
    const kept = { checkoutId: id, providerOrderId: order.id, checkSeconds: FIRST_CHECK_SECONDS }
    if (!(await keepProviderOrder(db, kept))) throw new Error('the checkout was closed while its order was opened')
    return order.id
  } catch (error) {
    const release = () => inTransaction(db, (db) => releaseHold(db, checkout.id))
    await release().catch((err: unknown) => log.error({ err }, 'a hold could not be released; it ends by itself'))
    throw notStarted(error)
  }
}

/** Waits for the provider's order that another call is making. */
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
 * Starts the payment of a customer's cart: prices it, holds its stock for `HOLD_SECONDS`, and opens the provider's order.
 * The same cart again gives the same order, also to calls at the same moment; a changed cart gives the old hold back, and
 * its own ends when the old one would have. Throws rate-limited for too many holds (`hold-limits.ts`),
 * invalid (empty cart), a conflict (too many lines), out-of-stock with a sentence for each cart line that is short, and unavailable within
 * 4.5 s when the provider fails; then nothing is held.
 */
export async function startPayment(
  shop: Shop,
  { userId, address, callerAddress = '' }: Starter,
): Promise<PaymentOrder> {
  const begunAt = performance.now()
  const { db, database, payment, tags } = shop
  const hasLimits = shop.config.hasRateLimits
  if (!database.hasFreeSpace()) throw notStarted()
  const { productIds, ...checkout } = await limiter.run(async () => {
    const lines = await listCartLines(db, userId)
    const network = hasLimits ? householdOf(callerAddress) : undefined
    const draft = draftCheckout({ userId, address, isSandbox: payment.isSandbox, network }, lines)
    const opened = await openCheckout(db, { draft, lines, hasLimits })
    return { ...opened, productIds: lines.map(({ productId }) => productId) }
  })
  const noteStock = () => tags.outdate(...productIds.map(stockTag))
  if (checkout.isNew) noteStock()
  try {
    const providerOrderId =
      checkout.providerOrderId ??
      (checkout.isNew ? await openProviderOrder(shop, checkout, begunAt) : await awaitProviderOrder(db, checkout.id))
    return { id: providerOrderId, amount: checkout.totalPaise, currency: 'INR', key: payment.keyId }
  } catch (error) {
    // Nothing is held any more.
    if (checkout.isNew) noteStock()
    throw error
  }
}
