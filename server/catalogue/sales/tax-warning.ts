import type { Settings } from '#contract/settings/settings.ts'
import type { Db } from '#server/db/database.ts'
import type { SaleDraft } from '#server/catalogue/sales/sale-queries.ts'

import { dayInIndia } from '#contract/units/india-time.ts'
import { gstSaleWarning } from '#contract/tax/gst-price-warnings.ts'
import { priceGapOn } from '#contract/tax/gst-rules.ts'
import { findMembers } from '#server/catalogue/sales/collection-members.ts'
import { draftBegins, findInGap, previewedSales, type Beside } from '#server/catalogue/sales/preview-queries.ts'

export type TaxSettings = Pick<Settings, 'taxRegistration'>

/** The day from which a draft's prices are taxed: today's where it has begun. */
const firstDayOf = ({ startsAt }: Pick<SaleDraft, 'startsAt'>) =>
  dayInIndia(new Date(Math.max(Date.parse(startsAt), Date.now())))

/** The sales that a draft is looked at beside: all but the saved one that it replaces. */
export async function besideOf(db: Db, draft: SaleDraft, exceptId: string): Promise<Beside> {
  const { members } = await findMembers(db, previewedSales(draft), { at: draftBegins(draft) })
  return { exceptId, members }
}

/**
 * Says that a sale brings prices into the gap between two rates of tax, and of which products; undefined for any other.
 */
export async function taxWarning(
  db: Db,
  draft: SaleDraft,
  beside: Beside,
  { taxRegistration }: TaxSettings,
): Promise<string | undefined> {
  if (taxRegistration !== 'regular') return undefined
  const day = firstDayOf(draft)
  return gstSaleWarning(await findInGap(db, draft, beside, priceGapOn(day)), day)
}
