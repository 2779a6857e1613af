import type { Order } from '#contract/orders/orders.ts'
import type { MailContent, MailShop } from '#contract/mails/mail-content.ts'
import type { Db } from '#server/db/open.ts'
import type { MailOutcome } from '#server/db/shared-columns.ts'
import type { Shop } from '#server/start/shop.ts'

import {
  createConfirmation,
  createEmailChangeToken,
  createErasureToken,
  createInvitationToken,
  createRecovery,
  permitAddressMail,
  permitContactMail,
  permitMail,
  permitNewAddressMail,
  renewRecovery,
} from '#server/accounts/service.ts'
import { MailUnavailable } from '#server/mail-transport/mailer.ts'
import {
  addressChangedMail,
  confirmationMail,
  erasureMail,
  invitationMail,
  newAddressMail,
  noticeMail,
  recoveryMail,
  requestedConfirmation,
} from '#server/mails/account-mail-texts.ts'
import {
  claimMails,
  saveMailReports,
  type AddressMail,
  type ContactMail,
  type DueMail,
  type ErasureMail,
  type InvitationMail,
  type MailReport,
  type NoticeMail,
  type RecoveryMail,
} from '#server/mails/mail-queries.ts'
import { GIVE_UP_SECONDS, LONGEST_PAUSE_SECONDS, SHORTEST_PAUSE_SECONDS } from '#server/mails/mail-retry-times.ts'
import { mailShopOf } from '#server/mails/mail-shop.ts'
import { contactMail } from '#server/mails/contact-mail-texts.ts'
import { refundMail, statusMail, stockMail, type MailDraft } from '#server/mails/order-mail-texts.ts'
import { createOrderLinks, listOrderReaders } from '#server/orders/service.ts'

/** The most mails of each kind in a round, so that a burst of orders does not flood the disk or the mail server. */
const BATCH = 20
/** Longer than a whole round takes if every mail is as slow as the mailer allows. */
const LEASE_SECONDS = 900
/** When the shop stops, a mail that is being sent gets this long to arrive, so that it is not sent again. */
const GRACE_MS = 2000

/** A mail to an account. */
type AccountMail = Exclude<
  DueMail,
  AddressMail | ErasureMail | ContactMail | RecoveryMail | InvitationMail | NoticeMail
>

/** Reads the orders that the mails are about, and returns the function that writes a mail. */
async function prepareDrafts(
  shop: Shop,
  due: readonly DueMail[],
): Promise<(mail: AccountMail) => MailDraft | undefined> {
  const mailShop = mailShopOf(shop)
  const orderIds = due.flatMap(({ kind, key }) => (kind === 'step' ? [key] : []))
  const orders = orderIds.length > 0 ? await listOrderReaders(shop.db, orderIds) : new Map<string, () => Order>()
  const tokenOf = orders.size > 0 ? await createOrderLinks(shop.db) : undefined
  return (mail) => {
    if (mail.kind === 'confirmation') return requestedConfirmation(mail.key)
    if (mail.kind === 'refund') return refundMail(mail, mailShop)
    if (mail.kind === 'stock') return stockMail(mail, mailShop)
    const readOrder = orders.get(mail.key)
    const link = `${mailShop.publicUrl}/order-status/${tokenOf?.(mail.key)}`
    return readOrder && statusMail(readOrder(), mail.status, mailShop, { link, isAgain: mail.isAgain })
  }
}

const ended = (mail: DueMail, outcome: MailOutcome): MailReport => ({ mail, outcome, waitSeconds: null })
/** Releases a mail that was claimed and not sent. */
const released = (mail: DueMail): MailReport => ({ mail, outcome: null, waitSeconds: 0 })
/** Postpones a mail for as long as it has waited already. */
const postponed = (mail: DueMail): MailReport => ({
  mail,
  outcome: null,
  waitSeconds: Math.min(Math.max(mail.waitedSeconds, SHORTEST_PAUSE_SECONDS), LONGEST_PAUSE_SECONDS),
})

