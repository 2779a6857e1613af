import type { Fee, ShippingRule } from '#contract/cart/fees.ts'
import type { Db } from '#server/db/database.ts'

import { rateLimited, invalid } from '#server/errors.ts'
import {
  applyOffers,
  isOver,
  refusalOf,
  shippingWith,
  shortfallOf,
  type CustomerOffer,
  type Discount,
  type OfferLine,
} from '#server/offers/apply-offers.ts'
import { CODES_PER_CUSTOMER, CODES_PER_NETWORK, CODES_WINDOW_SECONDS } from '#server/offers/code-guess-limits.ts'
import { findCodeOffer, insertUse, upsertCode, lockOffer, type CustomerOffers } from '#server/offers/queries.ts'
import { householdOf } from '#server/http/rate-limits/caller-networks.ts'
import { countCall } from '#server/http/rate-limits/service.ts'

export {
  customerOffers,
  customerOffersWith,
  findOffersForAll,
  upsertCode,
  deleteCode as removeCode,
  deleteUse as returnUse,
  type CustomerOffers,
} from '#server/offers/queries.ts'
export { CODES_PER_CUSTOMER } from '#server/offers/code-guess-limits.ts'
export type { Discount } from '#server/offers/apply-offers.ts'

export const NO_OFFERS: CustomerOffers = { today: '', offers: [] }

/** What the offers take off a cart, and what to say about its code. */
export interface OfferOutcome {
  discount: Discount | undefined
  /** The code in the cart; undefined where there is none. */
  code: EnteredCode | undefined
  /** The shipping fee that is left. */
  shipping: Fee[]
}

export interface EnteredCode {
  code: string
  /** Why it takes nothing off this cart. */
  notice: string | undefined
  /** True where it takes nothing off any cart of this customer any more. */
  isRefused: boolean
}

/**
 * 'unknown': there is none. 'over': for everyone. 'refused': it is too early, or the customer has used it.
 * 'unfulfilled': these lines lack something. 'outdone': another offer takes more off.
 */
type CodeOutcome = 'applied' | 'unknown' | 'over' | 'refused' | 'unfulfilled' | 'outdone'

/** What becomes of a code. */
export interface TriedCode {
  outcome: CodeOutcome
  /** Why it takes nothing off; undefined where it does. */
  notice: string | undefined
  /** How many times each customer may use it; null: any number. */
  maxUsesPerCustomer: number | null
}

function outcomeOf(
  offer: CustomerOffer,
  { lines, today, discount }: { lines: readonly OfferLine[]; today: string; discount: Discount | undefined },
): TriedCode {
  const { code, maxUsesPerCustomer } = offer
  const comesTo = (outcome: CodeOutcome, notice?: string) => ({ outcome, notice, maxUsesPerCustomer })
  if (discount?.offerId === offer.id) return comesTo('applied')
  const refusal = refusalOf(offer, today)
  if (refusal !== undefined) return comesTo(isOver(offer, today) ? 'over' : 'refused', refusal)
  const shortfall = shortfallOf(offer, lines)
  if (shortfall !== undefined) return comesTo('unfulfilled', shortfall)
  if (discount) return comesTo('outdone', `${discount.reason}. This takes more off than ${code}.`)
  return comesTo('unfulfilled', `${code} takes nothing off this cart.`)
}

/** Finds the best offer for these lines, and what to say about the code in the cart. */
export function priceCart(
  lines: readonly OfferLine[],
  { today, offers }: CustomerOffers,
  rule: ShippingRule,
): OfferOutcome {
  const discount = applyOffers(lines, offers, { today, shipping: rule })
  const shipping = shippingWith(discount, lines, rule)
  const entered = offers.find(({ code }) => code !== null)
  if (!entered || entered.code === null) return { discount, code: undefined, shipping }
  const { outcome, notice } = outcomeOf(entered, { lines, today, discount })
  const isRefused = outcome === 'over' || outcome === 'refused'
  return { discount, code: { code: entered.code, notice, isRefused }, shipping }
}

const missing = (code: string) => `There is no code ${code}.`

