import { HOUR_SECONDS } from '#contract/units/time-units.ts'
import type { z } from 'zod'

import type { NewPassword, RecoveryKind } from '#contract/accounts/account-recovery.ts'
import type { Db } from '#server/db/database.ts'
import type { Network } from '#server/http/rate-limits/caller-networks.ts'

import type { ConfirmationHooks } from '#server/accounts/confirmation/confirm-email.ts'
import { emailKey } from '#contract/schemas/basic-schemas.ts'
import { checkNewPassword } from '#server/accounts/passwords/password-rules.ts'
import { hashPassword } from '#server/accounts/passwords/passwords.ts'
import { newCode } from '#server/accounts/mailed-codes.ts'
import { getLink, takeLink } from '#server/accounts/account-links.ts'
import { getUser, lockAccount } from '#server/accounts/queries.ts'
import { findAddress } from '#server/accounts/confirmation/confirm-queries.ts'
import { claimAccount } from '#server/accounts/confirmation/claim-account.ts'
import { requireMayChange } from '#server/accounts/second-factor/may-change-account.ts'
import {
  insertRecoveryMail,
  renewNewestLink,
  replaceRecovery,
  upsertRenewal,
  type Recovery,
} from '#server/accounts/recovery/recovery-queries.ts'
import { RECOVERY_MAILS_PER_HOUR } from '#server/accounts/mail-limits.ts'
import { RECOVERY_MINUTES } from '#contract/accounts/link-lifetimes.ts'
import { codeHashOf, hashOf, newToken } from '#server/accounts/link-tokens.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { newId } from '#server/db/new-id.ts'
import { countCall } from '#server/http/rate-limits/service.ts'
import { countAskedMail, type AskedMail } from '#server/accounts/stranger-mails.ts'

/** Who asks for a mail: a code works in this browser alone, and limits count for this network. */
export interface Asker {
  /** A random text in a cookie of the browser. */
  browser: string
  network: string
  /** What mails to strangers are counted by; empty in a shop without limits. */
  networks: readonly Network[]
}

const textHash = (key: string) => hashOf(key).toString('base64url')

/**
 * Queues a mail for this address if it has an account. What happens, and how long it takes, is the same for every
 * address: whether there is an account, and a confirmed one, is looked up when the mail is sent. Requests beyond the
 * limit of the caller's network are answered alike: instead of another mail the newest link that was sent works again.
 * Nobody elsewhere can use up what the owner of the address needs.
 */
export async function requestRecovery(db: Db, email: string, kind: RecoveryKind, asker: Asker): Promise<void> {
  const key = emailKey(email)
  const askerHash = hashOf(kind === 'code' ? asker.browser : asker.network)
  const mail = { emailKey: key, askerHash, networks: asker.networks }
  await inTransaction(db, async (db) => {
    const counter = `recovery ${kind} ${textHash(key)} ${asker.network}`
    const wait = await countCall(db, counter, RECOVERY_MAILS_PER_HOUR, HOUR_SECONDS)
    const renewalKey = `again.${textHash(key)}.${textHash(asker.network)}`
    if (wait === undefined) await insertRecoveryMail(db, kind, { key: newId(), ...mail })
    else if (kind === 'password') await upsertRenewal(db, { key: renewalKey, ...mail })
  })
}

interface SentMail {
  mailId?: string
  /** The browser or the network that asked; null for what works everywhere. */
  askerHash?: Uint8Array | null
}

const recoveryOf = (
  userId: string,
  address: string,
  kind: RecoveryKind,
  secret: string,
  { mailId, askerHash }: Required<SentMail>,
): Recovery => ({
  purpose: kind === 'code' ? 'sign-in code' : 'new password',
  key: mailId,
  askerHash,
  userId,
  emailKey: address,
  tokenHash: kind === 'code' ? codeHashOf(userId, secret) : hashOf(secret),
  minutes: RECOVERY_MINUTES[kind],
})

/**
 * What the mail to this address must contain: a new token or code. The earlier one of this kind that was asked for from
 * there ends. Only its hash is stored.
 */
export async function createRecovery(
  db: Db,
  userId: string,
  key: string,
  kind: RecoveryKind,
  { mailId = newId(), askerHash = null }: SentMail = {},
): Promise<string> {
  const secret = kind === 'code' ? newCode() : newToken()
  await inTransaction(db, (db) => replaceRecovery(db, recoveryOf(userId, key, kind, secret, { mailId, askerHash })))
  return secret
}

/**
 * Lets the newest link work again that was sent to the account, where it gets no other mail. Whoever asks for a link
 * and has none to renew must get one in spite of the limit: returns its token and its receiver. Of several such mails
 * at once one gets it. To an unconfirmed address the network that `asked` sends no more of them than others.
 */
export function renewRecovery(
  db: Db,
  userId: string,
  kind: RecoveryKind,
  sent: Required<SentMail>,
  asked: AskedMail,
): Promise<{ to: string; token: string } | undefined> {
  const token = newToken()
  return inTransaction(db, async (db) => {
    await lockAccount(db, userId)
    const isRenewed = await renewNewestLink(db, userId, sent.mailId, RECOVERY_MINUTES.password)
    const address = isRenewed || kind === 'code' ? undefined : await findAddress(db, userId)
    if (!address) return undefined
    if (!address.isConfirmed && (await countAskedMail(db, asked)) !== undefined) return undefined
    await replaceRecovery(db, recoveryOf(userId, address.emailKey, kind, token, sent))
    return { to: address.email, token }
  })
}

/**
 * Sets a new password by the token of a link. Ends all sessions of the account, its passkeys and the invitations that
 * it has sent, because somebody else may have got in; the address counts as confirmed then. Of somebody of the staff
 * with a second factor it wants its `code`, too: the mailbox alone is not enough. Throws `not_found` for a token that
 * is unknown, used or too old, and, after which the link still works, as `requireMayChange` does and `invalid` for a
 * password that is easy to guess.
 */
export async function resetPassword(
  db: Db,
  { token, password, code }: z.output<typeof NewPassword>,
  { networks, shopName }: { networks: readonly Network[]; shopName: string },
  { onConfirmed }: ConfirmationHooks,
): Promise<void> {
  const { owner } = await getLink(db, 'new password', token)
  const user = await getUser(db, owner)
  await checkNewPassword(password, user, shopName)
  // First, because it may be refused, and the check of the code uses a recovery code up.
  const passwordHash = await hashPassword(password, networks)
  const { hasTwoFactors } = await requireMayChange(db, user._id, { code, networks })
  await inTransaction(db, async (db) => {
    await takeLink(db, 'new password', token)
    await lockAccount(db, user._id)
    // The second factor may have been turned on meanwhile.
    if (!hasTwoFactors) await requireMayChange(db, user._id, { code: undefined })
    await claimAccount(db, user._id, passwordHash)
    await onConfirmed(db, user._id)
  })
}
