import { sql, type RawBuilder } from 'kysely'

import type { Db } from '#server/db/database.ts'

import { MAX_ADDITION_KEYS, MAX_CART_LINES, MAX_LINE_QUANTITY } from '#contract/cart/cart-limits.ts'

/** A line of a cart with the current price and the quantity that this customer could have. */
export interface CartRow {
  id: string
  productId: string
  categoryId: string
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
  /** The product's HSN code, or what its category holds for it. */
  hsn: string | null
  /** The days of return of its category; null where the shop's count. */
  returnDays: number | null
  category: string
}

export const imageOf = ({ hasPicture, productId }: Pick<CartRow, 'hasPicture' | 'productId'>): string | null =>
  hasPicture ? `/api/products/image/${productId}/0` : null

/** Joins what the customer's own open checkout holds of `size`. */
const ownHold = (userId: RawBuilder<unknown>) => sql`
  left join checkouts checkout on checkout.user_id = ${userId} and checkout.status = 'open'
  left join checkout_lines held on held.checkout_id = checkout.id and held.product_size_id = size.id`

const AVAILABLE = sql`
  case when product.is_on_sale then size.stock + coalesce(held.quantity, 0) else 0 end`

/**
 * What is the same of a line for everyone, where its size, its product, the category and the price of a sale are
 * joined.
 */
const PRICED_COLUMNS = sql`
  product.id as product_id, product.category_id, size.id as product_size_id, size.size, product.name, product.description,
  product.price_paise, least(sale.price_paise, product.discounted_price_paise) as discounted_price_paise,
  least(sale.price_paise, product.paid_price_paise) as paid_price_paise,
  not product.is_on_sale as is_gone, coalesce(product.hsn, category.detail_defaults ->> 'hsn') as hsn, category.return_days,
  category.name as category,
  exists (select from product_images image where image.product_id = product.id and image.position = 0) as has_picture`

/**
 * The lines of these customers' carts, each in the order in which they were added. `offersOf` is the expression for the
 * offers of a customer, which each of their lines carries.
 */
export async function listLines<Offers>(
  db: Db,
  userIds: readonly string[],
  offersOf: (userId: RawBuilder<unknown>) => RawBuilder<Offers>,
): Promise<(CartRow & { userId: string; offers: Offers })[]> {
  // One array parameter: the query plan is the same for any number of customers.
  const { rows } = await sql<CartRow & { userId: string; offers: Offers }>`
    select wanted.user_id, found.*, allowed.offers
    from jsonb_array_elements_text(${JSON.stringify([...new Set(userIds)])}::jsonb) as wanted (user_id)
    cross join lateral (select ${offersOf(sql`wanted.user_id`)} as offers) allowed
    cross join lateral (
      select line.id, line.quantity, ${PRICED_COLUMNS}, ${AVAILABLE} as available
      from cart_lines line
      join product_sizes size on size.id = line.product_size_id
      join products product on product.id = line.product_id
      join categories category on category.id = product.category_id
      left join sale_prices sale on sale.product_id = line.product_id
      ${ownHold(sql`line.user_id`)}
      where line.user_id = wanted.user_id
      order by line.created_at, line.id
    ) found`.execute(db)
  return rows
}

/** A size that is wanted outside of a cart, and how many of it. */
export interface Wanted {
  productId: string
  size: string
  quantity: number
}

/**
 * What is wanted, as the lines of a cart would be, without sizes that do not exist, each with its place in `wanted`.
 * What others hold is not available.
 */
export async function listWanted(db: Db, wanted: readonly Wanted[]): Promise<(CartRow & { place: number })[]> {
  const ordered = JSON.stringify(wanted.map((line, place) => ({ ...line, place })))
  const { rows } = await sql<CartRow & { place: number }>`
    select size.id, wanted.place, wanted.quantity, ${PRICED_COLUMNS},
      case when product.is_on_sale then size.stock else 0 end as available
    from jsonb_to_recordset(${ordered}::jsonb)
      as wanted ("productId" text, "size" text, "quantity" integer, "place" integer)
    join products product on product.id = wanted."productId"
    join product_sizes size on size.product_id = product.id and size.size = wanted."size"
    join categories category on category.id = product.category_id
    left join sale_prices sale on sale.product_id = product.id
    order by wanted.place`.execute(db)
  return rows
}

interface Addition {
  lineId: string
  userId: string
  productId: string
  /** Null: the first size in stock. */
  size: string | null
  idempotencyKey: string | null
  /** The product and size that the key is for. */
  request: string
}

/** The outcome of an addition. If nothing was added, the other fields say why. */
export interface AdditionOutcome {
  isAdded: boolean
  /** The request for which the same key was used before; null for a new key. */
  repeats: string | null
  hasProduct: boolean
  hasSize: boolean
  name: string | null
  available: number
  /** True if the line exists already or the cart has room for another one. */
  hasRoom: boolean
}

/**
 * Adds one to the line of a size, unless the key was used before, the product or size is missing, the stock is short,
 * or the line or the cart is full. Of the customer's keys the newest stay known. Fails with a unique violation if
 * another call with the same key is a moment earlier, and with a foreign key violation if the size is being removed at
 * the same time.
 */
