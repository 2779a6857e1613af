import type { Category, CollectionsAnswer } from '#contract/catalogue/catalogue.ts'
import { collectionPath } from '#contract/catalogue/collections/collection-path.ts'
import { pagePath } from '#contract/pages-of-blocks/page-limits.ts'
import type { PageNames } from '#contract/pages-of-blocks/pages.ts'

/** What a field with a link names as its `list`. */
export const LINK_CHOICES = 'link-choices'

/** The shop's own places that a link may lead to. Addresses of other sites are typed. */
export interface LinkPlaces {
  categories: readonly Category[]
  collections: CollectionsAnswer['collections']
  pages: PageNames
}

const FIXED = [
  ['/getproducts', 'All products'],
  ['/contact', 'Contact'],
] as const

/** Suggests, in every field with a link, where it may lead. */
export function LinkChoices({ categories, collections, pages }: LinkPlaces) {
  const places = [
    ...FIXED,
    ...categories.map(({ slug, name }) => [`/categories/${encodeURIComponent(slug)}`, name] as const),
    ...collections.map(({ slug, title }) => [collectionPath(slug), title] as const),
    ...pages.map(({ slug, title }) => [pagePath(slug), title] as const),
  ]
  return (
    <datalist id={LINK_CHOICES}>
      {places.map(([path, name]) => (
        <option key={path} value={path}>
          {name}
        </option>
      ))}
    </datalist>
  )
}
