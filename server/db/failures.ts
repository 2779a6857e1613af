interface Failure {
  code?: unknown
  constraint?: unknown
  message?: unknown
  syscall?: unknown
}

const asFailure = (error: unknown): Failure => (typeof error === 'object' && error !== null ? error : {})

function isViolation(error: unknown, code: string, constraint: string | undefined): boolean {
  const failure = asFailure(error)
  return failure.code === code && (constraint === undefined || failure.constraint === constraint)
}

/** True when a row with the same key exists; `constraint` narrows it to one constraint or unique index. */
export const isUniqueViolation = (error: unknown, constraint?: string) => isViolation(error, '23505', constraint)

/** True when a CHECK refused the row; `constraint` narrows it to one. */
export const isCheckViolation = (error: unknown, constraint?: string) => isViolation(error, '23514', constraint)

/** True when the row pointed to is missing, or is still pointed to. */
export const isForeignKeyViolation = (error: unknown, constraint?: string) => isViolation(error, '23503', constraint)

/** True when the account that the row belongs to, or that acts, has been deleted meanwhile. */
export const isAccountGone = (error: unknown) =>
  isForeignKeyViolation(error) && /_(?:user|actor)_id_fkey$/.test(String(asFailure(error).constraint))

/** True when two transactions got in each other's way and this one was undone: the same again may succeed (503). */
export function isRetryable(error: unknown): boolean {
  const { code } = asFailure(error)
  return code === '40001' || code === '40P01'
}

/** True when a text holds NUL, which PostgreSQL keeps neither as text nor in JSON. */
export function isUnstorableText(error: unknown): boolean {
  const { code } = asFailure(error)
  return code === '22021' || code === '22P05'
}

// PostgreSQL's own codes: https://www.postgresql.org/docs/current/errcodes-appendix.html
const CUT_OFF_CODES = new Set([
  '25006', // read-only: the embedded engine after the disk filled up
  '25P03', // idle in a transaction for too long
  '25P04', // in a transaction for too long
  '53000', // short of something that is not named
  '53100', // disk full
  '53200', // out of memory
  '53300', // too many connections
  '53400', // a limit of the server's settings
  '55P03', // lock not available in time
  '57014', // statement timeout
  '57P01', // the server is being shut down
  '57P02', // the server crashed
  '57P03', // the server is starting
  '57P05', // idle for too long
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'EMFILE',
  'ENETDOWN',
  'ENETUNREACH',
  'ENFILE',
  'ENOBUFS',
  'ENOTCONN',
  'ENOTFOUND',
  'EPIPE',
  'ERR_SOCKET_CLOSED',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
  'ETIMEDOUT',
])

// What the drivers say without a code.
const CUT_OFF_MESSAGES =
  /^(Connection terminated|Client was closed|Client has encountered a connection error|Query read timeout|timeout expired|timeout exceeded when trying to connect|Received unexpected \w+ message from backend|Cannot use a pool after calling end|driver has already been destroyed|Postgres connection has been discarded|PGlite is clos)/

/**
 * True when the database could not be reached, did not answer in time, or has no room: nothing is wrong with the call,
 * and the same one may succeed later (503).
 */
export function isConnectionFailure(error: unknown): boolean {
  const { code, message, syscall } = asFailure(error)
  // A server's socket in the file system is not there while the server starts.
  if (code === 'ENOENT') return syscall === 'connect'
  if (typeof code === 'string') return CUT_OFF_CODES.has(code) || code.startsWith('08')
  return typeof message === 'string' && CUT_OFF_MESSAGES.test(message)
}
