import { z } from 'zod'

import { Cart } from '#contract/cart/cart.ts'
import { id, messageAnswer, rupees, rupeeSum, time } from '#contract/schemas/basic-schemas.ts'

/** The secret of a link that a program gives to a person. */
export const ChosenParams = z.object({ token: id })

/** What a program has put together for a person, as its page shows it. */
export const Chosen = z.object({
  lines: z.array(
    z.object({
      productId: z.string(),
      name: z.string(),
      size: z.string().optional(),
      image: z.string().nullable(),
      /** Of one piece. */
      price: rupees,
      quantity: z.number().int(),
    }),
  ),
  /** What cannot be had any more, or not so many of it, in sentences. */
  notices: z.array(z.string()),
  /** What the lines cost together, before offers and fees. */
  subtotal: rupeeSum,
  /** What the offers that are for everyone and the program's codes take off them. */
  discount: Cart.shape.discount,
  endsAt: time,
})
export type Chosen = z.infer<typeof Chosen>

/**
 * `notAdded`: why something did not come along, in sentences. `isWithoutCode`: a code did not, and `message` says why.
 */
export const ChosenTaken = messageAnswer.extend({ notAdded: z.array(z.string()), isWithoutCode: z.boolean() })
export type ChosenTaken = z.infer<typeof ChosenTaken>
