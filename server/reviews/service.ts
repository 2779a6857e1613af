import type { z } from 'zod'

import type {
  AdminReview,
  NewReview,
  OwnReview,
  Review,
  ReviewListQuery,
  ReviewsAnswer,
  SizeFinding,
} from '#contract/catalogue/reviews/reviews.ts'
import type { Db } from '#server/db/database.ts'
import type { Shop } from '#server/start/shop.ts'

import { MAX_SHOWN_REVIEWS } from '#contract/catalogue/reviews/review-limits.ts'
import { ROWS_PER_PAGE } from '#contract/api/rows-per-page.ts'
import { requireConfirmedEmail } from '#server/accounts/service.ts'
import { recordChange } from '#server/audit/service.ts'
import { getProduct } from '#server/catalogue/service.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { conflict, notFound } from '#server/errors.ts'
import { windowOf, type ListPage } from '#server/db/pagination.ts'
import { hasReceived } from '#server/orders/service.ts'
import {
  deleteOwnReview,
  lockAnswer,
  listReviewRows,
  findReviewOf,
  listShownReviews,
  setAnswer,
  sumReviews,
  toggleHidden,
  upsertReview,
} from '#server/reviews/queries.ts'

export { listPraise, listReviewsOf, moveReviews } from '#server/reviews/queries.ts'

/** What another feature knows of a product's sizes. */
export type ListSizeFindings = (db: Db, productId: string, options: { hasSandbox: boolean }) => Promise<SizeFinding[]>

/**
 * The number of a product's reviews, their average with one decimal, how it fits by reviews and by what was returned,
 * and the newest. Throws `not_found`.
 */
export async function listReviews(
  { db, payment }: Pick<Shop, 'db' | 'payment'>,
  productId: string,
  listSizeFindings: ListSizeFindings,
): Promise<ReviewsAnswer> {
  await getProduct(db, productId)
  const findings = await listSizeFindings(db, productId, { hasSandbox: payment.isSandbox })
  const returned = findings.length > 0 ? { returned: findings } : {}
  const { count, stars, ...fits } = await sumReviews(db, productId)
  if (count === 0) return { count, ...returned, reviews: [] }
  const average = Math.round((stars / count) * 10) / 10
  const isFitKnown = Object.values(fits).some((told) => told > 0)
  const reviews = await listShownReviews(db, productId, MAX_SHOWN_REVIEWS)
  return { average, count, ...(isFitKnown && { fits }), ...returned, reviews }
}

/**
 * Stores a review in place of the customer's earlier one. Throws `not_found`, `conflict` before the product was
 * delivered, and as `requireConfirmedEmail` does.
 */
export async function review(
  db: Db,
  { userId, sendsMail }: { userId: string; sendsMail: boolean },
  productId: string,
  newReview: NewReview,
): Promise<Review> {
  await getProduct(db, productId)
  if (!(await hasReceived(db, userId, productId))) {
    throw conflict('You can review a product once it has been delivered to you.')
  }
  await requireConfirmedEmail(db, userId, sendsMail)
  return upsertReview(db, productId, userId, newReview)
}

/**
 * The customer's own review of a product, even if the review is hidden or the product deleted; null if there is none.
 * Throws `not_found` if there is neither a review nor such a product.
 */
export async function findOwnReview(db: Db, userId: string, productId: string): Promise<OwnReview | null> {
  const own = await findReviewOf(db, productId, userId)
  if (!own) await getProduct(db, productId)
  return own
}

/** Removes the customer's own review of a product. Throws `not_found` if there is none. */
export async function removeOwnReview(db: Db, userId: string, productId: string): Promise<void> {
  const isDeleted = await inTransaction(db, (db) => deleteOwnReview(db, productId, userId))
  if (!isDeleted) throw notFound('Review')
}

/** A page of all reviews, newest first, and how many there are in all. */
export async function listAllReviews(
  db: Db,
  { page = 1, limit = ROWS_PER_PAGE.reviews, search }: z.output<typeof ReviewListQuery>,
): Promise<ListPage<AdminReview>> {
  return listReviewRows(db, { ...windowOf({ page, limit }), search })
}

/** Hides a review from the product's page, or shows it again. Throws `not_found`. */
export async function toggleReview(db: Db, actorId: string, id: string): Promise<AdminReview> {
  return inTransaction(db, async (db) => {
    const changed = await toggleHidden(db, id)
    if (!changed) throw notFound('Review')
    await recordChange(db, actorId, changed.isHidden ? 'hide review' : 'show review', ['review', id], {
      before: { isHidden: !changed.isHidden },
      after: { isHidden: changed.isHidden },
    })
    return changed
  })
}

/**
 * Publishes the shop's answer to a review in place of an earlier one; null removes it. May be repeated. Throws
 * `not_found`.
 */
export async function answerReview(db: Db, actorId: string, id: string, text: string | null): Promise<AdminReview> {
  return inTransaction(db, async (db) => {
    const before = await lockAnswer(db, id)
    const changed = before === undefined ? undefined : await setAnswer(db, id, text === null ? null : { text, actorId })
    if (before === undefined || !changed) throw notFound('Review')
    if (before !== text) {
      await recordChange(db, actorId, text === null ? 'remove answer to review' : 'answer review', ['review', id], {
        before: { isAnswered: before !== null },
        after: { isAnswered: text !== null },
      })
    }
    return changed
  })
}
