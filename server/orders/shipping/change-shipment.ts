import type { HandParcelInput } from '#contract/orders/hand-parcels.ts'
import type { ShipmentInput } from '#contract/orders/shipments.ts'
import type { Shop } from '#server/start/shop.ts'

import { isSentStatus, STATUS_FACTS } from '#contract/states/order-states.ts'
import { recordChange } from '#server/audit/service.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { conflict } from '#server/errors.ts'
import { auditedShipment } from '#server/orders/audited-shipment.ts'
import { lockOrder } from '#server/orders/change-status.ts'
import { mailShipmentAgain } from '#server/orders/order-mail-queries.ts'
import { measureParcel } from '#server/orders/measure-parcel.ts'
import { updateShipment } from '#server/orders/order-status-queries.ts'

const FIELDS = ['courier', 'courierName', 'trackingNumber', 'trackingLink'] as const

const isSame = (one: ShipmentInput | null, other: ShipmentInput | null) =>
  FIELDS.every((field) => one?.[field] === other?.[field])

/**
 * Changes who carries the parcel of an order that was shipped, or takes it away, and what it weighs and costs, with a
 * row in the audit log for each. The customer of a parcel that is under way gets a mail with the new courier. Throws
 * not-found, and a conflict for an order that is not shipped yet.
 */
export async function changeShipment(
  { db }: Pick<Shop, 'db'>,
  {
    orderId,
    shipment,
    byHand,
    actorId,
  }: { orderId: string; shipment: ShipmentInput | null; byHand?: HandParcelInput | undefined; actorId: string },
): Promise<void> {
  await inTransaction(db, async (db) => {
    const order = await lockOrder(db, { orderId })
    if (!isSentStatus(order.status)) throw conflict('Only an order that was shipped has a courier.')
    await measureParcel(db, { orderId, said: byHand, actorId })
    if (isSame(order.shipment, shipment)) return
    await updateShipment(db, orderId, shipment)
    if (shipment && STATUS_FACTS[order.status].parcel === 'under way') await mailShipmentAgain(db, orderId)
    await recordChange(db, actorId, 'change courier', ['order', orderId], {
      before: order.shipment ? auditedShipment(order.shipment) : undefined,
      after: shipment ? auditedShipment(shipment) : undefined,
    })
  })
}
