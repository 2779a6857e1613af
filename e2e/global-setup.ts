import { rm } from 'node:fs/promises'

import type { TestProject } from 'vitest/node'

import { buildDirOf } from '#server/start/config.ts'
import { ensureBuild } from '#server/pages/ensure-build.ts'

import { makeShopData, serveCopy, startHost, type ServedShop, type ShopData } from './serve.ts'

interface SharedShop extends Pick<ServedShop, 'origin' | 'admin'> {
  /** The address of the process that opens shops for this worker. */
  host: string
}

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
  const hosts = await Promise.all(Array.from({ length: config.maxWorkers }, startHost))
  const shops = await Promise.all(
    hosts.map(async ({ address }) => ({ ...(await serveCopy(data, address)), host: address })),
  )
  provide(
    'shops',
    shops.map(({ origin, admin, host }) => ({ origin, admin, host })),
  )
  return async () => {
    await rm(data.folder, { recursive: true })
    for (const shop of shops) await shop.stop()
    for (const host of hosts) {
      const code = await host.stop()
      if (code !== 0) throw new Error(`The shops did not stop cleanly (${code}):\n${host.output()}`)
    }
  }
}
