import type { OrderStatus } from '#contract/states/order-states.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { ReturnMailStep } from '#contract/returns/return-mails.ts'
import type { DueMail, MailRound, Prepared, PrepareMail } from '#server/mails/due-mail.ts'

import { isUnsentStatus } from '#contract/states/order-states.ts'
import { createConfirmation, permitMail } from '#server/accounts/service.ts'
import { createCashCode, createCashConfirmation, trailOf } from '#server/orders/service.ts'
import { cashCodeMail } from '#server/mails/cash-code-mails.ts'
import { piecesCancelledMail } from '#server/mails/pieces-cancelled-mails.ts'
import { creditEndsMail, creditGivenMail } from '#server/mails/store-credit-mails.ts'
import { confirmationMail, withConfirmation } from '#server/mails/account-mails.ts'
import {
  findCancellation,
  findCredit,
  findOrderChange,
  findRefund,
  findReturnMail,
  findStockRequest,
  findUndelivered,
} from '#server/mails/mail-queries.ts'
import { orderChangeMail } from '#server/mails/order-change-mails.ts'
import type { MailDraft } from '#server/mails/order-mail-parts.ts'
import { statusMail } from '#server/mails/order-status-mails.ts'
import { orderPaidMail } from '#server/mails/cash-order-paid-mails.ts'
import { refundMail } from '#server/mails/refund-mails.ts'
import { returnMail } from '#server/mails/return-mails.ts'
import { backInStockMail } from '#server/mails/back-in-stock-mails.ts'
import { parcelUndeliveredMail } from '#server/mails/parcel-undelivered-mails.ts'

/**
 * A mail to a customer's account. An unconfirmed address gets the mails about what was paid for, without anything that
 * somebody typed, and the first of the day has the link that confirms it. About anything else it gets only that link
 * and a notice in the shop's own words.
 */
export async function prepareDraft(
  { shop: { db }, mailShop }: MailRound,
  { userId }: DueMail,
  draft: MailDraft | undefined,
): Promise<Prepared | undefined> {
  if (!draft || userId === null) return undefined
  const { id, content, paidContent, notice } = draft
  const permission = await permitMail(db, userId, id, { isPaid: paidContent !== undefined })
  if (!permission) return undefined
  if ('refusal' in permission) return { id, ...permission }
  const { email: to, emailKey, isConfirmed } = permission.address
  if (isConfirmed) return content && { id, to, content }
  if (paidContent && !permission.isFirst) return { id, to, content: paidContent }
  const token = await createConfirmation(db, userId, emailKey)
  const first = paidContent ? withConfirmation(paidContent, token, mailShop) : confirmationMail(notice, token, mailShop)
  return { id, to, content: first }
}

/** The link that confirms an order for cash; undefined where nothing waits for that. */
async function confirmLinkOf({ shop: { db }, mailShop }: MailRound, order: Order): Promise<string | undefined> {
  const { _id: orderId, status, confirmUntil: until, user } = order
  if (until === undefined || !isUnsentStatus(status)) return undefined
  return `${mailShop.publicUrl}/confirm-order/${await createCashConfirmation(db, { orderId, userId: user._id, until })}`
}

/** The mail about an order that has reached a status. */
export const prepareStatusMail =
  (status: OrderStatus): PrepareMail =>
  async (round, mail) => {
    const order = round.findOrder(mail.key)
    if (!order) return undefined
    const link = `${round.mailShop.publicUrl}/order-status/${round.orderToken(mail.key)}`
    const confirmLink = await confirmLinkOf(round, order)
    const links = { link, confirmLink, isAgain: mail.isAgain }
    return prepareDraft(round, mail, statusMail(order, status, round.mailShop, links))
  }

/** The mail about an order for cash that was paid in advance. One that was cancelled since has another mail. */
export const prepareOrderPaidMail: PrepareMail = async (round, mail) => {
  const order = round.findOrder(mail.key)
  if (!order || order.status === 'cancelled') return undefined
  const link = `${round.mailShop.publicUrl}/order-status/${round.orderToken(mail.key)}`
  return prepareDraft(round, mail, orderPaidMail(order, round.mailShop, { at: mail.at.toISOString(), link }))
}

