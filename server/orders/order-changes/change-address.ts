import type { z } from 'zod'

import type { AddressChange } from '#contract/orders/order-changes.ts'
import type { Db } from '#server/db/database.ts'
import type { Shop } from '#server/start/shop.ts'

import { formatPaise } from '#contract/units/money.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { checkDeliveryState, documentSeller } from '#server/documents/service.ts'
import { conflict, conflictIn, notFound } from '#server/errors.ts'
import { lockOrder } from '#server/orders/change-status.ts'
import { checkChangeable } from '#server/orders/order-changes/check-changeable.ts'
import { listWaitingLines, noteChange } from '#server/orders/order-changes/order-change-queries.ts'
import { findAddressedOrder, updateAddress } from '#server/orders/order-changes/order-address-queries.ts'
import { newDelivery } from '#server/orders/order-changes/order-address.ts'

/** Throws a conflict where the whole parcel is packed: its label has the address of before. */
async function checkUnpacked(db: Db, orderId: string): Promise<void> {
  const lines = await listWaitingLines(db, orderId)
  const isPacked = lines.every(({ left, packed }) => packed >= left)
  if (isPacked) throw conflict('This order is packed, and its label has the address of before.')
}

/**
 * Sends an order that waits to another address, for the staff, also one that is paid at the door. What was paid stays:
 * where delivery costs more, the shop has to bear it. The customer is told. Throws not-found, a conflict for an order
 * that has left or is packed, and for a PIN code that is not served for its payment or that costs more than was paid,
 * and invalid for an address whose state a registered seller cannot tell.
 */
export async function changeAddress(
  { db, ...shop }: Pick<Shop, 'db' | 'settings' | 'delivery' | 'publicUrl'>,
  {
    orderId,
    actorId,
    address,
    bearsFee = false,
  }: z.output<typeof AddressChange> & { orderId: string; actorId: string },
): Promise<void> {
  checkDeliveryState(documentSeller(shop), address)
  await inTransaction(db, async (db) => {
    await checkChangeable(db, await lockOrder(db, { orderId }))
    await checkUnpacked(db, orderId)
    const own = await findAddressedOrder(db, { orderId })
    if (!own) throw notFound('Order')
    const delivery = newDelivery(shop, own, address)
    const bornePaise = delivery?.morePaise ?? 0
    if (bornePaise > 0 && !bearsFee) {
      const more = `Delivery to ${address.pincode} costs ${formatPaise(bornePaise)} more than was paid.`
      throw conflictIn('bearsFee', `${more} Please confirm that the shop pays it.`)
    }
    const change = { orderId, address, buyerGstin: undefined, buyerFirm: undefined, deliverBy: delivery?.by }
    if (!(await updateAddress(db, change))) throw conflict('Somebody else has just changed this order.')
    await noteChange(db, { orderId, actorId, ...(bornePaise > 0 && { bornePaise }) })
  })
}
