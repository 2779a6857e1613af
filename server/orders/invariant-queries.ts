import { sql } from 'kysely'
import { readFile } from 'node:fs/promises'

import type { Db } from '#server/db/open.ts'

const FILE = new URL('./invariants.sql', import.meta.url)

export interface BrokenInvariant {
  invariant: string
  /** Id of what breaks it. */
  subject: string
}

/** What breaks `invariants.sql`, in one look at the whole database; empty when all is well. */
export async function listBrokenInvariants(db: Db): Promise<BrokenInvariant[]> {
  const { rows } = await sql.raw<BrokenInvariant>(await readFile(FILE, 'utf8')).execute(db)
  return rows
}
