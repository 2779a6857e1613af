import { sql, type NotNull, type RawBuilder } from 'kysely'

import type { Fit } from '#contract/catalogue/reviews/review-limits.ts'
import type { AdminReview, NewReview, OwnReview, Review } from '#contract/catalogue/reviews/reviews.ts'
import type { Db } from '#server/db/database.ts'

import { MAX_LIST } from '#contract/catalogue/lists/list-limits.ts'
import { lettersOf } from '#contract/words/letters.ts'
import { FITS } from '#contract/catalogue/reviews/review-limits.ts'
import { fullName } from '#server/db/full-name.ts'
import { contains, hasWord, soughtWords, type SoughtWord } from '#server/db/text-contains.ts'
import { mapPage, pageOf, type ListPage, type Window } from '#server/db/pagination.ts'
import { newId } from '#server/db/new-id.ts'

interface ReviewRow {
  id: string
  firstname: string
  lastname: string
  rating: number
  text: string
  fit: Fit | null
  createdAt: Date
  /** Null without an answer, and if the review was written again after it. */
  answer: string | null
}

interface AdminReviewRow extends ReviewRow {
  productId: string
  productName: string
  email: string
  isHidden: boolean
  answered: AdminReview['answered']
}

const COLUMNS = sql`
  reviews.id, reviews.rating, reviews.text, reviews.fit, reviews.created_at,
  case when reviews.answered_at >= reviews.created_at then reviews.answer end as answer,
  users.firstname, users.lastname`

/** How everybody reads a reviewer's name: the first name and an initial, such as 'Asha R.'. */
function reviewerName(firstname: string, lastname: string): string {
  const [initial] = lettersOf(lastname)
  return initial === undefined ? firstname : `${firstname} ${initial}.`
}

const reviewOf = ({ id, firstname, lastname, rating, text, fit, createdAt, answer }: ReviewRow): Review => ({
  _id: id,
  name: reviewerName(firstname, lastname),
  rating,
  text,
  ...(fit && { fit }),
  createdAt: createdAt.toISOString(),
  ...(answer !== null && { answer }),
})

/** Stores a customer's review. A second review of the same product replaces the first, and is hidden if that one is. */
export async function upsertReview(
  db: Db,
  productId: string,
  userId: string,
  { rating, text = '', fit }: NewReview,
): Promise<Review> {
  const { rows } = await sql<ReviewRow>`
    with stored as (
      insert into reviews (id, product_id, user_id, rating, text, fit)
      values (${newId()}, ${productId}, ${userId}, ${rating}, ${text}, ${fit ?? null})
      on conflict (product_id, user_id) do update
        set rating = excluded.rating, text = excluded.text, fit = excluded.fit, created_at = now()
      returning *
    )
    select ${COLUMNS} from stored as reviews join users on users.id = reviews.user_id`.execute(db)
  const [row] = rows
  if (!row) throw new Error('an upsert returns a row')
  return reviewOf(row)
}

/** A customer's own review of a product, even if it is hidden; null if there is none. */
export async function findReviewOf(db: Db, productId: string, userId: string): Promise<OwnReview | null> {
  const { rows } = await sql<ReviewRow & { isHidden: boolean }>`
    select ${COLUMNS}, reviews.is_hidden from reviews join users on users.id = reviews.user_id
    where reviews.product_id = ${productId} and reviews.user_id = ${userId} and rating is not null`.execute(db)
  const [row] = rows
  return row ? { ...reviewOf(row), isHidden: row.isHidden } : null
}

/**
 * Removes a customer's own review; false if there is none. A hidden review is emptied instead, so that the next one is
 * hidden too. Call it in a transaction: it locks the row, so that nobody hides or shows the review at the same time.
 */
export async function deleteOwnReview(db: Db, productId: string, userId: string): Promise<boolean> {
  const own = await db
    .selectFrom('reviews')
    .select(['id', 'isHidden'])
    .where('productId', '=', productId)
    .where('userId', '=', userId)
    .where('rating', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!own) return false
  await (
    own.isHidden
      ? sql`
        update reviews set rating = null, text = '', fit = null, answer = null, answered_at = null, answered_by = null
        where id = ${own.id}`
      : sql`delete from reviews where id = ${own.id}`
  ).execute(db)
  return true
}

export async function listShownReviews(db: Db, productId: string, limit: number): Promise<Review[]> {
  const { rows } = await sql<ReviewRow>`
    select ${COLUMNS} from reviews join users on users.id = reviews.user_id
    where reviews.product_id = ${productId} and not reviews.is_hidden
    order by reviews.created_at desc, reviews.id desc
    limit ${limit}`.execute(db)
  return rows.map(reviewOf)
}

/** The newest visible reviews with words and at least four stars, of products on sale. */
export async function listPraise(db: Db, limit: number) {
  const { rows } = await sql<ReviewRow & { productId: string; productName: string }>`
    select ${COLUMNS}, products.id as product_id, products.name as product_name
    from reviews join users on users.id = reviews.user_id join products on products.id = reviews.product_id
    where reviews.rating >= 4 and reviews.text <> '' and not reviews.is_hidden and products.is_on_sale
    order by reviews.created_at desc, reviews.id desc
    limit ${limit}`.execute(db)
  return rows.map(({ productId, productName, ...row }) => ({ ...reviewOf(row), productId, productName }))
}

