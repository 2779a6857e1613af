import type { ShippingRule } from '#contract/cart/fees.ts'
import type { Db } from '#server/db/database.ts'

import { listLines } from '#server/cart/queries.ts'
import { findShortage } from '#server/cart/shortage-notices.ts'
import { chooseCode, customerOffersWith, upsertCode } from '#server/offers/service.ts'

/**
 * Puts the best of these codes into a customer's cart, unless the code that is there takes more off. Returns why the
 * customer may not use others, in sentences. To be called once the lines are there.
 */
export async function carryCodes(
  db: Db,
  { userId, codes }: { userId: string; codes: readonly string[] },
  rule: ShippingRule,
): Promise<string[]> {
  if (codes.length === 0) return []
  const rows = await listLines(db, [userId], customerOffersWith(codes))
  const [first] = rows
  if (!first) return []
  const buyable = rows.filter((row) => findShortage(row) === undefined)
  const { offerId, refusals } = chooseCode(buyable, first.offers, { codes, rule })
  if (offerId !== undefined) await upsertCode(db, userId, offerId)
  return refusals
}
