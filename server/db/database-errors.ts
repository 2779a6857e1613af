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

/** True when the row pointed to is missing, or is still pointed to. */
export const isForeignKeyViolation = (error: unknown, constraint?: string) => isViolation(error, '23503', constraint)

/** True when the account that the row belongs to, or that acts, has been deleted meanwhile. */
export const isAccountGone = (error: unknown) =>
  isForeignKeyViolation(error) && /_(?:user|actor)_id_fkey$/.test(String(asFailure(error).constraint))

/** True if this transaction was rolled back because of another one: the same may succeed again (503). */
export function isRetryable(error: unknown): boolean {
  const { code } = asFailure(error)
  return code === '40001' || code === '40P01'
}

/** True when a text holds NUL, which PostgreSQL keeps neither as text nor in JSON. */
export function isUnstorableText(error: unknown): boolean {
  const { code } = asFailure(error)
  return code === '22021' || code === '22P05'
}

/**
 * PostgreSQL's codes (https://www.postgresql.org/docs/current/errcodes-appendix.html) for: no connection (08), no
 * memory, disk or connection left (53), read-only after the disk filled up, a transaction or a lock that took too long,
 * a statement timeout, and a server that stops, has crashed or starts.
 */
const CUT_OFF = /^(?:08|53)|^(?:25006|25P0[34]|55P03|57014|57P0[1235])$/
/** Node's codes for a network that does not work and for connections that are gone. */
const NO_NETWORK =
  /^(?:E(?:ADDRNOTAVAIL|AI_AGAIN|CONN\w+|HOST\w+|MFILE|NET\w+|NFILE|NOBUFS|NOTCONN|NOTFOUND|PIPE|TIMEDOUT)|ERR_(?:SOCKET_CLOSED|STREAM_DESTROYED|STREAM_WRITE_AFTER_END))$/

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
  if (typeof code === 'string') return CUT_OFF.test(code) || NO_NETWORK.test(code)
  return typeof message === 'string' && CUT_OFF_MESSAGES.test(message)
}