/** Ends a mail that has failed for a day; postpones any other. */
function reportFailure({ log }: Shop, mail: DueMail, err: unknown): MailReport {
  const { kind, key, waitedSeconds } = mail
  if (waitedSeconds >= GIVE_UP_SECONDS) {
    log.error({ err, kind, key }, 'a mail could not be sent for a day and is given up')
    return ended(mail, 'failed')
  }
  if (!(err instanceof MailUnavailable)) log.warn({ err, kind, key }, 'a mail was refused; it is tried again')
  return postponed(mail)
}

/** A mail that may go, or why it may not. */
type Prepared = { id: string; to: string; content: MailContent } | { id: string; refusal: MailOutcome }

/** After this time somebody who asked for a link or a code no longer waits for the mail. */
const RECOVERY_WAIT_SECONDS = 3600

/** An unconfirmed address gets only a link that confirms it and the notice in the shop's own words. */
async function prepareAccountMail(
  db: Db,
  userId: string,
  draft: MailDraft | undefined,
  shop: MailShop,
): Promise<Prepared | undefined> {
  const permission = draft && (await permitMail(db, userId, draft.id))
  if (!permission) return undefined
  const { id, content, notice } = draft
  if ('refusal' in permission) return { id, ...permission }
  const { email: to, emailKey, isConfirmed } = permission.address
  if (isConfirmed) return content && { id, to, content }
  return { id, to, content: confirmationMail(notice, await createConfirmation(db, userId, emailKey), shop) }
}

/** To the address that was typed into the contact form. */
async function prepareContactMail(db: Db, mail: ContactMail, shop: MailShop): Promise<Prepared> {
  const { id, content } = contactMail(mail, shop)
  const permission = await permitContactMail(db, mail.email, id, { isAnswer: mail.text !== null })
  return 'refusal' in permission ? { id, ...permission } : { id, to: permission.address.email, content }
}

/**
 * A link for a new password or a code for the account of the address that was asked for, if there is one. Where the account had too many of
 * them, the newest link works again instead. Whoever asks for a link and has none to work again gets one in spite of the limit.
 */
async function prepareRecoveryMail(db: Db, mail: RecoveryMail, shop: MailShop): Promise<Prepared | undefined> {
  const { key, userId, purpose, asker, isRenewal, waitedSeconds } = mail
  if (userId === null || waitedSeconds > RECOVERY_WAIT_SECONDS) return undefined
  const id = `${key}.${purpose}`
  const permission = isRenewal
    ? ({ refusal: 'limited' } as const)
    : await permitMail(db, userId, id, { recoveryKind: purpose })
  if (!permission) return undefined
  const asked = { mailId: key, askerHash: asker === null ? null : Buffer.from(asker, 'hex') }
  if ('refusal' in permission) {
    const owed = await renewRecovery(db, userId, purpose, asked)
    return owed ? { id, to: owed.to, content: recoveryMail(mail, owed.token, shop) } : { id, ...permission }
  }
  const { email: to, emailKey } = permission.address
  return { id, to, content: recoveryMail(mail, await createRecovery(db, userId, emailKey, purpose, asked), shop) }
}

/** To the address that the account had when something new let into it. */
async function prepareNotice(db: Db, mail: NoticeMail, shop: MailShop): Promise<Prepared> {
  const id = `${mail.key}.notice`
  const permission = await permitAddressMail(db, mail, id)
  if ('refusal' in permission) return { id, ...permission }
  return { id, to: mail.email, content: noticeMail(mail.purpose, mail.at, shop) }
}

/** The date of an erasing and the link that keeps the account. */
async function prepareErasureMail(db: Db, mail: ErasureMail, shop: MailShop): Promise<Prepared | undefined> {
  const id = `${mail.key}.erasure`
  const permission = await permitMail(db, mail.userId, id)
  const token = permission && (await createErasureToken(db, mail.userId))
  if (!permission || !token) return undefined
  if ('refusal' in permission) return { id, ...permission }
  return { id, to: permission.address.email, content: erasureMail(mail, token, shop) }
}

