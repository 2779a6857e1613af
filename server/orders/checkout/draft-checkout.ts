import { createHash } from 'node:crypto'

import type { Db } from '#server/db/database.ts'
import type { FrozenLine } from '#server/db/order-tables.ts'
import type { CheckoutDraft, OpenCheckout } from '#server/orders/checkout/start-payment-queries.ts'

import { feesPaise, type Fee } from '#contract/cart/fees.ts'
import { MAX_CART_LINES } from '#contract/cart/cart-limits.ts'
import {
  formatTotal,
  LEAST_PAYMENT_PAISE,
  paiseFromRupees,
  rupeesFromPaise,
  totalPaiseOf,
} from '#contract/units/money.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'
import { CART_FULL, findShortage, type PricedCart, type PricedLine } from '#server/cart/service.ts'
import { conflict, invalid, outOfStock, unavailable } from '#server/errors.ts'
import { holdStock, lockStock } from '#server/inventory/queries.ts'
import { newId } from '#server/db/new-id.ts'
import { takeUse } from '#server/offers/service.ts'
import { spendCredit } from '#server/accounts/store-credit/service.ts'
import {
  CREATION_SECONDS,
  hasCartLines,
  insertCheckout,
  lockOpenCheckout,
} from '#server/orders/checkout/start-payment-queries.ts'
import { listHeldLines } from '#server/orders/holds/hold-queries.ts'
import { HOLD_SECONDS } from '#server/orders/holds/hold-time-and-limits.ts'
import { releaseHold } from '#server/orders/holds/release-holds.ts'

/** Throws out-of-stock with a sentence for each line that is short. */
function checkShortages(lines: readonly PricedLine[]): void {
  const short = lines.filter(({ shortage }) => shortage !== undefined)
  if (short.length === 0) return
  const fields = Object.fromEntries(short.map(({ id, shortage }) => [id, shortage ?? '']))
  throw outOfStock(Object.values(fields).join(' '), fields)
}

function fingerprintOf(
  lines: readonly Omit<FrozenLine, 'position'>[],
  { fees, offerId, creditPaise }: { fees: readonly Fee[]; offerId: string; creditPaise: number },
): string {
  const ofLines = lines
    .map(
      (line) =>
        `${line.productSizeId} ${line.quantity} ${line.paidPricePaise} ${line.discountPaise} ${line.returnDays} ${offerId}`,
    )
    .toSorted()
  const ofCredit = creditPaise > 0 ? [`store credit ${creditPaise}`] : []
  const content = [...ofLines, ...fees.map(({ kind, amountPaise }) => `${kind} ${amountPaise}`), ...ofCredit]
  return createHash('sha256').update(content.join('\n')).digest('hex')
}

/** Nothing else is charged than what the customer has seen. */
function checkTotal(totalPaise: number, expectedTotal: number | undefined): void {
  if (expectedTotal === undefined || paiseFromRupees(expectedTotal) === totalPaise) return
  const [before, now] = [formatTotal(expectedTotal), formatTotal(rupeesFromPaise(totalPaise))]
  throw conflict(`Your total was ${before} and is ${now} now. Please look at your order again.`)
}

/** Store credit pays for all of it where nothing else is paid, and else leaves at least what can be paid. */
function checkCredit(creditPaise: number, totalPaise: number, isPaidByCredit: boolean): void {
  const restPaise = totalPaise - creditPaise
  if (isPaidByCredit ? restPaise === 0 : restPaise >= LEAST_PAYMENT_PAISE) return
  const total = formatTotal(rupeesFromPaise(totalPaise))
  throw conflict(
    `Your total is ${total} now, and store credit pays for another part of it. Please look at your order again.`,
  )
}

/**
 * Prices a cart into a checkout. Throws invalid for an empty cart or a total below the least payment, out-of-stock for
 * lines that are short, and a conflict for a code that is no longer available, a total that differs from the one seen
 * or store credit that does not fit it.
 */
