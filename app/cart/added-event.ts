import type { CartLine } from '#contract/cart.ts'

/** What was just added, for the cart drawer. */
export interface Added {
  line: CartLine
  finalprice: number
}

const EVENT = 'product-added'

/** Opens the cart drawer for a line that was just added. */
export function showAdded(added: Added): void {
  window.dispatchEvent(new CustomEvent<Added>(EVENT, { detail: added }))
}

/** Calls the listener for each added line. Returns the function that unsubscribes. */
export function onAdded(listener: (added: Added) => void): () => void {
  const hear = (event: Event) => listener((event as CustomEvent<Added>).detail)
  window.addEventListener(EVENT, hear)
  return () => window.removeEventListener(EVENT, hear)
}
