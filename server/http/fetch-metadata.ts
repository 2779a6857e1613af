import type { IncomingHttpHeaders } from 'node:http'

/** The origins whose pages may change something: the shop's own and those that the owner allowed. */
export interface Origins {
  own: readonly string[]
  allowed: readonly string[]
}

const isPrefetch = (headers: IncomingHttpHeaders) =>
  /prefetch|prerender/i.test(String(headers['sec-purpose'] ?? headers.purpose ?? ''))

/** What a link, an address bar, a picture or a frame asks for; a script says `empty`. */
const isEmbedded = (headers: IncomingHttpHeaders) =>
  headers['sec-fetch-mode'] === 'navigate' || (headers['sec-fetch-dest'] ?? 'empty') !== 'empty'

/**
 * True when a request that changes something comes from elsewhere: another site, a link or an address bar
 * (navigation), a picture, a prefetch, or a page of unknown origin. A client that sends neither Fetch Metadata nor `Origin`
 * (curl, a test) is no browser and carries nobody's cookies by accident, so it is let through.
 * Source: W3C Fetch Metadata Request Headers, "resource isolation policy".
 */
export function isForeignChange(headers: IncomingHttpHeaders, origins: Origins): boolean {
  const { origin } = headers
  const isAllowed = origin !== undefined && origins.allowed.includes(origin)
  if (origin !== undefined && !isAllowed && !origins.own.includes(origin)) return true
  if (isEmbedded(headers) || isPrefetch(headers)) return true
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && !isAllowed
}

/** The same for a form posted by a page of the shop itself, which is a navigation by nature. */
export function isForeignForm(headers: IncomingHttpHeaders, origins: Origins): boolean {
  const { origin } = headers
  if (origin !== undefined && !origins.own.includes(origin)) return true
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin'
}
