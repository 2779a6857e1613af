import type { Shop } from '#server/shop.ts'

import { processEvents } from '#server/orders/checkout/provider-events.ts'

/** Deals with events as soon as they are kept, one run at a time. Whatever it misses, the job finds. */
export interface EventWorker {
  wake(): void
  /** Resolves when nothing runs any more. */
  stop(): Promise<void>
}

export function createEventWorker(shop: Shop): EventWorker {
  const stopping = new AbortController()
  let hasNews = false
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    try {
      while (hasNews && !stopping.signal.aborted) {
        hasNews = false
        await processEvents(shop, stopping.signal)
      }
    } catch (error) {
      shop.log.error({ err: error }, 'events wait, because they could not be read')
    } finally {
      running = undefined
    }
  }

  return {
    wake() {
      hasNews = true
      running ??= run()
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}
