import { sql } from 'kysely'
import { readFile } from 'node:fs/promises'

import type { Db } from '#server/db/database.ts'

const FILE = new URL('./invariants.sql', import.meta.url)

interface BrokenInvariant {
  invariant: string
  /** The id of the row that breaks it. */
  subject: string
}

/** Runs `invariants.sql` on the whole database. Empty if nothing is broken. */
export async function listBrokenInvariants(db: Db): Promise<BrokenInvariant[]> {
  const { rows } = await sql.raw<BrokenInvariant>(await readFile(FILE, 'utf8')).execute(db)
  return rows
}
