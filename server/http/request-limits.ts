/** The largest JSON body. Every call of the shop needs far less. */
export const BODY_LIMIT_BYTES = 256 * 1024
/** Five pictures over a slow connection need three minutes; only callers who may send them get that far. */
export const HTTP_TIMEOUTS_MS = { headersTimeout: 30_000, requestTimeout: 180_000, keepAliveTimeout: 65_000 }
/** How long the body of a call may take to arrive. */
export const BODY_TIMEOUT_MS = 30_000
export const CONNECTION_TIMEOUT_MS = 60_000
