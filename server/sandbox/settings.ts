import type { PaymentSettings } from '#server/shop.ts'

export const SANDBOX_PATH = '/sandbox/razorpay'

// Known to everybody, and worth nothing: no money moves in the sandbox. They must not change, or a payment that was
// signed before a restart would not be recognised after it.
const KEY_ID = 'rzp_test_SelvedgeSandbx'
const KEY_SECRET = 'selvedge-sandbox-key-secret'
const WEBHOOK_SECRET = 'selvedge-sandbox-webhook-secret'

/**
 * How the shop reaches the sandbox instead of the real provider. Its browser script has an address without origin, so
 * that it works under every name that a laptop goes by.
 */
export const sandboxSettings: PaymentSettings = {
  keyId: KEY_ID,
  keySecret: KEY_SECRET,
  webhookSecrets: [WEBHOOK_SECRET],
  checkoutUrl: `${SANDBOX_PATH}/checkout.js`,
  isSandbox: true,
}
