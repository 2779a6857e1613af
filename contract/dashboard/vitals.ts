import { z } from 'zod'

import { DEVICES, PAGE_KINDS, VITALS, type VitalName } from '#contract/dashboard/vital-limits.ts'
import { pageQuery } from '#contract/schemas/basic-schemas.ts'

const measured = (vital: VitalName) => z.number().min(0).max(VITALS[vital].most).exactOptional()

/** What a visitor's browser tells of one visit of a page. Nothing in it says who they are. */
export const VitalsReport = z.strictObject({
  page: z.enum(PAGE_KINDS),
  device: z.enum(DEVICES),
  values: z
    .strictObject({
      LCP: measured('LCP'),
      INP: measured('INP'),
      CLS: measured('CLS'),
      FCP: measured('FCP'),
      TTFB: measured('TTFB'),
    })
    .refine((values) => Object.keys(values).length > 0, { error: 'Nothing was measured.' }),
})
export type VitalsReport = z.infer<typeof VitalsReport>

export const VitalsQuery = z.strictObject({
  ...pageQuery,
  kind: z.enum(PAGE_KINDS).optional(),
  device: z.enum(DEVICES).optional(),
})
export type VitalsQuery = z.input<typeof VitalsQuery>

/** What three of four visits did not exceed, and how good that is by the public thresholds. */
const Vital = z.object({ p75: z.number(), rating: z.enum(['good', 'needs work', 'poor']) }).optional()

/** The visits of one kind of pages on one day in India. A value that no browser told is missing. */
export const VitalsOfDay = z.object({
  day: z.iso.date(),
  kind: z.enum(PAGE_KINDS),
  visits: z.number().int(),
  LCP: Vital,
  INP: Vital,
  CLS: Vital,
  FCP: Vital,
  TTFB: Vital,
})
export type VitalsOfDay = z.infer<typeof VitalsOfDay>
