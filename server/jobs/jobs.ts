import { setTimeout as wait } from 'node:timers/promises'

import type { Shop } from '#server/start/shop.ts'

import { numberChanges } from '#server/db/change-feed/service.ts'
import { documentSeller } from '#server/documents/service.ts'
import { fetchImportedPictures, keepSalePrices } from '#server/catalogue/service.ts'
import { eraseAccounts } from '#server/jobs/erase-accounts.ts'
import { deleteExpired } from '#server/jobs/delete-expired.ts'
import {
  claimPicture,
  listDuePictures,
  listPictureHashes,
  queuePicture,
  releasePicture,
} from '#server/jobs/picture-work-queries.ts'
import { storeMostSold } from '#server/jobs/store-most-sold.ts'
import { sendMails } from '#server/mails/service.ts'
import { startAvifJob } from '#server/media/avif-job.ts'
import {
  checkOpenPayments,
  checkParcels,
  endUnconfirmedOrders,
  processCourierEvents,
  processEvents,
  reconcile,
  releaseExpiredHolds,
  scheduleReconciliation,
  sendRefunds,
  workOnParcels,
} from '#server/orders/service.ts'
import { keepVitals } from '#server/dashboard/web-vitals/service.ts'
import { publishDue } from '#server/pages-of-blocks/service.ts'
import { endExchanges, sendWonExchanges } from '#server/returns/service.ts'
import { inSpan } from '#server/start/tracer.ts'
import { endCredit } from '#server/accounts/store-credit/service.ts'
import { sendWebhooks } from '#server/programs/webhooks/service.ts'
import { makeStockMailsDue } from '#server/cart/wishlist/service.ts'

/** Work that the shop does by itself. It may run in any number of processes at once. */
interface Job {
  name: string
  everySeconds: number
  /** The pause after a failure, where it differs. */
  pauseAfterFailureSeconds?: number
  run: (shop: Shop, signal: AbortSignal) => Promise<void>
}

/** How long after the last comparison with the payment provider the next one is requested. */
const RECONCILIATION_PAUSE = { hoursAfterSuccess: 24, hoursAfterFailure: 1 }

const scheduleDailyReconciliation: Job['run'] = ({ db }) => scheduleReconciliation(db, RECONCILIATION_PAUSE)

/** Runs until the shop stops; after a failure it begins anew. */
const KEEP_PRICES: Job = { name: 'turn prices', everySeconds: 1, run: keepSalePrices }

/** In each process that serves, because each has sums of its own. */
const KEEP_VITALS: Job = { name: 'keep web vitals', everySeconds: 30, run: keepVitals }

/** Every background job of the shop, and how often it runs. */
const JOBS: readonly Job[] = [
  { name: 'release expired holds', everySeconds: 3, run: releaseExpiredHolds },
  { name: 'end unconfirmed orders', everySeconds: 60, run: endUnconfirmedOrders },
  { name: 'process provider events', everySeconds: 2, run: processEvents },
  { name: 'check open payments', everySeconds: 10, run: checkOpenPayments },
  { name: 'send refunds', everySeconds: 3, run: sendRefunds },
  { name: 'process courier events', everySeconds: 2, run: processCourierEvents },
  { name: 'book parcels', everySeconds: 3, run: workOnParcels },
  { name: 'ask couriers', everySeconds: 30, run: checkParcels },
  { name: 'send mails', everySeconds: 2, pauseAfterFailureSeconds: 15, run: sendMails },
  { name: 'make mails about returned stock due', everySeconds: 5, run: ({ db }) => makeStockMailsDue(db) },
  { name: 'end store credit', everySeconds: 600, run: ({ db }) => endCredit(db) },
  { name: 'end exchanges', everySeconds: 600, run: ({ db }) => endExchanges(db) },
  { name: 'send exchanges', everySeconds: 600, run: (shop) => sendWonExchanges(shop.db, documentSeller(shop)) },
  { name: 'publish pages', everySeconds: 5, run: ({ db }) => publishDue(db) },
  { name: 'schedule reconciliation', everySeconds: 600, run: scheduleDailyReconciliation },
  { name: 'reconcile', everySeconds: 3, run: reconcile },
  { name: 'erase accounts', everySeconds: 600, run: eraseAccounts },
  { name: 'number changes', everySeconds: 60, run: ({ db }) => numberChanges(db) },
  { name: 'note what sold most', everySeconds: 3600, run: storeMostSold },
  { name: 'delete expired', everySeconds: 3600, run: ({ db }) => deleteExpired(db) },
  KEEP_PRICES,
  KEEP_VITALS,
  { name: 'send webhooks', everySeconds: 2, pauseAfterFailureSeconds: 15, run: sendWebhooks },
  { name: 'fetch pictures', everySeconds: 2, pauseAfterFailureSeconds: 60, run: fetchImportedPictures },
  { name: 'make AVIF', everySeconds: 60, run: makeAvif },
]

