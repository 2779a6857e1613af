/**
 * The provider gave no usable answer: no connection, a time-out, 409, 429, 5xx, or an answer that cannot be read. A
 * call that changes something may have had its effect: look it up.
 */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable'
}

/** The provider refused the call (4xx): nothing happened, and it will refuse the same call again. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused'
  readonly status: number
  /** The provider's error code, such as BAD_REQUEST_ERROR. */
  readonly code: string
  readonly reason: string | undefined

  constructor(status: number, code: string, description: string, reason?: string) {
    super(description)
    this.status = status
    this.code = code
    this.reason = reason
  }
}
