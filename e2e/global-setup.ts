import { rm } from 'node:fs/promises'

import type { TestProject } from 'vitest/node'

import { buildDirOf } from '#server/start/config.ts'
import { ensureBuild } from '#server/pages/ensure-build.ts'

import { makeShopData, serveCopy, type ServedShop, type ShopData } from './serve.ts'

type SharedShop = Pick<ServedShop, 'origin' | 'admin'>

declare module 'vitest' {
  interface ProvidedContext {
    /** One shop for each worker, whose journeys run one after another. */
    shops: SharedShop[]
    /** The data of a new shop with the demo catalogue, from which others start. */
    shopData: ShopData
  }
}

/** Opens the shared shops before the first journey and stops them after the last. */
export async function setup({ provide, config }: TestProject): Promise<() => Promise<void>> {
  // Once and beforehand: shops that start at the same moment would each build what is missing.
  await ensureBuild(buildDirOf(process.env), () => undefined)
  const data = await makeShopData()
  provide('shopData', data)
  const shops = await Promise.all(Array.from({ length: config.maxWorkers }, () => serveCopy(data)))
  provide(
    'shops',
    shops.map(({ origin, admin }) => ({ origin, admin })),
  )
  return async () => {
    await rm(data.folder, { recursive: true })
    for (const shop of shops) {
      const code = await shop.stop()
      if (code !== 0) throw new Error(`The shop did not stop cleanly (${code}):\n${shop.output()}`)
    }
  }
}
