import type { ColumnType, Generated } from 'kysely'

/** What makes carts cheaper. */
export interface OfferTables {
  offers: {
    id: string
    /** What the customer enters; null for an offer that applies by itself, which has a name. */
    code: string | null
    name: string | null
    /** Either this, `amountPaise` or `freesShipping`. */
    percent: number | null
    amountPaise: number | null
    freesShipping: ColumnType<boolean, boolean | undefined, boolean>
    /** What a percentage takes off at the most. */
    maxDiscountPaise: number | null
    categoryIds: string[]
    minimumQuantity: number
    minimumPaise: number
    /** Days in India. */
    startsOn: string | null
    endsOn: string | null
    maxUses: number | null
    maxUsesPerCustomer: number | null
    used: Generated<number>
    isActive: Generated<boolean>
    revision: Generated<number>
    createdAt: ColumnType<Date, Date | undefined, never>
  }

  offerUses: {
    checkoutId: string
    offerId: string
    userId: string
  }

  cartCodes: {
    userId: string
    offerId: string
  }
}
