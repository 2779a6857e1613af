import type { PaymentProof } from '#contract/orders/checkout.ts'
import type { Reply } from '#prove/client.ts'

/** What the browser gets once an order is paid at the sandbox; undefined where nothing was paid. */
export function proofIn({ status, body }: Reply): PaymentProof | undefined {
  const {
    razorpay_order_id: razorpayOrderId,
    razorpay_payment_id: razorpayPaymentId,
    razorpay_signature: signature,
  } = body as Partial<Record<string, string>>
  if (status !== 200 || !razorpayOrderId || !razorpayPaymentId || !signature) return undefined
  return { razorpayOrderId, razorpayPaymentId, signature }
}
