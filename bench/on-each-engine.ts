import type { Figure } from './figures.ts'
import type { BenchEngine, Circumstances, Part } from './benchmark.ts'

type Measure = (engine: BenchEngine, circumstances: Circumstances) => Promise<Figure[]>

/** A part that measures the same on each engine, one after the other. */
export const onEachEngine =
  (measure: Measure): Part =>
  async (circumstances) => {
    const figures: Figure[] = []
    for (const engine of await circumstances.engines()) figures.push(...(await measure(engine, circumstances)))
    return figures
  }
