import type { Shop } from '#server/start/shop.ts'

import { MOST_SOLD_DAYS, MOST_SOLD_PRODUCTS } from '#contract/catalogue/search/search-limits.ts'
import { saveMostSold } from '#server/catalogue/service.ts'
import { listBestSellers } from '#server/dashboard/service.ts'

/** Notes which products sold most lately, for whoever searches for bestsellers: no search counts orders. */
export async function storeMostSold({ db, payment }: Pick<Shop, 'db' | 'payment'>): Promise<void> {
  const period = { days: MOST_SOLD_DAYS, limit: MOST_SOLD_PRODUCTS }
  const sold = await listBestSellers(db, period, { hasSandbox: payment.isSandbox })
  await saveMostSold(
    db,
    sold.map(({ id }) => id),
  )
}
