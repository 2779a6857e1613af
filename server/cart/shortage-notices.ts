import type { CartRow } from '#server/cart/queries.ts'

import { MAX_CART_LINES, MAX_LINE_QUANTITY } from '#contract/cart/cart-limits.ts'

export const TOO_MANY = `At most ${MAX_LINE_QUANTITY} pieces of one product and size can be ordered at once.`
export const CART_FULL = `A cart holds at most ${MAX_CART_LINES} lines.`

/** A sentence for the shopper that says why a line cannot be bought; undefined if it can. */
export function findShortage(line: Pick<CartRow, 'name' | 'quantity' | 'available' | 'isGone'>): string | undefined {
  const { name, quantity, available, isGone } = line
  if (isGone) return `${name} is no longer available.`
  if (available <= 0) return `${name} is out of stock.`
  if (quantity > available) return `Only ${available} left of ${name}.`
  return undefined
}
