import type { User } from '#contract/accounts/accounts.ts'
import type { Db } from '#server/db/database.ts'
import type { SessionAudience } from '#server/http/session-cookies.ts'
import type { ShopServer } from '#server/http/server.ts'

import { emailKey } from '#contract/schemas/basic-schemas.ts'
import { SIGNED_IN_COOKIES } from '#contract/accounts/signed-in-cookies.ts'
import { hashPassword } from '#server/accounts/passwords/passwords.ts'
import { insertUser, upsertAdmin } from '#server/accounts/queries.ts'
import { openSession } from '#server/accounts/sessions/sessions.ts'
import { sessionCookieName } from '#server/http/session-cookies.ts'
import { deviceOf } from '#contract/accounts/user-agent.ts'
import { newId } from '#server/db/new-id.ts'
import { networksOf } from '#server/http/rate-limits/caller-networks.ts'
import type { Visitor } from '#test/visitor.ts'

export const PASSWORD = 'correct horse battery'

/** Hashing costs more than everything else that an account needs, so the password is hashed once a process. */
let hashOfPassword: Promise<string> | undefined

interface Person {
  firstname: string
  lastname: string
  email: string
  phone: string
}

async function insertAccount(db: Db, audience: SessionAudience, person: Person): Promise<User> {
  const passwordHash = await (hashOfPassword ??= hashPassword(PASSWORD))
  const row = { id: newId(), ...person, emailKey: emailKey(person.email), passwordHash }
  if (audience === 'customer') return insertUser(db, row)
  return upsertAdmin(db, row)
}

/**
 * Makes a new account with `PASSWORD` and signs the visitor in, straight in the database. It leaves what registering
 * and signing in over HTTP leave in a shop without limits and without mail.
 */
export async function signInNew(
  visitor: Visitor,
  { app, db }: { app: ShopServer; db: Db },
  audience: SessionAudience,
  person: Person,
): Promise<User> {
  const user = await insertAccount(db, audience, person)
  const start = { device: deviceOf(), network: networksOf('127.0.0.1').at(-1)?.name }
  const { token } = await openSession(db, audience, user._id, start)
  const isSecure = app.hasSecureOrigin()
  visitor.cookies.set(sessionCookieName(audience, isSecure), token)
  visitor.cookies.set(`${isSecure ? '__Host-' : ''}${SIGNED_IN_COOKIES[audience]}`, '1')
  return user
}
