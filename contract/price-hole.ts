import { holeAround } from '#contract/gst-rules.ts'
import { formatRupees, paidPrice, paiseFromRupees } from '#contract/money.ts'

/** A warning about what is paid for a product, in rupees, if it lies in the hole between two rates; it refuses nothing. */
export function holeWarning(
  { price, discountedPrice }: { price: number; discountedPrice?: number | null | undefined },
  day: string,
): string | undefined {
  const paid = paidPrice({ price, discountedPrice: discountedPrice ?? undefined })
  const hole = holeAround(paiseFromRupees(paid), day)
  if (!hole) return undefined
  const [below, above] = [hole.belowRupees, hole.aboveRupees].map(formatRupees)
  return `${formatRupees(paid)} is taxed at the higher rate and leaves you less than ${below} does. Take ${below} or ${above}.`
}
