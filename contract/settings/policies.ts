import { z } from 'zod'

import { verbatimText } from '#contract/schemas/basic-schemas.ts'

/** The most characters of a policy. */
export const MAX_POLICY_LENGTH = 20_000

/** The pages of the shop that consist of one text, by the last part of their address. */
export const TEXT_PAGES = ['privacy', 'terms', 'returns', 'shipping', 'seller'] as const
export type TextPageName = (typeof TEXT_PAGES)[number]

export const TextPageParams = z.object({ page: z.string().max(100) })

export const TextPage = z.object({
  title: z.string(),
  /** Made from Markdown; holds nothing but paragraphs, headings, lists, emphasis and links. */
  html: z.string(),
  /**
   * The day in India on which the owner changed the text last, as `22 November 2026`; missing while it is the shop's
   * own.
   */
  changedOn: z.string().optional(),
})
export type TextPage = z.infer<typeof TextPage>

/** Who sells, for structured data. What the owner has not entered is missing. */
export const Seller = z.object({
  legalName: z.string(),
  address: z
    .object({
      street: z.string().optional(),
      city: z.string().optional(),
      state: z.string().optional(),
      pin: z.string().optional(),
    })
    .optional(),
  care: z.object({ phone: z.string().optional(), email: z.string().optional() }),
  /** 0 where only faulty or wrong goods come back. */
  returnDays: z.number().int(),
  socialPages: z.array(z.string()),
})
export type Seller = z.infer<typeof Seller>

/** A text that is being written. */
export const PolicyPreview = z.strictObject({ text: verbatimText(MAX_POLICY_LENGTH) })
export const PolicyPreviewAnswer = z.object({ html: z.string() })
