import { extent, median } from 'd3-array'
import { createHistogram } from 'node:perf_hooks'

/** What a benchmark found: one value of each round. */
export interface Figure {
  name: string
  unit: string
  values: readonly number[]
  /** What belongs to the figure: sizes, counts, how it was taken. */
  note?: string | undefined
}

/** What one round found. */
type Measured = readonly [value: number, unit: string, note?: string]

/** Plays one round to warm up and then `rounds`; the names of the figures begin with `about`. */
export async function playRounds(
  rounds: number,
  about: string,
  play: (round: number) => Promise<Readonly<Record<string, Measured>>>,
): Promise<Figure[]> {
  await play(0)
  const values = new Map<string, number[]>()
  let last: Readonly<Record<string, Measured>> = {}
  for (let round = 1; round <= rounds; round += 1) {
    last = await play(round)
    for (const [name, [value]] of Object.entries(last)) values.set(name, [...(values.get(name) ?? []), value])
  }
  return Object.entries(last).map(([name, [, unit, note]]) => {
    return { name: `${about}, ${name}`, unit, note, values: values.get(name) ?? [] }
  })
}

/** A figure that was measured once. */
export const once = (name: string, unit: string, value: number, note?: string): Figure => {
  return { name, unit, values: [value], note }
}

const exact = (value: number | undefined) => Number((value ?? Number.NaN).toPrecision(4))

/** The median and the range of a figure: `0.93 × (0.55 – 1.11 in 5 rounds), same headers, same body`. */
function textOf({ unit, values, note }: Figure): string {
  const range = values.length > 1 ? ` (${extent(values).map(exact).join(' – ')} in ${values.length} rounds)` : ''
  return `${`${exact(median(values))} ${unit}`.trim()}${range}${note === undefined ? '' : `, ${note}`}`
}

/** The figures of a part by their names. */
export const resultsOf = (figures: readonly Figure[]): Record<string, string> =>
  Object.fromEntries(figures.map((figure) => [figure.name, textOf(figure)]))

/** The figures of a part as lines of a table. */
export function tableOf(figures: readonly Figure[]): string {
  const width = Math.max(...figures.map(({ name }) => name.length))
  return figures.map((figure) => `  ${figure.name.padEnd(width)}  ${textOf(figure)}`).join('\n')
}

const NS_PER_MS = 1e6

/** The times of many calls, in milliseconds. */
export function createTimes() {
  const histogram = createHistogram()
  const add = (ms: number) => histogram.record(Math.max(1, Math.round(ms * NS_PER_MS)))
  return {
    add,
    /** Waits for a call and adds its time. */
    async of<Result>(call: Promise<Result>): Promise<Result> {
      const begin = performance.now()
      const result = await call
      add(performance.now() - begin)
      return result
    },
    count: () => histogram.count,
    /** NaN without calls. */
    percentile: (percent: number) => (histogram.count === 0 ? Number.NaN : histogram.percentile(percent) / NS_PER_MS),
  }
}
