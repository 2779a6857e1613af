import type { Order } from '#contract/orders/orders.ts'

import { formatRupees, rupeesLeft } from '#contract/units/money.ts'
import { moneyLeft } from '#contract/orders/cancelled-items.ts'
import { isUnsentStatus } from '#contract/states/order-states.ts'

type CashOrder = Pick<Order, 'status' | 'payment' | 'fees' | 'totalAmount' | 'cancelledAmount' | 'storeCredit'>

/**
 * What an order for cash costs, in rupees, if its customer pays in advance after all, and how much less that is than at
 * the door. Undefined where there is nothing to pay, or the parcel has left.
 */
export function payNowOf(order: CashOrder): { amount: number; saved: number } | undefined {
  const { status, payment, fees = [], storeCredit, cancelledAmount = 0 } = order
  if (typeof payment !== 'object' || payment.status !== 'cash due' || !isUnsentStatus(status)) return undefined
  const saved = fees.find(({ kind }) => kind === 'cash')?.amount ?? 0
  const amount = rupeesLeft(moneyLeft(order), saved)
  // What came back of its credit was reckoned of the total with the fee, and the provider takes no less than ₹1.
  if (storeCredit && (cancelledAmount > 0 || amount < 1)) return undefined
  return { amount, saved }
}

/** On the button that leads there. */
export const payNowLabel = ({ saved }: { saved: number }): string =>
  saved > 0 ? `Pay now and save ${formatRupees(saved)}` : 'Pay now'
