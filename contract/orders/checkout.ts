import { z } from 'zod'

import { Address } from '#contract/schemas/address.ts'
import { buyerFirmOrNone, buyerGstinOrNone, rupeeSum } from '#contract/schemas/basic-schemas.ts'

/** Any other field, such as an amount, is ignored: the server computes the price of the cart. */
export const PaymentStart = z
  .object({
    address: Address.nullish(),
    /** The total that the customer has seen. Where the cart costs something else by now, nothing is started. */
    expectedTotal: rupeeSum.optional(),
    /** What of it store credit pays, as the customer has seen it; the provider takes the rest. */
    credit: rupeeSum.optional(),
    /** Of a business that buys, for the tax invoice. */
    buyerGstin: buyerGstinOrNone.optional(),
    /** Its name; counts with a GSTIN only. */
    buyerFirm: buyerFirmOrNone.optional(),
  })
  .nullish()
export type PaymentStart = z.input<typeof PaymentStart>

/** An order that is paid at the door. Any other field is ignored, as in `PaymentStart`. */
export const CashOrder = z.object({
  address: Address,
  /** The total that the customer has seen. Where the cart costs something else by now, nothing is ordered. */
  expectedTotal: rupeeSum.optional(),
  /** What of it store credit pays, as the customer has seen it; the courier collects the rest. */
  credit: rupeeSum.optional(),
  buyerGstin: buyerGstinOrNone.optional(),
  buyerFirm: buyerFirmOrNone.optional(),
})
export type CashOrder = z.input<typeof CashOrder>

/** An order that store credit pays whole. Any other field is ignored, as in `PaymentStart`. */
export const CreditOrder = CashOrder.omit({ credit: true })
export type CreditOrder = z.input<typeof CreditOrder>

export const PaymentOrder = z.object({
  /** The provider's order id. */
  id: z.string(),
  /** Integer paise. */
  amount: z.number().int(),
  currency: z.literal('INR'),
  /** The provider's public key. */
  key: z.string(),
})
export type PaymentOrder = z.infer<typeof PaymentOrder>

const providerId = z.string().min(1).max(100)
export const PaymentProof = z.strictObject({
  razorpayOrderId: providerId,
  razorpayPaymentId: providerId,
  signature: z.string().min(1).max(200),
})
export type PaymentProof = z.infer<typeof PaymentProof>

export const PaymentVerified = z.object({ success: z.literal(true), message: z.string() })
export type PaymentVerified = z.infer<typeof PaymentVerified>
