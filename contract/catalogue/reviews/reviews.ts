import { z } from 'zod'

import { FITS, MAX_REVIEW_CHARACTERS, STARS } from '#contract/catalogue/reviews/review-limits.ts'
import { longText, optionalText, pageQuery, soughtText, time } from '#contract/schemas/basic-schemas.ts'

export const NewReview = z.strictObject({
  rating: z.number({ error: 'Please choose 1 to 5 stars.' }).int().min(1).max(STARS.length),
  text: optionalText(MAX_REVIEW_CHARACTERS).optional(),
  fit: z.enum(FITS, { error: 'Please choose how it fits: small, right or large.' }).optional(),
})
export type NewReview = z.infer<typeof NewReview>

export const Review = z.object({
  _id: z.string(),
  /** First name and the initial of the last. */
  name: z.string(),
  rating: z.number().int(),
  /** Empty if there are only stars. */
  text: z.string(),
  fit: z.enum(FITS).optional(),
  createdAt: time,
  /** What the shop says to it, in public. */
  answer: z.string().optional(),
})
export type Review = z.infer<typeof Review>

/** How most of those who returned a size found it. */
const SizeFinding = z.object({
  size: z.string(),
  /** How many people returned it. */
  people: z.number().int(),
  finding: z.enum(['small', 'large']),
  /** How many of them found it so. */
  found: z.number().int(),
})
export type SizeFinding = z.infer<typeof SizeFinding>

export const ReviewsAnswer = z.object({
  /** The average of all reviews with one decimal; missing if there are none. */
  average: z.number().optional(),
  count: z.number().int(),
  /** How many reviews chose each fit; missing if no review names one. */
  fits: z.record(z.enum(FITS), z.number().int()).optional(),
  /** What those who returned it say of its sizes; missing where too few did, or disagree. */
  returned: z.array(SizeFinding).optional(),
  /** The newest ones. */
  reviews: z.array(Review),
})
export type ReviewsAnswer = z.infer<typeof ReviewsAnswer>

export const ReviewAnswer = z.object({ message: z.string(), review: Review })
export type ReviewAnswer = z.infer<typeof ReviewAnswer>

export const OwnReview = Review.extend({
  /** The shop has taken it off the product's page. */
  isHidden: z.boolean(),
})
export type OwnReview = z.infer<typeof OwnReview>

export const OwnReviewAnswer = z.object({ review: OwnReview.nullable() })
export type OwnReviewAnswer = z.infer<typeof OwnReviewAnswer>

export const AdminReview = Review.extend({
  product: z.object({ _id: z.string(), name: z.string() }),
  email: z.string(),
  isHidden: z.boolean(),
  /** The shop's answer: who wrote it, and whether it is hidden because the review was written again since. */
  answered: z.object({ text: z.string(), at: time, by: z.string().nullable(), isOutdated: z.boolean() }).nullable(),
})
export type AdminReview = z.infer<typeof AdminReview>

export const ReviewAnswering = z.strictObject({ text: longText(MAX_REVIEW_CHARACTERS) })
export type ReviewAnswering = z.infer<typeof ReviewAnswering>

/** `search` is looked for in the text, the answer, the product's name, and the reviewer's name and e-mail address. */
export const ReviewListQuery = z.strictObject({ ...pageQuery, search: soughtText(200).optional() })
export type ReviewListQuery = z.input<typeof ReviewListQuery>
