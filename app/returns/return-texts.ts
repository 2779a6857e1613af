import { formatTotal, rupeesLeft } from '#contract/units/money.ts'
import { dateInWords } from '#contract/units/india-time.ts'
import type { OrderStatus } from '#contract/states/order-states.ts'
import type { Order } from '#contract/orders/orders.ts'
import { isDelivered, isParcelOrigin, type ParcelOrigin } from '#contract/states/return-states.ts'
import { WAY_BACK_FACTS } from '#contract/returns/ways-back.ts'
import type { Return, ReturnableLine } from '#contract/returns/returns.ts'

/** Why nothing of an order may be asked back, as its customer reads it. */
const NOTHING_RETURNABLE: Record<OrderStatus, string> = {
  'order placed': 'This order has not been sent yet, so nothing can be returned. You can cancel it until it is sent.',
  shipped: 'This order is still under way. You can return what does not suit you once it has arrived.',
  delivered: 'Every piece of this order was cancelled or is in a return already, so nothing is left to return.',
  cancelled: 'This order was cancelled, so nothing of it can be returned.',
}

/** The same where its parcel never arrived. */
const NEVER_ARRIVED: Record<ParcelOrigin, string> = {
  'called back': 'The parcel of this order was called back, so there is nothing for you to send back.',
  'parcel refused': 'The parcel of this order could not be delivered, so there is nothing for you to send back.',
  'parcel lost': 'The parcel of this order was lost, so there is nothing for you to send back.',
}

export function nothingReturnable({ status, comesBack }: Pick<Order, 'status' | 'comesBack'>): string {
  if (status !== 'cancelled' || !comesBack) return NOTHING_RETURNABLE[status]
  if (comesBack.isDelivered) return 'The parcel has reached you after all. Is something not right? Please write to us.'
  return NEVER_ARRIVED[comesBack.why]
}

/** The last day on which a line may come back for any reason. The time itself is the day's end. */
const lastDay = (until: string): string => dateInWords(new Date(Date.parse(until) - 1))

/** Until when a line may come back, and what for. */
export function windowSentence({ until, isForFaultsOnly }: Pick<ReturnableLine, 'until' | 'isForFaultsOnly'>): string {
  if (until === null) return 'This can only be returned if it is faulty or wrong.'
  return isForFaultsOnly
    ? `This could be returned until ${lastDay(until)}. Now it can only be returned if it is faulty or wrong.`
    : `You can return this until ${lastDay(until)}, and later if it is faulty or wrong.`
}

/** What comes next for the pieces, as their customer reads it; undefined where nothing does. */
export function nextSentence({
  status,
  wayBack,
  refusal,
  parcel,
  timeline,
}: Pick<Return, 'status' | 'wayBack' | 'refusal' | 'parcel' | 'timeline'>): string | undefined {
  switch (status) {
    case 'asked':
      return 'We look at it and write to you.'
    case 'approved':
      return wayBack === null ? 'The parcel comes back to us.' : WAY_BACK_FACTS[wayBack].next
    case 'on its way':
      return parcel?.step === 'delivered'
        ? 'Your parcel has been brought to our shop. We write to you once we have it in hand.'
        : 'Your parcel is on its way to us.'
    case 'received':
      return 'Your parcel is here. We look at each piece.'
    case 'refused':
      return refusal === undefined ? undefined : `The reason: ${refusal}`
    case 'lost':
      return 'The parcel was lost.'
    case 'inspected':
      return isDelivered({ status, timeline }) ? 'The parcel has reached you after all, so it stays paid.' : undefined
    case 'withdrawn':
      return undefined
  }
}

/** What becomes of the other size, as its customer reads it; undefined where none is wanted. */
export function exchangeSentence({
  exchange,
  status,
  origin,
}: Pick<Return, 'exchange' | 'status' | 'origin'>): string | undefined {
  if (!exchange || status === 'refused' || status === 'withdrawn') return undefined
  if (isParcelOrigin(origin)) return 'The pieces are sent again, at no charge. You find them among your orders.'
  switch (exchange.status) {
    case 'sent':
      return 'The other size is an order of its own, at no charge. You find it among your orders.'
    case 'ended':
      return 'The other size is not kept for you any more, so you get your money.'
    case 'held': {
      const until = exchange.until === undefined ? '' : ` until ${dateInWords(exchange.until)}`
      return `We keep the other size for you${until}. It leaves once your parcel is on its way.`
    }
  }
}

const without = (amount: number, credit: number) => formatTotal(rupeesLeft(amount, credit))

/** What becomes of the money, as its customer reads it; undefined where none is due. */
export function moneySentence({
  refund,
  origin,
  status: step,
}: Pick<Return, 'refund' | 'origin' | 'status'>): string | undefined {
  const { status, due, refunded, dueBy, way, isPayable, dueCredit = 0, returnedCredit = 0 } = refund
  if (status === 'nothing due') return undefined
  if (status === 'refunded') {
    return way === 'source'
      ? `${formatTotal(refunded)} goes back to the card or account that you paid with.`
      : way === 'by hand'
        ? `We have paid you ${without(refunded, returnedCredit)}${returnedCredit > 0 ? `, and ${formatTotal(returnedCredit)} is in your store credit again` : ''}.`
        : `${formatTotal(refunded)} is in your store credit.`
  }
  if (origin === 'parcel refused' || origin === 'parcel lost') {
    return `We send the pieces again, or ${formatTotal(due)} goes back to you.`
  }
  if (!isPayable) return `${formatTotal(due)} is yours. Please say where it is to go.`
  const unless = step === 'lost' ? 'once we have settled where they were lost' : 'once the pieces are with us'
  const when = dueBy === null ? unless : `by ${dateInWords(dueBy)}`
  const what = formatTotal(due)
  if (way === 'store credit') return `You get ${what} as store credit, ${when}.`
  return way === 'by hand'
    ? `We pay ${without(due, dueCredit)} to the account that you gave us, ${when}${dueCredit > 0 ? `; ${formatTotal(dueCredit)} of store credit comes back with it` : ''}.`
    : `${what} goes back to the card or account that you paid with, ${when}.`
}
