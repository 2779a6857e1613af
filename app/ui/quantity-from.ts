/** The whole number that a typed text means, kept between the bounds; what is no number means the least. */
export function quantityFrom(text: string, min: number, max: number): number {
  const number = Math.trunc(Number(text.trim() || Number.NaN))
  if (Number.isNaN(number)) return min
  return Math.max(min, Math.min(number, max))
}
