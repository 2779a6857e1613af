import type { CustomerApi } from '#contract/api/customer-api.ts'
import { isShopError, type ErrorCode } from '#contract/api/errors.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Address } from '#contract/schemas/address.ts'
import type { PaymentProof } from '#contract/orders/checkout.ts'
import type { Business } from '#app/checkout/buyer-gstin.tsx'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

/** A step after the payment failed. `sentence` is the message; the step may be repeated. */
export class StepFailed extends Error {
  readonly sentence: string
  readonly code: ErrorCode | undefined
  /** The server's own message, if it says more than `sentence`. */
  readonly reason: string | undefined
  constructor(sentence: string, cause: unknown) {
    super(sentence, { cause })
    this.sentence = sentence
    this.code = isShopError(cause) ? cause.code : undefined
    this.reason = isShopError(cause) && cause.message !== sentence ? cause.message : undefined
  }
}

async function step<Answer>(sentence: string, call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    throw new StepFailed(sentence, error)
  }
}

/**
 * Completes an order after its payment: verifies the payment, creates the order, saves the address. Each call is
 * idempotent, so after a `StepFailed` the whole function may run again. Returns the order.
 */
export async function completeOrder(
  api: CustomerApi,
  userId: string,
  proof: PaymentProof,
  address: Address | undefined,
  business?: Business,
): Promise<Order> {
  await step(WORDINGS.checkout.verificationFailed, () => api.verifyPayment(proof))
  const order = await step(WORDINGS.checkout.orderCreationFailed, () => api.getOrder(userId, proof))
  if (!address) return order
  await step(WORDINGS.checkout.addressFailed, () =>
    api.saveAddress(order._id, address, business?.gstin, business?.firm),
  )
  return order
}
