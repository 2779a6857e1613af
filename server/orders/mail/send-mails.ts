import type { MailOutcome } from '#server/db/order-tables.ts'
import type { Shop } from '#server/shop.ts'

import {
  createConfirmation,
  createEmailChangeToken,
  createErasureToken,
  createInvitationToken,
  createRecovery,
  permitAddressMail,
  permitContactMail,
  permitMail,
  permitRecoveryMail,
} from '#server/accounts/service.ts'
import { MailUnavailable } from '#server/mail/mailer.ts'
import {
  addressChangedLetter,
  confirmationLetter,
  erasureLetter,
  invitationLetter,
  newAddressLetter,
  recoveryLetter,
  requestedConfirmation,
} from '#server/orders/mail/account-mail-texts.ts'
import {
  claimMails,
  saveMailReports,
  type AddressMail,
  type ContactMail,
  type DueMail,
  type ErasureMail,
  type InvitationMail,
  type MailReport,
  type RecoveryMail,
} from '#server/orders/mail/mail-queries.ts'
import { mailShopOf } from '#server/orders/mail/mail-shop.ts'
import { contactMail } from '#server/orders/mail/message-mail-texts.ts'
import { refundMail, statusMail, stockMail, type MailDraft } from '#server/orders/mail/mail-texts.ts'
import { createOrderLinks } from '#server/orders/order-link.ts'
import { listOrdersById } from '#server/orders/order-queries.ts'
import { presentOrder } from '#server/orders/order-view.ts'

/** The most mails of each kind in a round, so that a burst of orders floods neither the disk nor the mail server. */
const BATCH = 20
/** Longer than a whole round takes if every mail is as slow as the mailer allows. */
const LEASE_SECONDS = 900
const SHORTEST_PAUSE_SECONDS = 15
const LONGEST_PAUSE_SECONDS = 3600
const GIVE_UP_SECONDS = 24 * 3600
/** When the shop stops, a mail that is being sent gets this long to arrive, so that it is not sent again. */
const GRACE_MS = 2000

/** A mail to an account. */
type AccountMail = Exclude<DueMail, AddressMail | ErasureMail | ContactMail | RecoveryMail | InvitationMail>

