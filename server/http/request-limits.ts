/** The largest JSON body. Every call of the shop needs far less. */
export const BODY_LIMIT_BYTES = 256 * 1024
/** Names and list items of a JSON body, unless a route says more (`maxEntries`). Counted before anything is parsed. */
export const MAX_BODY_ENTRIES = 200
/** Names of a query, each as often as it is sent. */
export const MAX_QUERY_NAMES = 50
/** True for a query of more names than any call or page has. */
export const hasTooLongQuery = (url: string): boolean => url.split('&', MAX_QUERY_NAMES + 1).length > MAX_QUERY_NAMES
/** Characters of a page's address, and of its path alone. A page repeats its address in many links. */
export const MAX_PAGE_ADDRESS = 4000
export const MAX_PAGE_PATH = 500
/** Fields of a form that a page takes. */
export const MAX_FORM_FIELDS = 200
/** How many faulty fields an error names, and how long a name and a sentence in it may be. */
export const MAX_ERROR_FIELDS = 20
export const MAX_ERROR_NAME_LENGTH = 60
export const MAX_ERROR_SENTENCE_LENGTH = 500
/** Five pictures over a slow connection need three minutes; only callers who may send them get that far. */
export const HTTP_TIMEOUTS_MS = { headersTimeout: 30_000, requestTimeout: 180_000, keepAliveTimeout: 65_000 }
/** How long the body of a call may take to arrive. */
export const BODY_TIMEOUT_MS = 30_000
export const CONNECTION_TIMEOUT_MS = 60_000
