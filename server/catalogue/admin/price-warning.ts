import type { Prices } from '#contract/admin-catalogue.ts'
import type { Settings } from '#contract/settings.ts'

import { dayInIndia } from '#contract/gst-rules.ts'
import { holeWarning } from '#contract/price-hole.ts'

/** Prices in rupees; a discounted price may be missing. */
type Priced = { price: number; discountedPrice?: Prices['discountedPrice'] | undefined }

/** Says what is unwise about a price; undefined for any other. */
export type WarnOfPrice = (prices: Priced) => string | undefined

/** The warnings for this seller: nobody but a regular one charges tax by the price. */
export function priceWarnings({ taxRegistration }: Pick<Settings, 'taxRegistration'>): WarnOfPrice {
  const day = dayInIndia(new Date())
  return (prices) => (taxRegistration === 'regular' ? holeWarning(prices, day) : undefined)
}
