/** The inside of the provider's error answer. */
export interface RefusalDetails {
  code: 'BAD_REQUEST_ERROR' | 'SERVER_ERROR' | 'GATEWAY_ERROR'
  description: string
  source: string
  step: string
  reason: string
  field?: string
  metadata: Record<string, string>
}

/** What the provider says no with. It is answered as `{"error": details}`. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly details: RefusalDetails

  constructor(status: number, details: RefusalDetails) {
    super(details.description)
    this.status = status
    this.details = details
  }
}

function badRequest(description: string, reason: string, status = 400): Refusal {
  return new Refusal(status, {
    code: 'BAD_REQUEST_ERROR',
    description,
    source: 'business',
    step: 'payment_initiation',
    reason,
    metadata: {},
  })
}

export const inputRefused = (description: string, field?: string) => {
  const { status, details } = badRequest(description, 'input_validation_failed')
  return new Refusal(status, { ...details, ...(field && { field }) })
}

export const unknownId = () => badRequest('Nothing is known under this id.', 'input_validation_failed')

export const wrongKey = () => badRequest('The API key or its secret is wrong.', 'authentication_failed', 401)

export const notAllowed = (description: string) => badRequest(description, 'not_allowed', 403)

export const receiptTaken = () =>
  inputRefused('An order with this receipt exists already: receipts are unique.', 'receipt')

export const wrongState = (description: string) => badRequest(description, 'payment_state_mismatch')

export const keyTaken = () =>
  badRequest('This idempotency key belongs to a different request.', 'idempotency_key_mismatch')

/** 402: the buyer's try to pay failed, or the order takes no more money. */
export const paymentRefused = (description: string, reason: string, metadata: Record<string, string>) =>
  new Refusal(402, {
    code: 'BAD_REQUEST_ERROR',
    description,
    source: 'customer',
    step: 'payment_authentication',
    reason,
    metadata,
  })

export const outage = (status: number) =>
  new Refusal(status, {
    code: status === 502 || status === 504 ? 'GATEWAY_ERROR' : 'SERVER_ERROR',
    description: 'The sandbox plays an outage.',
    source: 'internal',
    step: 'NA',
    reason: 'server_error',
    metadata: {},
  })

/** What the framework turned away before a handler saw it: a body too large, of the wrong type, or no JSON. */
export const requestUnreadable = (status: number) =>
  badRequest('The request could not be read.', 'input_validation_failed', status)

export const addressUnknown = () => badRequest('There is nothing at this address.', 'input_validation_failed', 404)

export const sandboxFailed = () => new Refusal(500, { ...outage(500).details, description: 'The sandbox has failed.' })
