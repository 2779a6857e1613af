/** Words that say nothing about a piece of men’s clothing. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a an and the for in of with or that is stock me my men mens man male gents gent boys boy guys some any want need buy ' +
    'show fit wear outfit style type colour color clothes clothing garments apparel menswear online shopping price rate cost budget range rs rupees only ' +
    'collection collections design designs item items product products'
  ).split(' '),
)

/**
 * Words for all that the shop sells. Beside others they say nothing; alone, with words such as `mens`, they ask for
 * everything.
 */
export const CLOTHES: ReadonlySet<string> = new Set([
  'clothes',
  'clothing',
  'garments',
  'apparel',
  'menswear',
  'products',
])

/** Words beside a size. */
export const SIZE_WORDS: ReadonlySet<string> = new Set(['size', 'sizes', 'waist', 'inch', 'inches'])

/**
 * Preferences move products forward in a list and exclude none. Beside them stand the words that contradict them,
 * because no text says that a shirt has long sleeves, and the garment that is meant where a search says nothing else.
 */
export const PREFERENCES: readonly (readonly [phrases: string, unwanted: readonly string[], garment?: string])[] = [
  ['full sleeve,long sleeve,long sleeved,full sleeved', ['short sleeve'], 'shirt'],
  ['half sleeve,half sleeved', ['long sleeve']],
  ['plain,solid', ['stripe', 'check', 'print', 'gingham', 'windowpane', 'graphic', 'palm', 'wave', 'bloom', 'mosaic']],
  ['casual', ['poplin', 'suiting', 'wool']],
  [
    'best,good,nice,trendy,trending,stylish,fashion,fashionable,branded,cool,smart,simple,premium,quality,pure,' +
      'original,combo,pack,everyday,daily,comfortable,dark,light,deep,bright',
    [],
  ],
]

/** Words that sort or narrow a list, unless a product has the word. */
export const ORDERS: Readonly<Record<string, 'cheapest' | 'dearest' | 'newest' | 'most sold' | 'reduced'>> = {
  cheap: 'cheapest',
  cheapest: 'cheapest',
  affordable: 'cheapest',
  economical: 'cheapest',
  expensive: 'dearest',
  costly: 'dearest',
  dearest: 'dearest',
  luxury: 'dearest',
  latest: 'newest',
  newest: 'newest',
  new: 'newest',
  arrival: 'newest',
  arrivals: 'newest',
  recent: 'newest',
  launch: 'newest',
  launches: 'newest',
  bestseller: 'most sold',
  bestsellers: 'most sold',
  bestselling: 'most sold',
  'best-seller': 'most sold',
  'best-sellers': 'most sold',
  'best-selling': 'most sold',
  seller: 'most sold',
  sellers: 'most sold',
  selling: 'most sold',
  popular: 'most sold',
  sale: 'reduced',
  discount: 'reduced',
  discounted: 'reduced',
  discounts: 'reduced',
  offer: 'reduced',
  offers: 'reduced',
  deal: 'reduced',
  deals: 'reduced',
}

/** Words of somebody who looks for a present, and for whom. A search for nothing else is shown ideas of every kind. */
export const GIFT_WORDS: ReadonlySet<string> = new Set(
  (
    'gift gifts gifting present presents birthday anniversary surprise dad daddy father fathers papa husband boyfriend brother brothers ' +
    'bhai uncle son friend friends groom him valentine valentines rakhi'
  ).split(' '),
)
