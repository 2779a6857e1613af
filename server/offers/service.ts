import type { Db } from '#server/db/database.ts'

import { rateLimited, invalid } from '#server/errors.ts'
import { applyOffers, refusalOf, shortfallOf, type Discount, type OfferLine } from '#server/offers/apply-offers.ts'
import { CODES_PER_CUSTOMER, CODES_PER_NETWORK, CODES_WINDOW_SECONDS } from '#server/offers/code-guess-limits.ts'
import { findCodeOffer, insertUse, upsertCode, lockOffer, type CustomerOffers } from '#server/offers/queries.ts'
import { householdOf } from '#server/http/rate-limits/caller-networks.ts'
import { countCall } from '#server/http/rate-limits/service.ts'

export {
  customerOffers,
  OFFERS_FOR_ALL,
  deleteCode as removeCode,
  deleteUse as returnUse,
  type CustomerOffers,
} from '#server/offers/queries.ts'
export type { Discount } from '#server/offers/apply-offers.ts'

export const NO_OFFERS: CustomerOffers = { today: '', offers: [] }

/** What the offers take off a cart, and what to say about its code. */
export interface OfferOutcome {
  discount: Discount | undefined
  /** The code in the cart; undefined where there is none. */
  code: EnteredCode | undefined
}

export interface EnteredCode {
  code: string
  /** Why it takes nothing off this cart. */
  notice: string | undefined
  /** True where it takes nothing off any cart of this customer any more. */
  isRefused: boolean
}

/** Finds the best offer for these lines, and what to say about the code in the cart. */
export function priceCart(lines: readonly OfferLine[], { today, offers }: CustomerOffers): OfferOutcome {
  const discount = applyOffers(lines, offers, today)
  const entered = offers.find(({ code }) => code !== null)
  if (!entered || entered.code === null) return { discount, code: undefined }
  const refusal = refusalOf(entered, today)
  const isBest = discount?.offerId === entered.id
  const better = discount && `${discount.reason}. This takes more off than ${entered.code}.`
  const notice = refusal ?? shortfallOf(entered, lines) ?? better ?? `${entered.code} takes nothing off this cart.`
  return {
    discount,
    code: { code: entered.code, notice: isBest ? undefined : notice, isRefused: refusal !== undefined },
  }
}

interface CodeEntry {
  userId: string
  code: string
  /** The IP address of the caller; undefined if guesses are not counted. */
  callerAddress: string | undefined
}

async function countGuess(db: Db, userId: string, callerAddress: string): Promise<void> {
  const household = householdOf(callerAddress)
  const waits = [
    await countCall(db, `codes of ${userId}`, CODES_PER_CUSTOMER, CODES_WINDOW_SECONDS),
    household && (await countCall(db, `codes from ${household}`, CODES_PER_NETWORK, CODES_WINDOW_SECONDS)),
  ].filter((wait) => typeof wait === 'number')
  if (waits.length > 0) throw rateLimited(Math.max(...waits), 'Too many codes were tried. Please try again later.')
}

/**
 * Puts a code into a customer's cart in place of an earlier one. A code that this cart does not fulfil yet is kept. Throws
 * invalid with a sentence for a code that does not exist or is not available, and rate-limited for too many tries.
 */
export async function enterCode(db: Db, { userId, code, callerAddress }: CodeEntry): Promise<void> {
  if (callerAddress !== undefined) await countGuess(db, userId, callerAddress)
  const found = await findCodeOffer(db, userId, code)
  const refusal = found ? refusalOf(found.offer, found.today) : `There is no code ${code}.`
  if (refusal !== undefined || !found) throw invalid(refusal ?? '', { code: refusal ?? '' })
  await upsertCode(db, userId, found.offer.id)
}

/**
 * Takes a use of an offer for a checkout; false where the limits do not allow another one. To be called in the transaction
 * that opens the checkout, after everything else in it has been locked.
 */
export async function takeUse(db: Db, use: { offerId: string; checkoutId: string; userId: string }): Promise<boolean> {
  // A statement of its own counts the uses after the lock is there, so that it sees what others did meanwhile.
  return (await lockOffer(db, use.offerId)) && insertUse(db, use)
}
