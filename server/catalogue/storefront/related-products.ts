import type { FeaturedProduct, RelatedAnswer } from '#contract/catalogue.ts'
import type { ListedProduct, ProductIndex } from '#server/catalogue/storefront/product-index.ts'

import { cardOf } from '#server/catalogue/storefront/featured.ts'
import { notFound } from '#server/errors.ts'

const MAX_ROW = 8
/** Colour families that go with all others. */
const NEUTRAL = new Set(['Black', 'Grey', 'White', 'Beige'])
/** A right colour makes up for a price twice or half as high. */
const COLOUR_BONUS = Math.log(2)

const BOTTOMS = /pant|trouser|lower|jean|chino|\bshorts\b/
const TOPS = /shirt|tee|polo|sweat|jacket|kurta/

/** Which half of an outfit a category is, by its slug; undefined for both, such as co-ords, or neither. */
function halfOf({ product }: ListedProduct): 'top' | 'bottom' | undefined {
  const { slug } = product.category
  return BOTTOMS.test(slug) ? 'bottom' : TOPS.test(slug) ? 'top' : undefined
}

const sharesColour = (a: ListedProduct, b: ListedProduct) => a.families.some((family) => b.families.includes(family))
const isNeutral = ({ families }: ListedProduct) => families.length > 0 && families.every((one) => NEUTRAL.has(one))
const matchesColour = (a: ListedProduct, b: ListedProduct) => isNeutral(a) || isNeutral(b)

function nearest(
  to: ListedProduct,
  candidates: ListedProduct[],
  isRightColour: (a: ListedProduct, b: ListedProduct) => boolean,
): ListedProduct[] {
  const distance = (each: ListedProduct) =>
    // One rupee is added, because a price may be 0, which has no logarithm.
    Math.abs(Math.log((each.paidPaise + 100) / (to.paidPaise + 100))) - (isRightColour(to, each) ? COLOUR_BONUS : 0)
  return candidates
    .map((each) => ({ each, distance: distance(each) }))
    .toSorted((a, b) => a.distance - b.distance)
    .map(({ each }) => each)
}

/** Takes the first of each category, then the second of each, and so on. */
function inTurns(products: readonly ListedProduct[]): ListedProduct[] {
  const byCategory = Object.values(Object.groupBy(products, ({ product }) => product.category._id))
  return Array.from({ length: MAX_ROW }, (_, place) => byCategory.flatMap((each) => each?.[place] ?? [])).flat()
}

const cardsOf = (products: readonly ListedProduct[]): FeaturedProduct[] =>
  products.slice(0, MAX_ROW).map(({ product }) => cardOf(product))

/**
 * The products that go with a product (the other half of an outfit, in a matching colour), and those like it (of its category and
 * colour family). All are in stock; the nearest in price come first. Throws not-found (404).
 */
export async function listRelated(index: ProductIndex, id: string): Promise<RelatedAnswer> {
  const all = (await index.read()).inOrder('name')
  const chosen = all.find(({ product }) => product._id === id)
  if (!chosen) throw notFound('Product')
  const isSameCategory = ({ product }: ListedProduct) => product.category._id === chosen.product.category._id
  const half = halfOf(chosen)
  const others = all.filter(({ product }) => product._id !== id && product.stock > 0)
  const companions = others.filter((each) => !isSameCategory(each) && (!half || halfOf(each) !== half))
  return {
    goesWith: cardsOf(inTurns(nearest(chosen, companions, matchesColour))),
    moreLikeThis: cardsOf(nearest(chosen, others.filter(isSameCategory), sharesColour)),
  }
}
