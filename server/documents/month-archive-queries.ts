import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

interface Turn {
  id: string
  leaseSeconds: number
}

const leaseEnd = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`

/** Takes the turn to make the ZIP of a month; false while another process or call has it. */
export async function takeArchiveTurn(db: Db, { id, leaseSeconds }: Turn): Promise<boolean> {
  const { rows } = await sql`
    insert into month_archives as turn (id, lease_ends_at) values (${id}, ${leaseEnd(leaseSeconds)})
    on conflict (is_running) do update set id = excluded.id, lease_ends_at = excluded.lease_ends_at
      where turn.lease_ends_at <= now()
    returning id`.execute(db)
  return rows.length > 0
}

export async function prolongArchiveTurn(db: Db, { id, leaseSeconds }: Turn): Promise<void> {
  await db
    .updateTable('monthArchives')
    .set({ leaseEndsAt: leaseEnd(leaseSeconds) })
    .where('id', '=', id)
    .execute()
}

export async function endArchiveTurn(db: Db, id: string): Promise<void> {
  await db.deleteFrom('monthArchives').where('id', '=', id).execute()
}
