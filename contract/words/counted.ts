/** A number with its noun, its digits in India's groups: `1 product`, `1,20,000 products`, `2 old addresses`. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count.toLocaleString('en-IN')} ${count === 1 ? noun : plural}`
