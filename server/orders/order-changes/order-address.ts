import { isDeepStrictEqual } from 'node:util'

import type { Order } from '#contract/orders/orders.ts'
import type { Address } from '#contract/schemas/address.ts'
import type { Db } from '#server/db/database.ts'
import type { Shop } from '#server/start/shop.ts'

import { formatPaise, paiseFromRupees } from '#contract/units/money.ts'
import { isUnsentStatus } from '#contract/states/order-states.ts'
import { pinTyped } from '#contract/schemas/pin-code.ts'
import { MISSING_FIRM } from '#contract/tax/gstin.ts'
import { getDelivery, isPinAsked } from '#server/delivery/service.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { checkBusiness, checkDeliveryState, documentSeller } from '#server/documents/service.ts'
import { conflict, conflictIn, invalidField, notFound } from '#server/errors.ts'
import { lockOrder } from '#server/orders/change-status.ts'
import {
  businessOf,
  findAddressedOrder,
  findLabel,
  updateAddress,
  type AddressChange,
  type AddressedOrder,
} from '#server/orders/order-changes/order-address-queries.ts'
import { orderFromRow } from '#server/orders/order-from-row.ts'

const CASH_ADDRESS =
  'The address of an order for cash cannot be changed: phone and PIN code decided that it may be paid at the door. Please cancel it and order again.'

interface NewDelivery {
  /** The promised day; null where none is promised. */
  by: string | null
  /** What delivery costs more than was paid for it. */
  morePaise: number
}

/**
 * What the shop promises to another address of an order; undefined where its PIN is that of before, because a frozen
 * order keeps its promise. Throws a conflict for a PIN that is not served, or not with this kind of payment.
 */
export function newDelivery(
  shop: Pick<Shop, 'settings' | 'delivery'>,
  { address: before, fees, isCash }: AddressedOrder,
  address: Address,
): NewDelivery | undefined {
  if (!isPinAsked(shop)) return undefined
  if (before !== null && pinTyped(before.pincode) === pinTyped(address.pincode)) return undefined
  const delivery = getDelivery(shop, address, isCash ? 'cash' : 'prepaid')
  const paidPaise = fees.find(({ kind }) => kind === 'pin')?.amountPaise ?? 0
  return { by: delivery?.by ?? null, morePaise: Math.max(0, paiseFromRupees(delivery?.fee ?? 0) - paidPaise) }
}

/**
 * Throws a conflict where the address of before is on a parcel already. Lock the order first: a courier may be booked
 * at this moment.
 */
async function checkLabel(db: Db, { id, address }: AddressedOrder): Promise<void> {
  const { isBooked, isPacked } = await findLabel(db, id)
  // What was packed without an address has none on its label.
  if (!isBooked && (!isPacked || address === null)) return
  const why = isBooked
    ? 'A courier is booked for this order, with the address of before.'
    : 'This order is packed, and its label has the address of before.'
  throw conflict(`${why} Please write to us if it is to go elsewhere.`)
}

/**
 * Throws invalid where an order that has the name of a business gets another GSTIN without one: documents name the
 * business whose GSTIN they carry. Who has no name for it, such as a proprietor, says so by an empty one.
 */
function checkFirm(own: AddressedOrder, { buyerGstin, buyerFirm }: AddressChange): void {
  if (buyerFirm !== undefined || !buyerGstin || own.buyerFirm === null || buyerGstin === own.buyerGstin) return
  throw invalidField('buyerFirm', MISSING_FIRM)
}

/**
 * Saves where a customer's order goes; `orderId` is its own or the provider's. May be repeated until the order is
 * shipped. Throws not-found for somebody else's order, a conflict for one that is shipped, whose parcel is packed or
 * booked for another address, or that is paid at the door, whose phone and PIN decided that it may be, invalid for an
 * address whose state a registered seller cannot tell, a GSTIN that is not taken or comes without the name of its
 * business in the place of one that had it, and a conflict for another PIN code that is not served or costs more than
 * was paid. A seller who issues no tax invoices ignores a new GSTIN, because a paid order must not fail for it.
 */
export async function saveAddress(
  { db, ...shop }: Pick<Shop, 'db' | 'settings' | 'delivery' | 'publicUrl'>,
  change: AddressChange & { userId: string },
): Promise<Order> {
  const { userId, orderId, address } = change
  const seller = documentSeller(shop)
  checkDeliveryState(seller, address)
  const isTaken = seller.registration === 'regular'
  const isBusiness = isTaken && (change.buyerGstin !== undefined || change.buyerFirm !== undefined)
  const own = await findAddressedOrder(db, { userId, orderId })
  if (!own) throw notFound('Order')
  if (isBusiness) {
    checkBusiness(seller, businessOf(own, change))
    if (isUnsentStatus(own.status)) checkFirm(own, change)
  }
  const deliverBy = newPromise(shop, own, address)
  const business = isTaken ? {} : { buyerGstin: undefined, buyerFirm: undefined }
  const save = (db: Db) => updateAddress(db, { ...change, ...business, deliverBy })
  const isElsewhere = !isDeepStrictEqual(own.address, address)
  const order = await (isElsewhere && isUnsentStatus(own.status) && !own.isCash
    ? inTransaction(db, async (db) => {
        await lockOrder(db, { orderId: own.id })
        await checkLabel(db, own)
        return save(db)
      })
    : save(db))
  if (order) return orderFromRow(order)
  if (own.isCash && isUnsentStatus(own.status)) throw conflict(CASH_ADDRESS)
  throw conflict('The address can only be changed before the order is shipped.')
}

/**
 * The day that is promised to an order's new address. An order that was paid without an address has paid for no dearer
 * one.
 */
function newPromise(
  shop: Pick<Shop, 'settings' | 'delivery'>,
  own: AddressedOrder,
  address: Address,
): string | null | undefined {
  if (own.isCash || !isUnsentStatus(own.status)) return undefined
  const delivery = newDelivery(shop, own, address)
  if (!delivery || delivery.morePaise === 0) return delivery?.by
  const wayOn = own.address === null ? 'Please give another address, or cancel the order' : 'Please cancel the order'
  const more = `Delivery to ${address.pincode} costs ${formatPaise(delivery.morePaise)} more than you paid.`
  throw conflictIn('pincode', `${more} ${wayOn} and order again.`)
}
