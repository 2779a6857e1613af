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

/** The value below which a hundredth, a half, … of the values lie; `share` from 0 to 1. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

const exact = (value: number) => Number(value.toPrecision(4))

/** Sums up one value of each round. */
export function figure(name: string, unit: string, values: readonly number[], note?: string): Figure {
  const [low, high] = [Math.min(...values), Math.max(...values)].map(exact) as [number, number]
  return { name, unit, median: exact(median(values)), low, high, rounds: values.length, ...(note && { note }) }
}

/** What a round measures, by the figures' names: the unit, and a note. */
export type Measures<Name extends string> = Readonly<Record<Name, readonly [unit: string, note?: string]>>

/** Plays one round to warm up and then `rounds`, and sums up each of their values. */
export async function playRounds<Name extends string>(
  rounds: number,
  about: string,
  measures: Measures<Name>,
  play: (round: number) => Promise<Record<NoInfer<Name>, number>>,
): Promise<Figure[]> {
  await play(0)
  const played: Record<Name, number>[] = []
  while (played.length < rounds) played.push(await play(played.length + 1))
  return (Object.keys(measures) as Name[]).map((name) => {
    const [unit, note] = measures[name]
    return figure(
      `${about}, ${name}`,
      unit,
      played.map((round) => round[name]),
      note,
    )
  })
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

/** The figures of a part by their names, a line each: `0.93 × (0.55 – 1.11 in 5 rounds), same headers, same body`. */
export function resultsOf(figures: readonly Figure[]): Record<string, string> {
  const entries = figures.map(({ name, unit, median: middle, low, high, rounds, note }): [string, string] => {
    const range = rounds > 1 ? ` (${low} – ${high} in ${rounds} rounds)` : ''
    return [name, `${`${middle} ${unit}`.trim()}${range}${note === undefined ? '' : `, ${note}`}`]
  })
  return Object.fromEntries(entries)
}

/** The median of each list of values. */
export const mediansOf = (found: Record<string, number[]>) =>
  Object.fromEntries(Object.entries(found).map(([name, values]) => [name, median(values)]))
