import { dateInWords } from '#contract/units/india-time.ts'
import { formatRupees, LEAST_PAYMENT_PAISE, rupeesFromPaise, splitPaise, totalPaiseOf } from '#contract/units/money.ts'

/** What an offer gives and asks for. */
export interface OfferTerms {
  code: string | null
  /** Of an offer without a code. */
  name: string | null
  /** One of the two is null. */
  percent: number | null
  amountPaise: number | null
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

/** What an offer takes off a cart. */
export interface Discount {
  offerId: string
  code: string | null
  /** A sentence for the customer. */
  reason: string
  discountPaise: number
  /** The part of each line, in the order of the lines; they sum up to `discountPaise`. */
  byLine: number[]
}

const listWords = new Intl.ListFormat('en-GB', { type: 'conjunction' })
const rupeeWords = (paise: number) => formatRupees(rupeesFromPaise(paise))

const categoryWords = ({ categories }: OfferTerms) => listWords.format(categories.map(({ name }) => name))

/** What an offer gives, as the cart says it: 'WELCOME10: 10% off Shirts from ₹1,000, at most ₹300'. */
export function summaryOf(offer: OfferTerms): string {
  const { code, name, percent, amountPaise, maxDiscountPaise, categories, minimumQuantity, minimumPaise } = offer
  const conditions = [
    minimumQuantity > 1 && `${minimumQuantity} pieces`,
    minimumPaise > 0 && rupeeWords(minimumPaise),
  ].filter((condition) => condition !== false)
  const summary = [
    `${code ?? name}:`,
    percent === null ? `${rupeeWords(amountPaise ?? 0)} off` : `${percent}% off`,
    categories.length > 0 && categoryWords(offer),
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

/**
 * What one offer takes off a cart: never more than what it covers costs, and never so much that less than
 * `LEAST_PAYMENT_PAISE` would have to be paid. It is spread over the pieces by their prices, by largest remainder. Of a
 * line, the first pieces bear the odd paise: `splitPaise(part, [1, 1, …])` says what each of them costs less.
 */
function discountOf(offer: CustomerOffer, lines: readonly OfferLine[]): Discount | undefined {
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
  return { offerId: offer.id, code: offer.code, reason: summaryOf(offer), discountPaise, byLine }
}

/**
 * The one offer that takes most off a cart; undefined where none does. Offers are not added up. Of two that take the
 * same off, one without a code comes first, so that no use of a code is spent on nothing.
 */
export function applyOffers(
  lines: readonly OfferLine[],
  offers: readonly CustomerOffer[],
  today: string,
): Discount | undefined {
  const [best] = offers
    .filter((offer) => refusalOf(offer, today) === undefined && shortfallOf(offer, lines) === undefined)
    .flatMap((offer) => discountOf(offer, lines) ?? [])
    .toSorted(
      (one, other) =>
        other.discountPaise - one.discountPaise ||
        Number(one.code !== null) - Number(other.code !== null) ||
        (one.offerId < other.offerId ? -1 : 1),
    )
  return best
}