export async function addOne(
  db: Db,
  { lineId, userId, productId, size, idempotencyKey, request }: Addition,
): Promise<AdditionOutcome> {
  const { rows } = await sql<AdditionOutcome>`
    with
    -- Each size of the product, with the pieces that this customer may have.
    sizes as (
      select size.id, size.product_id, size.size, size.position, product.name,
        ${AVAILABLE} as available
      from products product
      join product_sizes size on size.product_id = product.id
      ${ownHold(sql`${userId}`)}
      where product.id = ${productId} and product.is_on_sale
    ),
    -- The size that was asked for, else the first in stock.
    chosen as (
      select *,
        exists (select from cart_lines where user_id = ${userId} and product_size_id = sizes.id)
          or (select count(*) from cart_lines where user_id = ${userId}) < ${MAX_CART_LINES}::integer as has_room
      from sizes
      where ${size}::text is null or size = ${size}
      order by available > 0 desc, position, id
      limit 1
    ),
    -- A call that came with the same key before.
    earlier as (
      select request from idempotency_keys where user_id = ${userId} and key = ${idempotencyKey}
    ),
    added as (
      insert into cart_lines (id, user_id, product_id, product_size_id, quantity)
      select ${lineId}, ${userId}, product_id, id, 1 from chosen
      where available >= 1 and has_room and not exists (select from earlier)
      on conflict (user_id, product_size_id) do update set quantity = cart_lines.quantity + 1
        where cart_lines.quantity < least((select available from chosen), ${MAX_LINE_QUANTITY}::integer)
      returning user_id
    ),
    remembered as (
      insert into idempotency_keys (user_id, key, request)
      select user_id, ${idempotencyKey}, ${request} from added where ${idempotencyKey}::text is not null
    ),
    forgotten as (
      delete from idempotency_keys where user_id = ${userId} and key in (
        select key from idempotency_keys
        where user_id = ${userId} and ${idempotencyKey}::text is not null and exists (select from added)
        order by created_at desc, key offset ${MAX_ADDITION_KEYS - 1}::integer
      )
    )
    select exists (select from added) as is_added, (select request from earlier) as repeats,
      exists (select from sizes) as has_product, chosen.id is not null as has_size, chosen.name,
      coalesce(chosen.available, 0) as available, coalesce(chosen.has_room, false) as has_room
    from (values (1)) as one left join chosen on true`.execute(db)
  const [outcome] = rows
  if (!outcome) throw new Error('an addition returned no row')
  return outcome
}

interface WantedLine {
  lineId: string
  productSizeId: string
  quantity: number
}

/** A wanted line after it was added as far as possible: `quantity` is in the cart now. */
interface AddedLine {
  productSizeId: string
  isGone: boolean
  available: number
  quantity: number
  /** True if the line exists already or the cart has room for it. */
  hasRoom: boolean
}

/**
 * Adds lines to a cart, in their order, as far as the stock and the limits allow. A line that exists already gets at
 * least the wanted quantity, so a second call changes nothing. Returns a row for every line whose size exists.
 */
export async function addLines(db: Db, userId: string, wanted: readonly WantedLine[]): Promise<AddedLine[]> {
  const ordered = JSON.stringify(wanted.map((line, position) => ({ ...line, position })))
  const { rows } = await sql<AddedLine>`
    with wanted as (
      select line."lineId" as line_id, line."quantity" as quantity, line."position" as position,
        size.id as product_size_id, size.product_id, not product.is_on_sale as is_gone,
        ${AVAILABLE} as available, own.id is not null as is_there
      from jsonb_to_recordset(${ordered}::jsonb)
        as line ("lineId" text, "productSizeId" text, "quantity" integer, "position" integer)
      join product_sizes size on size.id = line."productSizeId"
      join products product on product.id = size.product_id
      ${ownHold(sql`${userId}`)}
      left join cart_lines own on own.user_id = ${userId} and own.product_size_id = size.id
    ),
    placed as (
      select *, is_there or available < 1 or (
        count(*) filter (where not is_there and available >= 1) over (order by position)
          + (select count(*) from cart_lines where user_id = ${userId}) <= ${MAX_CART_LINES}::integer
      ) as has_room
      from wanted
    ),
    added as (
      insert into cart_lines (id, user_id, product_id, product_size_id, quantity)
      select line_id, ${userId}, product_id, product_size_id, least(quantity, available, ${MAX_LINE_QUANTITY}::integer)
      from placed where available >= 1 and has_room
      order by product_size_id
      on conflict (user_id, product_size_id) do update set quantity = greatest(cart_lines.quantity, excluded.quantity)
      returning product_size_id, quantity
    )
    select placed.product_size_id, is_gone, available, has_room, coalesce(added.quantity, 0) as quantity
    from placed left join added on added.product_size_id = placed.product_size_id`.execute(db)
  return rows
}

export interface OwnLine {
  lineId: string
  userId: string
}

/** The outcome of a change of quantity. If nothing was changed, the other fields say why. */
interface QuantityOutcome {
  isChanged: boolean
  isGone: boolean
  name: string
  available: number
}

/** Sets the quantity of a line if the stock and the limit allow it. Undefined if the customer has no such line. */
export async function setQuantity(
  db: Db,
  { lineId, userId, quantity }: OwnLine & { quantity: number },
): Promise<QuantityOutcome | undefined> {
  const { rows } = await sql<QuantityOutcome>`
    with current_line as (
      select line.id, product.name, not product.is_on_sale as is_gone, ${AVAILABLE} as available
      from cart_lines line
      join product_sizes size on size.id = line.product_size_id
      join products product on product.id = line.product_id
      ${ownHold(sql`line.user_id`)}
      where line.id = ${lineId} and line.user_id = ${userId}
    ),
    changed as (
      update cart_lines line set quantity = ${quantity}::integer
      from current_line
      where line.id = current_line.id and ${quantity}::integer <= least(current_line.available, ${MAX_LINE_QUANTITY}::integer)
      returning line.id
    )
    select exists (select from changed) as is_changed, is_gone, name, available from current_line`.execute(db)
  return rows[0]
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
