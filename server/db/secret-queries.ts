import type { Db } from '#server/db/database.ts'

/**
 * What each random secret of a database is for: signing links to orders, sealing the accounts that money goes back to,
 * naming accounts in the log, telling the numbers of changes from those of before a restore. A new one is a name here
 * and a row that its migration inserts. What a restore makes anew is `server/accounts/revoke-after-restore-queries.ts`.
 */
type SecretName = 'links' | 'refund to' | 'log' | 'changes'

/** A secret of this database, made once when its migration ran. Throws where there is none. */
export async function getSecret(db: Db, name: SecretName): Promise<Uint8Array> {
  const { value } = await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return value
}
