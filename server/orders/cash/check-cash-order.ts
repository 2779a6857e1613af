import type { Address } from '#contract/schemas/address.ts'
import type { Settings } from '#contract/settings/settings.ts'
import type { Db } from '#server/db/database.ts'

import { formatPaise, formatRupees, paiseFromRupees } from '#contract/units/money.ts'
import { OPEN_CASH_ORDERS, UNSENT_CASH_DAYS, UNSENT_CASH_ORDERS } from '#contract/orders/cash-limits.ts'
import { indianPhone } from '#contract/schemas/phone-number.ts'
import { idsIn } from '#contract/settings/setting-ids.ts'
import { isPin } from '#contract/schemas/pin-code.ts'
import { conflict, invalid, rateLimited } from '#server/errors.ts'
import { countCashOrders, findCashHistory } from '#server/orders/cash/place-cash-order-queries.ts'
import { lockNetwork } from '#server/orders/checkout/hold-limit-queries.ts'
import { NETWORK_CASH_ORDERS } from '#server/orders/holds/hold-time-and-limits.ts'

/** Throws invalid for an address that a courier who collects money cannot use. */
export function checkReachable({ phone, pincode }: Address): void {
  if (indianPhone(phone) === undefined) {
    const sentence = 'For cash on delivery the courier needs a phone number of ten digits.'
    throw invalid(sentence, { phone: sentence })
  }
  if (isPin(pincode)) return
  const sentence = 'For cash on delivery we need the PIN code in six digits.'
  throw invalid(sentence, { pincode: sentence })
}

/** Throws a conflict for more than the owner lets somebody pay at the door. */
export function checkAmount({ cashLimit }: Pick<Settings, 'cashLimit'>, totalPaise: number): void {
  if (totalPaise <= paiseFromRupees(cashLimit)) return
  throw conflict(
    `Cash on delivery is possible up to ${formatRupees(cashLimit)}, and this order comes to ${formatPaise(totalPaise)}. Please pay online.`,
  )
}

/** Throws a conflict for lines of a category that the owner wants paid in advance. */
export function checkCategories(
  { cashExcludedCategories }: Pick<Settings, 'cashExcludedCategories'>,
  lines: readonly { name: string; categoryId: string }[],
): void {
  const excluded = new Set(idsIn(cashExcludedCategories))
  const names = lines.filter(({ categoryId }) => excluded.has(categoryId)).map(({ name }) => name)
  if (names.length > 0) throw conflict(`Cash on delivery is not possible for ${names.join(', ')}. Please pay online.`)
}

const NETWORK_WAIT_SECONDS = 60 * 60

/**
 * Throws `rate_limited` for a network from which as many orders for cash are open as may be, or have ended unsent:
 * accounts, phones and addresses can be made up, and each order holds its stock until somebody confirms it or its time
 * is over. What others ended is not held against a customer who has bought. Call it after all other locks of the order,
 * as `checkHoldLimits` is.
 */
export async function checkNetwork(db: Db, network: string, { hasBought }: { hasBought: boolean }): Promise<void> {
  await lockNetwork(db, network)
  const { open, unsent } = await countCashOrders(db, network)
  if (open + (hasBought ? 0 : unsent) < NETWORK_CASH_ORDERS) return
  throw rateLimited(NETWORK_WAIT_SECONDS, 'Too many orders for cash are open from your network. Please pay online.')
}

/**
 * Throws a conflict for a customer, a phone or an address with as many open orders for cash as there may be, after a
 * refused parcel, after too many that the customer cancelled or that nobody confirmed, and for a first order where the
 * owner wants that paid in advance. Returns whether the customer has bought before. Lock all three first: of two orders
 * at once the second sees the first.
 */
export async function checkBuyer(
  db: Db,
  { takesCashFirst }: Pick<Settings, 'takesCashFirst'>,
  buyer: { userId: string; address: Address },
): Promise<{ hasBought: boolean }> {
  const history = await findCashHistory(db, buyer)
  const { ofCustomer, ofPhone, ofAddress, unsentOfCustomer, hasRefused, hasBought } = history
  if (hasRefused) throw conflict('A parcel that was to be paid at the door was not taken. Please pay online.')
  if (!takesCashFirst && !hasBought) throw conflict('A first order is paid online. Afterwards you can choose cash.')
  if (unsentOfCustomer >= UNSENT_CASH_ORDERS) {
    throw conflict(
      `Within ${UNSENT_CASH_DAYS} days ${UNSENT_CASH_ORDERS} orders for cash were cancelled or not confirmed. Please pay online.`,
    )
  }
  const [whose] = [
    ...(ofCustomer >= OPEN_CASH_ORDERS ? ['You have'] : []),
    ...(ofPhone >= OPEN_CASH_ORDERS ? ['This phone number has'] : []),
    ...(ofAddress >= OPEN_CASH_ORDERS ? ['This address has'] : []),
  ]
  if (whose === undefined) return { hasBought }
  throw conflict(
    `${whose} ${OPEN_CASH_ORDERS} orders that are still to be paid at the door. Please pay online, or wait until one has arrived.`,
  )
}
