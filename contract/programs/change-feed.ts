import { z } from 'zod'

import { pageQuery, sentTime, soughtText, time } from '#contract/schemas/basic-schemas.ts'

/** What programs keep up with. */
export type ChangeKind = 'order' | 'product' | 'customer' | 'stock' | 'return'

export const MOST_CHANGES = 100

/** What the summary of each of these calls says. */
export const CHANGES_WORDS =
  'Go on with `next` as the `cursor`: it misses no change and brings none twice, whatever happens meanwhile.'

export const ChangesQuery = z.strictObject({
  /** The `next` of the answer before. Without it the answer begins with what changed first. */
  cursor: soughtText(100).optional(),
  /** Only what has changed since. */
  updatedSince: sentTime().optional(),
  limit: pageQuery.limit,
})
export type ChangesQuery = z.input<typeof ChangesQuery>

/** Each thing once, as it is now, in the order of its last change. */
export const changesOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    changes: z.array(
      z.object({
        _id: z.string(),
        changedAt: time,
        /** True for what is gone; `item` is then null. */
        deleted: z.boolean(),
        item: item.nullable(),
      }),
    ),
    /** Where the next call goes on, also if there is nothing more yet. */
    next: z.string(),
    /** Whether there is more to read at once. */
    hasMore: z.boolean(),
  })

export interface Changes<Item> {
  changes: { _id: string; changedAt: string; deleted: boolean; item: Item | null }[]
  next: string
  hasMore: boolean
}
