/** What a benchmark found: the median of its rounds and the range in which they lay. */
export interface Figure {
  name: string
  unit: string
  median: number
  low: number
  high: number
  rounds: number
  /** What belongs to the figure: sizes, counts, how it was taken. */
  note?: string
}

const exact = (value: number) => Number(value.toPrecision(4))

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

/** Sums up one value of each round. */
export function figure(name: string, unit: string, values: readonly number[], note?: string): Figure {
  return {
    name,
    unit,
    median: exact(median(values)),
    low: exact(Math.min(...values)),
    high: exact(Math.max(...values)),
    rounds: values.length,
    ...(note !== undefined && { note }),
  }
}

/** The value below which a hundredth, a half, … of the sorted or unsorted values lie; `share` from 0 to 1. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** The figures of a part as lines of a table. */
export function tableOf(figures: readonly Figure[]): string {
  const width = Math.max(...figures.map(({ name }) => name.length))
  const number = (value: number) => (value >= 1000 ? Math.round(value).toLocaleString('en') : String(value))
  return figures
    .map(({ name, unit, median: middle, low, high, rounds, note }) => {
      const range = rounds > 1 ? `${number(low)} – ${number(high)}` : ''
      const value = `${number(middle).padStart(9)} ${unit.padEnd(9)} ${range.padEnd(19)}`
      return `  ${name.padEnd(width)} ${value} ${note ?? ''}`.trimEnd()
    })
    .join('\n')
}
