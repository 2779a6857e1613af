import type { WantedProduct } from '#app/cart/wanted-product-storage.ts'
import type { CartLine } from '#contract/cart/cart.ts'

/** What was just added, for the cart drawer. */
export interface Added {
  line: CartLine
  finalprice: number
}

/** A visitor wants a product that only a customer can add to the cart. */
export interface SignInRequest {
  wanted: WantedProduct
  /** Adds the product again, after the sign-in. */
  addAgain(): Promise<void>
  /** The pressed button, which gets the focus back when the sign-in is closed. */
  pressed: Element | null
}

/** Opens the cart drawer for a line that was just added, or the sign-in popover for a visitor's product. */
export type CartEvent = Added | SignInRequest

const EVENT = 'cart'

export function sendCartEvent(detail: CartEvent): void {
  window.dispatchEvent(new CustomEvent<CartEvent>(EVENT, { detail }))
}

/** Calls the listener for each event. Returns the function that unsubscribes. */
export function onCartEvent(listener: (event: CartEvent) => void): () => void {
  const hear = (event: Event) => listener((event as CustomEvent<CartEvent>).detail)
  window.addEventListener(EVENT, hear)
  return () => window.removeEventListener(EVENT, hear)
}
