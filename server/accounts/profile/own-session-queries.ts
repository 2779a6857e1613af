import { sql } from 'kysely'

import type { SignIn } from '#contract/profile.ts'
import type { Db } from '#server/db/open.ts'

/** The public id of a session: the hash of the stored hash of its token. */
const PUBLIC_ID = sql<string>`left(encode(sha256(sessions.id_hash), 'hex'), 32)`

/** The sessions of a customer that have neither ended nor been idle for too long, the latest used first. */
export async function listSessionsOf(
  db: Db,
  userId: string,
  { currentHash, idleSeconds, limit }: { currentHash: Uint8Array; idleSeconds: number; limit: number },
): Promise<SignIn[]> {
  const rows = await db
    .selectFrom('sessions')
    .select([PUBLIC_ID.as('id'), 'idHash', 'device', 'network', 'createdAt', 'seenAt'])
    .where('userId', '=', userId)
    .where('audience', '=', 'customer')
    .where('expiresAt', '>', sql<Date>`now()`)
    .where('seenAt', '>', sql<Date>`now() - make_interval(secs => ${idleSeconds})`)
    .orderBy('seenAt', 'desc')
    .orderBy('idHash')
    .limit(limit)
    .execute()
  return rows.map(({ id, idHash, device, network, createdAt, seenAt }) => ({
    _id: id,
    device,
    network,
    signedInAt: createdAt.toISOString(),
    lastUsedAt: seenAt.toISOString(),
    isCurrent: Buffer.compare(idHash, currentHash) === 0,
  }))
}

/** Returns whether the customer had such a session. */
export async function deleteSessionOf(db: Db, userId: string, sessionId: string): Promise<boolean> {
  const row = await db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('audience', '=', 'customer')
    .where(PUBLIC_ID, '=', sessionId)
    .returning('userId')
    .executeTakeFirst()
  return row !== undefined
}

/** Ends all sessions of a customer but one. */
export async function deleteOtherSessionsOf(db: Db, userId: string, currentHash: Uint8Array): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('audience', '=', 'customer')
    .where('idHash', '!=', currentHash)
    .execute()
}
