/** The inside of the provider's error answer. */
export interface ErrorDetails {
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

function badRequest(description: string, reason: string, status = 400): ProviderError {
  return new ProviderError(status, {
    code: 'BAD_REQUEST_ERROR',
    description,
    source: 'business',
    step: 'payment_initiation',
    reason,
    metadata: {},
  })
}

export const invalidInput = (description: string, field?: string) => {
  const { status, details } = badRequest(description, 'input_validation_failed')
  return new ProviderError(status, { ...details, ...(field && { field }) })
}

export const unknownId = () => badRequest('Nothing is known under this id.', 'input_validation_failed')

export const wrongKey = () => badRequest('The API key or its secret is wrong.', 'authentication_failed', 401)

export const notAllowed = (description: string) => badRequest(description, 'not_allowed', 403)

export const receiptTaken = () =>
  invalidInput('An order with this receipt exists already: receipts are unique.', 'receipt')

export const wrongState = (description: string) => badRequest(description, 'payment_state_mismatch')

export const idempotencyKeyTaken = () =>
  badRequest('This idempotency key belongs to a different request.', 'idempotency_key_mismatch')

/** 402: the buyer's try to pay failed, or the order takes no more money. */
export const paymentRefused = (description: string, reason: string, metadata: Record<string, string>) =>
  new ProviderError(402, {
    code: 'BAD_REQUEST_ERROR',
    description,
    source: 'customer',
    step: 'payment_authentication',
    reason,
    metadata,
  })

export const outage = (status: number) =>
  new ProviderError(status, {
    code: status === 502 || status === 504 ? 'GATEWAY_ERROR' : 'SERVER_ERROR',
    description: 'The sandbox plays an outage.',
    source: 'internal',
    step: 'NA',
    reason: 'server_error',
    metadata: {},
  })

/** For what the framework rejects before a handler: a body too large, of the wrong type, or no JSON. */
export const requestUnreadable = (status: number) =>
  badRequest('The request could not be read.', 'input_validation_failed', status)

export const addressUnknown = () => badRequest('There is nothing at this address.', 'input_validation_failed', 404)

export const sandboxFailed = () =>
  new ProviderError(500, { ...outage(500).details, description: 'The sandbox has failed.' })
