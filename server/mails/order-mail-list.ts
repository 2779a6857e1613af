import type { MailName } from '#contract/words/mail-names.ts'
import type { OrderStatus } from '#contract/states/order-states.ts'

import { ORDER_STATUSES, STATUS_FACTS } from '#contract/states/order-states.ts'
import { paiseFromRupees } from '#contract/units/money.ts'
import { RETURN_MAIL_STEPS, returnMailName, type ReturnMailStep } from '#contract/returns/return-mails.ts'
import { piecesCancelledMail } from '#server/mails/pieces-cancelled-mails.ts'
import { cashCodeMail } from '#server/mails/cash-code-mails.ts'
import { exampleOrder } from '#server/mails/example-order.ts'
import { about, AT, exampleContent, linkOf, type MailEntry } from '#server/mails/mail-entry.ts'
import { orderChangeMail } from '#server/mails/order-change-mails.ts'
import { STATUS_TEXTS, statusMail } from '#server/mails/order-status-mails.ts'
import { orderPaidMail } from '#server/mails/cash-order-paid-mails.ts'
import { refundMail } from '#server/mails/refund-mails.ts'
import { returnMail } from '#server/mails/return-mails.ts'
import { parcelUndeliveredMail } from '#server/mails/parcel-undelivered-mails.ts'
import {
  prepareCancellationMail,
  prepareCashCodeMail,
  prepareOrderChangeMail,
  prepareOrderPaidMail,
  prepareRefundMail,
  prepareReturnMail,
  prepareStatusMail,
  prepareUndeliveredMail,
} from '#server/mails/prepare-order-mails.ts'

const statusExample =
  (status: OrderStatus): MailEntry['example'] =>
  (shop, products) =>
    exampleContent(statusMail(exampleOrder(products, status, AT), status, shop, { link: linkOf(shop) }))

/** The mails about the statuses of an order. */
const STATUS_MAILS = Object.fromEntries(
  ORDER_STATUSES.map((status): [MailName, MailEntry] => {
    const { when } = STATUS_TEXTS[status]
    return [STATUS_FACTS[status].mail, { when, example: statusExample(status), prepare: prepareStatusMail(status) }]
  }),
) as Record<(typeof STATUS_FACTS)[OrderStatus]['mail'], MailEntry>

/** When the mail about each step of a return goes. */
const RETURN_WHEN: Record<ReturnMailStep, string> = {
  asked: 'When a customer asks to return something.',
  approved: 'When a return is approved.',
  'pick-up': 'When a courier is booked to fetch a return.',
  refused: 'When a return is refused.',
  received: 'When the parcel of a return has arrived.',
  lost: 'When the staff say that the parcel of a return is lost.',
  delivered: 'When the staff say that a parcel that was given up has reached its customer after all.',
  'exchange-ended':
    'When another size that was kept for a return is given free: nothing came in time, or the staff ended it.',
  paid: 'When the money of a return of an order for cash was paid by hand.',
}

const returnExample =
  (step: ReturnMailStep): MailEntry['example'] =>
  (shop, products) => {
    const { _id, products: lines } = exampleOrder(products, 'delivered', AT)
    const pieces = lines.slice(0, 1).map(({ product, size = '' }) => ({ name: product.name, size, quantity: 1 }))
    const money = {
      payment: step === 'paid' ? { amountPaise: 144_300, creditPaise: 0, reference: 'UTR 4711' } : null,
      isCash: false,
    }
    const parcel =
      step === 'pick-up' ? { carrier: 'Delhivery Surface', trackingNumber: '1490312345', trackingLink: null } : null
    const refusal = step === 'refused' ? 'It was worn.' : null
    const mail = { ...about, ...money, orderId: _id, pieces, parcel, refusal, wayBack: 'own parcel' as const, at: AT }
    return exampleContent(returnMail(step, { ...mail, hasRefundTo: true, isSandbox: false }, shop))
  }

