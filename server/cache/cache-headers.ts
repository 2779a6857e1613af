/** `cache-control` of files whose address changes with their content, and of files that rarely change. */
export const CACHE_FOREVER = 'public, max-age=31536000, immutable'
export const CACHE_A_DAY = 'public, max-age=86400'

/** How long a CDN may keep a page or a list; a browser asks again each time. */
const FRESH_SECONDS = 30
const STALE_SECONDS = 300
const STALE_ON_ERROR_SECONDS = 3600

const LONGEST_NAME = 100

type Match = RegExpExecArray

/** The product, the category or the collection that an address is about. */
const SUBJECTS: readonly (readonly [address: RegExp, tagsOf: (match: Match) => string[]])[] = [
  [/^(?:\/api\/products)?\/(?:product|reviews)\/([^/]+)$/, ([, id = '']) => [`product-${id}`]],
  [/^\/api\/products\/image\/([^/]+)\//, ([, id = '']) => [`product-${id}`]],
  [
    /^(?:\/api\/products\/category|\/categories)\/([^/]+)$/,
    ([, slug = '']) => ['lists', `category-${slug.toLowerCase()}`],
  ],
  [
    /^(?:\/api\/products\/collection|\/collections)\/([^/]+)$/,
    ([, slug = '']) => ['lists', `collection-${slug.toLowerCase()}`],
  ],
  [/^(?:\/api\/(?:pages\/[^/]+|seller)|\/seller)$/, () => []],
  [/^\/(?:contact|privacy|terms|returns|shipping|signin|signup|admin-signin|offline|robots\.txt)$/, () => []],
]

/** A name in an address is encoded already, so it holds nothing that could end a header or a tag. */
const isTag = (tag: string) => tag.length <= LONGEST_NAME && /^[\w.~%-]+$/.test(tag)

/**
 * The tags by which a CDN can be told to purge the response at this path: `shop` for everything, `lists` for whatever
 * shows several products, `category-SLUG`, `collection-SLUG` and `product-ID`.
 */
export function cacheTags(pathname: string): string[] {
  for (const [address, tagsOf] of SUBJECTS) {
    const match = address.exec(pathname)
    if (match) return ['shop', ...tagsOf(match).filter(isTag)]
  }
  return ['shop', 'lists']
}

/** The tags of the response at this path, under both header names that CDNs know. */
export function tagHeaders(pathname: string): Record<string, string> {
  const tags = cacheTags(pathname)
  return { 'cache-tag': tags.join(','), 'surrogate-key': tags.join(' ') }
}

/**
 * The headers of an answer that is the same for everyone until the catalogue changes. A browser asks again each time. A
 * CDN asks at most twice a minute, shows its copy while it asks, and keeps showing it for an hour while the shop is
 * down. The latter two stand in a header for CDNs alone (RFC 9213): a browser would honour them too and show old stock.
 */
export function sharedHeaders(pathname: string): Record<string, string> {
  return {
    'cache-control': `public, max-age=0, s-maxage=${FRESH_SECONDS}, must-revalidate`,
    'cdn-cache-control': `max-age=${FRESH_SECONDS}, stale-while-revalidate=${STALE_SECONDS}, stale-if-error=${STALE_ON_ERROR_SECONDS}`,
    ...tagHeaders(pathname),
  }
}
