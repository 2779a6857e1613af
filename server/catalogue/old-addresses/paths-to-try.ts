/** A language, and perhaps a country, before the path: `/ta` or `/en-in`. */
const LANGUAGE = /^\/[a-z]{2}(?:-[a-z]{2})?(?=\/.)/
/** A product inside of one of its collections. */
const IN_COLLECTION = /^\/collections\/[^/]+(\/products\/[^/]+)$/
/** A collection narrowed by a tag. */
const NARROWED = /^(\/collections\/[^/]+)\/[^/]+$/
/** A page of a list. */
const NUMBERED = /^(\/.+)\/page\/\d+$/

const WITHIN = [IN_COLLECTION, NARROWED, NUMBERED]

/**
 * The paths under which an old address may be known, the nearest first. Other shops show one page at many addresses:
 * Shopify a product inside of each collection, and a collection for each tag; WooCommerce each page of a list; both of
 * them all of it under a language.
 */
export function pathsToTry(path: string): string[] {
  const paths = [path, path.replace(LANGUAGE, '')]
  const within = paths.flatMap((each) => WITHIN.flatMap((pattern) => pattern.exec(each)?.[1] ?? []))
  return [...new Set([...paths, ...within])]
}
