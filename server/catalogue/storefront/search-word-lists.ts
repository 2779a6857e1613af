/** What says nothing of a piece of men’s clothing. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a an and the for in of with or that is stock me my men mens man male gents gent boys boy guys some any want need buy ' +
    'show fit wear outfit style type colour color clothes clothing online shopping price rate cost budget range rs rupees only'
  ).split(' '),
)

/** What is said beside a size. */
export const SIZE_WORDS: ReadonlySet<string> = new Set(['size', 'sizes', 'waist', 'inch', 'inches'])

/**
 * What a shopper would like: it brings products forward and excludes none. After the phrase stands what the product must not
 * have: nothing says of a long-sleeved shirt that it is one.
 */
export const PREFERENCES: readonly (readonly [phrases: string, unlike: readonly string[]])[] = [
  ['full sleeve,long sleeve,long sleeved,full sleeved', ['short sleeve']],
  ['half sleeve,half sleeved', ['long sleeve']],
  ['plain,solid', ['stripe', 'check', 'print', 'gingham', 'windowpane', 'graphic', 'palm', 'wave', 'bloom', 'mosaic']],
  ['casual', ['poplin', 'suiting', 'wool']],
  [
    'best,good,nice,trendy,trending,stylish,fashion,fashionable,branded,cool,smart,simple,premium,quality,pure,' +
      'original,combo,pack,everyday,daily,comfortable',
    [],
  ],
]

/** What a shopper asks for beside the piece, if no product has the word. */
export const ORDERS: Readonly<Record<string, 'cheapest' | 'newest' | 'reduced'>> = {
  cheap: 'cheapest',
  cheapest: 'cheapest',
  affordable: 'cheapest',
  latest: 'newest',
  newest: 'newest',
  new: 'newest',
  arrivals: 'newest',
  sale: 'reduced',
  discount: 'reduced',
  discounted: 'reduced',
  discounts: 'reduced',
  offer: 'reduced',
  offers: 'reduced',
  deal: 'reduced',
  deals: 'reduced',
}
