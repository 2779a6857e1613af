import { MAX_CART_LINES, MAX_LINE_QUANTITY } from '#contract/cart-rules.ts'
import { outOfStock } from '#server/errors.ts'

interface Wish {
  name: string
  quantity: number
  available: number
  isGone: boolean
}

/** What a shopper is told about a line that cannot be bought as it stands; undefined when it can be. */
export function findShortage({ name, quantity, available, isGone }: Wish): string | undefined {
  if (isGone) return `${name} is no longer available.`
  if (available <= 0) return `${name} is out of stock.`
  if (quantity > available) return `Only ${available} left of ${name}.`
  return undefined
}

/** Throws out-of-stock (409) with that sentence, if there is one. */
export function checkAvailable(wish: Wish): void {
  const shortage = findShortage(wish)
  if (shortage !== undefined) throw outOfStock(shortage)
}

export const TOO_MANY = `At most ${MAX_LINE_QUANTITY} pieces of one product and size can be ordered at once.`

export const CART_FULL = `A cart holds at most ${MAX_CART_LINES} lines.`
