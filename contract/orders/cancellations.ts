import { z } from 'zod'

import { MAX_CART_LINES } from '#contract/cart/cart-limits.ts'
import { MAX_CANCEL_REASON } from '#contract/orders/cancel-reasons.ts'
import { id, rupeeSum, text, time } from '#contract/schemas/basic-schemas.ts'

/** A line of an order and how many of its pieces. */
const Pieces = z.object({ _id: z.string(), quantity: z.number().int() })

/** Pieces that were cancelled while the rest of their order stands, and what was paid for them. */
export const Cancellation = z.object({
  at: time,
  amount: rupeeSum,
  lines: z.array(Pieces),
  /** The staff cancelled them, not the customer. */
  isByShop: z.boolean(),
})
export type Cancellation = z.infer<typeof Cancellation>

const MOST_PIECES = 1_000_000
const CancelledLine = z.strictObject({
  _id: id,
  quantity: z.int({ error: 'Please enter how many pieces.' }).min(1, 'Please enter how many pieces.').max(MOST_PIECES),
  /**
   * How many pieces of the line the sender has seen as not cancelled. Where it is another number by now, nothing
   * happens.
   */
  left: z.int().optional(),
})

/** What is cancelled of an order: without lines all that is left of it. */
export const CancelOrder = z
  .strictObject({
    lines: z
      .array(CancelledLine)
      .min(1, 'Please choose what is to be cancelled.')
      .max(MAX_CART_LINES)
      .refine((lines) => new Set(lines.map(({ _id }) => _id)).size === lines.length, {
        error: 'Please name each line once.',
      })
      .optional(),
    reason: text(MAX_CANCEL_REASON, 'Please give the reason in a few words.').optional(),
  })
  .nullish()
export type CancelOrder = z.input<typeof CancelOrder>
