import type { Shop } from '#server/shop.ts'

import { forgetExpired } from '#server/jobs/forget-expired.ts'
import { repeat } from '#server/jobs/repeat.ts'
import { ORDER_JOBS } from '#server/orders/service.ts'

const HOUR_SECONDS = 3600

/**
 * Starts what goes on in the shop by itself. Every job may run in several processes on one database at once. `stop`
 * resolves when nothing runs any more.
 */
export function startJobs(shop: Shop): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const jobs = [...ORDER_JOBS, { name: 'forget', everySeconds: HOUR_SECONDS, run: ({ db }: Shop) => forgetExpired(db) }]
  const running = jobs.map(({ name, everySeconds, run }) =>
    repeat({ name, everySeconds, run: (signal) => run(shop, signal) }, shop.log, stopping.signal),
  )
  return {
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}
