import type { TestProject } from 'vitest/node'

import { buildDirOf } from '#server/config.ts'
import { ensureBuild } from '#server/pages/ensure-build.ts'

import { serveShop } from './serve.ts'

type SharedShop = { origin: string; admin: { email: string; password: string } }

declare module 'vitest' {
  interface ProvidedContext {
    /** One shop for each worker, whose journeys run one after another. */
    shops: SharedShop[]
  }
}

/** Opens the shared shops before the first journey and stops them after the last. */
export async function setup({ provide, config }: TestProject): Promise<() => Promise<void>> {
  // Once and beforehand: shops that start at the same moment would each build what is missing.
  await ensureBuild(buildDirOf(process.env), () => undefined)
  const shops = await Promise.all(Array.from({ length: config.maxWorkers }, () => serveShop()))
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
