/** Filters that a form without JavaScript sends once for each value. */
const SEVERAL = ['category', 'size', 'colour', 'origin']
const LIST_NAMES = ['search', 'exact', ...SEVERAL, 'price', 'minPrice', 'maxPrice', 'inStock', 'sort', 'page']

/**
 * The pages that are the same for everyone, with the query names that change them. Only these are cached. Any other page is
 * rendered for its caller.
 */
const PUBLIC_PAGES: readonly (readonly [pattern: RegExp, queryNames: readonly string[]])[] = [
  [/^\/$/, []],
  [/^\/(?:about|admin-signin|offline)$/, []],
  [/^\/(?:privacy|terms|returns|shipping|seller)$/, []],
  // The product that a visitor wanted to add is in the address of the sign-in.
  [/^\/(?:signin|signup)$/, ['product', 'size', 'mail']],
  [/^\/contact$/, []],
  [/^\/(?:getproducts|categories\/[^/]+)$/, LIST_NAMES],
  [/^\/product\/[^/]+$/, []],
]

const MAX_KEY_LENGTH = 400

/**
 * The one address under which a public page is rendered and cached: known query names only, in a fixed order. Undefined for a
 * page that is not public. Unknown names (`utm_source`) are dropped, so they can neither split nor poison the cache.
 */
export function publicAddress(pathname: string, query: URLSearchParams): string | undefined {
  const page = PUBLIC_PAGES.find(([pattern]) => pattern.test(pathname))
  if (!page) return undefined
  const kept = new URLSearchParams()
  for (const name of page[1]) {
    const value = SEVERAL.includes(name) ? query.getAll(name).filter(Boolean).join(',') : query.get(name)
    if (value) kept.set(name, value)
  }
  const address = kept.size > 0 ? `${pathname}?${kept}` : pathname
  return address.length <= MAX_KEY_LENGTH ? address : undefined
}
