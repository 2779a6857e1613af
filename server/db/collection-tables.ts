import type { ColumnType, Generated } from 'kysely'

import type { CollectionOrder } from '#contract/catalogue/lists/sort-orders.ts'
import type { CreatedAt } from '#server/db/shared-columns.ts'

export interface CollectionTables {
  /** Products that are shown together; `changed_in` is stamped by a trigger. */
  collections: {
    id: string
    slug: string
    title: string
    text: Generated<string>
    picture: Generated<string>
    pictureWords: Generated<string>
    /** As it was stored; its schema decides whether it is still taken. */
    rule: ColumnType<object | null, string | null, string | null>
    productIds: Generated<string[]>
    sort: CollectionOrder
    isHidden: Generated<boolean>
    revision: Generated<number>
    createdAt: CreatedAt
    changedAt: Generated<Date>
    changedBy: string | null
    deletedAt: Date | null
  }
}
