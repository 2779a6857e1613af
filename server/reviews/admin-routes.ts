import { z } from 'zod'

import type { Shop } from '#server/start/shop.ts'

import { AdminReview, ReviewAnswering, ReviewListQuery } from '#contract/catalogue/reviews/reviews.ts'
import { id, noBody } from '#contract/schemas/basic-schemas.ts'
import { reviewsTag } from '#server/cache/tags.ts'
import { route, withTotalCount } from '#server/http/route.ts'
import type { ShopServer } from '#server/http/server.ts'
import { answerReview, listAllReviews, toggleReview } from '#server/reviews/service.ts'

const reviewsOfProduct = ({ answer }: { answer: z.input<typeof AdminReview> }) => [reviewsTag(answer.product._id)]

/** Reading and hiding reviews. */
export function registerReviewsAdmin(api: ShopServer, { db }: Shop): void {
  route(api, 'GET /admin/reviews', {
    audience: 'admin',
    summary: 'Reviews, newest first, or those that a search finds; how many there are in all is in X-Total-Count',
    query: ReviewListQuery,
    answer: z.array(AdminReview),
    handle: async ({ query, reply }) => withTotalCount(reply, await listAllReviews(db, query)),
  })

  route(api, 'PATCH /admin/reviews/:reviewId/toggle-hidden', {
    audience: 'admin',
    summary: 'Takes a review off the product’s page, or puts it back',
    params: z.object({ reviewId: id }),
    body: noBody,
    answer: AdminReview,
    errors: ['not_found'],
    outdates: reviewsOfProduct,
    handle: ({ params, user }) => toggleReview(db, user.id, params.reviewId),
  })

  route(api, 'PUT /admin/reviews/:reviewId/answer', {
    audience: 'admin',
    summary: 'Publishes the shop’s answer to a review, in place of an earlier one',
    params: z.object({ reviewId: id }),
    body: ReviewAnswering,
    answer: AdminReview,
    errors: ['not_found'],
    outdates: reviewsOfProduct,
    handle: ({ body, params, user }) => answerReview(db, user.id, params.reviewId, body.text),
  })

  route(api, 'DELETE /admin/reviews/:reviewId/answer', {
    audience: 'admin',
    summary: 'Removes the shop’s answer to a review; may be repeated',
    params: z.object({ reviewId: id }),
    answer: AdminReview,
    errors: ['not_found'],
    outdates: reviewsOfProduct,
    handle: ({ params, user }) => answerReview(db, user.id, params.reviewId, null),
  })
}
