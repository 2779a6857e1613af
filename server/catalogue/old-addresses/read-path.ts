import { MAX_OLD_PATH } from '#contract/catalogue/old-addresses/old-address-limits.ts'
import { pageAddress } from '#server/http/cacheable-address.ts'

/** Pages and files that every shop has, by the first part of their path. An old address must not look like one. */
const OWN = new Set(
  (
    ' about privacy terms returns shipping seller contact getproducts signin signup forgot-password reset-password ' +
    'order-status chosen confirm-order delivery wishlist confirm-email confirm-new-email join-staff erasure-asked keep-account admin-signin ' +
    'user-profile cart offline order admin api sandbox assets feeds ucp .well-known metrics healthz readyz robots.txt sitemap.xml ' +
    'favicon.ico manifest.webmanifest'
  ).split(' '),
)

/** Whether a path in the one spelling belongs to a page or a file that every shop has. */
export function isOwnPath(path: string): boolean {
  const [, first = '', ...rest] = path.split('/')
  return (
    OWN.has(first) ||
    path === '/products' ||
    path.startsWith('/pages/preview/') ||
    /^sitemap.*\.xml$/.test(first + rest.join('/'))
  )
}

/** A path that was read, or the sentence that says why it is none. */
export type ReadPath = { path: string } | { fault: string }

const urlOf = (typed: string, origin: string): URL | undefined => {
  // A host without its protocol, such as shop.example/products/x, would be taken for a folder.
  const written = /^[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:\/|$)/.test(typed) ? `https://${typed}` : typed
  return URL.canParse(written, origin) ? new URL(written, origin) : undefined
}

const isWeb = ({ protocol }: URL) => protocol === 'https:' || protocol === 'http:'

/** The one spelling of a path; undefined for one that hides what nobody can read. */
function spelled(pathname: string): string | undefined {
  const [path = ''] = pageAddress(pathname).address.split('?', 1)
  try {
    return /[\p{Cc}\\]/u.test(decodeURIComponent(path)) ? undefined : path
  } catch {
    return undefined
  }
}

const noAddress = (typed: string) => ({ fault: `“${typed.slice(0, 100)}” is no address.` })

const TOO_LONG = `An address has at most ${MAX_OLD_PATH} characters, and browsers spell a letter of other scripts in up to twelve.`

/**
 * An address that can be kept. It is counted as browsers spell it: so it stands in the database, and in the memory of
 * each process.
 */
const withinLimit = (path: string): ReadPath =>
  path.length <= MAX_OLD_PATH ? { path } : { fault: `“${readable(path).slice(0, 100)}…” is too long. ${TOO_LONG}` }

/** An old address: of a whole one, such as that of another shop, the path alone. */
export function readOldPath(typed: string, origin: string): ReadPath {
  const url = urlOf(typed.trim(), origin)
  const path = url && isWeb(url) ? spelled(url.pathname) : undefined
  if (path === undefined) return noAddress(typed)
  if (isOwnPath(path)) return { fault: `${readable(path)} is a page of this shop itself, so it is no old address.` }
  return withinLimit(path)
}

/** Where an old address leads: a path of this shop, with or without a query. */
export function readNewPath(typed: string, origin: string): ReadPath {
  const url = urlOf(typed.trim(), origin)
  const path = url && isWeb(url) ? spelled(url.pathname) : undefined
  if (!url || path === undefined) return noAddress(typed)
  if (url.host !== new URL(origin).host) {
    return { fault: `${url.host} is another site. An old address leads to a page of this shop, such as /getproducts.` }
  }
  return withinLimit(path + url.search)
}

/** Why an old address cannot lead there, as a sentence. */
export const livingFault = (path: string): string =>
  `${readable(path)} is a page of this shop, so it is no old address.`
export const loopFault = (path: string): string => `${readable(path)} would lead back to itself.`

/** A percent sign, and control characters in a query. */
const UNREADABLE = /%(?:25|[01][\da-f]|7f)/gi

/**
 * An address as people read it: `/products/कुर्ता` instead of its bytes. Entered as it is read, it is the same address
 * again.
 */
export function readable(address: string): string {
  try {
    return decodeURI(address.replaceAll(UNREADABLE, (sign) => `%25${sign.slice(1)}`))
  } catch {
    return address
  }
}
