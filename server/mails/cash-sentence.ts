import type { CashState } from '#contract/states/cash-states.ts'
import type { Order } from '#contract/orders/orders.ts'

import { formatTotal } from '#contract/units/money.ts'
import { moneyLeft } from '#contract/orders/cancelled-items.ts'
import { isUnsentStatus } from '#contract/states/order-states.ts'

/** What mails say of money that is paid at the door. */
export function cashSentence(order: Order, state: CashState): string {
  const { status, confirmUntil } = order
  const amount = formatTotal(moneyLeft(order))
  switch (state) {
    case 'cash due':
      return isUnsentStatus(status)
        ? `You pay ${amount} in cash when it arrives.`
        : `Please keep ${amount} in cash ready: the courier collects it at the door.`
    case 'collected':
    case 'remitted':
      return `You paid ${amount} in cash at the door. Thank you.`
    case 'refused':
      return 'The parcel was not taken at the door, so nothing is to be paid.'
    case 'nothing due':
      return confirmUntil === undefined
        ? 'Nothing was charged, and nothing is to be paid.'
        : 'It had not been confirmed. Nothing was charged, and nothing is to be paid.'
  }
}
