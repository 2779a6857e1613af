import type { Category } from '#contract/catalogue/catalogue.ts'
import type {
  ChosenProduct,
  CollectionInput,
  CollectionRule,
  EditedCollection,
  RuleChoices,
} from '#contract/catalogue/collections/collections.ts'

/** What a rule may be made of. */
export type Choices = RuleChoices & { categories: readonly Category[] }

/**
 * What is typed of a collection. Its rule is kept while its products are chosen by hand, in case the owner returns to
 * it.
 */
export interface CollectionDraft extends Omit<CollectionInput, 'rule' | 'products' | 'slug'> {
  slug: string
  isByRule: boolean
  rule: CollectionRule
  products: readonly ChosenProduct[]
}

/** A collection that is being made. */
export const NEW_COLLECTION: EditedCollection = {
  _id: '',
  title: '',
  slug: '',
  text: '',
  picture: '',
  pictureWords: '',
  isByRule: true,
  isHidden: false,
  rule: {},
  products: [],
  order: 'newest',
  count: 0,
  changedAt: '',
  revision: 0,
}

export const draftOf = (collection: EditedCollection): CollectionDraft => {
  const { title, slug, text, picture, pictureWords, isByRule, isHidden, rule, products, order } = collection
  return { title, slug, text, picture, pictureWords, isByRule, isHidden, rule: rule ?? {}, products, order }
}

/** The draft as it is sent. An address that is left empty follows from the title. */
export function inputOf({ isByRule, rule, products, slug, ...draft }: CollectionDraft): CollectionInput {
  return {
    ...draft,
    ...(slug.trim() !== '' && { slug: slug.trim() }),
    rule: isByRule ? rule : null,
    products: products.map(({ _id }) => _id),
  }
}
