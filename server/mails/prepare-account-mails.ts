import type { RecoveryKind } from '#contract/accounts/account-recovery.ts'
import type { MailContent } from '#contract/words/mail-content.ts'
import type { DueMail, MailRound, Prepared, PrepareMail } from '#server/mails/due-mail.ts'
import type { NoticeName } from '#server/mails/account-mails.ts'

import {
  createEmailChangeToken,
  createErasureToken,
  createInvitationToken,
  createRecovery,
  findAccount,
  getUser,
  permitAddressMail,
  permitMail,
  permitNewAddressMail,
  renewRecovery,
} from '#server/accounts/service.ts'
import {
  addressChangedMail,
  erasureMail,
  invitationMail,
  keyMail,
  newAddressMail,
  noticeMail,
  recoveryMail,
  requestedConfirmation,
} from '#server/mails/account-mails.ts'
import { prepareDraft } from '#server/mails/prepare-order-mails.ts'
import { webhookPausedMail } from '#server/mails/webhook-paused-mails.ts'
import { findPausedHost } from '#server/programs/webhooks/service.ts'

/** After this time somebody who asked for a link or a code no longer waits for the mail. */
const RECOVERY_WAIT_SECONDS = 3600

/** The link that confirms the address, which the customer asked for. */
export const prepareConfirmation: PrepareMail = (round, mail) =>
  prepareDraft(round, mail, requestedConfirmation(mail.key, round.mailShop))

/**
 * A link for a new password or a code for the account of the address that was asked for, if there is one. Where the
 * account had too many of them, the newest link works again instead. Whoever asks for a link and has none to work again
 * gets one in spite of the limit.
 */
export const prepareRecovery =
  (purpose: RecoveryKind): PrepareMail =>
  async ({ shop: { db }, mailShop }, { key, email, payload, at, waitedSeconds }) => {
    const { asker, isRenewal, networks = [] } = payload
    const account = email === null || waitedSeconds > RECOVERY_WAIT_SECONDS ? undefined : await findAccount(db, email)
    if (!account) return undefined
    const id = `${key}.${purpose}`
    const kind = purpose === 'code' ? 'sign-in code' : 'new password'
    // A renewal has the same key whenever its network asks for it.
    const asked = { kind, networks, id: `${key} ${at.toISOString()}` } as const
    const permission = isRenewal
      ? ({ refusal: 'limited' } as const)
      : await permitMail(db, account.id, id, { recoveryKind: purpose, asked })
    if (!permission) return undefined
    const sent = { mailId: key, askerHash: asker ? Buffer.from(asker, 'hex') : null }
    if ('refusal' in permission) {
      const owed = await renewRecovery(db, account.id, purpose, sent, asked)
      return owed ? { id, to: owed.to, content: recoveryMail(purpose, owed.token, mailShop) } : { id, ...permission }
    }
    const { email: to, emailKey } = permission.address
    const secret = await createRecovery(db, account.id, emailKey, purpose, sent)
    return { id, to, content: recoveryMail(purpose, secret, mailShop) }
  }

/** The date of an erasing and the link that keeps the account. */
export const prepareErasure: PrepareMail = async ({ shop: { db }, mailShop }, { key, userId }) => {
  const id = `${key}.erasure`
  const permission = userId === null ? undefined : await permitMail(db, userId, id)
  const erasure = permission && userId !== null ? await createErasureToken(db, userId) : undefined
  if (!permission || !erasure || userId === null) return undefined
  if ('refusal' in permission) return { id, ...permission }
  const { name } = await getUser(db, userId)
  const content = erasureMail({ ...erasure, customerName: name }, mailShop)
  return { id, to: permission.address.email, content }
}

/** A mail to an address that the account had until then or has now; it counts within the limits of that address. */
async function prepareAddressed(
  { shop: { db } }: MailRound,
  { email, payload: { isConfirmed = false } }: DueMail,
  id: string,
  content: MailContent,
): Promise<Prepared | undefined> {
  if (email === null) return undefined
  const permission = await permitAddressMail(db, { email, isConfirmed }, id)
  return 'refusal' in permission ? { id, ...permission } : { id, to: email, content }
}

/** The link to a new address of an account, unless the address has an account. */
export const prepareNewAddress: PrepareMail = async ({ shop: { db }, mailShop }, { key, email, userId }) => {
  if (email === null || userId === null || (await findAccount(db, email))) return undefined
  const id = `${key}.address`
  const permission = await permitNewAddressMail(db, { email, userId }, id)
  if ('refusal' in permission) return { id, ...permission }
  const token = await createEmailChangeToken(db, key)
  return token === undefined ? undefined : { id, to: email, content: newAddressMail(token, mailShop) }
}

/** To the address that an account had until it got another one. */
export const prepareAddressChanged: PrepareMail = (round, mail) =>
  prepareAddressed(round, mail, `${mail.key}.address`, addressChangedMail(mail.at, round.mailShop))

/** To the address that the account had when what lets into it changed. */
export const prepareNotice =
  (name: NoticeName): PrepareMail =>
  (round, mail) =>
    prepareAddressed(round, mail, `${mail.key}.notice`, noticeMail(name, mail.at, round.mailShop))

/** To each owner of the shop. */
export const prepareKeyMail: PrepareMail = (round, mail) =>
  prepareAddressed(round, mail, `${mail.key}.notice`, keyMail(mail.at, round.mailShop))

/** To an owner, about a webhook that is still paused. */
export const prepareWebhookPaused: PrepareMail = async (round, mail) => {
  const { webhookId } = mail.payload
  const host = webhookId === undefined ? undefined : await findPausedHost(round.shop.db, webhookId)
  if (host === undefined) return undefined
  return prepareAddressed(round, mail, `${mail.key}.webhook`, webhookPausedMail(host, mail.at, round.mailShop))
}

/** The link of an invitation to the staff. An owner asked for it, and nothing in it was typed by anybody. */
export const prepareInvitation: PrepareMail = async ({ shop: { db }, mailShop }, { key }) => {
  const invited = await createInvitationToken(db, key)
  return invited && { id: `${key}.invitation`, to: invited.email, content: invitationMail(invited.token, mailShop) }
}
