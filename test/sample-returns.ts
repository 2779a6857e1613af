import type { Db } from '#server/db/database.ts'

export const SAMPLE_RETURN = 'a-return'

/** A return that somebody has asked for, of the first line of an order. */
export async function addSampleReturn(db: Db, { orderId, orderLineId }: { orderId: string; orderLineId: string }) {
  const id = SAMPLE_RETURN
  await db
    .insertInto('returns')
    .values({
      id,
      orderId,
      status: 'asked',
      origin: 'customer',
      wayBack: 'own parcel',
      receivedAt: null,
      refundTo: null,
    })
    .execute()
  const line = { returnId: id, orderLineId, quantity: 1, note: null, exchangeSizeId: null }
  await db
    .insertInto('returnLines')
    .values({ ...line, reason: 'too small' })
    .execute()
  await db.insertInto('returnSteps').values({ returnId: id, status: 'asked', actorId: null, reason: null }).execute()
}

/** What the calls of returns are sent. */
export const returnBodies = (orderLineId: string): Record<string, object> => {
  const request = { lines: [{ _id: orderLineId, quantity: 1, reason: 'too small' }] }
  return {
    'POST /order/{orderId}/returns': request,
    'POST /admin/orders/{orderId}/returns': request,
    'PUT /order/{orderId}/returns/{returnId}/refund-to': { refundTo: 'source' },
    // A step that everybody may take who may take one.
    'PATCH /admin/returns/{returnId}': { to: 'received' },
  }
}
