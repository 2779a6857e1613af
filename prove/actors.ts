import { createHash, randomBytes } from 'node:crypto'

import type { Db } from '#server/db/database.ts'
import type { SessionAudience } from '#server/http/session-cookies.ts'

import { sessionCookieName } from '#server/http/session-cookies.ts'
import { newId } from '#server/db/new-id.ts'

/** Somebody with an account and a session. The cookie outlives every process that serves it. */
export interface Person {
  id: string
  cookie: string
}

const DAY_MS = 86_400_000

/** Puts an account and its session straight into the database: no password is hashed. */
export async function addPerson(db: Db, audience: SessionAudience): Promise<Person> {
  const id = newId()
  const email = `${audience}-${id}@example.com`
  const names = { firstname: 'Asha', lastname: 'Rao', phone: '9876543210', passwordHash: 'none' }
  await db
    .insertInto('users')
    .values({ id, role: audience, staffRole: audience === 'admin' ? 'owner' : null, email, emailKey: email, ...names })
    .execute()
  const token = randomBytes(32).toString('base64url')
  const idHash = createHash('sha256').update(token).digest()
  const expiresAt = new Date(Date.now() + DAY_MS)
  // Nobody is asked for their password again, or signed out while they wait, however long the proof takes.
  const times = { expiresAt, provedAt: expiresAt, seenAt: expiresAt }
  await db
    .insertInto('sessions')
    .values({ idHash, userId: id, audience, ...times })
    .execute()
  return { id, cookie: `${sessionCookieName(audience, false)}=${token}` }
}
