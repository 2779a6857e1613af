import { saveText } from '#app/api/device-storage.ts'

export const PROOF_KEY = 'payment-proof'
const LAST_ORDER_KEY = 'last-order'
export const DRAFT_KEY = 'address-draft'
export const SEARCHES_KEY = 'searches'
export const PIN_KEY = 'delivery-pin'

/** Saves the id of the order that was just paid, and nothing else of it, for the thank-you panel on the home page. */
export function saveLastOrder(orderId: string): void {
  saveText(localStorage, LAST_ORDER_KEY, orderId, 'The order could not be saved for the home page.')
}

const SEEN = ' seen'

/**
 * The order to thank for, in the tab that first did, until it is closed. A later visit does not: by then it may have
 * come.
 */
export function orderToThankFor(): string | undefined {
  const paid = localStorage.getItem(LAST_ORDER_KEY)
  const id = paid?.replace(SEEN, '')
  if (id === undefined) return undefined
  if (paid !== id && sessionStorage.getItem(LAST_ORDER_KEY) !== id) {
    endThanks()
    return undefined
  }
  const warning = 'It could not be saved that the order was thanked for.'
  saveText(localStorage, LAST_ORDER_KEY, `${id}${SEEN}`, warning)
  saveText(sessionStorage, LAST_ORDER_KEY, id, warning)
  return id
}

/** Ends the thanks for the last order. */
export function endThanks(): void {
  localStorage.removeItem(LAST_ORDER_KEY)
  sessionStorage.removeItem(LAST_ORDER_KEY)
}

/**
 * Deletes the customer's e-mail address, the payment proof, the last order, the typed address, the PIN code and the
 * searches from this device, on sign-out. The server learns of the payment from the provider anyway. The chosen avatar
 * stays under the customer's id (`avatar-choice.ts`).
 */
export function deletePersonalData(): void {
  for (const key of Object.keys(localStorage)) if (/^avatar:.*@/.test(key)) localStorage.removeItem(key)
  endThanks()
  for (const key of [PROOF_KEY, DRAFT_KEY]) sessionStorage.removeItem(key)
  for (const key of [SEARCHES_KEY, PIN_KEY]) localStorage.removeItem(key)
}
