import { z } from 'zod'

import type { Shop } from '#server/start/shop.ts'

import { NewReview, OwnReviewAnswer, ReviewAnswer, ReviewsAnswer } from '#contract/catalogue/reviews/reviews.ts'
import { id, messageAnswer } from '#contract/schemas/basic-schemas.ts'
import { cachedRoute } from '#server/cache/cached-route.ts'
import { reviewsTag } from '#server/cache/tags.ts'
import { route } from '#server/http/route.ts'
import type { ShopServer } from '#server/http/server.ts'
import { REVIEWS_PER_MINUTE } from '#server/reviews/review-rate-limits.ts'
import { findOwnReview, listReviews, removeOwnReview, review, type ListSizeFindings } from '#server/reviews/service.ts'
import { sendsMail } from '#server/start/config.ts'

/** Reviews of products by customers. */
export function registerReviews(
  api: ShopServer,
  shop: Shop,
  { listSizeFindings }: { listSizeFindings: ListSizeFindings },
): void {
  const { db } = shop
  cachedRoute(api, shop, '/products/reviews/:id', {
    summary:
      'What customers say of a product: the average, the newest reviews, and how those who returned a size found it',
    params: z.object({ id }),
    answer: ReviewsAnswer,
    errors: ['not_found'],
    handle: ({ params }) => listReviews(shop, params.id, listSizeFindings),
    shows: (_answer, { params }) => ({ answer: [reviewsTag(params.id)], pricesOf: [] }),
  })

  route(api, 'POST /products/reviews/:id', {
    audience: 'customer',
    summary: 'Reviews a product that was delivered to the customer; an earlier review is replaced',
    params: z.object({ id }),
    body: NewReview,
    answer: ReviewAnswer,
    status: 201,
    callsPerMinute: REVIEWS_PER_MINUTE,
    errors: ['not_found', 'conflict', 'confirmation_needed'],
    outdates: ({ params }) => [reviewsTag(params.id)],
    handle: async ({ body, params, user }) => {
      const author = { userId: user.id, sendsMail: sendsMail(shop.config) }
      const stored = await review(db, author, params.id, body)
      return { message: 'Thank you for your review.', review: stored }
    },
  })

  route(api, 'GET /products/reviews/:id/own', {
    audience: 'customer',
    summary: 'The customer’s own review of a product, also a hidden one; null if there is none',
    params: z.object({ id }),
    answer: OwnReviewAnswer,
    errors: ['not_found'],
    handle: async ({ params, user }) => ({ review: await findOwnReview(db, user.id, params.id) }),
  })

  route(api, 'DELETE /products/reviews/:id/own', {
    audience: 'customer',
    summary: 'Removes the customer’s own review of a product, also a hidden one',
    params: z.object({ id }),
    answer: messageAnswer,
    callsPerMinute: REVIEWS_PER_MINUTE,
    errors: ['not_found'],
    outdates: ({ params }) => [reviewsTag(params.id)],
    handle: async ({ params, user }) => {
      await removeOwnReview(db, user.id, params.id)
      return { message: 'Your review was deleted.' }
    },
  })
}
