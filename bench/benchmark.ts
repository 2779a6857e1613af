import type { Figure } from './figures.ts'

/** An engine that the shop can run on here. */
export interface BenchEngine {
  name: 'embedded' | 'PostgreSQL'
  /** Makes an empty database and resolves to its address; undefined for the embedded one, which makes its own. */
  createDatabase(): Promise<string | undefined>
}

export interface Circumstances {
  /** At least five: a figure is the median of so many rounds. */
  rounds: number
  isLarge: boolean
  engines(): Promise<readonly BenchEngine[]>
  say(line: string): void
}

/** One part of the benchmarks; it ends by itself and leaves nothing running. */
export type Part = (circumstances: Circumstances) => Promise<Figure[]>
