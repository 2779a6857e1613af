import type { Db } from '#server/db/database.ts'

/** What accounts are named by in the log; random, made once for this database. */
export async function getLogSecret(db: Db): Promise<Uint8Array> {
  const { value } = await db.selectFrom('secrets').select('value').where('name', '=', 'log').executeTakeFirstOrThrow()
  return value
}
