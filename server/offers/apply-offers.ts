import { feesPaise, shippingFees, type Fee, type ShippingRule } from '#contract/cart/fees.ts'
import { dateInWords } from '#contract/units/india-time.ts'
import { formatRupees, LEAST_PAYMENT_PAISE, rupeesFromPaise, splitPaise, totalPaiseOf } from '#contract/units/money.ts'

/** What an offer gives and asks for. */
export interface OfferTerms {
  code: string | null
  /** Of an offer without a code. */
  name: string | null
  /** One of the three is given: the others are null and false. */
  percent: number | null
  amountPaise: number | null
  /** The shipping fee is not charged; what a PIN code costs more and payment at the door are. */
  freesShipping: boolean
  /** What a percentage takes off at the most; null: no limit. */
  maxDiscountPaise: number | null
  /** Whose products count and become cheaper; none: all. */
  categories: readonly { id: string; name: string }[]
  minimumQuantity: number
  minimumPaise: number
  /** Days in India, as `2026-11-22`; both belong to the offer. */
  startsOn: string | null
  endsOn: string | null
}

/** An offer as it stands for one customer. */
export interface CustomerOffer extends OfferTerms {
  id: string
  isActive: boolean
  isUsedUp: boolean
  /** How many times each customer may use it; null: any number. */
  maxUsesPerCustomer: number | null
  isUsedByCustomer: boolean
}

/** Pieces of one product at one price. */
export interface OfferLine {
  categoryId: string
  quantity: number
  paidPricePaise: number
}

/** What an offer takes off a cart: something off its goods, or its shipping fee. */
export interface Discount {
  offerId: string
  code: string | null
  /** A sentence for the customer. */
  reason: string
  /** Off the goods. */
  discountPaise: number
  /** What of the shipping fee is not charged; then nothing is taken off the goods. */
  shippingOffPaise: number
  /** The part of each line, in the order of the lines; they sum up to `discountPaise`. */
  byLine: number[]
}

const listWords = new Intl.ListFormat('en-GB', { type: 'conjunction' })
const rupeeWords = (paise: number) => formatRupees(rupeesFromPaise(paise))

const categoryWords = ({ categories }: OfferTerms) => listWords.format(categories.map(({ name }) => name))

function benefitWords({ percent, amountPaise, freesShipping }: OfferTerms): string {
  if (freesShipping) return 'free shipping'
  return percent === null ? `${rupeeWords(amountPaise ?? 0)} off` : `${percent}% off`
}

/** What an offer gives, as the cart says it: 'WELCOME10: 10% off Shirts from ₹1,000, at most ₹300'. */
export function summaryOf(offer: OfferTerms): string {
  const { code, name, freesShipping, maxDiscountPaise, categories, minimumQuantity, minimumPaise } = offer
  const conditions = [
    minimumQuantity > 1 && `${minimumQuantity} pieces`,
    minimumPaise > 0 && rupeeWords(minimumPaise),
  ].filter((condition) => condition !== false)
  const summary = [
    `${code ?? name}:`,
    benefitWords(offer),
    categories.length > 0 && (freesShipping ? `with ${categoryWords(offer)}` : categoryWords(offer)),
    conditions.length > 0 && `from ${conditions.join(' and ')}`,
  ]
    .filter((part) => part !== false)
    .join(' ')
  return maxDiscountPaise === null ? summary : `${summary}, at most ${rupeeWords(maxDiscountPaise)}`
}

/** Why an offer is not available on a day, for any cart; undefined if it is. */
export function refusalOf(offer: CustomerOffer, today: string): string | undefined {
  const called = offer.code === null ? `The offer ${offer.name}` : `The code ${offer.code}`
  if (!offer.isActive) return `${called} is no longer valid.`
  if (offer.startsOn !== null && today < offer.startsOn) {
    return `${called} is valid from ${dateInWords(offer.startsOn)}.`
  }
  if (offer.endsOn !== null && today > offer.endsOn) return `${called} ended on ${dateInWords(offer.endsOn)}.`
  if (offer.isUsedByCustomer) return `You have used ${called.replace('The', 'the')} as often as it allows.`
  if (offer.isUsedUp) return `${called} has been used up.`
  return undefined
}

/** True where nobody can use an offer any more: it is switched off, its last day is over, or its uses are gone. */
export const isOver = ({ isActive, isUsedUp, endsOn }: CustomerOffer, today: string): boolean =>
  !isActive || isUsedUp || (endsOn !== null && today > endsOn)

const covers = ({ categories }: OfferTerms, { categoryId }: OfferLine) =>
  categories.length === 0 || categories.some(({ id }) => id === categoryId)

