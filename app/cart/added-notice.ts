import type { CartLine } from '#contract/cart.ts'

/** What was just added, for the small panel below the header. */
export interface Added {
  line: CartLine
  finalprice: number
}

const EVENT = 'product-added'

/** Shows the panel for a line that was just added. */
export function showAdded(added: Added): void {
  window.dispatchEvent(new CustomEvent<Added>(EVENT, { detail: added }))
}

/** Calls the listener for each line that is added; answers the function that ends that. */
export function onAdded(listener: (added: Added) => void): () => void {
  const hear = (event: Event) => listener((event as CustomEvent<Added>).detail)
  window.addEventListener(EVENT, hear)
  return () => window.removeEventListener(EVENT, hear)
}