/** Reads the orders that the mails are about, and returns the function that writes a mail. */
async function prepareDrafts(
  shop: Shop,
  due: readonly DueMail[],
): Promise<(mail: AccountMail) => MailDraft | undefined> {
  const mailShop = mailShopOf(shop)
  const orderIds = due.flatMap(({ kind, key }) => (kind === 'step' ? [key] : []))
  const rows = orderIds.length > 0 ? await listOrdersById(shop.db, orderIds) : []
  const orders = new Map(rows.map((row) => [row.id, row]))
  const tokenOf = rows.length > 0 ? await createOrderLinks(shop.db) : undefined
  return (mail) => {
    if (mail.kind === 'confirmation') return requestedConfirmation(mail.key)
    if (mail.kind === 'refund') return refundMail(mail, mailShop)
    if (mail.kind === 'stock') return stockMail(mail, mailShop)
    const row = orders.get(mail.key)
    const link = `${mailShop.publicUrl}/order-status/${tokenOf?.(mail.key)}`
    return row && statusMail(presentOrder(row), mail.status, mailShop, { link, isAgain: mail.isAgain })
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

/**
 * Sends a mail to its account's present address, if that may get one. An unconfirmed address gets only a link that confirms it
 * and the notice in the shop's own words.
 */
async function sendOne(
  shop: Shop,
  userId: string,
  draft: MailDraft | undefined,
  signal: AbortSignal,
): Promise<MailOutcome> {
  const { db, mailer, writeMail, log } = shop
  const permission = draft && (await permitMail(db, userId, draft.id))
  if (!permission) return 'outdated'
  const { id, letter, notice } = draft
  if ('refusal' in permission) {
    log.info({ mail: id, reason: permission.refusal }, 'a mail was not sent')
    return permission.refusal
  }
  const { email: to, emailKey, isConfirmed } = permission.address
  if (isConfirmed) {
    if (!letter) return 'outdated'
    await mailer.send({ id, to, ...(await writeMail(letter, mailShopOf(shop))) }, signal)
  } else {
    const token = await createConfirmation(db, userId, emailKey)
    const mailShop = mailShopOf(shop)
    await mailer.send({ id, to, ...(await writeMail(confirmationLetter(notice, token, mailShop), mailShop)) }, signal)
  }
  log.info({ mail: id }, 'a mail was sent')
  return 'sent'
}

/** Sends a mail to the address that was typed into the contact form, if that may get it. */
async function sendContactMail(shop: Shop, mail: ContactMail, signal: AbortSignal): Promise<MailOutcome> {
  const { db, mailer, writeMail, log } = shop
  const mailShop = mailShopOf(shop)
  const { id, letter } = contactMail(mail, mailShop)
  const permission = await permitContactMail(db, mail.email, id, { isAnswer: mail.text !== null })
  if ('refusal' in permission) {
    log.info({ mail: id, reason: permission.refusal }, 'a mail was not sent')
    return permission.refusal
  }
  await mailer.send({ id, to: permission.address.email, ...(await writeMail(letter, mailShop)) }, signal)
  log.info({ mail: id }, 'a mail was sent')
  return 'sent'
}

/** Somebody who asked and waits does not look for the mail after so long. */
const RECOVERY_WAIT_SECONDS = 3600

/** Sends a link for a new password or a code to the account of the address that was asked for, if there is one. */
async function sendRecoveryMail(shop: Shop, mail: RecoveryMail, signal: AbortSignal): Promise<MailOutcome> {
  const { db, mailer, writeMail, log } = shop
  const { key, userId, purpose, waitedSeconds } = mail
  if (userId === null || waitedSeconds > RECOVERY_WAIT_SECONDS) return 'outdated'
  const id = `${key}.${purpose}`
  const permission = await permitRecoveryMail(db, userId, id)
  if (!permission) return 'outdated'
  if ('refusal' in permission) {
    log.info({ mail: id, reason: permission.refusal }, 'a mail was not sent')
    return permission.refusal
  }
  const { email: to, emailKey } = permission.address
  const secret = await createRecovery(db, userId, emailKey, purpose)
  const mailShop = mailShopOf(shop)
  await mailer.send({ id, to, ...(await writeMail(recoveryLetter(mail, secret, mailShop), mailShop)) }, signal)
  log.info({ mail: id }, 'a mail was sent')
  return 'sent'
}

/** Sends the date of an erasing and the link that keeps the account. */
async function sendErasureMail(shop: Shop, mail: ErasureMail, signal: AbortSignal): Promise<MailOutcome> {
  const { db, mailer, writeMail, log } = shop
  const { key, userId } = mail
  const id = `${key}.erasure`
  const permission = await permitMail(db, userId, id)
  const token = permission && (await createErasureToken(db, userId))
  if (!permission || !token) return 'outdated'
  if ('refusal' in permission) {
    log.info({ mail: id, reason: permission.refusal }, 'a mail was not sent')
    return permission.refusal
  }
  const mailShop = mailShopOf(shop)
  const letter = erasureLetter(mail, token, mailShop)
  await mailer.send({ id, to: permission.address.email, ...(await writeMail(letter, mailShop)) }, signal)
  log.info({ mail: id }, 'a mail was sent')
  return 'sent'
}

/**
 * Sends the link to a new address of an account, unless the address has an account, or tells the address of before. A new address counts
 * as one that nobody has confirmed.
 */
async function sendAddressMail(shop: Shop, mail: AddressMail, signal: AbortSignal): Promise<MailOutcome> {
  const { db, mailer, writeMail, log } = shop
  const { key, purpose, email: to, isTaken, at } = mail
  if (purpose === 'link' && isTaken) return 'outdated'
  const id = `${key}.address`
  const permission = await permitAddressMail(db, mail, id)
  if ('refusal' in permission) {
    log.info({ mail: id, reason: permission.refusal }, 'a mail was not sent')
    return permission.refusal
  }
  const token = purpose === 'link' ? await createEmailChangeToken(db, key) : undefined
  if (purpose === 'link' && token === undefined) return 'outdated'
  const mailShop = mailShopOf(shop)
  const letter = token === undefined ? addressChangedLetter(at) : newAddressLetter(token, mailShop)
  await mailer.send({ id, to, ...(await writeMail(letter, mailShop)) }, signal)
  log.info({ mail: id }, 'a mail was sent')
  return 'sent'
}

/** Sends the link of an invitation to the staff. An owner asked for it, and nothing in it was typed by anybody. */
async function sendInvitation(shop: Shop, { key }: InvitationMail, signal: AbortSignal): Promise<MailOutcome> {
  const { db, mailer, writeMail, log } = shop
  const invited = await createInvitationToken(db, key)
  if (!invited) return 'outdated'
  const [id, mailShop] = [`${key}.invitation`, mailShopOf(shop)]
  await mailer.send(
    { id, to: invited.email, ...(await writeMail(invitationLetter(invited.token, mailShop), mailShop)) },
    signal,
  )
  log.info({ mail: id }, 'a mail was sent')
  return 'sent'
}

/** Sends a mail of any kind. */
function send(
  shop: Shop,
  mail: DueMail,
  draftOf: (mail: AccountMail) => MailDraft | undefined,
  signal: AbortSignal,
): Promise<MailOutcome> {
  if (mail.kind === 'contact') return sendContactMail(shop, mail, signal)
  if (mail.kind === 'recovery') return sendRecoveryMail(shop, mail, signal)
  if (mail.kind === 'erasure') return sendErasureMail(shop, mail, signal)
  if (mail.kind === 'address') return sendAddressMail(shop, mail, signal)
  if (mail.kind === 'invitation') return sendInvitation(shop, mail, signal)
  return sendOne(shop, mail.userId, draftOf(mail), signal)
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