/** What a cart lacks for an offer; undefined where it lacks nothing. */
export function shortfallOf(offer: OfferTerms, lines: readonly OfferLine[]): string | undefined {
  const covered = lines.filter((line) => covers(offer, line))
  const label = offer.code ?? offer.name ?? ''
  const goods = offer.categories.length > 0 ? ` of ${categoryWords(offer)}` : ''
  if (covered.length === 0) {
    return goods
      ? `${label} is for ${categoryWords(offer)}, and none is in your cart.`
      : `${label} needs something in your cart.`
  }
  const missingPieces = covered.reduce((missing, { quantity }) => missing - quantity, offer.minimumQuantity)
  if (missingPieces > 0) {
    return `${label} needs ${offer.minimumQuantity} pieces${goods} in your cart: ${missingPieces} more.`
  }
  const missingPaise = offer.minimumPaise - totalPaiseOf(covered)
  if (missingPaise > 0) {
    return `${label} needs ${rupeeWords(offer.minimumPaise)}${goods} in your cart: ${rupeeWords(missingPaise)} more.`
  }
  return undefined
}

/** The day in India, and when the way costs something. */
export interface OfferMoment {
  today: string
  shipping: ShippingRule
}

const shippingPaise = (goodsPaise: number, rule: ShippingRule) => feesPaise(shippingFees(goodsPaise, rule))

/**
 * What one offer takes off the goods of a cart: never more than what it covers costs, and never so much that less than
 * `LEAST_PAYMENT_PAISE` would have to be paid. It is spread over the pieces by their prices, by largest remainder. Of a
 * line, the first pieces bear the odd paise: `splitPaise(part, [1, 1, …])` says what each of them costs less.
 */
function goodsDiscountOf(offer: CustomerOffer, lines: readonly OfferLine[]): Discount | undefined {
  const coveredPaise = totalPaiseOf(lines.filter((line) => covers(offer, line)))
  const { percent, amountPaise, maxDiscountPaise } = offer
  const wantedPaise = percent === null ? (amountPaise ?? 0) : Math.round((coveredPaise * percent) / 100)
  const discountPaise = Math.min(
    wantedPaise,
    maxDiscountPaise ?? wantedPaise,
    coveredPaise,
    totalPaiseOf(lines) - LEAST_PAYMENT_PAISE,
  )
  if (discountPaise <= 0) return undefined
  const pieces = lines.flatMap((line, index) =>
    Array.from({ length: line.quantity }, () => ({ index, weight: covers(offer, line) ? line.paidPricePaise : 0 })),
  )
  const parts = splitPaise(
    discountPaise,
    pieces.map(({ weight }) => weight),
  )
  const byLine = lines.map(() => 0)
  pieces.forEach(({ index }, piece) => (byLine[index] = (byLine[index] ?? 0) + (parts[piece] ?? 0)))
  return { offerId: offer.id, code: offer.code, reason: summaryOf(offer), discountPaise, shippingOffPaise: 0, byLine }
}

/** An offer that takes away the shipping fee that these lines have without a discount, which is what it saves. */
function freeShippingOf(offer: CustomerOffer, lines: readonly OfferLine[], rule: ShippingRule): Discount | undefined {
  const shippingOffPaise = shippingPaise(totalPaiseOf(lines), rule)
  if (shippingOffPaise === 0) return undefined
  const byLine = lines.map(() => 0)
  return { offerId: offer.id, code: offer.code, reason: summaryOf(offer), discountPaise: 0, shippingOffPaise, byLine }
}

/** What a cart costs less with a discount. Goods that become cheaper may bear a shipping fee that they did not bear. */
function savingOf({ discountPaise, shippingOffPaise }: Discount, goodsPaise: number, rule: ShippingRule): number {
  if (shippingOffPaise > 0) return shippingOffPaise
  return discountPaise + shippingPaise(goodsPaise, rule) - shippingPaise(goodsPaise - discountPaise, rule)
}

/** The shipping fee of lines with what an offer takes off; none where it takes the fee away. */
export function shippingWith(discount: Discount | undefined, lines: readonly OfferLine[], rule: ShippingRule): Fee[] {
  if (lines.length === 0 || (discount && discount.shippingOffPaise > 0)) return []
  return shippingFees(totalPaiseOf(lines) - (discount?.discountPaise ?? 0), rule)
}

/**
 * The one offer with which a cart costs least, its shipping fee included; undefined where none makes it cheaper. Offers
 * are not added up. Of two that save the same, one without a code comes first, so that no use of a code is spent on
 * nothing.
 */
export function applyOffers(
  lines: readonly OfferLine[],
  offers: readonly CustomerOffer[],
  { today, shipping }: OfferMoment,
): Discount | undefined {
  const goodsPaise = totalPaiseOf(lines)
  const [best] = offers
    .filter((offer) => refusalOf(offer, today) === undefined && shortfallOf(offer, lines) === undefined)
    .flatMap(
      (offer) => (offer.freesShipping ? freeShippingOf(offer, lines, shipping) : goodsDiscountOf(offer, lines)) ?? [],
    )
    .map((discount) => ({ discount, savedPaise: savingOf(discount, goodsPaise, shipping) }))
    .filter(({ savedPaise }) => savedPaise > 0)
    .toSorted(
      ({ discount: one, ...ofOne }, { discount: other, ...ofOther }) =>
        ofOther.savedPaise - ofOne.savedPaise ||
        Number(one.code !== null) - Number(other.code !== null) ||
        (one.offerId < other.offerId ? -1 : 1),
    )
  return best?.discount
}
