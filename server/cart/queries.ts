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

/** The lines of a cart in the order in which they were added. */
export async function listLines(db: Db, userId: string): Promise<CartRow[]> {
  const { rows } = await sql<CartRow>`
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
    where line.user_id = ${userId}
    order by line.created_at, line.id`.execute(db)
  return rows
}

interface Addition {
  lineId: string
  userId: string
  productId: string
  /** Null: the first size in stock. */
  size: string | null
  most: number
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

/**
 * Adds one piece, unless the key was used before, the product or size is missing, the stock is short, or the line is
 * full. One statement, so key and line stand or fall together; of two at once with one key the later one fails with a
 * unique violation and leaves nothing.
 */
export async function addPiece(db: Db, addition: Addition): Promise<AdditionOutcome> {
  const { lineId, userId, productId, size, most, idempotencyKey, request } = addition
  const { rows } = await sql<AdditionOutcome>`
    with sizes as (
      select size.id, size.product_id, size.size, size.position, product.name,
        size.stock + coalesce(held.quantity, 0) as available
      from products product
      join product_sizes size on size.product_id = product.id
      left join checkouts checkout on checkout.user_id = ${userId} and checkout.status = 'open'
      left join checkout_lines held on held.checkout_id = checkout.id and held.product_size_id = size.id
      where product.id = ${productId} and product.deleted_at is null
    ),
    chosen as (
      select * from sizes where ${size}::text is null or size = ${size}::text
      order by available > 0 desc, position, id
      limit 1
    ),
    repeated as (
      select request from idempotency_keys where user_id = ${userId} and key = ${idempotencyKey}::text
    ),
    added as (
      insert into cart_lines (id, user_id, product_id, product_size_id, quantity)
      select ${lineId}, ${userId}, product_id, id, 1 from chosen
      where available >= 1 and not exists (select from repeated)
      on conflict (user_id, product_size_id) do update set quantity = cart_lines.quantity + 1
        where cart_lines.quantity < least((select available from chosen), ${most}::integer)
      returning id
    ),
    claimed as (
      insert into idempotency_keys (user_id, key, request)
      select ${userId}, ${idempotencyKey}::text, ${request} from added where ${idempotencyKey}::text is not null
    )
    select
      exists (select from added) as is_added,
      (select request from repeated) as repeats,
      exists (select from sizes) as has_product,
      exists (select from chosen) as has_size,
      (select name from chosen) as name,
      coalesce((select available from chosen), 0) as available,
      coalesce((
        select quantity from cart_lines line
        where line.user_id = ${userId} and line.product_size_id = (select id from chosen)
      ), 0) as quantity`.execute(db)
  const [outcome] = rows
  if (!outcome) throw new Error('an addition gave no outcome')
  return outcome
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
}

/**
 * Puts lines into a cart as far as stock and `most` allow. A line that is there already holds at least as many after that,
 * so a second call changes nothing. Answers every line that names a size that exists.
 */
export async function putLines(db: Db, userId: string, lines: readonly WantedLine[], most: number): Promise<PutLine[]> {
  const { rows } = await sql<PutLine>`
    with wanted as (
      select line."lineId" as line_id, line."quantity" as quantity, size.id as product_size_id, size.product_id,
        product.deleted_at is not null as is_gone, ${AVAILABLE} as available
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
        as line ("lineId" text, "productSizeId" text, "quantity" integer)
      join product_sizes size on size.id = line."productSizeId"
      join products product on product.id = size.product_id
      left join checkouts checkout on checkout.user_id = ${userId} and checkout.status = 'open'
      left join checkout_lines held on held.checkout_id = checkout.id and held.product_size_id = size.id
    ),
    put as (
      insert into cart_lines (id, user_id, product_id, product_size_id, quantity)
      select line_id, ${userId}, product_id, product_size_id, least(quantity, available, ${most}::integer)
      from wanted where available >= 1
      order by product_size_id
      on conflict (user_id, product_size_id) do update set quantity = greatest(cart_lines.quantity, excluded.quantity)
      returning product_size_id, quantity
    )
    select wanted.product_size_id, is_gone, available, coalesce(put.quantity, 0) as quantity
    from wanted left join put on put.product_size_id = wanted.product_size_id`.execute(db)
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

/** Removes a line; false when the customer has no such line. */
export async function deleteLine(db: Db, lineId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from cart_lines where id = ${lineId} and user_id = ${userId} returning id`.execute(db)
  return rows.length > 0
}
