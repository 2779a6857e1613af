import type { Fault } from '#prove/faults/fault.ts'

import { finding, within } from '#prove/faults/fault.ts'
import { onEmbedded } from '#prove/faults/fixture.ts'
import { startShopProcess } from '#prove/shop-process.ts'

/** This time includes the start of Node; `server/db/embedded/directory-lock.test.ts` measures the lock alone. */
const LIMIT_MS = 5000

/** The shop is started a second time on the same data. */
export const secondProcess: Fault = {
  name: 'second-process',
  title: 'A second process on one data directory',
  run: onEmbedded({ actors: 1 }, async (fixture) => {
    const begin = performance.now()
    const refusal = await startShopProcess({ settings: fixture.settings }).then(
      async (shop) => {
        await shop.kill()
        return 'it started'
      },
      (error: unknown) => String(error),
    )
    const tookMs = performance.now() - begin
    const ready = await fetch(`${fixture.shop.origin}/readyz`)
    const line = refusal.split('\n').at(-1) ?? ''
    return [
      finding('the second one says', line.slice(0, 140), /is in use by process \d+/.test(refusal)),
      within('it has ended, Node’s own start included,', tookMs, LIMIT_MS),
      finding('the first one is ready', ready.status, ready.status === 200),
    ]
  }),
}
