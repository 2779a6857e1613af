import { sql } from 'kysely'

import type { Db } from '#server/db/open.ts'

export interface Addition {
  lineId: string
  userId: string
  productId: string
  /** Null: the first size in stock. */
  size: string | null
  idempotencyKey: string | null
  /** What the key stands for. */
  request: string
}

/** What came of an addition. Where nothing was added, the rest says why. */
export interface AdditionOutcome {
  isAdded: boolean
  /** What the same key was used for before; null for a new key. */
  repeats: string | null
  hasProduct: boolean
  hasSize: boolean
  name: string | null
  available: number
  quantity: number
}

const NOBODY_HOLDS_IT = sql`
  and user_id in (select id from free_customers) and id in (select id from free_sizes)
  and not exists (
    select from cart_lines line
    where line.user_id = chosen.user_id and line.product_size_id = chosen.id and line.id not in (select id from free_lines)
  )`

/**
 * Adds one piece for each of these customers, of whom none stands there twice, unless their key was used before, the
 * product or size is missing, the stock is short, or the line is full. One statement: where it fails, nothing of anybody's
 * is left, be it that one of the keys came at the same moment and was first (a unique violation). A customer, size or
 * line that a transaction holds is passed over, or waited for with `isPatient`. Answers the outcomes in the order of the
 * additions.
 */
export async function addPieces(
  db: Db,
  additions: readonly Addition[],
  most: number,
  isPatient = false,
): Promise<AdditionOutcome[]> {
  const { rows } = await sql<AdditionOutcome & { userId: string }>`
    with wish as (
      select "lineId" as line_id, "userId" as user_id, "productId" as product_id, "size" as size,
        "idempotencyKey" as key, "request" as request
      from jsonb_to_recordset(${JSON.stringify(additions)}::jsonb) as wish
        ("lineId" text, "userId" text, "productId" text, "size" text, "idempotencyKey" text, "request" text)
    ),
    sizes as (
      select wish.user_id, offered.*
      from wish cross join lateral (
        select size.id, size.product_id, size.size, size.position, product.name,
          size.stock + coalesce(held.quantity, 0) as available
        from products product
        join product_sizes size on size.product_id = product.id
        left join checkouts checkout on checkout.user_id = wish.user_id and checkout.status = 'open'
        left join checkout_lines held on held.checkout_id = checkout.id and held.product_size_id = size.id
        where product.id = wish.product_id and product.deleted_at is null
        offset 0
      ) offered
    ),
    chosen as (
      select distinct on (sizes.user_id) sizes.*, wish.line_id
      from sizes join wish on wish.user_id = sizes.user_id and (wish.size is null or wish.size = sizes.size)
      order by sizes.user_id, available > 0 desc, position, id
    ),
    free_customers as (
      select id from users where id in (select user_id from wish) for key share skip locked
    ),
    free_sizes as (
      select id from product_sizes where id in (select id from chosen) for key share skip locked
    ),
    free_lines as (
      select line.id
      from chosen join cart_lines line on line.user_id = chosen.user_id and line.product_size_id = chosen.id
      for no key update of line skip locked
    ),
    repeated as (
      select known.user_id, known.request
      from wish join idempotency_keys known on known.user_id = wish.user_id and known.key = wish.key
    ),
    added as (
      insert into cart_lines (id, user_id, product_id, product_size_id, quantity)
      select line_id, user_id, product_id, id, 1 from chosen
      where available >= 1 and user_id not in (select user_id from repeated)
        ${isPatient ? sql`` : NOBODY_HOLDS_IT}
      order by user_id
      on conflict (user_id, product_size_id) do update set quantity = cart_lines.quantity + 1
        where cart_lines.quantity < least(
          (select available from chosen where chosen.user_id = cart_lines.user_id), ${most}::integer
        )
      returning user_id
    ),
    claimed as (
      insert into idempotency_keys (user_id, key, request)
      select user_id, key, request from wish join added using (user_id) where key is not null
      order by user_id
    )
    select wish.user_id, added.user_id is not null as is_added, repeated.request as repeats,
      exists (select from sizes where sizes.user_id = wish.user_id) as has_product,
      chosen.id is not null as has_size, chosen.name, coalesce(chosen.available, 0) as available,
      coalesce(line.quantity, 0) as quantity
    from wish
    left join added using (user_id)
    left join repeated using (user_id)
    left join chosen using (user_id)
    left join cart_lines line on line.user_id = wish.user_id and line.product_size_id = chosen.id`.execute(db)
  const outcomes = new Map(rows.map((row) => [row.userId, row]))
  return additions.map(({ userId }) => {
    const outcome = outcomes.get(userId)
    if (!outcome) throw new Error('an addition gave no outcome')
    return outcome
  })
}

/** The same for one customer, who waits until nobody holds what it takes. */
export async function addPiece(db: Db, addition: Addition, most: number): Promise<AdditionOutcome> {
  const [outcome] = await addPieces(db, [addition], most, true)
  if (!outcome) throw new Error('an addition gave no outcome')
  return outcome
}
