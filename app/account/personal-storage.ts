import { saveText } from '#app/api/device-storage.ts'

export const PROOF_KEY = 'payment-proof'
export const LAST_ORDER_KEY = 'last-order'

/** Saves the id of the order that was just paid, and nothing else of it, for the thank-you panel on the home page. */
export function saveLastOrder(orderId: string): void {
  saveText(localStorage, LAST_ORDER_KEY, orderId, 'The order could not be saved for the home page.')
}

/**
 * Deletes the customer's e-mail address, the payment proof and the last order from this device, on sign-out. The server learns
 * of the payment from the provider anyway. The chosen avatar stays under the customer's id (`avatar-choice.ts`).
 */
export function deletePersonalData(): void {
  for (const key of Object.keys(localStorage)) if (/^avatar:.*@/.test(key)) localStorage.removeItem(key)
  sessionStorage.removeItem(PROOF_KEY)
  localStorage.removeItem(LAST_ORDER_KEY)
}
