import type { Figure } from './figures.ts'

import { createEmpty } from '#test/engines.ts'
import { startPostgres } from '#test/postgres.ts'

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

/** Durable, and able to count statements. */
export const POSTGRES_SETTINGS = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  shared_preload_libraries: 'pg_stat_statements',
  shared_buffers: '256MB',
}

/** The engines that this machine has; a PostgreSQL server is started at the first demand and ends with `close`. */
export function openEngines() {
  let server: ReturnType<typeof startPostgres> | undefined
  return {
    async list(): Promise<BenchEngine[]> {
      server ??= startPostgres(POSTGRES_SETTINGS)
      const started = await server
      const embedded: BenchEngine = { name: 'embedded', createDatabase: async () => undefined }
      if (!started) return [embedded]
      return [embedded, { name: 'PostgreSQL', createDatabase: () => createEmpty(started) }]
    },
    async close(): Promise<void> {
      await (await server)?.stop()
    },
  }
}
