import { sql } from 'kysely'

import type { AdminReview, NewReview, Review } from '#contract/reviews.ts'
import type { Db } from '#server/db/open.ts'

import { mapPage, pageOf, type ListPage, type Window } from '#server/pagination.ts'
import { newId } from '#server/new-id.ts'

interface ReviewRow {
  id: string
  name: string
  rating: number
  text: string
  createdAt: Date
}

interface AdminReviewRow extends ReviewRow {
  productId: string
  productName: string
  email: string
  isHidden: boolean
}

const COLUMNS = sql`
  reviews.id, reviews.rating, reviews.text, reviews.created_at,
  concat(users.firstname, ' ' || nullif(left(users.lastname, 1), '') || '.') as name`

const reviewOf = ({ id, name, rating, text, createdAt }: ReviewRow): Review => ({
  _id: id,
  name,
  rating,
  text,
  createdAt: createdAt.toISOString(),
})

/** Keeps a customer's review; a second one of the same product takes the place of the first, hidden or not as that was. */
export async function upsertReview(
  db: Db,
  productId: string,
  userId: string,
  { rating, text = '' }: NewReview,
): Promise<Review> {
  const { rows } = await sql<ReviewRow>`
    with kept as (
      insert into reviews (id, product_id, user_id, rating, text)
      values (${newId()}, ${productId}, ${userId}, ${rating}, ${text})
      on conflict (product_id, user_id) do update
        set rating = excluded.rating, text = excluded.text, created_at = now()
      returning *
    )
    select ${COLUMNS} from kept as reviews join users on users.id = reviews.user_id`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a review was neither kept nor refused')
  return reviewOf(row)
}

export async function selectReviews(db: Db, productId: string, limit: number): Promise<Review[]> {
  const { rows } = await sql<ReviewRow>`
    select ${COLUMNS} from reviews join users on users.id = reviews.user_id
    where reviews.product_id = ${productId} and not reviews.is_hidden
    order by reviews.created_at desc, reviews.id
    limit ${limit}`.execute(db)
  return rows.map(reviewOf)
}

/** How many reviews of a product may be seen, and their stars together. */
export async function sumReviews(db: Db, productId: string): Promise<{ count: number; stars: number }> {
  return db
    .selectFrom('reviews')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.coalesce(fn.sum<number>('rating'), sql<number>`0`).as('stars'),
    ])
    .where('productId', '=', productId)
    .where('isHidden', '=', false)
    .executeTakeFirstOrThrow()
}

const adminReviewOf = ({ productId, productName, email, isHidden, ...row }: AdminReviewRow): AdminReview => ({
  ...reviewOf(row),
  product: { _id: productId, name: productName },
  email,
  isHidden,
})

const ADMIN_COLUMNS = sql`
  ${COLUMNS}, reviews.product_id, products.name as product_name, users.email, reviews.is_hidden`

/** Newest first, hidden ones too. */
export async function selectAllReviews(db: Db, { limit, offset }: Window): Promise<ListPage<AdminReview>> {
  const { rows } = await sql<AdminReviewRow & { total: number }>`
    with page as materialized (
      select id from reviews order by created_at desc, id limit ${limit} offset ${offset}
    ),
    counted as materialized (select count(*) as total from reviews)
    select ${ADMIN_COLUMNS}, counted.total
    from counted
    left join reviews on reviews.id = any (array(select id from page))
    left join users on users.id = reviews.user_id
    left join products on products.id = reviews.product_id
    order by reviews.created_at desc, reviews.id`.execute(db)
  return mapPage(pageOf(rows), adminReviewOf)
}

/** Turns the flag over in one statement, so that of two clicks at once none is lost. */
export async function toggleHidden(db: Db, id: string): Promise<AdminReview | undefined> {
  const { rows } = await sql<AdminReviewRow>`
    with kept as (update reviews set is_hidden = not is_hidden where id = ${id} returning *)
    select ${ADMIN_COLUMNS}
    from kept as reviews join users on users.id = reviews.user_id join products on products.id = reviews.product_id`.execute(
    db,
  )
  return rows[0] && adminReviewOf(rows[0])
}
