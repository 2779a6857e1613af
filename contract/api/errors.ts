/** Every error code of the shop with its HTTP status. The list is complete. */
export const ERROR_STATUS = {
  invalid: 400,
  payment_failed: 400,
  unauthenticated: 401,
  code_needed: 401,
  forbidden: 403,
  password_needed: 403,
  new_password_needed: 403,
  confirmation_needed: 403,
  factor_needed: 403,
  not_found: 404,
  conflict: 409,
  out_of_stock: 409,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** Field name → what is wrong with it, as a sentence. */
export type FieldErrors = Record<string, string>

/** The body of every error answer. `message` and `error` hold the same sentence. */
export interface ErrorBody {
  message: string
  error: string
  code: ErrorCode
  fields?: FieldErrors
  /** The log's lines about this call have the same id. Missing if the log has none. */
  requestId?: string
}

interface ShopErrorOptions {
  /** Overrides the code's own status; only for 405, 408, 413 and 415, which carry the code `invalid`. */
  status?: number
  fields?: FieldErrors
  retryAfterSeconds?: number
  requestId?: string | undefined
  cause?: unknown
}

/** An error that may be shown to the caller. Services throw it; one handler turns it into a response. */
export class ShopError extends Error {
  override readonly name = 'ShopError'
  readonly code: ErrorCode
  readonly status: number
  readonly fields: FieldErrors | undefined
  readonly retryAfterSeconds: number | undefined
  /** The id of the failed call, if the error came over the API and the shop's log has a line about it. */
  readonly requestId: string | undefined

  constructor(code: ErrorCode, message: string, options: ShopErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.code = code
    this.status = options.status ?? ERROR_STATUS[code]
    this.fields = options.fields
    this.retryAfterSeconds = options.retryAfterSeconds
    this.requestId = options.requestId
  }
}

/** True for a ShopError, also one that another copy of this module made. */
export function isShopError(error: unknown): error is ShopError {
  return error instanceof Error && error.name === 'ShopError'
}

/** The answer of a call, or `instead` where the shop refuses it with this code. Any other error is thrown. */
export async function catchCode<Answer, Instead>(
  call: Promise<Answer>,
  code: ErrorCode,
  instead: Instead,
): Promise<Answer | Instead> {
  try {
    return await call
  } catch (error) {
    if (isShopError(error) && error.code === code) return instead
    throw error
  }
}
