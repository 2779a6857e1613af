import { z } from 'zod'

import { CASH_PARCEL_VIEWS, CASH_STATES } from '#contract/states/cash-states.ts'
import { day, pageQuery, rupeeSum, soughtText, time } from '#contract/schemas/basic-schemas.ts'

/** Parcels by their courier, as its key or as the shop names it, and by the days in India on which they left. */
const parcelFilter = { ...pageQuery, courier: soughtText(100).optional(), from: day.optional(), to: day.optional() }

export const CashDaysQuery = z.strictObject({
  ...parcelFilter,
  /** Only days with money that has not come yet. */
  owed: z.literal('true').optional(),
})
export type CashDaysQuery = z.input<typeof CashDaysQuery>

const sums = { due: rupeeSum, collected: rupeeSum, remitted: rupeeSum, refused: rupeeSum }

/** What has become of the parcels that a courier took on one day. Each of them counts in one of the sums. */
const CashDay = z.object({
  day,
  courier: z.string(),
  name: z.string(),
  parcels: z.number().int(),
  ...sums,
})
export type CashDay = z.infer<typeof CashDay>

/** The couriers that have, or had, parcels with cash to collect. */
const couriers = z.array(z.object({ courier: z.string(), name: z.string() }))

export const CashDaysAnswer = z.object({
  items: z.array(CashDay),
  total: z.number().int(),
  /** Of all pages together. */
  sums: z.object(sums),
  couriers,
})
export type CashDaysAnswer = z.infer<typeof CashDaysAnswer>

export const CashParcelsQuery = z.strictObject({
  ...parcelFilter,
  state: z.enum(CASH_PARCEL_VIEWS).optional(),
  /** Each word is a part of the order's id, of its tracking number or of its address. */
  search: soughtText(200).optional(),
})
export type CashParcelsQuery = z.input<typeof CashParcelsQuery>

/** A parcel with cash to collect; its id is that of its order. */
const CashParcel = z.object({
  _id: z.string(),
  day,
  name: z.string(),
  trackingNumber: z.string().nullable(),
  amount: rupeeSum,
  status: z.enum(CASH_STATES),
  collectedAt: time.nullable(),
  remittedAt: time.nullable(),
})
export type CashParcel = z.infer<typeof CashParcel>

export const CashParcelsAnswer = z.object({ items: z.array(CashParcel), total: z.number().int(), couriers })
export type CashParcelsAnswer = z.infer<typeof CashParcelsAnswer>
