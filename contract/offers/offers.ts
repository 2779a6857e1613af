import { z } from 'zod'

import { MAX_PRICE_RUPEES } from '#contract/units/money.ts'
import {
  MAX_CODE_LENGTH,
  MAX_OFFER_NAME_LENGTH,
  MAX_OFFER_PERCENT,
  MAX_OFFER_QUANTITY,
  MAX_OFFER_USES,
} from '#contract/offers/offer-limits.ts'
import { OFFER_STATES } from '#contract/offers/offer-states.ts'
import { day, id, pageQuery, rupees, rupeeSum, text, time, typedCode } from '#contract/schemas/basic-schemas.ts'
import { trimmerOf } from '#contract/schemas/typed-text.ts'

const LONG_CODE = `A code has at most ${MAX_CODE_LENGTH} characters.`
const CODE_SIGNS = { error: 'A code has letters, digits and hyphens only.' }

/**
 * Takes away what stands around a code where people copy it from: quotation marks, brackets, the stars of a chat, a
 * full stop.
 */
const withoutSignsAround = trimmerOf(String.raw`\p{Pc}\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Po}\p{S}`)
const bareCode = (typed: string) => withoutSignsAround(typed.replace(/^(?:coupon|promo|offer)?code[:=]/i, ''))

const inCapitals = (code: z.ZodString) =>
  code
    .overwrite(bareCode)
    .toUpperCase()
    .regex(/^[A-Z0-9-]*$/, CODE_SIGNS)
    .max(MAX_CODE_LENGTH, { error: LONG_CODE })

/** A code as it is chosen and compared: without blanks and signs around it, in capitals. */
const code = inCapitals(typedCode(MAX_CODE_LENGTH, LONG_CODE, 'Please enter a code.'))

const uses = z
  .number({ error: 'A limit is a number.' })
  .int({ error: 'A limit is a whole number.' })
  .min(1, { error: 'A limit is at least 1.' })
  .max(MAX_OFFER_USES, { error: `A limit is at most ${MAX_OFFER_USES}.` })

/**
 * What an offer gives and asks for. A new term also needs its column (`server/db/offer-tables.ts`,
 * `server/offers/queries.ts`), what it does (`apply-offers.ts`), and its field (`app/admin/offers/offer-fields.ts`).
 */
const terms = {
  /** What a customer enters; an offer without one applies by itself. */
  code: code.min(3, { error: 'A code has at least 3 characters.' }).optional(),
  /** What an offer without a code is called in the cart. */
  name: text(MAX_OFFER_NAME_LENGTH).optional(),
  percent: z
    .number()
    .int({ error: 'A percentage is a whole number.' })
    .min(1, { error: `A percentage is from 1 to ${MAX_OFFER_PERCENT}.` })
    .max(MAX_OFFER_PERCENT, { error: `A percentage is from 1 to ${MAX_OFFER_PERCENT}.` })
    .optional(),
  /** Rupees off. */
  amount: rupees.min(1, { error: 'An offer takes at least ₹1 off.' }).optional(),
  /** The shipping fee is not charged, whatever it is; what a PIN code costs more and payment at the door are. */
  freeShipping: z.boolean().optional(),
  /** Rupees that a percentage takes off at the most. */
  maxDiscount: rupees.min(1, { error: 'An offer takes at least ₹1 off.' }).optional(),
  /** Ids of the categories whose products count, and become cheaper; none: all. */
  categories: z.array(id).max(100),
  /** So many pieces of these have to be in the cart. */
  minimumQuantity: z
    .number()
    .int({ error: 'A quantity is a whole number.' })
    .min(1, { error: 'A quantity is at least 1.' })
    .max(MAX_OFFER_QUANTITY, { error: `A quantity is at most ${MAX_OFFER_QUANTITY}.` }),
  /** So many rupees they have to cost together. */
  minimumTotal: rupees.max(MAX_PRICE_RUPEES),
  /** The first and the last day, in India. */
  startsOn: day.optional(),
  endsOn: day.optional(),
  maxUses: uses.optional(),
  maxUsesPerCustomer: uses.optional(),
}

type Terms = z.output<z.ZodObject<typeof terms>>

function checkTerms(
  offer: Pick<Terms, 'code' | 'name' | 'percent' | 'amount' | 'freeShipping' | 'maxDiscount' | 'startsOn' | 'endsOn'>,
  context: z.RefinementCtx,
): void {
  const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
  if ((offer.code === undefined) === (offer.name === undefined)) {
    refuse('name', 'An offer has either a code or a name.')
  }
  const benefits = [offer.percent !== undefined, offer.amount !== undefined, offer.freeShipping === true]
  if (benefits.filter(Boolean).length !== 1) {
    refuse('percent', 'An offer takes either a percentage, an amount or the shipping fee off.')
  }
  if (offer.maxDiscount !== undefined && offer.percent === undefined) {
    refuse('maxDiscount', 'Only a percentage is limited to an amount.')
  }
  if (offer.startsOn !== undefined && offer.endsOn !== undefined && offer.endsOn < offer.startsOn) {
    refuse('endsOn', 'The last day is before the first.')
  }
}

export const OfferInput = z.strictObject(terms).superRefine(checkTerms)
export type OfferInput = z.input<typeof OfferInput>

/** `revision` is that of the offer as the form knew it. */
export const OfferChange = z.strictObject({ ...terms, revision: z.number().int() }).superRefine(checkTerms)
export type OfferChange = z.input<typeof OfferChange>

export const OfferSwitch = z.strictObject({ isActive: z.boolean() })

export const Offer = z.object({
  ...terms,
  _id: z.string(),
  code: z.string().optional(),
  name: z.string().optional(),
  categories: z.array(z.object({ _id: z.string(), name: z.string() })),
  isActive: z.boolean(),
  state: z.enum(OFFER_STATES),
  /** Open payments and orders that have it. A payment that is not made and a cancelled order give their use back. */
  used: z.number().int(),
  /** What it gives, as the cart says it. */
  summary: z.string(),
  revision: z.number().int(),
  createdAt: time,
})
export type Offer = z.infer<typeof Offer>

const warning = z.string().optional()

/** `warning` tells of prices that the tax makes unwise, and of an offer that gives nothing as the shop is set. */
export const OfferAnswer = z.object({ message: z.string(), offer: Offer, warning })
export type OfferAnswer = z.infer<typeof OfferAnswer>

export const OfferListQuery = z.strictObject(pageQuery)
export type OfferListQuery = z.input<typeof OfferListQuery>

/** `_id` is that of the offer which is being edited. */
export const OfferPreviewQuestion = z.strictObject({ ...terms, _id: id.optional() }).superRefine(checkTerms)
export type OfferPreviewQuestion = z.input<typeof OfferPreviewQuestion>

/** What an offer would do to the newest carts if it ran now. Nothing says whose carts they are. */
export const OfferPreview = z.object({
  carts: z.array(
    z.object({
      lines: z.array(z.object({ name: z.string(), quantity: z.number().int() })),
      /** With the offers that run today, and the shipping fee. */
      before: rupeeSum,
      after: rupeeSum,
      /** What is taken off, and by which offer; missing where nothing is. */
      reason: z.string().optional(),
    }),
  ),
  warning,
})
export type OfferPreview = z.infer<typeof OfferPreview>

export const CodeInput = z.strictObject({ code: code.min(1, { error: 'Please enter a code.' }) })