/** Runs until the shop stops; after a failure it begins anew. */
async function makeAvif({ db, pictures, log }: Shop, signal: AbortSignal): Promise<void> {
  await startAvifJob({
    pictures,
    listHashes: () => listPictureHashes(db),
    listDue: () => listDuePictures(db),
    claim: (hash) => claimPicture(db, hash),
    release: (hash) => releasePicture(db, hash),
    signal,
    onFault: (hash, err) => log.warn({ err, hash }, 'a picture has no AVIF'),
  })
}

/** The jobs of a shop with these settings. */
export const listJobs = ({ hasAvif }: Pick<Shop['config'], 'hasAvif'>) =>
  JOBS.filter(({ run }) => hasAvif || run !== makeAvif)

/**
 * Runs a job now and repeatedly, never twice at a time, until the signal aborts. Then it resolves once the current run
 * has ended. A failure is logged, the first of a row as an error, and does not end the repetition. Keeps no process
 * alive.
 */
export async function repeat(
  { name, everySeconds, pauseAfterFailureSeconds = everySeconds, run }: Omit<Job, 'run'> & { run(): Promise<void> },
  log: Shop['log'],
  signal: AbortSignal,
  runs?: Shop['jobRuns'],
): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    try {
      runs?.begin(name)
      await inSpan(`job ${name}`, 'job', {}, run)
      failures = 0
      runs?.end(name, true)
    } catch (error) {
      if (signal.aborted) return
      failures += 1
      runs?.end(name, false)
      log[failures === 1 ? 'error' : 'debug']({ err: error, job: name }, 'a job failed; it runs again')
    }
    await wait((failures > 0 ? pauseAfterFailureSeconds : everySeconds) * 1000, undefined, {
      signal,
      ref: false,
    }).catch(() => undefined)
  }
}

/** Starts the background jobs. `stop` resolves when none of them runs any more. */
export const startJobs = (shop: Shop) => start(shop, listJobs(shop.config))

function start(shop: Shop, jobs: readonly Job[]): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const running = jobs.map((job) =>
    repeat({ ...job, run: () => job.run(shop, signal) }, shop.log, signal, shop.jobRuns),
  )
  return {
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

/**
 * For a process that leaves jobs to workers: queues each picture that is added here for one. It turns prices all the
 * same, because what visitors see must not wait for a worker, and keeps the sums that only it has. `stop` resolves when
 * nothing of it runs any more.
 */
export function startWithoutJobs(shop: Shop): { stop(): Promise<void> } {
  const [prices, queue] = [start(shop, [KEEP_PRICES, KEEP_VITALS]), queueAddedPictures(shop)]
  return { stop: async () => void (await Promise.all([prices.stop(), queue.stop()])) }
}

/** Queues each picture that is added here for a worker. `stop` resolves when all are queued. */
function queueAddedPictures({ db, pictures, config, log }: Shop): { stop(): Promise<void> } {
  const queueing = new Set<Promise<void>>()
  function queue(hash: string): void {
    const queued = queuePicture(db, hash)
      // It is found all the same, by the next look at all pictures.
      .catch((err: unknown) => log.warn({ err, hash }, 'a picture could not be left to a worker at once'))
      .finally(() => queueing.delete(queued))
    queueing.add(queued)
  }
  if (config.hasAvif) pictures.news.on('added', queue)
  return {
    async stop() {
      pictures.news.off('added', queue)
      await Promise.all(queueing)
    },
  }
}
