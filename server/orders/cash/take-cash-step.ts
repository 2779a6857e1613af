import type { CashStep } from '#contract/orders/cash-orders.ts'
import type { Db } from '#server/db/database.ts'
import type { Shop } from '#server/start/shop.ts'

import { CATALOGUE } from '#server/cache/tags.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { conflict } from '#server/errors.ts'
import { changeOrderStatus, lockOrder } from '#server/orders/change-status.ts'
import { refuseParcel } from '#server/orders/parcels/refuse-parcel.ts'
import { confirmCashOrder } from '#server/orders/cash/confirm-cash-order.ts'
import { forgiveRefusals } from '#server/orders/cash/forgive-refusals-queries.ts'

/**
 * Lets the customer of a refused parcel order for cash again. Throws not-found, and a conflict where no parcel was
 * refused.
 */
async function forgive(db: Db, orderId: string, actorId: string): Promise<void> {
  await inTransaction(db, async (db) => {
    const { cashStatus } = await lockOrder(db, { orderId })
    if (cashStatus !== 'refused') throw conflict('No parcel of this order was refused.')
    await forgiveRefusals(db, orderId, actorId)
  })
}

const NO_CASH = 'This order is not paid at the door.'

async function refuse(shop: Shop, orderId: string, actorId: string): Promise<void> {
  await inTransaction(shop.db, async (db) => {
    const order = await lockOrder(db, { orderId })
    if (order.cashStatus === null) throw conflict(NO_CASH)
    await refuseParcel(db, order, actorId)
  })
  shop.tags.outdate(CATALOGUE)
}

async function collect(shop: Shop, orderId: string, actorId: string): Promise<void> {
  const { cashStatus } = await inTransaction(shop.db, (db) => lockOrder(db, { orderId }))
  if (cashStatus === null) throw conflict(NO_CASH)
  await changeOrderStatus(shop, { orderId, to: 'delivered', actorId })
}

/**
 * Takes a step of an order for cash for the staff. Throws not-found, and a conflict for a step that is not possible.
 */
export async function takeCashStep(
  shop: Shop,
  { orderId, step, actorId }: { orderId: string; step: CashStep; actorId: string },
): Promise<void> {
  switch (step) {
    case 'confirmed':
      return confirmCashOrder(shop.db, { orderId }, actorId)
    case 'collected':
      return collect(shop, orderId, actorId)
    case 'refused':
      return refuse(shop, orderId, actorId)
    case 'forgiven':
      return forgive(shop.db, orderId, actorId)
  }
}
