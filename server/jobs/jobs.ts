import type { Shop } from '#server/shop.ts'

import { deleteExpired } from '#server/jobs/delete-expired.ts'
import { listPictureHashes } from '#server/jobs/list-picture-hashes.ts'
import { claimPicture, releasePicture } from '#server/jobs/picture-work-queries.ts'
import { repeat } from '#server/jobs/repeat.ts'
import { startAvifJob } from '#server/media/avif-job.ts'
import { ORDER_JOBS } from '#server/orders/service.ts'

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3600

/** Ends only when it is told to; after a failure it begins anew. */
async function makeAvif({ db, pictures, log }: Shop, signal: AbortSignal): Promise<void> {
  await startAvifJob({
    pictures,
    listHashes: () => listPictureHashes(db),
    claim: (hash) => claimPicture(db, hash),
    release: (hash) => releasePicture(db, hash),
    signal,
    onFault: (hash, err) => log.warn({ err, hash }, 'a picture has no AVIF'),
  })
}

/** What goes on by itself in a shop with these settings. */
export function listJobs({ hasAvif }: Pick<Shop['config'], 'hasAvif'>) {
  return [
    ...ORDER_JOBS,
    { name: 'forget', everySeconds: HOUR_SECONDS, run: ({ db }: Shop) => deleteExpired(db) },
    ...(hasAvif ? [{ name: 'avif', everySeconds: MINUTE_SECONDS, run: makeAvif }] : []),
  ]
}

/**
 * Starts what goes on in the shop by itself. Every job may run in several processes on one database at once. `stop`
 * resolves when nothing runs any more.
 */
export function startJobs(shop: Shop): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const running = listJobs(shop.config).map(({ run, ...job }) =>
    repeat({ ...job, run: () => run(shop, signal) }, shop.log, signal),
  )
  return {
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}
