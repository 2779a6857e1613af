import type { Caller } from './caller.ts'
import type { Program } from './programs.ts'
import type { PreparedShop } from './prepare.ts'

import { createCaller } from './caller.ts'

export interface Misses {
  /** Milliseconds until the answer of an address is there after a change of the catalogue. */
  time(path: string, headers?: Record<string, string>): Promise<number>
  close(): void
}

/** Asks for what cannot be in memory: each time an administrator changes the stock of a product first. */
export function createMisses({ origin }: Program, { admin, plenty }: PreparedShop): Misses {
  const owner: Caller = createCaller(origin, admin.cookie)
  const visitor: Caller = createCaller(origin)
  return {
    async time(path, headers) {
      await owner.ask('PATCH', `/api/products/add-stock/${plenty[0]}`, {})
      const begin = performance.now()
      const { status } = await visitor.call('GET', path, undefined, headers)
      const ms = performance.now() - begin
      if (status !== 200) throw new Error(`GET ${path}: ${status}`)
      return ms
    },
    close() {
      owner.close()
      visitor.close()
    },
  }
}