/** The number of a product's visible reviews, the sum of their stars, and how many chose each fit. */
export async function sumReviews(db: Db, productId: string) {
  return db
    .selectFrom('reviews')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.coalesce(fn.sum<number>('rating'), sql<number>`0`).as('stars'),
      ...FITS.map((fit) => fn.countAll<number>().filterWhere('fit', '=', fit).as(fit)),
    ])
    .where('productId', '=', productId)
    .where('isHidden', '=', false)
    .executeTakeFirstOrThrow()
}

const adminReviewOf = ({ productId, productName, email, isHidden, answered, ...row }: AdminReviewRow): AdminReview => ({
  ...reviewOf(row),
  product: { _id: productId, name: productName },
  email,
  isHidden,
  answered: answered && { ...answered, at: new Date(answered.at).toISOString() },
})

const ADMIN_COLUMNS = sql`
  ${COLUMNS}, reviews.product_id, products.name as product_name, users.email, reviews.is_hidden,
  case when reviews.answer is not null then json_build_object(
    'text', reviews.answer, 'at', reviews.answered_at, 'isOutdated', reviews.answered_at < reviews.created_at,
    'by', (select ${fullName('writer')} from users writer where writer.id = reviews.answered_by)
  ) end as answered`

/** Whether a review has a word, in itself or in what its row shows. */
const isFound = (word: SoughtWord) => sql`(
  ${hasWord(sql`plain_text(reviews.text || ' ' || coalesce(reviews.answer, ''))`, word)}
  or reviews.product_id in (
    select id from products where ${contains(sql`search_text`, word.text)} and ${hasWord(sql`plain_text(name)`, word)}
  )
  or reviews.user_id in (
    select id from users where ${hasWord(sql`users.search_text`, word)} or ${hasWord(sql`users.search_email`, word)}
  )
)`

/** Those that have every word of the search, newest first, with the hidden ones. */
export async function listReviewRows(
  db: Db,
  { limit, offset, search }: Window & { search?: string | undefined },
): Promise<ListPage<AdminReview>> {
  const wanted = sql.join([sql`rating is not null`, ...soughtWords(search).map(isFound)], sql` and `)
  const { rows } = await sql<AdminReviewRow & { total: number }>`
    with page as materialized (
      select id from reviews where ${wanted} order by created_at desc, id desc limit ${limit} offset ${offset}
    ),
    counted as materialized (select count(*) as total from reviews where ${wanted})
    select ${ADMIN_COLUMNS}, counted.total
    from counted
    left join reviews on reviews.id = any (array(select id from page))
    left join users on users.id = reviews.user_id
    left join products on products.id = reviews.product_id
    order by reviews.created_at desc, reviews.id desc`.execute(db)
  return mapPage(pageOf(rows), adminReviewOf)
}

/** Changes a review and returns it. */
async function updateReview(db: Db, id: string, change: RawBuilder<unknown>): Promise<AdminReview | undefined> {
  const { rows } = await sql<AdminReviewRow>`
    with changed as (update reviews set ${change} where id = ${id} and rating is not null returning *)
    select ${ADMIN_COLUMNS}
    from changed as reviews join users on users.id = reviews.user_id
      join products on products.id = reviews.product_id`.execute(db)
  return rows[0] && adminReviewOf(rows[0])
}

/** Toggles the flag in one statement, so that two concurrent clicks are not lost. */
export const toggleHidden = (db: Db, id: string): Promise<AdminReview | undefined> =>
  updateReview(db, id, sql`is_hidden = not is_hidden`)

/**
 * The answer to a review as it is stored; null if there is none, undefined if there is no such review. It is locked
 * until the transaction ends.
 */
export async function lockAnswer(db: Db, id: string): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('reviews')
    .select('answer')
    .where('id', '=', id)
    .where('rating', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  return row?.answer
}

/** Replaces the answer to a review, or removes it. */
export const setAnswer = (
  db: Db,
  id: string,
  answer: { text: string; actorId: string } | null,
): Promise<AdminReview | undefined> =>
  updateReview(
    db,
    id,
    answer
      ? sql`answer = ${answer.text}, answered_at = now(), answered_by = ${answer.actorId}`
      : sql`answer = null, answered_at = null, answered_by = null`,
  )

/** Puts the reviews of an erased account under another one, without the shop's answers, which may name who asked. */
export async function moveReviews(db: Db, fromUserId: string, userId: string): Promise<void> {
  const unanswered = { answer: null, answeredAt: null, answeredBy: null }
  await db
    .updateTable('reviews')
    .set({ userId, ...unanswered })
    .where('userId', '=', fromUserId)
    .execute()
}

/** A customer's own reviews with what they are of, newest first. */
export const listReviewsOf = (db: Db, userId: string) =>
  db
    .selectFrom('reviews')
    .innerJoin('products', 'products.id', 'reviews.productId')
    .select(['products.name as product', 'rating', 'text', 'reviews.fit', 'isHidden', 'reviews.createdAt', 'answer'])
    .where('userId', '=', userId)
    .where('rating', 'is not', null)
    .$narrowType<{ rating: NotNull }>()
    .orderBy('reviews.createdAt', 'desc')
    .orderBy('reviews.id', 'desc')
    .limit(MAX_LIST)
    .execute()
