import type { Db } from '#server/db/database.ts'

import { findPausedUrl } from '#server/programs/webhooks/paused-queries.ts'

export { countPausedWebhooks, pauseAfterRestore } from '#server/programs/webhooks/paused-queries.ts'
export { sendWebhooks } from '#server/programs/webhooks/send-webhooks.ts'

/** The host of a paused address, because the rest of it may be a secret; undefined where it is gone or goes on. */
export async function findPausedHost(db: Db, id: string): Promise<string | undefined> {
  const url = await findPausedUrl(db, id)
  return url === undefined ? undefined : new URL(url).host
}