/** The mails about the steps of a return. */
const RETURN_MAILS = Object.fromEntries(
  RETURN_MAIL_STEPS.map((step): [MailName, MailEntry] => [
    returnMailName(step),
    { when: RETURN_WHEN[step], example: returnExample(step), prepare: prepareReturnMail(step) },
  ]),
) as Record<`return-${ReturnMailStep}`, MailEntry>

/** The rows of `MAILS` about orders, their returns and their money. */
export const ORDER_MAIL_ENTRIES = {
  ...STATUS_MAILS,
  'order-paid': {
    when: 'When an order that was to be paid at the door is paid in advance after all.',
    example: (shop, products) =>
      exampleContent(orderPaidMail(exampleOrder(products, 'order placed', AT), shop, { at: AT, link: linkOf(shop) })),
    prepare: prepareOrderPaidMail,
  },
  'cash-order-code': {
    when: 'When a customer asks on the profile for a code that confirms an order for cash.',
    example: (shop, products) => cashCodeMail(exampleOrder(products, 'order placed', AT)._id, '402913', shop),
    prepare: prepareCashCodeMail,
  },
  'pieces-cancelled': {
    when: 'When pieces of an order are cancelled and the rest of it stands.',
    example: (shop, products) => {
      const { _id, products: lines } = exampleOrder(products, 'order placed', AT)
      const pieces = lines.slice(0, 1).map(({ product, size = '' }) => ({ name: product.name, size, quantity: 1 }))
      const money = {
        amountPaise: 144_300,
        creditPaise: 0,
        restPaise: 385_450,
        isCash: false,
        isCaptured: true,
        isSandbox: false,
      }
      return exampleContent(piecesCancelledMail({ ...about, ...money, orderId: _id, pieces, at: AT }, shop))
    },
    prepare: prepareCancellationMail,
  },
  'order-changed': {
    when: 'When the staff give pieces of an order another size, or the order another address.',
    example: (shop, products) => {
      const order = exampleOrder(products, 'order placed', AT)
      const [{ product, size = 'M' } = { product: { name: 'Oxford Shirt' } }] = order.products
      const resized = { name: product.name, quantity: 1, fromSize: size, toSize: size === 'L' ? 'M' : 'L' }
      const facts = { isCash: false, isCaptured: true, isSandbox: false, address: order.address, at: AT }
      return exampleContent(orderChangeMail({ ...about, ...facts, orderId: order._id, resized }, shop))
    },
    prepare: prepareOrderChangeMail,
  },
  'parcel-undelivered': {
    when: 'When a courier could not hand over a parcel; at most one a day for each.',
    example: (shop, products) => {
      const { _id: orderId, parcel } = exampleOrder(products, 'shipped', AT)
      const facts = { parcel, isCash: false, isCaptured: true, isSandbox: false, at: AT }
      return exampleContent(parcelUndeliveredMail({ ...about, ...facts, orderId, reason: 'nobody at home' }, shop))
    },
    prepare: prepareUndeliveredMail,
  },
  ...RETURN_MAILS,
  'refund-done': {
    when: 'When the payment provider has returned the money of an order.',
    example: (shop, products) => {
      const { _id, totalAmount } = exampleOrder(products, 'cancelled', AT)
      const amountPaise = paiseFromRupees(totalAmount)
      const refund = { ...about, orderId: _id, amountPaise, at: AT }
      return exampleContent(refundMail({ ...refund, reason: 'order cancelled', isSandbox: false }, shop))
    },
    prepare: prepareRefundMail,
  },
  'payment-returned': {
    when: 'When a payment that made no order was returned.',
    example: (shop) => {
      const refund = { ...about, orderId: null, amountPaise: 149_900, at: AT }
      return exampleContent(refundMail({ ...refund, reason: 'sold out', isSandbox: false }, shop))
    },
    prepare: prepareRefundMail,
  },
} satisfies Partial<Record<MailName, MailEntry>>
