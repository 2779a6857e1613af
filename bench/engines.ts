import { createEmpty } from '#test/engines.ts'
import { DURABLE, startPostgres } from '#test/postgres.ts'

import type { Figure } from './figures.ts'

/** An engine that the shop can run on here. */
export interface BenchEngine {
  name: 'embedded' | 'PostgreSQL'
  /** Makes an empty database and resolves to its address; undefined for the embedded one, which makes its own. */
  createDatabase(): Promise<string | undefined>
}

export interface Circumstances {
  /** A figure is the median of this many rounds, at least five. */
  rounds: number
  isLarge: boolean
  engines(): Promise<readonly BenchEngine[]>
  say(line: string): void
}

/** One part of the benchmarks; it ends by itself and leaves nothing running. */
export type Part = (circumstances: Circumstances) => Promise<Figure[]>

/** A part that measures the same on each engine, one after the other. */
export const onEachEngine =
  (measure: (engine: BenchEngine, circumstances: Circumstances) => Promise<Figure[]>): Part =>
  async (circumstances) => {
    const figures: Figure[] = []
    for (const engine of await circumstances.engines()) figures.push(...(await measure(engine, circumstances)))
    return figures
  }

/** A part that is measured on a PostgreSQL server; rejects where none is installed. */
export const onPostgres =
  (measure: (createDatabase: () => Promise<string>, circumstances: Circumstances) => Promise<Figure[]>): Part =>
  async (circumstances) => {
    const engine = (await circumstances.engines()).find(({ name }) => name === 'PostgreSQL')
    if (!engine) throw new Error('This part needs the programs of a PostgreSQL server.')
    return measure(async () => (await engine.createDatabase()) ?? '', circumstances)
  }

/** Durable, and able to count statements. */
const SERVER = { ...DURABLE, shared_preload_libraries: 'pg_stat_statements', shared_buffers: '256MB' }

/** The engines that this machine has; a PostgreSQL server is started at the first demand and ends with `close`. */
export function openEngines() {
  let server: ReturnType<typeof startPostgres> | undefined
  return {
    async list(): Promise<BenchEngine[]> {
      const started = await (server ??= startPostgres(SERVER))
      const embedded: BenchEngine = { name: 'embedded', createDatabase: async () => undefined }
      if (!started) return [embedded]
      return [embedded, { name: 'PostgreSQL', createDatabase: () => createEmpty(started) }]
    },
    close: async () => (await server)?.stop(),
  }
}
