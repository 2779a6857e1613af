import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

import type { Rounding } from '#contract/catalogue/sales/sale-roundings.ts'
import type { CreatedAt } from '#server/db/shared-columns.ts'

/** What makes prices lower from one moment to another, and what prices were when. */
export interface SaleTables {
  sales: {
    id: string
    title: string
    startsAt: ColumnType<Date, string, string>
    endsAt: ColumnType<Date, string, string>
    /** Either this or `amountPaise`. */
    percent: number | null
    amountPaise: number | null
    rounding: Rounding
    productIds: string[]
    categoryIds: string[]
    collectionIds: Generated<string[]>
    stoppedAt: Date | null
    beganAt: Date | null
    endedAt: Date | null
    revision: Generated<number>
    createdAt: CreatedAt
  }

  /** A row stays when no sale reduces its product any more; it then has neither sale nor price. */
  salePrices: {
    productId: string
    saleId: string | null
    pricePaise: number | null
  }

  /** Kept by triggers; never written otherwise. */
  priceHistory: {
    productId: GeneratedAlways<string>
    at: GeneratedAlways<Date>
    pricePaise: GeneratedAlways<number>
    discountedPricePaise: GeneratedAlways<number | null>
    saleId: GeneratedAlways<string | null>
    salePricePaise: GeneratedAlways<number | null>
    paidPricePaise: GeneratedAlways<number>
    lowestPaidPaise: GeneratedAlways<number | null>
  }
}