/** After this time somebody who asked for a code no longer waits for the mail. */
const CODE_WAIT_SECONDS = 3600

/** The code that confirms an order for cash, while somebody waits for it. */
export const prepareCashCodeMail: PrepareMail = async ({ shop: { db }, mailShop }, mail) => {
  const { key, userId, payload, waitedSeconds } = mail
  const { orderId, asker } = payload
  if (userId === null || orderId === undefined || !asker || waitedSeconds > CODE_WAIT_SECONDS) return undefined
  const id = `${key}.code`
  const permission = await permitMail(db, userId, id)
  if (!permission) return undefined
  if ('refusal' in permission) return { id, ...permission }
  const code = await createCashCode(db, { orderId, userId, asker })
  return code === undefined
    ? undefined
    : { id, to: permission.address.email, content: cashCodeMail(orderId, code, mailShop) }
}

/** The mail about a refund; its payment may have made no order. */
export const prepareRefundMail: PrepareMail = async (round, mail) => {
  const { key, at } = mail
  const refund = await findRefund(round.shop.db, key)
  return refund && prepareDraft(round, mail, refundMail({ key, at: at.toISOString(), ...refund }, round.mailShop))
}

/** The mail about pieces that were cancelled. Where the rest was cancelled since, that mail says it all. */
export const prepareCancellationMail: PrepareMail = async (round, mail) => {
  const { key, at } = mail
  const found = await findCancellation(round.shop.db, key)
  return (
    found && prepareDraft(round, mail, piecesCancelledMail({ key, at: at.toISOString(), ...found }, round.mailShop))
  )
}

/** The mail about a size or an address that the staff changed. */
export const prepareOrderChangeMail: PrepareMail = async (round, mail) => {
  const { key, at } = mail
  const found = await findOrderChange(round.shop.db, key)
  return found && prepareDraft(round, mail, orderChangeMail({ key, at: at.toISOString(), ...found }, round.mailShop))
}

/** The mail about a parcel that could not be handed over; its key names the parcel and the day. */
export const prepareUndeliveredMail: PrepareMail = async (round, mail) => {
  const { key, at } = mail
  const [parcelId = ''] = key.split('.')
  const found = await findUndelivered(round.shop.db, parcelId)
  if (!found) return undefined
  const { trail, ...facts } = found
  const undelivered = { key, at: at.toISOString(), parcel: trailOf(trail), ...facts }
  return prepareDraft(round, mail, parcelUndeliveredMail(undelivered, round.mailShop))
}

/**
 * The mail about a step of a return. The one about what was asked for, or approved, is not sent once it has come
 * further.
 */
export const prepareReturnMail =
  (step: ReturnMailStep): PrepareMail =>
  async (round, mail) => {
    const { key, at } = mail
    const found = await findReturnMail(round.shop.db, step, key)
    return found && prepareDraft(round, mail, returnMail(step, { key, at: at.toISOString(), ...found }, round.mailShop))
  }

/** The mail about a sold-out size that is back. Until it is back again nothing is said. */
export const prepareStockMail: PrepareMail = async (round, mail) => {
  const request = await findStockRequest(round.shop.db, mail.key)
  if (request && !request.isInStock) return 'not yet'
  return request && prepareDraft(round, mail, backInStockMail({ key: mail.key, ...request }, round.mailShop))
}

/** The mail about store credit that was given. One that is used by then needs none. */
export const prepareCreditGiven: PrepareMail = async (round, mail) => {
  const credit = await findCredit(round.shop.db, mail.key)
  return credit && prepareDraft(round, mail, creditGivenMail({ key: mail.key, ...credit }, round.mailShop))
}

/** The mail about store credit that ends soon; its key names the gift and the day. */
export const prepareCreditEnds: PrepareMail = async (round, mail) => {
  const { key } = mail
  const [creditId = '', day] = key.split('.')
  const credit = await findCredit(round.shop.db, creditId)
  if (!credit || credit.endsOn !== day) return undefined
  return prepareDraft(round, mail, creditEndsMail({ key, ...credit }, round.mailShop))
}
