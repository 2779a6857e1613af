import type { Db } from '#server/db/database.ts'

import { findMembers } from '#server/catalogue/sales/collection-members.ts'
import { salesSoon } from '#server/catalogue/sales/reduced-prices-queries.ts'
import { lockDiffering, writePrices } from '#server/catalogue/sales/sale-price-queries.ts'

interface Turn {
  /** How many prices changed. */
  turned: number
  /** In how many milliseconds the next one turns because a product leaves a collection as time goes by. */
  leavesInMs: number
  /** Whether a change of stock alone may turn a price. */
  dependsOnStock: boolean
}

/**
 * Makes the sale prices those of the sales that run now, by the database's clock. Of several sales the one with the
 * lowest price counts. May be repeated. `ids` are the products to look at, which the caller has locked; left out, all.
 */
export async function setSalePrices(db: Db, ids?: readonly string[]): Promise<Turn> {
  const { members, leavesInMs, dependOnStock } = await findMembers(db, salesSoon(), { ids })
  const locked = ids ?? (await lockDiffering(db, members))
  const turned = locked.length === 0 ? 0 : await writePrices(db, members, locked)
  return { turned, leavesInMs, dependsOnStock: dependOnStock }
}
