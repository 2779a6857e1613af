import type { BulkChange, Prices, Repricing } from '#contract/catalogue/admin-catalogue.ts'
import type { StoredProduct } from '#server/catalogue/admin/stored-product-queries.ts'

import { MAX_PRICE_RUPEES, changedByPercent, formatRupees, rupeesFromPaise } from '#contract/units/money.ts'
import { isDiscountAbovePrice } from '#server/catalogue/admin/save-products.ts'
import { isSamePrices, pricesInWords, pricesOf, withFields } from '#server/catalogue/admin/stored-product.ts'

type SetPrices = Extract<BulkChange, { action: 'set prices' }>
/** The outcome for one product: its new state, or the sentence that says why it stays as it is. */
type Outcome = { after: StoredProduct; reason?: undefined } | { reason: string }
export type Decide = (product: StoredProduct) => Outcome

/** Why a product keeps its prices: they have changed since they were shown. Undefined where they have not. */
function changedMeanwhile(product: StoredProduct, was: Prices | undefined): string | undefined {
  const current = pricesOf(product)
  if (!was || isSamePrices(was, current)) return undefined
  return `Somebody else has changed its price meanwhile: it is ${pricesInWords(current)} by now.`
}

/** The product with other prices, or why it cannot have them. */
function checked(product: StoredProduct, after: StoredProduct, unchanged: string): Outcome {
  const { pricePaise, discountedPricePaise } = after
  if (pricePaise > MAX_PRICE_RUPEES * 100) {
    return { reason: `The price would be above ${formatRupees(MAX_PRICE_RUPEES)}.` }
  }
  if (discountedPricePaise !== null && isDiscountAbovePrice(after)) {
    const [discounted, price] = [discountedPricePaise, pricePaise].map((sum) => formatRupees(rupeesFromPaise(sum)))
    return { reason: `The discounted price, ${discounted}, would be above the price, ${price}.` }
  }
  return isSamePrices(pricesOf(product), pricesOf(after)) ? { reason: unchanged } : { after }
}

function repriced(product: StoredProduct, { action, percent }: Repricing): Outcome {
  const { pricePaise, discountedPricePaise } = product
  const paise =
    action === 'discount'
      ? { pricePaise, discountedPricePaise: changedByPercent(pricePaise, -percent) }
      : {
          pricePaise: changedByPercent(pricePaise, percent),
          discountedPricePaise: discountedPricePaise === null ? null : changedByPercent(discountedPricePaise, percent),
        }
  if (action === 'discount' && paise.discountedPricePaise === pricePaise) {
    return { reason: 'Rounded to whole rupees, nothing is left of the discount.' }
  }
  return checked(product, { ...product, ...paise }, 'Rounded to whole rupees, the price stays the same.')
}

/**
 * Decides each product's new prices. A repricing rounds to the nearest whole rupee, half a rupee up, but a price above
 * 0 never to below one rupee. A product whose prices have changed since they were shown stays as it is.
 */
export function decidePrices(change: Repricing | SetPrices): Decide {
  if (change.action === 'set prices') {
    const wanted = new Map(change.products.map((each) => [each._id, each]))
    return (product) => {
      const given = wanted.get(product.id)
      if (!given) return { reason: 'There are no prices for it.' }
      const reason = changedMeanwhile(product, given.was)
      if (reason !== undefined) return { reason }
      const { price, discountedPrice } = given
      return checked(product, withFields(product, { price, discountedPrice }), 'The price is the same already.')
    }
  }
  const shown = new Map(change.was?.map(({ _id, ...prices }) => [_id, prices]))
  return (product) => {
    const reason = changedMeanwhile(product, shown.get(product.id))
    return reason === undefined ? repriced(product, change) : { reason }
  }
}
