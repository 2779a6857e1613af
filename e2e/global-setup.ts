import type { TestProject } from 'vitest/node'

import { serveShop } from './serve.ts'

type SharedShop = { origin: string; admin: { email: string; password: string } }

declare module 'vitest' {
  interface ProvidedContext {
    /** One shop for all journeys that can stand next to others: they make customers of their own and leave its catalogue alone. */
    shop: SharedShop
  }
}

/** Opens the shared shop before the first journey and stops it after the last. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const shop = await serveShop()
  provide('shop', { origin: shop.origin, admin: shop.admin })
  return async () => {
    const code = await shop.stop()
    if (code !== 0) throw new Error(`The shop did not stop cleanly (${code}):\n${shop.output()}`)
  }
}
