export const PROOF_KEY = 'payment-proof'
export const LAST_ORDER_KEY = 'last-order'

/**
 * Deletes the customer's e-mail address, the payment proof and the last order from this device, on sign-out. The server learns
 * of the payment from the provider anyway. The chosen avatar stays under the customer's id (`avatar-choice.ts`).
 */
export function deletePersonalData(): void {
  for (const key of Object.keys(localStorage)) if (/^avatar:.*@/.test(key)) localStorage.removeItem(key)
  sessionStorage.removeItem(PROOF_KEY)
  localStorage.removeItem(LAST_ORDER_KEY)
}
