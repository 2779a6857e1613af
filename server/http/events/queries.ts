import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

/** The channel on which the database publishes changes while somebody watches. */
export const ADMIN_CHANNEL = 'admin_events'

/** Makes the database publish changes for the next `seconds`. */
export async function watchAdminEvents(db: Db, seconds: number): Promise<void> {
  await sql`
    update admin_event_watch set until = greatest(until, now() + make_interval(secs => ${seconds}))`.execute(db)
}
