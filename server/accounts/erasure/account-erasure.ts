import type { Db } from '#server/db/database.ts'
import type { Network } from '#server/http/rate-limits/caller-networks.ts'

import { ERASURE_DAYS } from '#contract/accounts/link-lifetimes.ts'
import { requireConfirmedEmail } from '#server/accounts/confirmation/confirm-email.ts'
import {
  deleteAccount,
  findErasure,
  insertAnonymousAccount,
  listDueErasures,
  lockDueErasure,
  upsertErasure,
  type Erased,
} from '#server/accounts/erasure/erasure-queries.ts'
import { getByPassword, wrongPassword } from '#server/accounts/passwords/confirm-password.ts'
import { requireMayChange, type CallingSession } from '#server/accounts/second-factor/may-change-account.ts'
import { createLink, ended, getLink } from '#server/accounts/account-links.ts'
import { cancelErasure } from '#server/accounts/cancel-erasure-queries.ts'
import { deleteSessionsOf } from '#server/accounts/sessions/session-queries.ts'
import { lockAccount } from '#server/accounts/queries.ts'
import { dateInWords } from '#contract/units/india-time.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { forbidden } from '#server/errors.ts'
import { newId } from '#server/db/new-id.ts'

/** Accounts that one round of the job erases. */
const BATCH = 20

const OF_THE_STAFF = 'An account of the staff is not erased. An owner can deactivate it on the page “Staff”.'

/**
 * Asks for the account to be erased in seven days, ends its sessions and returns a message. Throws as
 * `requireMayChange`, `getByPassword` and `requireConfirmedEmail` do, and `forbidden` for an account of the staff,
 * which the audit log goes on naming.
 */
export async function requestErasure(
  db: Db,
  caller: CallingSession,
  password: string,
  { networks, sendsMail }: { networks: readonly Network[]; sendsMail: boolean },
): Promise<string> {
  const { userId } = caller
  await requireMayChange(db, userId, caller)
  const { user, passwordHash } = await getByPassword(db, userId, password, networks)
  if (user.role !== 'customer') throw forbidden(OF_THE_STAFF)
  await requireConfirmedEmail(db, userId, sendsMail)
  return inTransaction(db, async (db) => {
    // Whoever signs in at this moment keeps the account, or is signed out.
    if ((await lockAccount(db, userId)) !== passwordHash) throw wrongPassword()
    const erasesAt = await upsertErasure(db, userId, newId(), ERASURE_DAYS)
    await deleteSessionsOf(db, userId)
    return `Your account will be erased on ${dateInWords(erasesAt)}. If you change your mind, log in before or use the link in our mail.`
  })
}

/**
 * What the mail about an erasing must contain: when it will be, and a new token that keeps the account; undefined if it
 * is not to be erased any more. Only the hash is stored.
 */
export async function createErasureToken(
  db: Db,
  userId: string,
): Promise<{ token: string; erasesAt: Date } | undefined> {
  const erasesAt = await findErasure(db, userId)
  return erasesAt && { token: await createLink(db, 'keep account', { key: userId, userId }), erasesAt }
}

/**
 * Keeps the account that the link was sent to and returns a message. Throws `not_found` for an unknown or used token.
 */
export async function keepAccount(db: Db, token: string): Promise<string> {
  const { owner } = await getLink(db, 'keep account', token)
  if (!(await cancelErasure(db, owner))) throw ended('keep account')
  return 'Your account stays as it is. Please log in again.'
}

/**
 * Erases the accounts that are due. `unlink` moves what the law keeps to an anonymous account and takes the personal
 * data off it; the same transaction deletes the account with everything else. The failure of one account does not stop
 * the others. Returns how many were erased, and the failures.
 */
export async function eraseDueAccounts(
  db: Db,
  unlink: (db: Db, erased: Erased, nobodyId: string) => Promise<void>,
): Promise<{ count: number; failures: unknown[] }> {
  let count = 0
  const failures: unknown[] = []
  for (const userId of await listDueErasures(db, BATCH)) {
    try {
      await inTransaction(db, async (db) => {
        const erased = await lockDueErasure(db, userId)
        if (!erased) return
        const nobodyId = newId()
        await insertAnonymousAccount(db, nobodyId)
        await unlink(db, erased, nobodyId)
        await deleteAccount(db, erased)
        count += 1
      })
    } catch (error) {
      failures.push(error)
    }
  }
  return { count, failures }
}
