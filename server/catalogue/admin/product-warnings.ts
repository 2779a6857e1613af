import type { Prices } from '#contract/admin-catalogue.ts'
import type { Settings } from '#contract/settings.ts'

import { dayInIndia, HSN_DIGITS } from '#contract/gst-rules.ts'
import { gstPriceWarning } from '#contract/gst-price-warnings.ts'

/** Prices in rupees; a discounted price and an HSN code may be missing. */
type WarnedFields = {
  price: number
  discountedPrice?: Prices['discountedPrice'] | undefined
  hsn?: string | null | undefined
}

/**
 * The warnings about a product: a price in the gap between two tax rates, an HSN code that is too short. Undefined where there is none.
 */
export type WarnOfProduct = (product: WarnedFields) => string | undefined

/**
 * The warnings for this seller. Only a regular seller charges tax by the price, and without registration no document has HSN
 * codes.
 */
export function productWarnings({
  taxRegistration,
  turnover,
}: Pick<Settings, 'taxRegistration' | 'turnover'>): WarnOfProduct {
  const day = dayInIndia(new Date())
  const digits = taxRegistration === 'none' ? 0 : HSN_DIGITS[turnover]
  return ({ hsn, ...prices }) => {
    const warnings = [
      taxRegistration === 'regular' && gstPriceWarning(prices, day),
      hsn && hsn.length < digits && `Your turnover asks for HSN codes of ${digits} digits, and ${hsn} has fewer.`,
    ]
    return warnings.filter(Boolean).join(' ') || undefined
  }
}
