/**
 * The provider gave no usable answer: no connection, a time-out, 5xx, 429, or an answer that cannot be read.
 * `mayHaveHappened` is false only where the call certainly changed nothing; else its effect is unknown and must be asked for.
 */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable'
  readonly mayHaveHappened: boolean

  constructor(message: string, mayHaveHappened: boolean, cause?: unknown) {
    super(message, { cause })
    this.mayHaveHappened = mayHaveHappened
  }
}

/** The provider read the call and refused it (4xx): nothing happened, and the same call will be refused again. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused'
  readonly status: number
  /** The provider's own word, such as BAD_REQUEST_ERROR. */
  readonly code: string
  readonly reason: string | undefined

  constructor(status: number, code: string, description: string, reason?: string) {
    super(description)
    this.status = status
    this.code = code
    this.reason = reason
  }
}
