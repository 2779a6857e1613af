import { randomInt } from 'node:crypto'
import type { z } from 'zod'

import type { NewPassword, RecoveryKind } from '#contract/account-recovery.ts'
import type { Db } from '#server/db/open.ts'
import type { Network } from '#server/caller-networks.ts'

import type { ConfirmationHooks } from '#server/accounts/confirmation/confirm-email.ts'
import { ShopError } from '#contract/errors.ts'
import { emailKey } from '#contract/basic-schemas.ts'
import { checkNewPassword } from '#server/accounts/password-rules.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { revokeAccess } from '#server/accounts/revoke-access.ts'
import {
  deleteToken,
  findUserByToken,
  insertRecoveryMail,
  setPassword,
  upsertToken,
} from '#server/accounts/recovery/recovery-queries.ts'
import { RECOVERY_MAILS_PER_HOUR } from '#server/accounts/mail-limits.ts'
import { RECOVERY_MINUTES } from '#server/link-lifetimes.ts'
import { codeHashOf, hashOf, newToken } from '#server/accounts/link-tokens.ts'
import { recordChange } from '#server/audit/service.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { newId } from '#server/new-id.ts'
import { countCall } from '#server/rate-limits/service.ts'

const CODE_DIGITS = 6
const HOUR_SECONDS = 3600

const ENDED_LINK = 'This link does not work any more. Please ask for a new one.'

/**
 * Queues a mail for this address if it has an account. What happens, and how long it takes, is the same for every address: whether
 * there is an account is looked up when the mail is sent. Requests beyond the limit are answered alike and send nothing.
 */
export async function requestRecovery(db: Db, email: string, kind: RecoveryKind): Promise<void> {
  const key = emailKey(email)
  await inTransaction(db, async (db) => {
    const wait = await countCall(
      db,
      `recovery ${hashOf(key).toString('base64url')}`,
      RECOVERY_MAILS_PER_HOUR,
      HOUR_SECONDS,
    )
    if (wait === undefined) await insertRecoveryMail(db, { id: newId(), emailKey: key, kind })
  })
}

/** What the mail to this address must contain: a new token or code. The earlier one of this kind ends. Only its hash is stored. */
export async function createRecovery(db: Db, userId: string, key: string, kind: RecoveryKind): Promise<string> {
  const secret = kind === 'code' ? String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0') : newToken()
  const tokenHash = kind === 'code' ? codeHashOf(userId, secret) : hashOf(secret)
  await upsertToken(db, { userId, kind, tokenHash, emailKey: key, minutes: RECOVERY_MINUTES })
  return secret
}

/**
 * Sets a new password by the token of a link. Ends all sessions of the account, its passkeys and the invitations that it has sent,
 * because somebody else may have got in; the address counts as confirmed then. Throws `not_found` for a token that is unknown,
 * used or too old, and `invalid` for a password that is easy to guess, after which the link still works.
 */
export async function resetPassword(
  db: Db,
  { token, password }: z.output<typeof NewPassword>,
  networks: readonly Network[],
  { onConfirmed }: ConfirmationHooks,
): Promise<void> {
  const ended = () => new ShopError('not_found', ENDED_LINK)
  const tokenHash = hashOf(token)
  const user = await findUserByToken(db, tokenHash)
  if (!user) throw ended()
  await checkNewPassword(password, user)
  const passwordHash = await hashPassword(password, networks)
  await inTransaction(db, async (db) => {
    if (!(await deleteToken(db, user._id, 'password', tokenHash))) throw ended()
    await setPassword(db, user._id, passwordHash)
    await revokeAccess(db, user._id, user._id)
    await onConfirmed(db, user._id)
    if (user.role === 'customer') return
    await recordChange(db, user._id, 'reset password', ['user', user._id], { after: { email: user.email } })
  })
}
