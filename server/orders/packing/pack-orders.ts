import type { Order } from '#contract/orders/orders.ts'
import type { PackedAnswer, PackedItems, PackingAnswer, PackingOrder } from '#contract/orders/packing.ts'
import type { Db } from '#server/db/database.ts'
import type { Shop } from '#server/start/shop.ts'

import { itemsLeft } from '#contract/orders/cancelled-items.ts'
import { MAX_PACKING_ORDERS } from '#contract/orders/packing-limits.ts'
import { checkItem, type ItemLine } from '#contract/orders/packing-check.ts'
import { recordChange } from '#server/audit/service.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { conflict, notFound } from '#server/errors.ts'
import { movePieces } from '#server/inventory/queries.ts'
import { lockOrder } from '#server/orders/change-status.ts'
import { orderFromRow } from '#server/orders/order-from-row.ts'
import { listOrdersById } from '#server/orders/order-queries.ts'
import {
  insertPackedItems,
  findPackedKeys,
  listPackingRows,
  putOrderAside,
  takeOrderUp,
  type PackedLine,
} from '#server/orders/packing/packing-queries.ts'
import { listAllOrders } from '#server/orders/service.ts'

/** A line without its cancelled pieces, and with what is packed of it. */
function withPacked(line: Order['products'][number], known: PackedLine | undefined): PackingOrder['lines'][number] {
  const { _id, product, size } = line
  const { sku = null, barcode = null, storagePlace = null, packed = 0 } = known ?? {}
  const quantity = itemsLeft(line)
  return {
    _id,
    product: product.name,
    ...(size !== undefined && { size }),
    image: product.image,
    sku,
    barcode,
    storagePlace,
    quantity,
    packed: Math.min(packed, quantity),
    surplus: Math.max(packed - quantity, 0),
  }
}

async function withPacking(db: Db, orders: readonly Order[]): Promise<PackingOrder[]> {
  const rows = await listPackingRows(
    db,
    orders.map(({ _id }) => _id),
  )
  return orders.map((order) => {
    const { _id, createdAt, address, user, deliverBy, cashToCollect, products } = order
    const row = rows.get(_id)
    const known = new Map(row?.lines.map((line) => [line.lineId, line]))
    return {
      _id,
      createdAt,
      name: address?.fullName ?? user.name,
      city: address?.city ?? '',
      ...(deliverBy !== undefined && { deliverBy }),
      ...(cashToCollect !== undefined && { cashToCollect }),
      lines: products
        .map((line) => withPacked(line, known.get(line._id)))
        .filter(({ quantity, surplus }) => quantity + surplus > 0),
      aside: row?.reason && row.putAsideAt ? { reason: row.reason, at: new Date(row.putAsideAt).toISOString() } : null,
    }
  })
}

/**
 * The orders that can be packed and shipped now, the oldest first, with what is packed of them and what was put aside.
 */
export async function listPackingOrders(shop: Pick<Shop, 'db' | 'payment'>): Promise<PackingAnswer> {
  const { items, total } = await listAllOrders(shop, { waits: 'shipment', sort: 'oldest', limit: MAX_PACKING_ORDERS })
  return { orders: await withPacking(shop.db, items), total }
}

async function getPackingOrder(db: Db, orderId: string): Promise<PackingOrder> {
  const [order] = await withPacking(db, (await listOrdersById(db, [orderId])).map(orderFromRow))
  if (!order) throw notFound('Order')
  return order
}

const packedElsewhere = ({ key }: { key: string }) => ({
  key,
  message: 'This piece was noted as packed in another order.',
})

/** How many pieces of each size. */
const linesOf = (pieces: readonly { productSizeId: string }[]) =>
  [...Map.groupBy(pieces, ({ productSizeId }) => productSizeId)].map(([productSizeId, { length: quantity }]) => ({
    productSizeId,
    quantity,
  }))

/**
 * Notes pieces as packed, in their sequence. A key that a piece of the order has already changes nothing, so the same
 * call may be repeated. A piece that is not in the order, one too many, and one of another order are refused beside the
 * others. Throws not-found, and a conflict for an order that has left or is cancelled.
 */
export async function packItems(
  db: Db,
  { orderId, actorId, items }: PackedItems & { orderId: string; actorId: string },
): Promise<PackedAnswer> {
  return inTransaction(db, async (db) => {
    const { status, checkoutId } = await lockOrder(db, { orderId })
    const known = await findPackedKeys(
      db,
      items.map(({ key }) => key),
    )
    const isElsewhere = ({ key }: { key: string }) => (known.get(key) ?? orderId) !== orderId
    const refused = items.filter(isElsewhere).map(packedElsewhere)
    const unsent = items.filter(({ key }) => !known.has(key) && known.set(key, orderId))
    if (status !== 'order placed' && unsent.length > 0) throw conflict(`This order is ${status} by now.`)
    const { lines } = await getPackingOrder(db, orderId)
    const packed: { key: string; line: ItemLine }[] = []
    for (const { key, ...item } of unsent) {
      const checked = checkItem(lines, item)
      if ('refusal' in checked) refused.push({ key, message: checked.refusal })
      else {
        checked.line.packed += 1
        packed.push({ key, line: checked.line })
      }
    }
    const noted = await insertPackedItems(
      db,
      packed.map(({ key, line }) => ({ key, orderLineId: line._id, actorId })),
    )
    await movePieces(db, {
      checkoutId,
      from: ['held'],
      to: 'packed',
      reason: 'packing',
      actorId,
      lines: linesOf(noted),
    })
    // Another order took the key at the same moment.
    const taken = new Set(noted.map(({ key }) => key))
    refused.push(...packed.filter(({ key }) => !taken.has(key)).map(packedElsewhere))
    return { order: await getPackingOrder(db, orderId), refused }
  })
}

/**
 * Puts an order aside, with why, or takes it up again. What is packed of it stays. Throws not-found, and a conflict for
 * an order that has left.
 */
export async function changeAside(
  db: Db,
  { orderId, actorId, reason }: { orderId: string; actorId: string; reason: string | null },
): Promise<PackingOrder> {
  return inTransaction(db, async (db) => {
    const { status } = await lockOrder(db, { orderId })
    if (status !== 'order placed') throw conflict(`This order is ${status} by now.`)
    const { aside } = await getPackingOrder(db, orderId)
    if ((aside?.reason ?? null) !== reason) {
      await (reason === null ? takeOrderUp(db, orderId) : putOrderAside(db, orderId, reason))
      const action = reason === null ? 'order.taken up' : 'order.put aside'
      await recordChange(db, actorId, action, ['order', orderId], {
        before: { isPutAside: aside !== null },
        after: { isPutAside: reason !== null },
      })
    }
    return getPackingOrder(db, orderId)
  })
}
