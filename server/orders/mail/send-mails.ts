import type { MailOutcome } from '#server/db/order-tables.ts'
import type { MailDraft, MailShop } from '#server/orders/mail/mail-frame.ts'
import type { Shop } from '#server/shop.ts'

import { createConfirmation, permitMail } from '#server/accounts/service.ts'
import { MailUnavailable } from '#server/mail/mail-unavailable.ts'
import { askedMail, confirmationText } from '#server/orders/mail/confirmation-mail.ts'
import {
  claimMails,
  endMails,
  postponeMails,
  releaseMails,
  type DueMail,
  type EndedMail,
} from '#server/orders/mail/mail-queries.ts'
import { refundMail, stepMail } from '#server/orders/mail/order-mail.ts'
import { listOrdersById } from '#server/orders/order-queries.ts'
import { presentOrder } from '#server/orders/order-view.ts'

/** At most so many about orders and so many about refunds a round: a burst of orders floods neither disk nor mail server. */
const BATCH = 20
/** Longer than a whole round can take: as many mails as it has, each as slow as the mailer allows. */
const LEASE_SECONDS = 900
const PAUSE = { leastSeconds: 15, mostSeconds: 3600 }
const GIVE_UP_SECONDS = 24 * 3600
/** What is on its way when the shop stops may still arrive, so that it is not sent again. */
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
  ended: EndedMail[]
  postponed: DueMail[]
  released: DueMail[]
  /** Why no mail can be sent at present. */
  outage: MailUnavailable | undefined
}

function subjectOf(mail: DueMail) {
  if (mail.kind === 'step') return { orderId: mail.orderId, status: mail.status }
  return mail.kind === 'refund' ? { refundId: mail.refundId } : { mail: mail.mailId }
}

/** Ends a mail that fails still after a day; else it is tried again. Where no mail can be sent, the round is told. */
function keepFailed({ log }: Shop, mail: DueMail, err: unknown, round: Round): void {
  if (err instanceof MailUnavailable) round.outage = err
  if (mail.waitedSeconds < GIVE_UP_SECONDS) {
    round.postponed.push(mail)
    if (!(err instanceof MailUnavailable)) {
      log.warn({ err, ...subjectOf(mail) }, 'a mail was refused; it is tried again')
    }
    return
  }
  round.ended.push({ mail, outcome: 'failed' })
  log.error({ err, ...subjectOf(mail) }, 'a mail could not be sent for a day and is given up')
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
  const round: Round = { ended: [], postponed: [], released: [], outage: undefined }
  const draftOf = await readDrafts(shop, due)
  const { late, forget } = withGrace(signal)
  for (const mail of due) {
    if (round.outage) round.postponed.push(mail)
    else if (signal.aborted) round.released.push(mail)
    else {
      try {
        const outcome = await sendOne(shop, mail.userId, draftOf(mail), late)
        round.ended.push({ mail, outcome })
      } catch (error) {
        if (signal.aborted) round.released.push(mail)
        else keepFailed(shop, mail, error, round)
      }
    }
  }
  forget()
  return round
}

/**
 * Sends the mails that are due, in the order in which what they tell of has happened. Any number of processes may do so at
 * once. Each mail goes out at least once: twice only where a process dies, or is stopped, between the server's yes and the
 * note of it. Rejects while no mail can be sent.
 */
export async function sendMails(shop: Shop, signal: AbortSignal): Promise<void> {
  const { db } = shop
  const due = await claimMails(db, BATCH, LEASE_SECONDS)
  if (due.length === 0) return
  const { ended, postponed, released, outage } = await sendRound(shop, due, signal)
  await endMails(db, ended)
  await postponeMails(db, postponed, PAUSE)
  await releaseMails(db, released)
  if (outage) throw outage
}
