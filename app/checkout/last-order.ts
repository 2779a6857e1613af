import { LAST_ORDER_KEY } from '#app/account/personal-storage.ts'

/** Saves the id of the order that was just paid, and nothing else of it, for the thank-you panel on the home page. */
export function saveLastOrder(orderId: string): void {
  try {
    localStorage.setItem(LAST_ORDER_KEY, orderId)
  } catch {
    console.warn('The order could not be remembered for the home page.')
  }
}
