import { sql } from 'kysely'

import type { Db } from '#server/db/open.ts'

/** A line of a cart with the current price and the quantity that this customer could have. */
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
  /** In stock, or held for this customer's own open checkout: a new checkout replaces that hold. */
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
  // One array parameter: the query plan is the same for any number of customers.
  const { rows } = await sql<CartRow & { userId: string }>`
    select wanted.user_id, found.*
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
    ) found`.execute(db)
  return rows
}

export interface WantedLine {
  lineId: string
  productSizeId: string
  quantity: number
}

/** A wanted line after it was added as far as possible: `quantity` is in the cart now. */
export interface AddedLine {
  productSizeId: string
  isGone: boolean
  available: number
  quantity: number
  /** True if the line exists already or the cart has room for it. */
  hasRoom: boolean
}

/**
 * Adds lines to a cart, in their order, as far as the stock and the limits allow. A line that exists already gets at least the
 * wanted quantity, so a second call changes nothing. Returns a row for every line whose size exists.
 */
export async function addLines(
  db: Db,
  userId: string,
  wanted: readonly WantedLine[],
  { lineQuantity, lines }: { lineQuantity: number; lines: number },
): Promise<AddedLine[]> {
  const ordered = JSON.stringify(wanted.map((line, position) => ({ ...line, position })))
  const { rows } = await sql<AddedLine>`
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
    added as (
      insert into cart_lines (id, user_id, product_id, product_size_id, quantity)
      select line_id, ${userId}, product_id, product_size_id, least(quantity, available, ${lineQuantity}::integer)
      from placed where available >= 1 and has_room
      order by product_size_id
      on conflict (user_id, product_size_id) do update set quantity = greatest(cart_lines.quantity, excluded.quantity)
      returning product_size_id, quantity
    )
    select placed.product_size_id, is_gone, available, has_room, coalesce(added.quantity, 0) as quantity
    from placed left join added on added.product_size_id = placed.product_size_id`.execute(db)
  return rows
}

/** The outcome of a change of quantity. If nothing was changed, the other fields say why. */
export interface QuantityOutcome {
  isChanged: boolean
  isGone: boolean
  name: string
  available: number
}

/** Sets the quantity of a line if stock and `max` allow it. Undefined if the customer has no such line. */
export async function setQuantity(
  db: Db,
  { lineId, userId, quantity, max }: { lineId: string; userId: string; quantity: number; max: number },
): Promise<QuantityOutcome | undefined> {
  const { rows } = await sql<QuantityOutcome>`
    with current_line as (
      select line.id, product.name, product.deleted_at is not null as is_gone, ${AVAILABLE} as available
      from cart_lines line
      join product_sizes size on size.id = line.product_size_id
      join products product on product.id = line.product_id
      ${OWN_HOLD}
      where line.id = ${lineId} and line.user_id = ${userId}
    ),
    changed as (
      update cart_lines line set quantity = ${quantity}::integer
      from current_line
      where line.id = current_line.id and ${quantity}::integer <= least(current_line.available, ${max}::integer)
      returning line.id
    )
    select exists (select from changed) as is_changed, is_gone, name, available from current_line`.execute(db)
  return rows[0]
}

export interface OwnLine {
  lineId: string
  userId: string
}

/** Removes a line of this customer. False if the customer has no such line. */
export async function deleteLine(db: Db, { lineId, userId }: OwnLine): Promise<boolean> {
  const row = await db
    .deleteFrom('cartLines')
    .where('id', '=', lineId)
    .where('userId', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
