import type { Db } from '#server/db/database.ts'
import type { MailOutcome } from '#server/db/mail-tables.ts'
import type { DueMail, MailRound } from '#server/mails/due-mail.ts'
import type { Shop } from '#server/start/shop.ts'

import { MailUnavailable } from '#server/mails/transport/mailer.ts'
import { DUE_MAIL_NAMES, MAILS } from '#server/mails/mail-list.ts'
import { claimMails, saveMailReports, type MailReport } from '#server/mails/mail-queries.ts'
import { GIVE_UP_SECONDS, LONGEST_PAUSE_SECONDS, SHORTEST_PAUSE_SECONDS } from '#server/mails/mail-retry-times.ts'
import { mailShopOf } from '#server/mails/mail-shop.ts'
import { createOrderLinks, listOrderReaders, MAILS_BY_ORDER } from '#server/orders/service.ts'

/** The most mails of each name in a round, so that a burst of orders does not flood the disk or the mail server. */
const BATCH = 20
/** Longer than a whole round takes if every mail is as slow as the mailer allows. */
const LEASE_SECONDS = 900
/** When the shop stops, a mail that is being sent gets this long to arrive, so that it is not sent again. */
const GRACE_MS = 2000

/** Reads the orders that the mails are about, all at once. */
async function readOrders(db: Db, due: readonly DueMail[]): Promise<Pick<MailRound, 'findOrder' | 'orderToken'>> {
  const ids = due.flatMap(({ name, key }) => (MAILS_BY_ORDER.includes(name) ? [key] : []))
  if (ids.length === 0) return { findOrder: () => undefined, orderToken: () => '' }
  const [readers, tokenOf] = [await listOrderReaders(db, ids), await createOrderLinks(db)]
  return { findOrder: (id) => readers.get(id)?.(), orderToken: (id) => tokenOf(id) }
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
  const { name, key, waitedSeconds } = mail
  if (waitedSeconds >= GIVE_UP_SECONDS) {
    log.error({ err, name, key }, 'a mail could not be sent for a day and is given up')
    return ended(mail, 'failed')
  }
  if (!(err instanceof MailUnavailable)) log.warn({ err, name, key }, 'a mail was refused; it is tried again')
  return postponed(mail)
}

/** Sends a mail to its receiver of now, if that may get one. */
async function send(round: MailRound, mail: DueMail, signal: AbortSignal): Promise<MailReport> {
  const { shop, mailShop } = round
  const prepared = await MAILS[mail.name].prepare?.(round, mail)
  if (!prepared) return ended(mail, 'outdated')
  if (prepared === 'not yet') return released(mail)
  const { id } = prepared
  if ('refusal' in prepared) {
    shop.log.info({ mail: id, reason: prepared.refusal }, 'a mail was not sent')
    return ended(mail, prepared.refusal)
  }
  const { to, content } = prepared
  await shop.mailer.send({ id, to, ...(await shop.writeMail(content, mailShop)) }, signal)
  shop.log.info({ mail: id }, 'a mail was sent')
  return ended(mail, 'sent')
}

/**
 * Sends the mails that are due, in the order of the events that they report. Any number of processes may do so at once.
 * Each mail is sent at least once: twice only if a process ends after the mail server accepted it and before that is
 * stored. Rejects while no mail can be sent.
 */
export async function sendMails(shop: Shop, signal: AbortSignal): Promise<void> {
  const due = await claimMails(shop.db, DUE_MAIL_NAMES, { limit: BATCH, leaseSeconds: LEASE_SECONDS })
  if (due.length === 0) return
  const round = { shop, mailShop: mailShopOf(shop), ...(await readOrders(shop.db, due)) }
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
        reports.push(await send(round, mail, late.signal))
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
