import type { Product } from '#contract/catalogue/catalogue.ts'

import {
  OCCASION_WORDS,
  PART_WORDS,
  SEARCHED_OCCASIONS,
  type Occasion,
  type Part,
} from '#server/catalogue/search/garment-kinds.ts'
import { allWordsIn, plainText, stemOf, stemsIn, wordsIn } from '#server/catalogue/search/normalize-text.ts'

/** What a text says of a garment; undefined where it has none of the words. */
export interface Kind {
  part: Part | undefined
  occasion: Occasion | undefined
}

const stemsOf = (words: string): ReadonlySet<string> => new Set(plainText(words).trim().split(/\s+/).map(stemOf))

const PARTS = new Map(
  Object.entries(PART_WORDS).flatMap(([part, words]) =>
    [...stemsOf(words)].map((stem) => [stem, part as Part] as const),
  ),
)
const OCCASIONS_BY_STEM = OCCASION_WORDS.map(({ occasion, words, not = '' }) => ({
  occasion,
  stems: stemsOf(words),
  not: stemsOf(not),
}))

/** The part that a name or category says: a set if it ends with the word for one, else what its last known word is. */
function partIn(plain: string): Part | undefined {
  const parts = wordsIn(plain).map((word) => PARTS.get(stemOf(word)) ?? PARTS.get(stemOf(word.split('-').at(-1) ?? '')))
  return parts.findLast((part) => part !== undefined)
}

function occasionIn(plain: string): Occasion | undefined {
  const stems = new Set(allWordsIn(plain).map(stemOf))
  return OCCASIONS_BY_STEM.find((each) => !stems.isDisjointFrom(each.stems) && stems.isDisjointFrom(each.not))?.occasion
}

/** The kind that a product's own texts tell: the part by its name, the occasion by name, fabric and fit, all plain. */
export const kindIn = (name: string, facts: string): Kind => ({ part: partIn(name), occasion: occasionIn(facts) })

/** The kinds of categories by their names, which are few. */
const OF_CATEGORIES = new Map<string, Kind>()
const MOST_KEPT = 1000

function kindOfCategory(name: string): Kind {
  const known = OF_CATEGORIES.get(name)
  if (known) return known
  const plain = plainText(name)
  const kind = kindIn(plain, plain)
  if (OF_CATEGORIES.size < MOST_KEPT) OF_CATEGORIES.set(name, kind)
  return kind
}

/** The part of an outfit that a product is, and its occasion. A set is one by its name too, whatever its category. */
export function kindOf({ kind, product }: { kind: Kind; product: Product }): {
  part: Part | undefined
  occasion: Occasion
} {
  const ofCategory = kindOfCategory(product.category.name)
  return {
    part: kind.part === 'set' ? 'set' : (ofCategory.part ?? kind.part),
    occasion: kind.occasion ?? ofCategory.occasion ?? 'casual',
  }
}

/** The stems by which searches find what is worn for an occasion. */
export const searchedStems = ({ occasion }: Kind): string => stemsIn((occasion && SEARCHED_OCCASIONS[occasion]) ?? '')
export const OCCASION_SEARCH_WORDS: readonly string[] = Object.values(SEARCHED_OCCASIONS).flatMap((words) =>
  words.split(' '),
)
