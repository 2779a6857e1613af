import type { Category, Product } from '#contract/catalogue/catalogue.ts'
import type { ColourFamily } from '#contract/catalogue/colour-swatches.ts'
import type { Sort } from '#contract/catalogue/list-options.ts'
import type { Synonym } from '#contract/catalogue/search-settings.ts'
import type { Kind } from '#server/catalogue/search/kind-of.ts'
import type { Vocabulary, WordCounts } from '#server/catalogue/search/search-vocabulary.ts'
import type { TextIndex } from '#server/catalogue/search/text-index.ts'

export interface Named {
  product: Pick<Product, '_id'>
  /** Its name in lower case, one character for each UTF-8 byte, so that it sorts as in the database. */
  sortKey: string
}

/** What lists are sorted by. */
export interface Sortable extends Named {
  paidPaise: number
  origin: string | undefined
}

/** A product on sale with what filters, sorting and search need of it. */
export interface ListedProduct extends Sortable {
  product: Product
  /** Its index in a `ProductSet` (`text-index.ts`). No other product on sale has it. */
  number: number
  /** All its sizes, and those in stock, each as one text (`joinSizes()`). */
  sizes: string
  sizesInStock: string
  families: readonly ColourFamily[]
  colourGroup: string | undefined
  /** Its own country of origin; and the one that applies, which is its category's where it has none. */
  ownOrigin: string | undefined
  origin: string | undefined
  fit: string | undefined
  /** The texts below were made from this. It is the same after a change of price or stock. */
  source: string
  /** Name, colour, fabric, fit and description as plain text; how long the name is, and all but the description. */
  text: string
  nameLength: number
  factsLength: number
  /** The stems of its name; of colour, fabric and fit; of its colour families; of all its words. */
  name: string
  traits: string
  familyStems: string
  stems: string
  /** What its own texts say it is, and the stems by which searches find its occasion. */
  kind: Kind
  occasionStems: string
  fabrics: readonly string[]
}

/** Everything on sale as it was at one moment. */
export interface Listing {
  /** In the order of the shop. */
  categories: readonly Category[]
  synonyms: readonly Synonym[]
  colourFamilies: Readonly<Record<string, ColourFamily>>
  /** The products that sold most lately: their places by id, from 0. */
  soldPlaces: ReadonlyMap<string, number>
  inOrder(sort: Sort): readonly ListedProduct[]
  find(id: string): ListedProduct | undefined
  /** Every size that a product on sale has. */
  sizes(): ReadonlySet<string>
  /** What its categories and synonyms mean to a search. */
  vocabulary(): Vocabulary
  /** The words of names, colours, fabrics, fits, categories and synonyms. */
  words: WordCounts
  /** Which products have which words. */
  texts: TextIndex
}

export interface ProductIndex {
  /** The listing with whatever was committed before the call. It may change with the caller's next `await`. */
  read(): Promise<Listing>
}
