/** Filters that a form without JavaScript sends once for each value. */
const SEVERAL = ['category', 'size', 'colour', 'origin', 'fit', 'fabric', 'sleeve']
/** In the order in which the shop's own links write them. */
const LIST_NAMES = [
  'search',
  'exact',
  'category',
  'collection',
  'price',
  'minPrice',
  'maxPrice',
  'size',
  'colour',
  'origin',
  'fit',
  'fabric',
  'sleeve',
  'discounted',
  'inStock',
  'sort',
  'page',
]

const SIGN_IN_NAMES = ['product', 'size', 'mail', 'order', 'pay', 'returns', 'chosen']
/** No id and no size is longer, so what is cut off means nothing. */
const MAX_SIGN_IN_VALUE = 64

/**
 * The pages that are the same for everyone, with the query names that change them. Only these are cached. Any other
 * page is rendered for its caller.
 */
const PUBLIC_PAGES: readonly (readonly [pattern: RegExp, queryNames: readonly string[]])[] = [
  [/^\/$/, []],
  [/^\/(?:about|admin-signin|offline)$/, []],
  [/^\/(?:privacy|terms|returns|shipping|seller)$/, []],
  // The product that a visitor wanted to add, the order of a mail, or what a program has chosen is in the address of
  // the sign-in.
  [/^\/(?:signin|signup)$/, SIGN_IN_NAMES],
  [/^\/contact$/, []],
  [/^\/pages\/[^/]+$/, []],
  [/^\/(?:getproducts|(?:categories|collections)\/[^/]+)$/, LIST_NAMES],
  [/^\/product\/[^/]+$/, []],
]

const MAX_KEY_LENGTH = 400

/** The pages behind the link of a mail or of a preview: their address ends with a secret. */
const BEHIND_LINKS = [
  'order-status',
  'chosen',
  'reset-password',
  'confirm-email',
  'confirm-new-email',
  'confirm-order',
  'join-staff',
  'keep-account',
  'pages/preview',
]
const ADMIN_SUBJECTS = [
  'products',
  'collections',
  'orders',
  'returns',
  'stock',
  'customers',
  'offers',
  'sales',
  'shop-at',
  'pages',
  'webhooks',
]

/** The pages whose address holds an id or a secret, which keeps its letters. */
const HAS_ID = new RegExp(
  `^(?:${['product', 'order/pay', 'user-profile/orders', ...BEHIND_LINKS, ...ADMIN_SUBJECTS.map((name) => `admin/${name}`)].join('|')})/`,
  'i',
)
const IS_BEHIND_LINK = new RegExp(`^/(?:${BEHIND_LINKS.join('|')})/`)

/** Whether a page's address ends with a secret, which nobody else is told. */
export const isBehindLink = (url: string): boolean => IS_BEHIND_LINK.test(pageAddress(url).address)

/** The one spelling of a page's path, which the router would take in any case, with any number of slashes. */
function pathOf(pathname: string): string {
  const names = decodeNames(pathname)
  if (!names) return pathname.replaceAll(/\/+/g, '/')
  const before = HAS_ID.exec(names.join('/'))
  const idAt = before ? before[0].split('/').length - 1 : undefined
  const written = names.map((name, index) => encodeURIComponent(index === idAt ? name : name.toLowerCase()))
  return `/${written.join('/')}`
}

/** The names between the slashes; undefined where they cannot be read. */
function decodeNames(pathname: string): string[] | undefined {
  try {
    return pathname
      .split('/')
      .filter(Boolean)
      .map((name) => decodeURIComponent(name))
  } catch {
    return undefined
  }
}

/**
 * A public page's path with the query names that change it, each value as long as one can be. Undefined for a page that
 * is not public.
 */
function publicAddressOf(path: string, query: URLSearchParams): string | undefined {
  const page = PUBLIC_PAGES.find(([pattern]) => pattern.test(path))
  if (!page) return undefined
  const kept = new URLSearchParams()
  for (const name of page[1]) {
    const value = SEVERAL.includes(name) ? query.getAll(name).filter(Boolean).join(',') : query.get(name)
    if (value) kept.set(name, page[1] === SIGN_IN_NAMES ? value.slice(0, MAX_SIGN_IN_VALUE) : value)
  }
  return kept.size > 0 ? `${path}?${kept}` : path
}

interface PageAddress {
  /** The one spelling of the address. */
  address: string
  /** The address was given in this spelling; a space may be `+` or `%20`. */
  isSpelledSo: boolean
  /**
   * The page is the same for everyone and its address not too long, so it is rendered without cookies and cached under
   * its address.
   */
  isPublic: boolean
}

/**
 * The one spelling of a page's address: the path in lower case and with single slashes, and of a public page's query
 * the known names only, each once and in a fixed order. Unknown names (`utm_source`) are dropped, so they can neither
 * split nor poison the cache. A personal page keeps its query.
 */
export function pageAddress(url: string): PageAddress {
  const { pathname, search, searchParams } = new URL(`http://page${url}`)
  const path = pathOf(pathname)
  const address = publicAddressOf(path, searchParams)
  if (address === undefined) return { address: path + search, isSpelledSo: path === pathname, isPublic: false }
  const given = search ? `${pathname}?${searchParams}` : pathname
  return { address, isSpelledSo: address === given, isPublic: address.length <= MAX_KEY_LENGTH }
}
