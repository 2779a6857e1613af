import { priceGapAround, priceGapOn } from '#contract/tax/gst-rules.ts'
import { formatRupees, paidPrice, paiseFromRupees, rupeesFromPaise } from '#contract/units/money.ts'

/** A warning if what is paid for a product, in rupees, lies in the gap between two tax rates on this day in India. */
export function gstPriceWarning(
  { price, discountedPrice }: { price: number; discountedPrice?: number | null | undefined },
  day: string,
): string | undefined {
  const paid = paidPrice({ price, discountedPrice: discountedPrice ?? undefined })
  const gap = priceGapAround(paiseFromRupees(paid), day)
  if (!gap) return undefined
  const [below, above] = [gap.belowRupees, gap.aboveRupees].map(formatRupees)
  return `${formatRupees(paid)} is taxed at the higher rate and leaves you less than ${below} does. Take ${below} or ${above}.`
}

/** The ends of the gap, and the sentence that proposes the prices beside it. */
function gapInWords(day: string) {
  const { abovePaise, upToPaise } = priceGapOn(day)
  const [below, end] = [abovePaise, upToPaise].map((paise) => formatRupees(rupeesFromPaise(paise)))
  const above = formatRupees(Math.floor(rupeesFromPaise(upToPaise)) + 1)
  return { below, end, outcome: `that leaves you less than ${below} does. Let it come to ${below} or ${above}.` }
}

/** A warning about an offer that brings this many products into the gap; it refuses nothing. */
export function gstOfferWarning(products: number, day: string): string | undefined {
  if (products === 0) return undefined
  const { below, end, outcome } = gapInWords(day)
  const what = products === 1 ? 'a product costs' : `${products} products cost`
  return `With this offer ${what} more than ${below} and at most ${end}: taxed at the higher rate, ${outcome}`
}

/**
 * A warning about a sale that brings these products into the gap; it refuses nothing. `names` are the first of them.
 */
export function gstSaleWarning(
  { count, names }: { count: number; names: readonly string[] },
  day: string,
): string | undefined {
  if (count === 0) return undefined
  const { below, end, outcome } = gapInWords(day)
  const rest = count - names.length
  const which = names.join(', ') + (rest > 0 ? ` and ${rest} more` : '')
  return `With this sale these cost more than ${below} and at most ${end}: ${which}. Taxed at the higher rate, ${outcome}`
}
