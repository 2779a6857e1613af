import type { Shop } from '#server/shop.ts'

import { forgetExpired } from '#server/jobs/forget-expired.ts'
import { listPictureHashes } from '#server/jobs/list-picture-hashes.ts'
import { repeat } from '#server/jobs/repeat.ts'
import { startAvifJob } from '#server/media/avif-job.ts'
import { ORDER_JOBS } from '#server/orders/service.ts'

const HOUR_SECONDS = 3600

async function makeAvif({ db, pictures, log }: Shop, signal: AbortSignal): Promise<void> {
  try {
    const listHashes = () => listPictureHashes(db)
    const onFault = (hash: string, err: unknown) => log.warn({ err, hash }, 'a picture has no AVIF')
    await startAvifJob({ pictures, listHashes, signal, onFault })
  } catch (error) {
    log.error({ err: error }, 'no more AVIF is made until the next start; pictures are sent as WebP')
  }
}

/**
 * Starts what goes on in the shop by itself. Every job may run in several processes on one database at once. `stop`
 * resolves when nothing runs any more.
 */
export function startJobs(shop: Shop): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const jobs = [...ORDER_JOBS, { name: 'forget', everySeconds: HOUR_SECONDS, run: ({ db }: Shop) => forgetExpired(db) }]
  const running = jobs.map(({ name, everySeconds, run }) =>
    repeat({ name, everySeconds, run: () => run(shop, signal) }, shop.log, signal),
  )
  const avif = makeAvif(shop, signal)
  return {
    async stop() {
      stopping.abort()
      await Promise.all([...running, avif])
    },
  }
}
