/** The price ranges of the list page, in rupees, as the specification prints them. */
export const PRICE_RANGES = [
  [0, 500],
  [501, 1000],
  [1001, 1500],
  [1501, 2000],
  [2001, 2500],
  [2501, 3000],
  [3001, 3500],
  [3501, 4000],
  [4001, 4500],
  [4501, 5000],
  [5001, 10000],
  [10001, 15000],
  [15001, 20000],
  [20001, 30000],
] as const

/**
 * The lowest price in rupees of the range that begins with `from`. Ranges leave no gap: 501 to 1000 means above 500, so
 * it includes ₹500.50.
 */
export function lowestPriceFrom(from: number): number {
  const opensAfterAnother = PRICE_RANGES.some(([printed]) => printed === from && printed > 0)
  return opensAfterAnother ? from - 1 + 0.01 : from
}

/** Both bounds of a price, the lower first: a lowest price above the highest was typed into the wrong field. */
export const inSequence = <Bound extends number | '' | undefined>(low: Bound, high: Bound): [Bound, Bound] =>
  typeof low === 'number' && typeof high === 'number' && low > high ? [high, low] : [low, high]
