/** The inside of the provider's error answer. */
interface ErrorDetails {
  code: 'BAD_REQUEST_ERROR' | 'SERVER_ERROR' | 'GATEWAY_ERROR'
  description: string
  source: string
  step: string
  reason: string
  field?: string
  metadata: Record<string, string>
}

/** An error of the provider's API. It is answered as `{"error": details}`. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly status: number
  readonly details: ErrorDetails

  constructor(status: number, details: ErrorDetails) {
    super(details.description)
    this.status = status
    this.details = details
  }
}

const INVALID = 'input_validation_failed'

const badRequest = (description: string, reason: string, status = 400, more: Partial<ErrorDetails> = {}) =>
  new ProviderError(status, {
    code: 'BAD_REQUEST_ERROR',
    description,
    source: 'business',
    step: 'payment_initiation',
    reason,
    ...more,
    metadata: more.metadata ?? {},
  })

const serverError = (description: string, status: number) =>
  new ProviderError(status, {
    code: status === 502 || status === 504 ? 'GATEWAY_ERROR' : 'SERVER_ERROR',
    description,
    source: 'internal',
    step: 'NA',
    reason: 'server_error',
    metadata: {},
  })

export const invalidInput = (description: string, field?: string) =>
  badRequest(description, INVALID, 400, field ? { field } : {})
export const unknownId = () => badRequest('Nothing is known under this id.', INVALID)
export const wrongKey = () => badRequest('The API key or its secret is wrong.', 'authentication_failed', 401)
export const notAllowed = (description: string) => badRequest(description, 'not_allowed', 403)
export const receiptTaken = () =>
  invalidInput('An order with this receipt exists already: receipts are unique.', 'receipt')
export const wrongState = (description: string) => badRequest(description, 'payment_state_mismatch')
export const idempotencyKeyTaken = () =>
  badRequest('This idempotency key belongs to a different request.', 'idempotency_key_mismatch')
export const addressUnknown = () => badRequest('There is nothing at this address.', INVALID, 404)
/** For what the framework rejects before a handler: a body too large, of the wrong type, or no JSON. */
export const requestUnreadable = (status: number) => badRequest('The request could not be read.', INVALID, status)
/** 402: the buyer's try to pay failed, or the order takes no more money. */
export const paymentRefused = (description: string, reason: string, metadata: Record<string, string>) =>
  badRequest(description, reason, 402, { source: 'customer', step: 'payment_authentication', metadata })
export const outage = (status: number) => serverError('The sandbox plays an outage.', status)
export const sandboxFailed = () => serverError('The sandbox has failed.', 500)