/** What becomes of several codes that are tried on these lines, in their sequence. */
export function tryCodes(
  lines: readonly OfferLine[],
  { today, offers }: CustomerOffers,
  { codes, discount }: { codes: readonly string[]; discount: Discount | undefined },
): TriedCode[] {
  return codes.map((code) => {
    const offer = offers.find((each) => each.code === code)
    if (offer) return outcomeOf(offer, { lines, today, discount })
    return { outcome: 'unknown', notice: missing(code), maxUsesPerCustomer: null }
  })
}

/**
 * Of several codes the one to put into a customer's cart beside these lines: what takes most off of those that they may
 * use, the code in the cart included; else the first that they may use. `refusals` says why they may not use others.
 * Undefined where the cart keeps what it has.
 */
export function chooseCode(
  lines: readonly OfferLine[],
  { today, offers }: CustomerOffers,
  { codes, rule }: { codes: readonly string[]; rule: ShippingRule },
): { offerId: string | undefined; refusals: string[] } {
  const entered = offers.filter(({ code }) => code !== null)
  const added = codes.flatMap((code) => entered.find((offer) => offer.code === code) ?? [])
  const usable = added.filter((offer) => refusalOf(offer, today) === undefined)
  const hasOther = entered.some((offer) => !added.includes(offer) && refusalOf(offer, today) === undefined)
  const best = applyOffers(lines, entered, { today, shipping: rule })?.offerId ?? (hasOther ? undefined : usable[0]?.id)
  return {
    offerId: usable.find(({ id }) => id === best)?.id,
    refusals: added.flatMap((offer) => refusalOf(offer, today) ?? []),
  }
}

interface CodeEntry {
  userId: string
  code: string
  /** The IP address of the caller; undefined if guesses are not counted. */
  callerAddress: string | undefined
}

const countFrom = (db: Db, network: string) =>
  countCall(db, `codes from ${network}`, CODES_PER_NETWORK, CODES_WINDOW_SECONDS)

function refuseGuesses(waits: readonly (number | undefined)[]): void {
  const known = waits.filter((wait) => wait !== undefined)
  if (known.length > 0) throw rateLimited(Math.max(...known), 'Too many codes were tried. Please try again later.')
}

async function countGuess(db: Db, userId: string, callerAddress: string): Promise<void> {
  const household = householdOf(callerAddress)
  refuseGuesses([
    await countCall(db, `codes of ${userId}`, CODES_PER_CUSTOMER, CODES_WINDOW_SECONDS),
    household === undefined ? undefined : await countFrom(db, household),
  ])
}

/**
 * Counts codes that somebody tries who is not known: by their network, with what customers there try. Throws
 * rate-limited.
 */
export async function countGuessesFrom(db: Db, callerAddress: string, guesses: number): Promise<void> {
  const network = householdOf(callerAddress) ?? callerAddress
  for (let guess = 0; guess < guesses; guess += 1) refuseGuesses([await countFrom(db, network)])
}

/**
 * Puts a code into a customer's cart in place of an earlier one. A code that this cart does not fulfil yet is kept.
 * Throws invalid with a sentence for a code that does not exist or is not available, and rate-limited for too many
 * tries.
 */
export async function enterCode(db: Db, { userId, code, callerAddress }: CodeEntry): Promise<void> {
  if (callerAddress !== undefined) await countGuess(db, userId, callerAddress)
  const found = await findCodeOffer(db, userId, code)
  const refusal = found ? refusalOf(found.offer, found.today) : missing(code)
  if (refusal !== undefined || !found) throw invalid(refusal ?? '', { code: refusal ?? '' })
  await upsertCode(db, userId, found.offer.id)
}

/**
 * Takes a use of an offer for a checkout; false where the limits do not allow another one. To be called in the
 * transaction that opens the checkout, after everything else in it has been locked.
 */
export async function takeUse(db: Db, use: { offerId: string; checkoutId: string; userId: string }): Promise<boolean> {
  // A statement of its own counts the uses after the lock is there, so that it sees what others did meanwhile.
  return (await lockOffer(db, use.offerId)) && insertUse(db, use)
}
