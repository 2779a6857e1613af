import { sql } from 'kysely'

import type { Db } from '#server/db/open.ts'

/** A line as it stands now: live price, and as many pieces as this customer could have. */
export interface CartRow {
  id: string
  productId: string
  productSizeId: string
  name: string
  description: string
  pricePaise: number
  discountedPricePaise: number | null
  paidPricePaise: number
  quantity: number
  size: string
  /** In stock, and held for this customer's own open checkout, which gives it back when it is replaced. */
  available: number
  isGone: boolean
  hasPicture: boolean
}

const OWN_HOLD = sql`
  left join checkouts checkout on checkout.user_id = line.user_id and checkout.status = 'open'
  left join checkout_lines held on held.checkout_id = checkout.id and held.product_size_id = line.product_size_id`

const AVAILABLE = sql`
  case when product.deleted_at is null then size.stock + coalesce(held.quantity, 0) else 0 end`

/** The lines of these customers' carts, each in the order in which they were added. */
export async function listLines(db: Db, userIds: readonly string[]): Promise<(CartRow & { userId: string })[]> {
  // Of as many customers as may be: a plan for one cart, which is never made anew for another number of them.
  const { rows } = await sql<CartRow & { userId: string }>`
    select wanted.user_id, standing.*
    from jsonb_array_elements_text(${JSON.stringify([...new Set(userIds)])}::jsonb) as wanted (user_id)
    cross join lateral (
      select line.id, line.product_id, line.product_size_id, line.quantity, size.size,
        product.name, product.description,
        product.price_paise, product.discounted_price_paise, product.paid_price_paise,
        product.deleted_at is not null as is_gone,
        ${AVAILABLE} as available,
        exists (
          select from product_images image where image.product_id = product.id and image.position = 0
        ) as has_picture
      from cart_lines line
      join product_sizes size on size.id = line.product_size_id
      join products product on product.id = line.product_id
      ${OWN_HOLD}
      where line.user_id = wanted.user_id
      order by line.created_at, line.id
    ) standing`.execute(db)
  return rows
}

export interface WantedLine {
  lineId: string
  productSizeId: string
  quantity: number
}

/** What could be had of a wanted line: so many of it are in the cart now. */
export interface PutLine {
  productSizeId: string
  isGone: boolean
  available: number
  quantity: number
  /** The line is there already, or the cart takes it. */
  hasRoom: boolean
}

/**
 * Puts lines into a cart as far as the stock and the limits allow, in their order. A line that is there already holds at least
 * as many after that, so a second call changes nothing. Answers every line that names a size that exists.
 */
export async function putLines(
  db: Db,
  userId: string,
  wanted: readonly WantedLine[],
  { lineQuantity, lines }: { lineQuantity: number; lines: number },
): Promise<PutLine[]> {
  const ordered = JSON.stringify(wanted.map((line, position) => ({ ...line, position })))
  const { rows } = await sql<PutLine>`
    with wanted as (
      select line."lineId" as line_id, line."quantity" as quantity, line."position" as position,
        size.id as product_size_id, size.product_id, product.deleted_at is not null as is_gone,
        ${AVAILABLE} as available, own.id is not null as is_there
      from jsonb_to_recordset(${ordered}::jsonb)
        as line ("lineId" text, "productSizeId" text, "quantity" integer, "position" integer)
      join product_sizes size on size.id = line."productSizeId"
      join products product on product.id = size.product_id
      left join checkouts checkout on checkout.user_id = ${userId} and checkout.status = 'open'
      left join checkout_lines held on held.checkout_id = checkout.id and held.product_size_id = size.id
      left join cart_lines own on own.user_id = ${userId} and own.product_size_id = size.id
    ),
    placed as (
      select *, is_there or available < 1 or (
        count(*) filter (where not is_there and available >= 1) over (order by position)
          + (select count(*) from cart_lines where user_id = ${userId}) <= ${lines}::integer
      ) as has_room
      from wanted
    ),
    put as (
      insert into cart_lines (id, user_id, product_id, product_size_id, quantity)
      select line_id, ${userId}, product_id, product_size_id, least(quantity, available, ${lineQuantity}::integer)
      from placed where available >= 1 and has_room
      order by product_size_id
      on conflict (user_id, product_size_id) do update set quantity = greatest(cart_lines.quantity, excluded.quantity)
      returning product_size_id, quantity
    )
    select placed.product_size_id, is_gone, available, has_room, coalesce(put.quantity, 0) as quantity
    from placed left join put on put.product_size_id = placed.product_size_id`.execute(db)
  return rows
}

/** What came of a change of quantity. Where nothing was changed, the rest says why. */
export interface QuantityOutcome {
  isChanged: boolean
  isGone: boolean
  name: string
  available: number
}

/** Sets the quantity of a line as far as stock and `most` allow; undefined when the customer has no such line. */
export async function setQuantity(
  db: Db,
  { lineId, userId, quantity, most }: { lineId: string; userId: string; quantity: number; most: number },
): Promise<QuantityOutcome | undefined> {
  const { rows } = await sql<QuantityOutcome>`
    with standing as (
      select line.id, product.name, product.deleted_at is not null as is_gone, ${AVAILABLE} as available
      from cart_lines line
      join product_sizes size on size.id = line.product_size_id
      join products product on product.id = line.product_id
      ${OWN_HOLD}
      where line.id = ${lineId} and line.user_id = ${userId}
    ),
    changed as (
      update cart_lines line set quantity = ${quantity}::integer
      from standing
      where line.id = standing.id and ${quantity}::integer <= least(standing.available, ${most}::integer)
      returning line.id
    )
    select exists (select from changed) as is_changed, is_gone, name, available from standing`.execute(db)
  return rows[0]
}

export interface OwnLine {
  lineId: string
  userId: string
}

/** Removes a line of this customer; false when the customer has no such line. */
export async function deleteLine(db: Db, { lineId, userId }: OwnLine): Promise<boolean> {
  const row = await db
    .deleteFrom('cartLines')
    .where('id', '=', lineId)
    .where('userId', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
