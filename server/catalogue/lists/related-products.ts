import type { FeaturedProduct, RelatedAnswer } from '#contract/catalogue/catalogue.ts'
import type { ListedProduct, ProductIndex } from '#server/catalogue/search/listing.ts'

import { RELATED_PRODUCTS } from '#contract/catalogue/product-limits.ts'
import { cardOf } from '#server/catalogue/lists/featured-rows.ts'
import { GOES_WITH, type Part } from '#server/catalogue/search/garment-kinds.ts'
import { kindOf } from '#server/catalogue/search/kind-of.ts'
import { inTurns } from '#server/catalogue/search/nearest.ts'
import { notFound } from '#server/errors.ts'

/** Colour families that go with all others. */
const NEUTRAL = new Set(['Black', 'Grey', 'White', 'Beige'])
/** A right colour makes up for a price twice or half as high. */
const COLOUR_BONUS = Math.log(2)
/** What is worn for another occasion must be so much nearer in colour and price. */
const OCCASION_STEP = Math.log(8)

const sharesColour = (a: ListedProduct, b: ListedProduct) => a.families.some((family) => b.families.includes(family))
const isNeutral = ({ families }: ListedProduct) => families.length > 0 && families.every((one) => NEUTRAL.has(one))
const matchesColour = (a: ListedProduct, b: ListedProduct) => isNeutral(a) || isNeutral(b)

function nearest(
  to: ListedProduct,
  candidates: ListedProduct[],
  isRightColour: (a: ListedProduct, b: ListedProduct) => boolean,
  placeOf: (each: ListedProduct) => number = () => 0,
): ListedProduct[] {
  const distance = (each: ListedProduct) =>
    // One rupee is added, because a price may be 0, which has no logarithm.
    Math.abs(Math.log((each.paidPaise + 100) / (to.paidPaise + 100))) -
    (isRightColour(to, each) ? COLOUR_BONUS : 0) +
    placeOf(each) * OCCASION_STEP
  return candidates
    .map((each) => ({ each, distance: distance(each) }))
    .toSorted((a, b) => a.distance - b.distance)
    .map(({ each }) => each)
}

const cardsOf = (products: readonly ListedProduct[]): FeaturedProduct[] =>
  products.slice(0, RELATED_PRODUCTS).map(({ product }) => cardOf(product))

/** Whether two parts make an outfit: a top and a bottom, or what is neither, such as a belt, with all others. */
const completes = (one: Part | undefined, other: Part | undefined) =>
  one === undefined || other === undefined || (one !== 'set' && other !== 'set' && one !== other)

/**
 * The products that go with a product (the other half of an outfit, for the same occasion, in a matching colour), and
 * those like it (of its category and colour family). All are in stock; the nearest in price come first. Throws
 * not-found (404).
 */
export async function listRelated(index: ProductIndex, id: string): Promise<RelatedAnswer> {
  const all = (await index.read()).inOrder('name')
  const chosen = all.find(({ product }) => product._id === id)
  if (!chosen) throw notFound('Product')
  const isSameCategory = ({ product }: ListedProduct) => product.category._id === chosen.product.category._id
  const { part, occasion } = kindOf(chosen)
  const others = all.filter(({ product }) => product._id !== id && product.stock > 0)
  const placeOf = (each: ListedProduct) => GOES_WITH[occasion].indexOf(kindOf(each).occasion)
  const halves = others.filter((each) => !isSameCategory(each) && completes(part, kindOf(each).part))
  const fitting = halves.filter((each) => placeOf(each) >= 0)
  const companions = fitting.length > 0 ? fitting : halves.filter((each) => kindOf(each).occasion === 'casual')
  return {
    goesWith: cardsOf(inTurns(nearest(chosen, companions, matchesColour, placeOf), RELATED_PRODUCTS)),
    moreLikeThis: cardsOf(nearest(chosen, others.filter(isSameCategory), sharesColour)),
  }
}
