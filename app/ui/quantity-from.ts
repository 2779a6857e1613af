/** Parses a typed quantity and clamps it between the bounds. Text that is not a number counts as the minimum. */
export function quantityFrom(text: string, min: number, max: number): number {
  const number = Math.trunc(Number(text.trim() || Number.NaN))
  if (Number.isNaN(number)) return min
  return Math.max(min, Math.min(number, max))
}
