import type { Prices } from '#contract/catalogue/admin-catalogue.ts'
import type { Settings } from '#contract/settings/settings.ts'

import { HSN_DIGITS } from '#contract/tax/gst-rules.ts'
import { dayInIndia } from '#contract/units/india-time.ts'
import { gstPriceWarning } from '#contract/tax/gst-price-warnings.ts'

/** Prices in rupees; a discounted price and an HSN code may be missing. */
type WarnedFields = {
  price: number
  discountedPrice?: Prices['discountedPrice'] | undefined
  hsn?: string | null | undefined
}

/** The warnings about a product's price and HSN code as one text; undefined if there are none. */
export type WarnOfProduct = (product: WarnedFields) => string | undefined

/**
 * Warns of a price in the gap between two tax rates, and of an HSN code that is too short. Only a regular seller
 * charges tax by the price, and the documents of an unregistered seller have no HSN codes.
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
