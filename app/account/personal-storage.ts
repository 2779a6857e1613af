export const PROOF_KEY = 'payment-proof'
export const LAST_ORDER_KEY = 'last-order'

/**
 * After signing out nothing on this device tells the customer's e-mail address, and the proof of a payment is gone, which
 * the shop learns of from the provider, as is the order that the home page thanked for. The chosen avatar stays by the customer's id (`avatar-choice.ts`).
 */
export function forgetPersonal(): void {
  for (const key of Object.keys(localStorage)) if (/^avatar:.*@/.test(key)) localStorage.removeItem(key)
  sessionStorage.removeItem(PROOF_KEY)
  localStorage.removeItem(LAST_ORDER_KEY)
}
