import { createProof } from '#app/checkout/payment-proof.ts'
import type { ProviderOptions } from '#app/checkout/provider-script.ts'
import type { PaymentOrder, PaymentProof } from '#contract/orders/checkout.ts'

type PaymentOutcome =
  | { kind: 'paid'; proof: PaymentProof }
  /** The buyer closed the dialog; `refusal` is the last reason that the provider gave, if it refused a try. */
  | { kind: 'closed'; refusal: string | undefined }

/** Opens the provider's dialog and resolves when the buyer has paid or closed it. */
export function openPaymentWindow(
  order: PaymentOrder,
  shopName: string,
  prefill: ProviderOptions['prefill'],
): Promise<PaymentOutcome> {
  return new Promise((resolve, reject) => {
    if (!window.Razorpay) return reject(new Error('The provider’s script is missing.'))
    let refusal: string | undefined
    const dialog = new window.Razorpay({
      key: order.key,
      amount: order.amount,
      currency: order.currency,
      name: shopName,
      order_id: order.id,
      prefill,
      handler: (answer) => resolve({ kind: 'paid', proof: createProof(answer) }),
      modal: { ondismiss: () => resolve({ kind: 'closed', refusal }) },
    })
    dialog.on('payment.failed', ({ error }) => {
      refusal = error?.description ?? 'The payment was refused.'
    })
    dialog.open()
  })
}
