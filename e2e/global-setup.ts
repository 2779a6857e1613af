import type { TestProject } from 'vitest/node'

import { serveShop, type ServedShop } from './serve.ts'

type SharedShop = { origin: string; admin: { email: string; password: string } }

declare module 'vitest' {
  interface ProvidedContext {
    /** One shop for each worker, whose journeys run one after another. */
    shops: SharedShop[]
  }
}

/** Opens the shared shops before the first journey and stops them after the last. */
export async function setup({ provide, config }: TestProject): Promise<() => Promise<void>> {
  const shops: ServedShop[] = []
  // One by one: the first may have to build the pages, and the others find them.
  while (shops.length < config.maxWorkers) shops.push(await serveShop())
  provide(
    'shops',
    shops.map(({ origin, admin }) => ({ origin, admin })),
  )
  return async () => {
    for (const shop of shops) {
      const code = await shop.stop()
      if (code !== 0) throw new Error(`The shop did not stop cleanly (${code}):\n${shop.output()}`)
    }
  }
}
