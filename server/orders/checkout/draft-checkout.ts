import { createHash } from 'node:crypto'

import type { Db } from '#server/db/database.ts'
import type { CheckoutDraft, OpenCheckout } from '#server/orders/checkout/start-payment-queries.ts'

import { feesPaise, type Fee } from '#contract/cart/fees.ts'
import { MAX_CART_LINES } from '#contract/cart/cart-limits.ts'
import { formatTotal, LEAST_PAYMENT_PAISE, paiseFromRupees, rupeesFromPaise, totalPaiseOf } from '#contract/money.ts'
import { CART_FULL, findShortage, type PricedCart, type PricedLine } from '#server/cart/service.ts'
import { conflict, invalid, outOfStock } from '#server/errors.ts'
import { holdStock, lockStock } from '#server/inventory/queries.ts'
import { newId } from '#server/db/new-id.ts'
import { takeUse } from '#server/offers/service.ts'
import { insertCheckout } from '#server/orders/checkout/start-payment-queries.ts'
import { listHeldLines } from '#server/orders/hold-queries.ts'
import { HOLD_SECONDS } from '#server/orders/hold-time-and-limits.ts'
import { releaseHold } from '#server/orders/release-holds.ts'

/** Throws out-of-stock with a sentence for each line that is short. */
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
export function draftCheckout(
  {
    expectedTotal,
    feesOf,
    ...facts
  }: Pick<CheckoutDraft, 'userId' | 'address' | 'buyerGstin' | 'buyerFirm' | 'deliverBy' | 'isSandbox' | 'network'> & {
    /** In rupees, as the customer has seen it; undefined where nothing was said. */
    expectedTotal: number | undefined
    /** What is paid beside goods of this amount. */
    feesOf: (goodsPaise: number) => Fee[]
  },
  { lines, discount, code }: PricedCart,
): CheckoutDraft {
  if (lines.length === 0) throw invalid('Your cart is empty.')
  if (lines.length > MAX_CART_LINES) throw conflict(CART_FULL)
  checkShortages(lines)
  if (code?.isRefused) throw conflict(`${code.notice} Remove it to go on without it.`)
  const goodsPaise = totalPaiseOf(lines) - (discount?.discountPaise ?? 0)
  const fees = feesOf(goodsPaise)
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

/** Holds the stock of a checkout that was opened. Throws out-of-stock with a sentence for each line that is short. */
export async function hold(db: Db, draft: CheckoutDraft, lines: readonly PricedLine[]): Promise<void> {
  const shortages = await holdStock(db, { checkoutId: draft.id, lines: draft.lines })
  const left = new Map(shortages.map(({ productSizeId, available }) => [productSizeId, available]))
  const short = lines.flatMap((line) => {
    const available = left.get(line.productSizeId)
    return available === undefined ? [] : [{ ...line, shortage: findShortage({ ...line, available }) }]
  })
  checkShortages(short)
}

/** Throws a conflict where somebody else has just taken the last use of the offer. */
export async function takeOffer(db: Db, { id, userId, offerId, discountReason }: CheckoutDraft): Promise<void> {
  if (offerId === null || (await takeUse(db, { offerId, checkoutId: id, userId }))) return
  throw conflict(`This offer has just been used up: ${discountReason}. Your cart shows the new total.`)
}

/** Opens a checkout in the place of the customer's open one, whose stock and use of an offer it gives back. */
export async function replaceCheckout(db: Db, replaced: OpenCheckout, draft: CheckoutDraft): Promise<void> {
  const lines = [...(await listHeldLines(db, replaced.id)), ...draft.lines]
  const sizeIds = lines.map(({ productSizeId }) => productSizeId)
  await lockStock(db, sizeIds)
  await releaseHold(db, replaced.id, 'replaced')
  await insertCheckout(db, draft, HOLD_SECONDS)
}
