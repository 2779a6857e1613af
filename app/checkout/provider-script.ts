/** The parts of the provider's browser script that the checkout uses. */
export interface ProviderOptions {
  key: string
  amount: number
  currency: string
  name: string
  order_id: string
  prefill: { name: string; email: string; contact: string }
  handler(answer: { razorpay_order_id: string; razorpay_payment_id: string; razorpay_signature: string }): void
  modal: { ondismiss(): void }
}

interface ProviderDialog {
  open(): void
  on(event: 'payment.failed', listener: (answer: { error?: { description?: string } }) => void): void
}

declare global {
  interface Window {
    Razorpay?: new (options: ProviderOptions) => ProviderDialog
  }
}

let loading: Promise<void> | undefined

/**
 * Loads the provider's script once. Rejects if it cannot be loaded; the next call then tries again. The checkout calls
 * it on the first focus in its form, so that the script is ready in time and loads on no other page.
 */
export function loadProviderScript(address: string): Promise<void> {
  loading ??= new Promise((resolve, reject) => {
    if (window.Razorpay) return resolve()
    const script = document.createElement('script')
    script.src = address
    script.async = true
    script.addEventListener('load', () =>
      window.Razorpay ? resolve() : reject(new Error('The provider’s script is empty.')),
    )
    script.addEventListener('error', () => reject(new Error('The provider’s script could not be loaded.')))
    document.head.append(script)
  })
  loading.catch(() => {
    loading = undefined
  })
  return loading
}