/** The link to a new address of an account, unless the address has an account, or a notice to the old address. */
async function prepareAddressMail(db: Db, mail: AddressMail, shop: MailShop): Promise<Prepared | undefined> {
  const { key, purpose, email: to, isTaken, at } = mail
  if (purpose === 'link' && isTaken) return undefined
  const id = `${key}.address`
  const permission = await (purpose === 'link' ? permitNewAddressMail : permitAddressMail)(db, mail, id)
  if ('refusal' in permission) return { id, ...permission }
  if (purpose === 'told') return { id, to, content: addressChangedMail(at) }
  const token = await createEmailChangeToken(db, key)
  return token === undefined ? undefined : { id, to, content: newAddressMail(token, shop) }
}

/** The link of an invitation to the staff. An owner asked for it, and nothing in it was typed by anybody. */
async function prepareInvitation(db: Db, { key }: InvitationMail, shop: MailShop): Promise<Prepared | undefined> {
  const invited = await createInvitationToken(db, key)
  return invited && { id: `${key}.invitation`, to: invited.email, content: invitationMail(invited.token, shop) }
}

/** What is sent of a mail; undefined where it is no longer true or wanted. A mail that may go is counted. */
function prepare(
  { db }: Shop,
  mail: DueMail,
  draftOf: (mail: AccountMail) => MailDraft | undefined,
  mailShop: MailShop,
): Promise<Prepared | undefined> {
  if (mail.kind === 'contact') return prepareContactMail(db, mail, mailShop)
  if (mail.kind === 'recovery') return prepareRecoveryMail(db, mail, mailShop)
  if (mail.kind === 'erasure') return prepareErasureMail(db, mail, mailShop)
  if (mail.kind === 'address') return prepareAddressMail(db, mail, mailShop)
  if (mail.kind === 'invitation') return prepareInvitation(db, mail, mailShop)
  if (mail.kind === 'notice') return prepareNotice(db, mail, mailShop)
  return prepareAccountMail(db, mail.userId, draftOf(mail), mailShop)
}

/** Sends a mail of any kind to the present address of its receiver, if that may get one. */
async function send(
  shop: Shop,
  mail: DueMail,
  draftOf: (mail: AccountMail) => MailDraft | undefined,
  signal: AbortSignal,
): Promise<MailOutcome> {
  const mailShop = mailShopOf(shop)
  const prepared = await prepare(shop, mail, draftOf, mailShop)
  if (!prepared) return 'outdated'
  const { id } = prepared
  if ('refusal' in prepared) {
    shop.log.info({ mail: id, reason: prepared.refusal }, 'a mail was not sent')
    return prepared.refusal
  }
  const { to, content } = prepared
  await shop.mailer.send({ id, to, ...(await shop.writeMail(content, mailShop)) }, signal)
  shop.log.info({ mail: id }, 'a mail was sent')
  return 'sent'
}

/**
 * Sends the mails that are due, in the order of the events that they report. Any number of processes may do so at once. Each
 * mail is sent at least once: twice only if a process ends after the mail server accepted it and before that is stored.
 * Rejects while no mail can be sent.
 */
export async function sendMails(shop: Shop, signal: AbortSignal): Promise<void> {
  const due = await claimMails(shop.db, BATCH, LEASE_SECONDS)
  if (due.length === 0) return
  const draftOf = await prepareDrafts(shop, due)
  const [late, done] = [new AbortController(), new AbortController()]
  const abortLater = () => setTimeout(() => late.abort(signal.reason), GRACE_MS).unref()
  signal.addEventListener('abort', abortLater, { once: true, signal: done.signal })
  const reports: MailReport[] = []
  let outage: MailUnavailable | undefined
  for (const mail of due) {
    if (outage) reports.push(postponed(mail))
    else if (signal.aborted) reports.push(released(mail))
    else {
      try {
        reports.push(ended(mail, await send(shop, mail, draftOf, late.signal)))
      } catch (error) {
        if (error instanceof MailUnavailable && !signal.aborted) outage = error
        reports.push(signal.aborted ? released(mail) : reportFailure(shop, mail, error))
      }
    }
  }
  done.abort()
  await saveMailReports(shop.db, reports)
  if (outage) throw outage
}
