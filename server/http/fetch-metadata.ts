import type { IncomingHttpHeaders } from 'node:http'

/** The origins whose pages may change something: the shop's own, and those allowed by the configuration. */
export interface Origins {
  own: readonly string[]
  allowed: readonly string[]
}

const isPrefetch = (headers: IncomingHttpHeaders) =>
  /prefetch|prerender/i.test(String(headers['sec-purpose'] ?? headers.purpose ?? ''))

/**
 * True for requests of links, the address bar, pictures and frames. The requests of scripts have the destination
 * `empty`.
 */
const isEmbedded = (headers: IncomingHttpHeaders) =>
  headers['sec-fetch-mode'] === 'navigate' || (headers['sec-fetch-dest'] ?? 'empty') !== 'empty'

/**
 * True if a request that changes something does not come from a script of an allowed page: it comes from another site,
 * a navigation, a picture, a prefetch, or a page of unknown origin. A client that sends neither Fetch Metadata nor
 * `Origin` (curl, a test) is no browser and cannot carry somebody's cookies by accident, so it is allowed. Source: W3C
 * Fetch Metadata Request Headers, "resource isolation policy".
 */
export function isForeignChange(headers: IncomingHttpHeaders, origins: Origins): boolean {
  const { origin } = headers
  const isAllowed = origin !== undefined && origins.allowed.includes(origin)
  if (origin !== undefined && !isAllowed && !origins.own.includes(origin)) return true
  if (isEmbedded(headers) || isPrefetch(headers)) return true
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && !isAllowed
}

/**
 * The same check for the POST of an HTML form, which is always a navigation: only the shop's own pages may send one.
 */
export function isForeignForm(headers: IncomingHttpHeaders, origins: Origins): boolean {
  const { origin } = headers
  if (origin !== undefined && !origins.own.includes(origin)) return true
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin'
}
