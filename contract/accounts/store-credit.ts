import { z } from 'zod'

import { MAX_CREDIT_REASON } from '#contract/accounts/store-credit-rules.ts'
import { CREDIT_MOVES } from '#contract/accounts/store-credit-moves.ts'
import { day, pageQuery, rupees, rupeeSum, soughtText, text, time } from '#contract/schemas/basic-schemas.ts'

/** A movement of a customer's store credit. What a checkout held and gave back without an order is left out. */
export const CreditMovement = z.object({
  at: time,
  kind: z.enum(CREDIT_MOVES),
  /** In rupees; below zero where credit went. */
  change: z.number(),
  /** Of what was given or taken back. */
  reason: z.string().optional(),
  /** The order that it paid for, or came back from. */
  orderId: z.string().optional(),
  /** The last day on which what was given counts. */
  expiresOn: day.optional(),
})
export type CreditMovement = z.infer<typeof CreditMovement>

/** The store credit of one customer. */
export const StoreCredit = z.object({
  /** What can be used now. */
  balance: rupeeSum,
  /** What of it ends, the earliest day first. */
  ending: z.array(z.object({ amount: rupeeSum, on: day })),
  /** Newest first. */
  movements: z.array(CreditMovement),
})
export type StoreCredit = z.infer<typeof StoreCredit>

/** The same as the staff see it: with who gave it and took it back. */
export const CustomerCredit = StoreCredit.extend({
  customer: z.object({ _id: z.string(), name: z.string(), email: z.string() }),
  movements: z.array(CreditMovement.extend({ by: z.string().optional() })),
})
export type CustomerCredit = z.infer<typeof CustomerCredit>

const reason = text(MAX_CREDIT_REASON, 'Please say why in a few words.')
const amount = rupees.min(1, { error: 'The amount is at least ₹1.' })

export const CreditGift = z.strictObject({
  amount,
  /** The customer reads it. */
  reason,
  /** The last day on which it counts; without one it does not end. */
  expiresOn: day.optional(),
})
export type CreditGift = z.infer<typeof CreditGift>

export const CreditTaking = z.strictObject({ amount, reason })
export type CreditTaking = z.infer<typeof CreditTaking>

export const CreditAnswer = z.object({ message: z.string(), credit: CustomerCredit })
export type CreditAnswer = z.infer<typeof CreditAnswer>

export const CreditListQuery = z.strictObject({ ...pageQuery, search: soughtText(200).optional() })
export type CreditListQuery = z.input<typeof CreditListQuery>

/** A customer who has store credit. */
export const CreditHolder = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  balance: rupeeSum,
  /** The next day on which some of it ends. */
  endsOn: day.optional(),
})
export type CreditHolder = z.infer<typeof CreditHolder>

/** What the shop owes in store credit, and what became of it since the first. */
export const CreditSums = z.object({
  owed: rupeeSum,
  given: rupeeSum,
  /** For orders that stand, and by checkouts that are open. */
  used: rupeeSum,
  expired: rupeeSum,
  takenBack: rupeeSum,
})
export type CreditSums = z.infer<typeof CreditSums>
