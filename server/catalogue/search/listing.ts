import type { Category, Collection, Product } from '#contract/catalogue/catalogue.ts'
import type { CollectionOrder, Sort } from '#contract/catalogue/lists/sort-orders.ts'
import type { CollectionRule } from '#contract/catalogue/collections/collections.ts'
import type { ColourFamily } from '#contract/catalogue/colour-swatches.ts'
import type { Synonym } from '#contract/catalogue/search/search-settings.ts'
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
  product: Pick<Product, '_id' | 'createdAt'>
  paidPaise: number
  /** What is taken off the price, as a part of it from 0 to 1. */
  discount: number
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
  tags: readonly string[]
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
  sleeves: string | undefined
}

/** What filters ask of a product. */
export type Filtered = Pick<
  ListedProduct,
  'number' | 'paidPaise' | 'families' | 'origin' | 'fit' | 'fabrics' | 'sleeves' | 'tags'
> & {
  product: Pick<Product, 'colour' | 'price' | 'discountedPrice' | 'sizes' | 'stock'> & {
    category: Pick<Category, '_id' | 'slug'>
  }
}

/** What the rule of a collection asks of a product. */
export type RuleTested = Filtered & { product: Pick<Product, 'createdAt'> }

/** A collection that shoppers see, with what it is made of. */
export interface ListedCollection extends Collection {
  /** Null where its products are chosen by hand. */
  rule: CollectionRule | null
  order: CollectionOrder
  /** Ids of the products that were chosen by hand. */
  productIds: readonly string[]
}

/** What decides which products a collection has, and in which order. */
export type CollectionTerms = Pick<ListedCollection, 'rule' | 'order' | 'productIds'>

/** The numbers of products, as in `ListedProduct`. */
export type ProductNumbers = Pick<ReadonlySet<number>, 'has'>

export interface Collections {
  /** Those that shoppers see, by title. */
  all(): readonly ListedCollection[]
  /** By its slug, in any case. */
  find(slug: string): ListedCollection | undefined
  /** The products of a collection that are on sale now. */
  numbersOf(collection: ListedCollection): ProductNumbers
  /** The same in the collection's own order. */
  productsOf(collection: ListedCollection): ListedProduct[]
  /** What a collection would have that is not saved, or that shoppers do not see. */
  productsBy(terms: CollectionTerms): ListedProduct[]
}

/** Everything on sale as it was at one moment. */
export interface Listing {
  /** In the order of the shop. */
  categories: readonly Category[]
  collections: Collections
  synonyms: readonly Synonym[]
  colourFamilies: Readonly<Record<string, ColourFamily>>
  /** The products that sold most lately: their places by id, from 0. */
  soldPlaces: ReadonlyMap<string, number>
  inOrder(sort: Sort): readonly ListedProduct[]
  find(id: string): ListedProduct | undefined
  /** Every size that a product on sale has, in the digits of English. */
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
