import { z } from 'zod'

import { MAX_CHOSEN_PARCELS, MAX_SIDE_CM, MAX_WEIGHT_GRAMS } from '#contract/orders/parcel-limits.ts'
import { PARCEL_STATES } from '#contract/states/parcel-bookings.ts'
import { PARCEL_STEPS, UNDELIVERED_REASONS } from '#contract/states/parcel-steps.ts'
import { day, id, rupeeSum, soughtText, time } from '#contract/schemas/basic-schemas.ts'

const step = z.enum(PARCEL_STEPS)
const reason = z.enum(UNDELIVERED_REASONS)

/** Where a parcel is, as its customer sees it. */
export const ParcelTrail = z.object({
  step,
  at: time,
  /** Only of a parcel that was not delivered, or not fetched. */
  reason: reason.nullable(),
  /** In the order in which they were reached. */
  steps: z.array(z.object({ step, at: time, place: z.string() })),
})
export type ParcelTrail = z.infer<typeof ParcelTrail>

/** What the staff have to look after. */
const PARCEL_PROBLEMS = ['stuck', 'unscanned', 'undelivered', 'unfetched'] as const
export type ParcelProblem = (typeof PARCEL_PROBLEMS)[number]

/** A parcel as the staff see it. */
export const StaffParcel = z.object({
  _id: z.string(),
  /** 'back' is a return, fetched from the customer. */
  direction: z.enum(['out', 'back']),
  state: z.enum(PARCEL_STATES),
  /** The shop's own number at the courier service. */
  reference: z.string(),
  /** Who carries it; null until it is booked, as are its number and its link. */
  carrier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  trackingLink: z.string().nullable(),
  weightGrams: z.number().int(),
  lengthCm: z.number().int(),
  breadthCm: z.number().int(),
  heightCm: z.number().int(),
  /** What its carriage costs; null where that is not known, and to who only ships. */
  cost: rupeeSum.nullable(),
  step: step.nullable(),
  stepAt: time.nullable(),
  reason: reason.nullable(),
  problem: z.enum(PARCEL_PROBLEMS).nullable(),
  /** Why the last call about it came to nothing. */
  failure: z.string().nullable(),
  createdAt: time,
  bookedAt: time.nullable(),
  /** Everything that the courier has said, in its order. A word that is unknown has no step. */
  scans: z.array(z.object({ at: time, word: z.string(), step: step.nullable(), note: z.string(), place: z.string() })),
})
export type StaffParcel = z.infer<typeof StaffParcel>

const side = z
  .int({ error: 'Please enter whole centimetres.' })
  .min(1, { error: 'At least 1 cm.' })
  .max(MAX_SIDE_CM, { error: `At most ${MAX_SIDE_CM} cm.` })

/** Weight and sides of a packed parcel. */
export const ParcelSizeInput = z.strictObject({
  weightGrams: z
    .int({ error: 'Please enter whole grams.' })
    .min(1, { error: 'At least 1 gram.' })
    .max(MAX_WEIGHT_GRAMS, { error: `At most ${MAX_WEIGHT_GRAMS / 1000} kg.` }),
  lengthCm: side,
  breadthCm: side,
  heightCm: side,
})
export type ParcelSizeInput = z.infer<typeof ParcelSizeInput>

/** Without a size the parcel has the weight and the sides of the settings. */
export const BookParcels = z.strictObject({
  orders: z
    .array(z.strictObject({ _id: id, size: ParcelSizeInput.optional() }))
    .min(1, { error: 'Please choose an order.' })
    .max(MAX_CHOSEN_PARCELS, { error: `At most ${MAX_CHOSEN_PARCELS} orders at a time.` })
    .refine((orders) => new Set(orders.map(({ _id }) => _id)).size === orders.length, {
      error: 'An order stands there twice.',
    }),
})
export type BookParcels = z.infer<typeof BookParcels>

/**
 * What became of each order, in the order of the call. One that is not booked yet is booked as soon as the service
 * answers.
 */
export const BookParcelsAnswer = z.object({
  message: z.string(),
  results: z.array(
    z.object({
      _id: z.string(),
      outcome: z.enum(['booked', 'waiting', 'refused']),
      message: z.string(),
      trackingNumber: z.string().nullable(),
    }),
  ),
})
export type BookParcelsAnswer = z.infer<typeof BookParcelsAnswer>

export const ParcelLabelAnswer = z.object({ link: z.string() })
export type ParcelLabelAnswer = z.infer<typeof ParcelLabelAnswer>

/** The parcels that were sent on a day in India, today unless another is named; of one carrier, or of each. */
export const ManifestQuery = z.strictObject({ day: day.optional(), carrier: soughtText(100).optional() })
export type ManifestQuery = z.input<typeof ManifestQuery>
