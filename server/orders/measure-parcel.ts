import type { HandParcel, HandParcelInput } from '#contract/orders/hand-parcels.ts'
import type { Db } from '#server/db/database.ts'

import { paiseFromRupees, rupeesFromPaise } from '#contract/units/money.ts'
import { recordChange } from '#server/audit/service.ts'
import { findHandParcel, saveHandParcel, type HandParcelRow } from '#server/orders/hand-parcel-queries.ts'

const NO_SIDES = { lengthCm: null, breadthCm: null, heightCm: null }

function rowOf({ weightGrams, sides, cost }: HandParcelInput): Partial<HandParcelRow> {
  return {
    ...(weightGrams !== undefined && { weightGrams }),
    ...(sides !== undefined && (sides ?? NO_SIDES)),
    ...(cost !== undefined && { costPaise: cost === null ? null : paiseFromRupees(cost) }),
  }
}

/** What the staff see of a parcel that was handed over without a courier service. */
export function handParcelFromRow(row: HandParcelRow): HandParcel {
  const { weightGrams, lengthCm, breadthCm, heightCm, costPaise } = row
  const hasSides = lengthCm !== null && breadthCm !== null && heightCm !== null
  return {
    weightGrams,
    sides: hasSides ? { lengthCm, breadthCm, heightCm } : null,
    cost: costPaise === null ? null : rupeesFromPaise(costPaise),
  }
}

/**
 * Stores what somebody says of a parcel that is handed over without a courier service, with a row in the audit log
 * where it differs. Call it in the transaction that locked the order.
 */
export async function measureParcel(
  db: Db,
  { orderId, said, actorId }: { orderId: string; said: HandParcelInput | undefined; actorId: string | null },
): Promise<void> {
  const row = said && rowOf(said)
  if (!row || Object.keys(row).length === 0) return
  const before = await findHandParcel(db, orderId)
  const after = { weightGrams: null, ...NO_SIDES, costPaise: null, ...before, ...row }
  if (before && JSON.stringify(before) === JSON.stringify(after)) return
  await saveHandParcel(db, orderId, row)
  await recordChange(db, actorId, 'change parcel', ['order', orderId], { ...(before && { before }), after })
}
