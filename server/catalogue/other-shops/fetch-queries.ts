import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'
import type { PictureFacts } from '#server/media/stored-pictures.ts'

import { FETCH_PAUSE } from '#server/catalogue/other-shops/fetch-retry-times.ts'

export interface DueFetch {
  id: number
  productId: string
  address: string
  alt: string
  place: number
}

/**
 * Claims the waiting pictures of up to `limit` products. A claimed one is due again when the lease ends, which is when
 * the process that has it has died.
 */
export async function claimFetches(db: Db, { limit, leaseSeconds }: { limit: number; leaseSeconds: number }) {
  const { rows } = await sql<DueFetch>`
    update picture_fetches set due_at = now() + make_interval(secs => ${leaseSeconds})
    where id in (
      select id from picture_fetches
      where state = 'waiting' and due_at <= now() and product_id in (
        select product_id from picture_fetches where state = 'waiting' and due_at <= now()
        group by product_id order by min(id) limit ${limit}
      )
      for update skip locked
    )
    returning id, product_id, address, alt, place`.execute(db)
  return rows.toSorted((a, b) => a.place - b.place)
}

/** Gives claimed pictures back, for another process or the next start. */
export async function releaseFetches(db: Db, ids: readonly number[]): Promise<void> {
  await sql`
    update picture_fetches set due_at = now() where state = 'waiting' and id = any(${ids}::bigint[])`.execute(db)
}

/** Has pictures wait that the shop itself failed at, longer after each attempt. */
export async function postponeFetches(db: Db, ids: readonly number[]): Promise<void> {
  const { firstSeconds, longestSeconds } = FETCH_PAUSE
  await sql`
    update picture_fetches set attempts = attempts + 1,
      due_at = now() + make_interval(secs => least(${firstSeconds} * 2 ^ least(attempts, 20), ${longestSeconds}))
    where state = 'waiting' and id = any(${ids}::bigint[])`.execute(db)
}

/** A picture that was fetched from this address before and is still shown by a product. */
export async function findFetched(db: Db, address: string): Promise<PictureFacts | undefined> {
  const { rows } = await sql<PictureFacts>`
    select images.picture_hash as hash, images.width, images.height, images.thumbhash
    from picture_fetches fetches join product_images images on images.picture_hash = fetches.picture_hash
    where fetches.address = ${address} and fetches.state = 'fetched' limit 1`.execute(db)
  return rows[0]
}

export interface FetchOutcome {
  id: number
  hash: string | null
  reason: string | null
}

/** Notes how fetches ended: with the picture's hash, or why they failed. */
export async function saveOutcomes(db: Db, outcomes: readonly FetchOutcome[]): Promise<void> {
  await sql`
    update picture_fetches set state = case when given.reason is null then 'fetched' else 'failed' end,
      reason = given.reason, picture_hash = given.hash
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::text::jsonb) as given (id bigint, hash text, reason text)
    where picture_fetches.id = given.id`.execute(db)
}

/**
 * The places among its product's pictures that the fetched pictures of these products have in the other shop, by
 * product and hash.
 */
export async function listPlaces(db: Db, productIds: readonly string[]) {
  const { rows } = await sql<{ productId: string; hash: string; place: number }>`
    select product_id, picture_hash as hash, place from picture_fetches
    where product_id = any(${productIds}::text[]) and state = 'fetched'`.execute(db)
  return rows
}

/** Products that wait for going on sale and have no picture that is still to come. */
export async function listWaitingForSale(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ productId: string }>`
    select product_id from imported_products imported
    where waits_for_sale and not exists (
      select from picture_fetches where picture_fetches.product_id = imported.product_id and state = 'waiting'
    )
    order by product_id limit ${limit}`.execute(db)
  return rows.map(({ productId }) => productId)
}

/** Ends the waiting; a sentence says why a product stays a draft. */
export async function endWaiting(db: Db, ended: readonly { productId: string; heldBack: string | null }[]) {
  await sql`
    update imported_products set waits_for_sale = false, held_back = given."heldBack"
    from jsonb_to_recordset(${JSON.stringify(ended)}::text::jsonb) as given ("productId" text, "heldBack" text)
    where product_id = given."productId"`.execute(db)
}

export interface FetchCounts {
  waiting: number
  fetched: number
  failed: number
}

export async function countFetches(db: Db): Promise<FetchCounts> {
  const { rows } = await sql<FetchCounts>`
    select count(*) filter (where state = 'waiting')::integer as waiting,
      count(*) filter (where state = 'fetched')::integer as fetched,
      count(*) filter (where state = 'failed')::integer as failed
    from picture_fetches`.execute(db)
  return rows[0] ?? { waiting: 0, fetched: 0, failed: 0 }
}

export async function listFailedFetches(db: Db, limit: number) {
  const { rows } = await sql<{
    id: number
    productId: string
    name: string
    line: number
    address: string
    reason: string
  }>`
    select fetches.id, fetches.product_id, products.name, fetches.line, fetches.address, fetches.reason
    from picture_fetches fetches join products on products.id = fetches.product_id
    where fetches.state = 'failed' order by fetches.line, fetches.id limit ${limit}`.execute(db)
  return rows
}

/** The products that could not go on sale by themselves and are drafts still, by the reason, most first. */
export async function listHeldBack(db: Db): Promise<{ reason: string; products: number }[]> {
  const { rows } = await sql<{ reason: string; products: number }>`
    select held_back as reason, count(*)::integer as products
    from imported_products join products on products.id = imported_products.product_id
    where held_back is not null and products.is_draft and products.deleted_at is null
    group by held_back order by count(*) desc, held_back limit 10`.execute(db)
  return rows
}

/**
 * Queues failed pictures again, all of them unless ids are given. Their products go on sale as if nothing had failed.
 * Returns how many.
 */
export async function queueFailedFetches(db: Db, ids: readonly number[] | undefined): Promise<number> {
  const chosen = ids ? sql`id = any(${ids}::bigint[])` : sql`true`
  const { rows } = await sql<{ productId: string }>`
    update picture_fetches set state = 'waiting', due_at = now(), reason = null, attempts = 0
    where state = 'failed' and ${chosen} returning product_id`.execute(db)
  const products = [...new Set(rows.map(({ productId }) => productId))]
  await sql`
    update imported_products set waits_for_sale = true, held_back = null
    where product_id = any(${products}::text[]) and held_back is not null`.execute(db)
  return rows.length
}
