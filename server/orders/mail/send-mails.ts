import type { MailOutcome } from '#server/db/order-tables.ts'
import type { MailDraft, MailShop } from '#server/orders/mail/mail-frame.ts'
import type { Shop } from '#server/shop.ts'

import { createConfirmation, permitMail } from '#server/accounts/service.ts'
import { MailUnavailable } from '#server/mail/mailer.ts'
import { askedMail, confirmationText } from '#server/orders/mail/confirmation-mail.ts'
import { claimMails, keepMailReports, type DueMail, type MailReport } from '#server/orders/mail/mail-queries.ts'
import { refundMail, stepMail } from '#server/orders/mail/order-mail.ts'
import { listOrdersById } from '#server/orders/order-queries.ts'
import { presentOrder } from '#server/orders/order-view.ts'

/** The most mails of each kind in a round, so that a burst of orders floods neither the disk nor the mail server. */
const BATCH = 20
/** Longer than a whole round takes where every mail is as slow as the mailer allows. */
const LEASE_SECONDS = 900
const SHORTEST_PAUSE_SECONDS = 15
const LONGEST_PAUSE_SECONDS = 3600
const GIVE_UP_SECONDS = 24 * 3600
/** When the shop stops, a mail that is on its way gets this long to arrive, so that it is not sent again. */
const GRACE_MS = 2000

type DraftOf = (mail: DueMail) => MailDraft | undefined

const mailShopOf = ({ config, payment, publicUrl }: Shop): MailShop => ({
  shopName: config.shopName,
  publicUrl: publicUrl(),
  isSandbox: payment.isSandbox,
})

/** Reads what the mails are about, and resolves to what words one of them. */
async function readDrafts(shop: Shop, due: readonly DueMail[]): Promise<DraftOf> {
  const own = mailShopOf(shop)
  const orderIds = due.flatMap((mail) => (mail.kind === 'step' ? [mail.orderId] : []))
  const rows = orderIds.length > 0 ? await listOrdersById(shop.db, orderIds) : []
  const orders = new Map(rows.map((row) => [row.id, row]))
  return (mail) => {
    if (mail.kind === 'confirmation') return askedMail(mail.mailId)
    if (mail.kind === 'refund') return refundMail(mail, own)
    const row = orders.get(mail.orderId)
    return row && stepMail(presentOrder(row), mail.status, own)
  }
}

/** Aborts a little after `signal` does. */
function withGrace(signal: AbortSignal): { late: AbortSignal; forget: () => void } {
  const late = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const onAbort = () => {
    timer = setTimeout(() => late.abort(signal.reason), GRACE_MS)
  }
  signal.addEventListener('abort', onAbort, { once: true })
  const forget = () => {
    signal.removeEventListener('abort', onAbort)
    clearTimeout(timer)
  }
  return { late: late.signal, forget }
}

interface Round {
  reports: MailReport[]
  /** Why no mail can be sent at present. */
  outage: MailUnavailable | undefined
}

function subjectOf(mail: DueMail) {
  if (mail.kind === 'step') return { orderId: mail.orderId, status: mail.status }
  return mail.kind === 'refund' ? { refundId: mail.refundId } : { mail: mail.mailId }
}

const ended = (mail: DueMail, outcome: MailOutcome): MailReport => ({ mail, outcome, waitSeconds: null })
/** Gives a mail back that was claimed and not sent. */
const released = (mail: DueMail): MailReport => ({ mail, outcome: null, waitSeconds: 0 })
/** Puts a mail off for as long again as it has waited already. */
const postponed = (mail: DueMail): MailReport => ({
  mail,
  outcome: null,
  waitSeconds: Math.min(Math.max(mail.waitedSeconds, SHORTEST_PAUSE_SECONDS), LONGEST_PAUSE_SECONDS),
})

/** Ends a mail that has failed for a day; puts off any other. */
function reportFailure({ log }: Shop, mail: DueMail, err: unknown): MailReport {
  if (mail.waitedSeconds >= GIVE_UP_SECONDS) {
    log.error({ err, ...subjectOf(mail) }, 'a mail could not be sent for a day and is given up')
    return ended(mail, 'failed')
  }
  if (!(err instanceof MailUnavailable)) log.warn({ err, ...subjectOf(mail) }, 'a mail was refused; it is tried again')
  return postponed(mail)
}

/**
 * Sends a mail to its account's address as it is at this moment, if that address may get one. An unconfirmed address gets
 * nothing but a link that confirms it and what there is to tell in the shop's own words.
 */
async function sendOne(
  shop: Shop,
  userId: string,
  draft: MailDraft | undefined,
  signal: AbortSignal,
): Promise<MailOutcome> {
  const { db, mailer, log } = shop
  const permission = draft && (await permitMail(db, userId, draft.id))
  if (!permission) return 'outdated'
  const { id, letter, news } = draft
  if ('refusal' in permission) {
    log.info({ mail: id, reason: permission.refusal }, 'a mail was not sent')
    return permission.refusal
  }
  const { email: to, emailKey, isConfirmed } = permission.address
  if (isConfirmed) {
    if (!letter) return 'outdated'
    await mailer.send({ id, to, ...letter }, signal)
  } else {
    const token = await createConfirmation(db, userId, emailKey)
    const text = confirmationText(news, token, mailShopOf(shop))
    await mailer.send({ id, to, subject: news.subject, text }, signal)
  }
  log.info({ mail: id }, 'a mail was sent')
  return 'sent'
}

async function sendRound(shop: Shop, due: readonly DueMail[], signal: AbortSignal): Promise<Round> {
  const round: Round = { reports: [], outage: undefined }
  const { reports } = round
  const draftOf = await readDrafts(shop, due)
  const { late, forget } = withGrace(signal)
  for (const mail of due) {
    if (round.outage) reports.push(postponed(mail))
    else if (signal.aborted) reports.push(released(mail))
    else {
      try {
        reports.push(ended(mail, await sendOne(shop, mail.userId, draftOf(mail), late)))
      } catch (error) {
        if (signal.aborted) {
          reports.push(released(mail))
          continue
        }
        if (error instanceof MailUnavailable) round.outage = error
        reports.push(reportFailure(shop, mail, error))
      }
    }
  }
  forget()
  return round
}

/**
 * Sends the mails that are due, in the order of the events that they report. Any number of processes may do so at once. Each
 * mail is sent at least once: twice only if a process ends after the mail server took it and before that is written down.
 * Rejects while no mail can be sent.
 */
export async function sendMails(shop: Shop, signal: AbortSignal): Promise<void> {
  const { db } = shop
  const due = await claimMails(db, BATCH, LEASE_SECONDS)
  if (due.length === 0) return
  const { reports, outage } = await sendRound(shop, due, signal)
  await keepMailReports(db, reports)
  if (outage) throw outage
}
