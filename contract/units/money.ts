const PAISE_PER_RUPEE = 100

/** The highest price of a product. It keeps every sum of lines within exact integers. */
export const MAX_PRICE_RUPEES = 10_000_000

/** The least that can be paid at once: the provider takes no less. */
export const LEAST_PAYMENT_PAISE = 100

/**
 * Integer paise for an amount in rupees. Throws a RangeError for what is not finite, is out of exact range or has
 * more than two decimals, because such an amount cannot be charged.
 */
export function paiseFromRupees(rupees: number): number {
  const paise = Math.round(rupees * PAISE_PER_RUPEE)
  if (!Number.isSafeInteger(paise)) throw new RangeError(`not an amount in rupees: ${rupees}`)
  if (Math.abs(paise / PAISE_PER_RUPEE - rupees) > 1e-9) throw new RangeError(`more than two decimals: ${rupees}`)
  return paise === 0 ? 0 : paise
}

/** Rupees with at most two decimals for an amount in integer paise. */
export function rupeesFromPaise(paise: number): number {
  if (!Number.isSafeInteger(paise)) throw new RangeError(`not an amount in paise: ${paise}`)
  return paise / PAISE_PER_RUPEE
}

const hasWholePaise = (rupees: number) =>
  Math.abs(Math.round(rupees * PAISE_PER_RUPEE) / PAISE_PER_RUPEE - rupees) < 1e-9

/** True for an amount in rupees that has at most two decimals and lies between 0 and `MAX_PRICE_RUPEES`. */
export function isPrice(rupees: number): boolean {
  return isRupeeSum(rupees) && rupees <= MAX_PRICE_RUPEES
}

/** True for a sum of prices in rupees: at most two decimals, not negative, and exact in paise. */
export function isRupeeSum(rupees: number): boolean {
  return rupees >= 0 && Number.isSafeInteger(Math.round(rupees * PAISE_PER_RUPEE)) && hasWholePaise(rupees)
}

/**
 * Splits an amount in paise by weights so that the parts sum to it exactly (largest remainder; ties go to the earlier
 * part). All-zero weights split evenly.
 */
export function splitPaise(totalPaise: number, weights: readonly number[]): number[] {
  const weighed = weights.every((weight) => weight === 0) ? weights.map(() => 1) : weights
  const sum = BigInt(weighed.reduce((all, weight) => all + weight, 0))
  const exact = weighed.map((weight) => BigInt(totalPaise) * BigInt(weight))
  const parts = exact.map((share) => Number(share / sum))
  const missing = totalPaise - parts.reduce((all, part) => all + part, 0)
  exact
    .map((share, index) => ({ index, remainder: share % sum }))
    .toSorted((one, other) => Number(other.remainder - one.remainder) || one.index - other.index)
    .slice(0, missing)
    .forEach(({ index }) => (parts[index] = (parts[index] ?? 0) + 1))
  return parts
}

/**
 * A price in paise changed by per cent (at most two decimals), to the nearest whole rupee, half a rupee up. What costs
 * something costs at least a rupee. Of two prices the higher never becomes the lower.
 */
export function changedByPercent(paise: number, percent: number): number {
  const factor = 10_000 + Math.round(percent * 100)
  const rupees = Math.floor((paise * factor + 500_000) / 1_000_000)
  return paise === 0 ? 0 : Math.max(1, rupees) * PAISE_PER_RUPEE
}

/** What is paid for a product: the discounted price where there is one, else the price. Same unit as given. */
export function paidPrice(product: { price: number; discountedPrice?: number | undefined }): number {
  return product.discountedPrice ?? product.price
}

/** What a line costs, in paise: the price of one, times the quantity. */
function lineTotalPaise({ paidPricePaise, quantity }: { paidPricePaise: number; quantity: number }): number {
  return paidPricePaise * quantity
}

/** What lines cost together, in paise. */
export function totalPaiseOf(lines: readonly { paidPricePaise: number; quantity: number }[]): number {
  return lines.reduce((sum, line) => sum + lineTotalPaise(line), 0)
}

/** What is paid for a line of `quantity` items, in rupees. It is computed in paise, so that no rounding error shows. */
export function lineTotal(product: { price: number; discountedPrice?: number | undefined }, quantity: number): number {
  const paidPricePaise = Math.round(paidPrice(product) * PAISE_PER_RUPEE)
  return lineTotalPaise({ paidPricePaise, quantity }) / PAISE_PER_RUPEE
}

/** What is left of an amount in rupees, computed in paise, so that no rounding error shows. */
export const rupeesLeft = (amount: number, taken: number): number =>
  rupeesFromPaise(paiseFromRupees(amount) - paiseFromRupees(taken))

/** Whole per cent off, or undefined unless the discounted price is set and below the price. */
export function percentOff(product: { price: number; discountedPrice?: number | undefined }): number | undefined {
  const { price, discountedPrice } = product
  if (discountedPrice === undefined || discountedPrice >= price) return undefined
  return Math.round(((price - discountedPrice) / price) * 100)
}

const whole = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 })
const exact = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** '₹1,499' for lists; paise are shown only where there are some. */
export function formatRupees(rupees: number): string {
  return `₹${Number.isInteger(rupees) ? whole.format(rupees) : exact.format(rupees)}`
}

/** '₹1,499.00' for totals: always two decimals. */
export function formatTotal(rupees: number): string {
  return `₹${exact.format(rupees)}`
}

/** `formatTotal` for an amount in paise. */
export const formatPaise = (paise: number): string => formatTotal(rupeesFromPaise(paise))
