import { sql } from 'kysely'

import type { Db } from '#server/db/open.ts'

/** The channel on which the database tells what changes, while somebody watches. */
export const ADMIN_CHANNEL = 'admin_events'

/** Asks for news for so many seconds from now on. */
export async function watchAdminEvents(db: Db, seconds: number): Promise<void> {
  await sql`
    update admin_event_watch set until = greatest(until, now() + make_interval(secs => ${seconds}))`.execute(db)
}
