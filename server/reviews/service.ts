import type { z } from 'zod'

import type { AdminReview, NewReview, Review, ReviewListQuery, ReviewsAnswer } from '#contract/reviews.ts'
import type { Db } from '#server/db/open.ts'

import { recordChange } from '#server/audit/service.ts'
import { getProduct } from '#server/catalogue/service.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { conflict, notFound } from '#server/errors.ts'
import { windowOf, type ListPage } from '#server/pagination.ts'
import { hasReceived } from '#server/orders/service.ts'
import { selectAllReviews, selectReviews, sumReviews, toggleHidden, upsertReview } from '#server/reviews/queries.ts'

/** The most reviews that a product's page shows. */
const MOST_SHOWN = 20
const PER_PAGE = 50

/** What customers say of a product: how many, their average with one decimal, the newest. Throws `not_found` for no product. */
export async function listReviews(db: Db, productId: string): Promise<ReviewsAnswer> {
  await getProduct(db, productId)
  const { count, stars } = await sumReviews(db, productId)
  if (count === 0) return { count, reviews: [] }
  const average = Math.round((stars / count) * 10) / 10
  return { average, count, reviews: await selectReviews(db, productId, MOST_SHOWN) }
}

/**
 * Keeps a review in place of the customer's earlier one. Throws `not_found` for no product, a conflict before it was
 * delivered to them.
 */
export async function review(db: Db, userId: string, productId: string, words: NewReview): Promise<Review> {
  await getProduct(db, productId)
  if (!(await hasReceived(db, userId, productId))) {
    throw conflict('You can review a product once it has been delivered to you.')
  }
  return upsertReview(db, productId, userId, words)
}

/** A page of everything that was said, newest first, and how many there are in all. */
export async function listAllReviews(
  db: Db,
  { page = 1, limit = PER_PAGE }: z.output<typeof ReviewListQuery>,
): Promise<ListPage<AdminReview>> {
  return selectAllReviews(db, windowOf({ page, limit }))
}

/** Takes a review off the product's page, or puts it back. Throws `not_found`. */
export async function toggleReview(db: Db, actorId: string, id: string): Promise<AdminReview> {
  return inTransaction(db, async (db) => {
    const changed = await toggleHidden(db, id)
    if (!changed) throw notFound('Review')
    await recordChange(db, {
      actorId,
      action: changed.isHidden ? 'hide review' : 'show review',
      subjectType: 'review',
      subjectId: id,
      before: { isHidden: !changed.isHidden },
      after: { isHidden: changed.isHidden },
    })
    return changed
  })
}
