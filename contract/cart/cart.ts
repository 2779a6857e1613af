import { z } from 'zod'

import { FEE_KINDS } from '#contract/cart/fees.ts'
import { rupees, rupeeSum, soughtText } from '#contract/schemas/basic-schemas.ts'

export const CartLine = z.object({
  _id: z.string(),
  productId: z.string(),
  name: z.string(),
  description: z.string(),
  price: rupees,
  discountedPrice: rupees.optional(),
  quantity: z.number().int(),
  size: z.string().optional(),
  /** How many can be bought now; 0 for a deleted product. */
  stock: z.number().int(),
  image: z.string().nullable(),
  /** Why the line can no longer be bought as it is. */
  notice: z.string().optional(),
})
export type CartLine = z.infer<typeof CartLine>

/** What is paid beside the goods, each in a line of its own. */
export const FeeLines = z.array(z.object({ kind: z.enum(FEE_KINDS), name: z.string(), amount: rupeeSum }))

/**
 * What an offer takes off: an amount off the goods, or the shipping fee. Then `amount` is 0, `shipping` is what is not
 * charged, and `fees` have no line of shipping, so goods less `amount` with `fees` are the total in both cases.
 */
export const OfferDiscount = z.object({ amount: rupeeSum, reason: z.string(), shipping: rupeeSum.optional() })
export type OfferDiscount = z.infer<typeof OfferDiscount>

export const Cart = z.object({
  cart: z.array(CartLine),
  /** What is to be paid. */
  finalprice: rupeeSum,
  /** What of it is paid beside the goods; missing where nothing is. A PIN code's fee comes with the address. */
  fees: FeeLines.optional(),
  /** What the best offer takes off; missing where none does. `subtotal` is what the goods cost before it. */
  discount: OfferDiscount.extend({ subtotal: rupeeSum }).optional(),
  /** The code that was entered; missing where none was. */
  code: z
    .object({
      code: z.string(),
      /** Says why it takes nothing off. */
      notice: z.string().optional(),
      /** The customer cannot have it any more: it has to be removed before a payment is started. */
      isRefused: z.boolean(),
    })
    .optional(),
})
export type Cart = z.infer<typeof Cart>

export const CartAnswer = Cart.extend({ message: z.string() })
export type CartAnswer = z.infer<typeof CartAnswer>

export const AddToCartQuery = z.strictObject({ size: soughtText(40).optional() })
export type AddToCartQuery = z.infer<typeof AddToCartQuery>

const digits = /^\s*\d{1,9}\s*$/
const quantity = z.preprocess(
  (value) => (typeof value === 'string' && digits.test(value) ? Number(value) : value),
  z
    .number({ error: 'Please enter a quantity of at least 1.' })
    .int({ error: 'A quantity is a whole number.' })
    .min(1, { error: 'Please enter a quantity of at least 1.' })
    .max(1_000_000, { error: 'That is more than can be ordered.' }),
)
/** A number, or its digits as text. */
export const QuantityChange = z.strictObject({ quantity })
export type QuantityChange = z.infer<typeof QuantityChange>

/** Sent with an add that may be repeated: the same key adds once. */
export const IdempotencyKey = z
  .string()
  .min(1, { error: 'An Idempotency-Key has 1 to 200 characters.' })
  .max(200, { error: 'An Idempotency-Key has 1 to 200 characters.' })
  .optional()