export function draftCheckout(
  {
    expectedTotal,
    creditPaise = 0,
    isPaidByCredit = false,
    returnDays,
    otherFees,
    ...facts
  }: Pick<CheckoutDraft, 'userId' | 'address' | 'buyerGstin' | 'buyerFirm' | 'deliverBy' | 'isSandbox' | 'network'> & {
    /** In rupees, as the customer has seen it; undefined where nothing was said. */
    expectedTotal: number | undefined
    /** What of it store credit pays; none where it is missing. */
    creditPaise?: number
    /** Store credit pays all of it. */
    isPaidByCredit?: boolean
    /** Days of return of what is in a category without days of its own. */
    returnDays: number
    /** What is paid beside the goods and their shipping fee. */
    otherFees: readonly Fee[]
  },
  { lines: priced, discount, code, shipping }: PricedCart,
): CheckoutDraft {
  const lines = priced.map((line) => ({ ...line, returnDays: line.returnDays ?? returnDays }))
  if (lines.length === 0) throw invalid('Your cart is empty.')
  if (lines.length > MAX_CART_LINES) throw conflict(CART_FULL)
  checkShortages(lines)
  if (code?.isRefused) throw conflict(`${code.notice} Remove it to go on without it.`)
  const fees = [...shipping, ...otherFees]
  const totalPaise = totalPaiseOf(lines) - (discount?.discountPaise ?? 0) + feesPaise(fees)
  if (totalPaise < LEAST_PAYMENT_PAISE) throw invalid('The least that can be paid is ₹1.')
  checkTotal(totalPaise, expectedTotal)
  const paidByCredit = isPaidByCredit ? totalPaise : creditPaise
  checkCredit(paidByCredit, totalPaise, isPaidByCredit)
  return {
    ...facts,
    id: newId(),
    fingerprint: fingerprintOf(lines, { fees, offerId: discount?.offerId ?? '', creditPaise: paidByCredit }),
    totalPaise,
    creditPaise: paidByCredit,
    fees,
    offerId: discount?.offerId ?? null,
    discountReason: discount?.reason ?? null,
    shippingOffPaise: discount?.shippingOffPaise ?? 0,
    lines,
  }
}

async function takeStock(db: Db, draft: CheckoutDraft, lines: readonly PricedLine[]): Promise<void> {
  const shortages = await holdStock(db, { checkoutId: draft.id, lines: draft.lines })
  const left = new Map(shortages.map(({ productSizeId, available }) => [productSizeId, available]))
  const short = lines.flatMap((line) => {
    const available = left.get(line.productSizeId)
    return available === undefined ? [] : [{ ...line, shortage: findShortage({ ...line, available }) }]
  })
  checkShortages(short)
}

async function takeOffer(db: Db, { id, userId, offerId, discountReason }: CheckoutDraft): Promise<void> {
  if (offerId === null || (await takeUse(db, { offerId, checkoutId: id, userId }))) return
  throw conflict(`This offer has just been used up: ${discountReason}. Your cart shows the new total.`)
}

/**
 * Holds what a checkout that was opened needs: its stock, its offer's use and its store credit. Throws out-of-stock
 * with a sentence for each line that is short, and a conflict where the last use of the offer, or the store credit, has
 * just gone elsewhere.
 */
export async function holdAll(db: Db, draft: CheckoutDraft, lines: readonly PricedLine[]): Promise<void> {
  await takeStock(db, draft, lines)
  await takeOffer(db, draft)
  const { id: checkoutId, userId, creditPaise } = draft
  if (creditPaise > 0) await spendCredit(db, { userId, checkoutId, paise: creditPaise })
}

/** Opens a checkout in the place of the customer's open one, whose stock and use of an offer it gives back. */
export async function replaceCheckout(db: Db, replaced: OpenCheckout, draft: CheckoutDraft): Promise<void> {
  const lines = [...(await listHeldLines(db, replaced.id)), ...draft.lines]
  const sizeIds = lines.map(({ productSizeId }) => productSizeId)
  await lockStock(db, sizeIds)
  await releaseHold(db, replaced.id, 'replaced')
  await insertCheckout(db, draft, HOLD_SECONDS)
}

/**
 * Throws a conflict where something that a checkout holds was ordered, or taken out of the cart, since the cart was
 * read. Call it once the checkout is opened: until it is closed no other of the customer's becomes an order.
 */
export async function checkStillInCart(db: Db, lines: readonly PricedLine[]): Promise<void> {
  if (await hasCartLines(db, lines)) return
  throw conflict('Your cart has just changed. Please look at your order again.')
}

/**
 * Opens a checkout of these lines of the cart, in the place of `open` or of one that was opened meanwhile. Throws as
 * `checkStillInCart` does.
 */
export async function openInPlace(
  db: Db,
  draft: CheckoutDraft,
  { open, lines }: { open: OpenCheckout | undefined; lines: readonly PricedLine[] },
): Promise<void> {
  if (open) await replaceCheckout(db, open, draft)
  else if (!(await insertCheckout(db, draft, HOLD_SECONDS))) {
    // A payment was started meanwhile.
    const started = await lockOpenCheckout(db, draft, CREATION_SECONDS)
    if (!started) throw unavailable(WORDINGS.orders.creationFailed)
    await replaceCheckout(db, started, draft)
  }
  await checkStillInCart(db, lines)
}
