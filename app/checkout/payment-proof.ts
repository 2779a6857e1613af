import { PROOF_KEY } from '#app/account/personal-storage.ts'
import type { PaymentProof } from '#contract/payments.ts'

interface SavedProof extends PaymentProof {
  customerId: string
}

/** The provider's answer in the shop's names. */
export const createProof = (answer: {
  razorpay_order_id: string
  razorpay_payment_id: string
  razorpay_signature: string
}): PaymentProof => ({
  razorpayOrderId: answer.razorpay_order_id,
  razorpayPaymentId: answer.razorpay_payment_id,
  signature: answer.razorpay_signature,
})

/** Saves the proof of a payment until its order is complete, so that a reload continues instead of charging twice. */
export function saveProof(customerId: string, proof: PaymentProof, storage: Storage): void {
  try {
    storage.setItem(PROOF_KEY, JSON.stringify({ ...proof, customerId } satisfies SavedProof))
  } catch {
    console.warn('The proof of payment could not be kept; the shop learns of the payment from the provider.')
  }
}

export const deleteProof = (storage: Storage): void => storage.removeItem(PROOF_KEY)

/** The proof of this customer's payment whose order is not complete yet, if there is one. */
export function findProof(customerId: string, storage: Storage): PaymentProof | undefined {
  try {
    const proof: unknown = JSON.parse(storage.getItem(PROOF_KEY) ?? 'null')
    const isProof =
      typeof proof === 'object' &&
      proof !== null &&
      'razorpayPaymentId' in proof &&
      'razorpayOrderId' in proof &&
      'signature' in proof &&
      'customerId' in proof &&
      proof.customerId === customerId
    if (!isProof) return undefined
    const { razorpayOrderId, razorpayPaymentId, signature } = proof as SavedProof
    return { razorpayOrderId, razorpayPaymentId, signature }
  } catch {
    return undefined
  }
}
