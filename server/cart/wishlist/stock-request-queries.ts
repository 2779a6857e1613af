import { sql, type RawBuilder } from 'kysely'

import type { Db } from '#server/db/database.ts'

import { newId } from '#server/db/new-id.ts'

export interface OwnSize {
  userId: string
  productId: string
  /** Left out for a product without sizes. */
  size?: string | undefined
}

/** Finds the mail of a request by the name of its table. */
const isMailOf = (request: RawBuilder<unknown>) => sql`mails.name = 'back-in-stock' and mails.key = ${request}.id`

const LAST_ENTRY = sql`coalesce((select max(id) from stock_ledger where product_size_id = size.id), 0)`

/**
 * Stores a customer's request for a sold-out size. An open request stays as it is. Undefined if no such size is for
 * sale. One statement reads the stock and the last entry of its ledger, so that no return of the stock is missed.
 */
export async function upsertStockRequest(db: Db, { userId, productId, size = '' }: OwnSize, limit: number) {
  const { rows } = await sql<{ stock: number; isStored: boolean }>`
    with size as (
      select size.id, size.stock
      from product_sizes size join products on products.id = size.product_id and products.is_on_sale
      where size.product_id = ${productId} and size.size = ${size}
    ),
    stored as (
      insert into stock_requests (id, user_id, product_size_id, ledger_id)
      select ${newId()}, ${userId}, size.id, ${LAST_ENTRY}
      from size
      where size.stock = 0 and (
        select count(*) from stock_requests
        where user_id = ${userId} and outcome is null and product_size_id <> size.id
      ) < ${limit}
      on conflict (user_id, product_size_id) where outcome is null do update set user_id = excluded.user_id
      returning id
    )
    select stock, exists (select from stored) as is_stored from size`.execute(db)
  return rows[0]
}

/** A customer's open requests for products that are for sale, the last asked first. */
export async function listOpenRequests(db: Db, userId: string) {
  return db
    .selectFrom('stockRequests as request')
    .innerJoin('productSizes as size', 'size.id', 'request.productSizeId')
    .innerJoin('products', 'products.id', 'size.productId')
    .select(['size.productId', 'products.name', 'size.size', 'request.askedAt'])
    .where('request.userId', '=', userId)
    .where('request.outcome', 'is', null)
    .where('products.deletedAt', 'is', null)
    .orderBy('request.askedAt', 'desc')
    .orderBy('request.id')
    .execute()
}

/** Takes a request back, and its mail; may be repeated. */
export async function cancelStockRequest(db: Db, { userId, productId, size = '' }: OwnSize): Promise<void> {
  await sql`
    with cancelled as (
      delete from stock_requests using product_sizes size
      where user_id = ${userId} and outcome is null
        and size.id = product_size_id and size.product_id = ${productId} and size.size = ${size}
      returning stock_requests.id
    )
    delete from mails using cancelled where ${isMailOf(sql`cancelled`)}`.execute(db)
}

/** The pieces that came into the stock since a request. A released hold counts only if it began before the request. */
const CAME_BACK = sql`(
  select coalesce(sum(entry.change), 0) from stock_ledger entry
  where entry.product_size_id = waiting.product_size_id and entry.id > waiting.ledger_id and entry.change > 0
    and not (entry.reason = 'release' and exists (
      select from stock_ledger held
      where held.checkout_id = entry.checkout_id and held.product_size_id = entry.product_size_id
        and held.reason = 'hold' and held.id > waiting.ledger_id
    ))
)`

const MAILED_MEANWHILE = sql`(
  select count(*) from stock_requests mailed
  where mailed.product_size_id = waiting.product_size_id and mailed.ledger_id > waiting.ledger_id
    and (mailed.outcome = 'sent' or (mailed.outcome is null and exists (select from mails where ${isMailOf(sql`mailed`)})))
)`

/**
 * Makes mails due when a size is back: in the order of the requests, and for at most as many customers as pieces came
 * back. A mail that was not sent before the size sold out again is taken back, and its request waits for the next
 * return. Any number of processes may call it at once: each decides by one snapshot, and skips a request that another
 * process has taken since.
 */
export async function makeStockMailsDue(db: Db): Promise<void> {
  await sql`
    delete from mails using stock_requests request
    join product_sizes size on size.id = request.product_size_id and size.stock = 0
    where ${isMailOf(sql`request`)} and due_at <= now()`.execute(db)
  await sql`
    with waiting as (
      select request.id, request.user_id, request.product_size_id, request.ledger_id, size.stock,
        row_number() over (partition by request.product_size_id order by request.asked_at, request.id) as place
      from stock_requests request
      join product_sizes size on size.id = request.product_size_id and size.stock > 0
      join products on products.id = size.product_id and products.is_on_sale
      where request.outcome is null and not exists (select from mails where ${isMailOf(sql`request`)})
    ),
    back as (
      select waiting.id, user_id, place, last.id as ledger_id, last.created_at
      from waiting
      cross join lateral (
        select id, created_at from stock_ledger entry
        where entry.product_size_id = waiting.product_size_id and entry.change <> 0 order by id desc limit 1
      ) last
      where place <= waiting.stock and place + ${MAILED_MEANWHILE} <= ${CAME_BACK}
    ),
    mailed as (
      insert into mails (name, key, user_id, at, due_at)
      select 'back-in-stock', id, user_id, created_at, now() + place * interval '1 microsecond' from back
      on conflict (name, key) do nothing
      returning key
    )
    update stock_requests request set ledger_id = back.ledger_id
    from back join mailed on mailed.key = back.id
    where request.id = back.id`.execute(db)
}

/** Deletes requests that have ended and that no open request depends on. */
export async function deleteEndedRequests(db: Db): Promise<void> {
  await sql`
    delete from stock_requests ended
    where outcome is not null and not exists (
      select from stock_requests waiting
      where waiting.product_size_id = ended.product_size_id and waiting.outcome is null
    )`.execute(db)
}
