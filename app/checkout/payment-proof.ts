import { PROOF_KEY } from '#app/account/personal-storage.ts'
import { readJson, saveText } from '#app/api/device-storage.ts'
import type { PaymentProof } from '#contract/orders/checkout.ts'

interface SavedProof extends PaymentProof {
  customerId: string
}

const WARNING = 'The proof of payment could not be saved; the shop learns of the payment from the provider.'

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
  saveText(storage, PROOF_KEY, JSON.stringify({ ...proof, customerId } satisfies SavedProof), WARNING)
}

export const deleteProof = (storage: Storage): void => storage.removeItem(PROOF_KEY)

/** The proof of this customer's payment whose order is not complete yet, if there is one. */
export function findProof(customerId: string, storage: Storage): PaymentProof | undefined {
  const saved = Object(readJson(storage, PROOF_KEY)) as Partial<SavedProof>
  const { razorpayOrderId, razorpayPaymentId, signature } = saved
  const isProof = razorpayOrderId && razorpayPaymentId && signature && saved.customerId === customerId
  return isProof ? { razorpayOrderId, razorpayPaymentId, signature } : undefined
}
