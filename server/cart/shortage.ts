import { MAX_CART_LINES, MAX_LINE_QUANTITY } from '#contract/cart-rules.ts'
import { outOfStock } from '#server/errors.ts'

interface WantedQuantity {
  name: string
  quantity: number
  available: number
  isGone: boolean
}

/** A sentence for the shopper that says why a line cannot be bought; undefined if it can. */
export function findShortage({ name, quantity, available, isGone }: WantedQuantity): string | undefined {
  if (isGone) return `${name} is no longer available.`
  if (available <= 0) return `${name} is out of stock.`
  if (quantity > available) return `Only ${available} left of ${name}.`
  return undefined
}

/** Throws out-of-stock (409) with that sentence if the line cannot be bought. */
export function checkAvailable(wanted: WantedQuantity): void {
  const shortage = findShortage(wanted)
  if (shortage !== undefined) throw outOfStock(shortage)
}

export const TOO_MANY = `At most ${MAX_LINE_QUANTITY} pieces of one product and size can be ordered at once.`

export const CART_FULL = `A cart holds at most ${MAX_CART_LINES} lines.`
