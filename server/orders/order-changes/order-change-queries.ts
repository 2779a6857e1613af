import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

import { newId } from '#server/db/new-id.ts'

/** A line of an order that waits. */
export interface WaitingLine {
  id: string
  productSizeId: string
  name: string
  size: string
  quantity: number
  /** Pieces that were not cancelled, and how many of all its pieces are in the parcel. */
  left: number
  packed: number
}

/** Lock the order first. */
export async function listWaitingLines(db: Db, orderId: string): Promise<WaitingLine[]> {
  const { rows } = await sql<WaitingLine>`
    select id, product_size_id, name, size, quantity, quantity - cancelled as left,
      (select count(*)::integer from packed_items where order_line_id = order_lines.id) as packed
    from order_lines where order_id = ${orderId} order by position`.execute(db)
  return rows
}

/**
 * Another size of the product of a line; undefined where it has none of this name, or is not in the catalogue any more.
 */
export async function findOtherSize(db: Db, lineId: string, size: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select size.id from order_lines line
    join products on products.id = line.product_id and products.deleted_at is null
    join product_sizes size on size.product_id = products.id and size.id <> line.product_size_id
    where line.id = ${lineId} and size.size = ${size}`.execute(db)
  return rows[0]?.id
}

interface NewSize {
  productSizeId: string
  size: string
}

/** Gives all pieces of a line another size, in its order and in its checkout. */
export async function setSize(db: Db, lineId: string, { productSizeId, size }: NewSize): Promise<void> {
  await sql`
    with changed as (
      update order_lines set product_size_id = ${productSizeId}, size = ${size} where id = ${lineId}
      returning order_id, position
    )
    update checkout_lines held set product_size_id = ${productSizeId}, size = ${size}
    from changed join orders on orders.id = changed.order_id
    where held.checkout_id = orders.checkout_id and held.position = changed.position`.execute(db)
}

/**
 * Puts the last pieces of a line on a line of their own with another size, in its order and in its checkout, and
 * returns the new line. Each piece keeps what was paid for it: the first ones bear the odd paise of the discount, so
 * both lines together have all of it.
 */
export async function splitLine(
  db: Db,
  lineId: string,
  { quantity, productSizeId, size }: NewSize & { quantity: number },
): Promise<string> {
  const id = newId()
  await sql`
    with line as (
      select order_lines.*, orders.checkout_id, discount_of_pieces(discount_paise, quantity, quantity - ${quantity}::integer) as kept_paise,
        (select max(position) + 1 from order_lines other where other.order_id = order_lines.order_id) as next
      from order_lines join orders on orders.id = order_lines.order_id where order_lines.id = ${lineId}
    ),
    lessened as (
      update order_lines set quantity = line.quantity - ${quantity}::integer, discount_paise = line.kept_paise
      from line where order_lines.id = line.id
    ),
    lessened_held as (
      update checkout_lines held set quantity = line.quantity - ${quantity}::integer, discount_paise = line.kept_paise
      from line where held.checkout_id = line.checkout_id and held.position = line.position
    ),
    added as (
      insert into order_lines (
        id, order_id, position, product_id, product_size_id, name, size, price_paise, discounted_price_paise, paid_price_paise, quantity,
        discount_paise, image, hsn, return_days
      )
      select ${id}, order_id, next, product_id, ${productSizeId}, name, ${size}, price_paise, discounted_price_paise, paid_price_paise,
        ${quantity}::integer, discount_paise - kept_paise, image, hsn, return_days
      from line
    )
    insert into checkout_lines (
      checkout_id, position, product_id, product_size_id, name, size, price_paise, discounted_price_paise, paid_price_paise, quantity,
      discount_paise, image, hsn, return_days
    )
    select checkout_id, next, product_id, ${productSizeId}, name, ${size}, price_paise, discounted_price_paise, paid_price_paise,
      ${quantity}::integer, discount_paise - kept_paise, image, hsn, return_days
    from line`.execute(db)
  return id
}

/**
 * The line of the same order that has this size, if pieces of another line can be added to it so that each piece keeps
 * what was paid for it; undefined where none can: its price or its days of return were frozen otherwise, its pieces
 * bear another discount, or an invoice that was taken back names the line that would go.
 */
export async function findLineToJoin(
  db: Db,
  lineId: string,
  { quantity, productSizeId }: { quantity: number; productSizeId: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select other.id from (
      select *, discount_paise - discount_of_pieces(discount_paise, quantity, quantity - ${quantity}::integer) as moved_paise
      from order_lines where id = ${lineId}
    ) line
    join order_lines other on other.order_id = line.order_id and other.id <> line.id
    cross join lateral (
      select other.quantity + ${quantity}::integer as quantity, other.discount_paise + line.moved_paise as discount_paise
    ) joined
    where other.product_size_id = ${productSizeId}
      and (
        other.name, other.price_paise, other.discounted_price_paise, other.paid_price_paise, other.image, other.hsn, other.return_days
      ) is not distinct from (
        line.name, line.price_paise, line.discounted_price_paise, line.paid_price_paise, line.image, line.hsn, line.return_days
      )
      -- The pieces of a line cost the same but for a paisa, and those that were cancelled bear what they bore.
      and greatest(ceil(line.moved_paise::numeric / ${quantity}::integer), ceil(other.discount_paise::numeric / other.quantity))
        - least(floor(line.moved_paise::numeric / ${quantity}::integer), floor(other.discount_paise::numeric / other.quantity)) <= 1
      and discount_of_pieces(joined.discount_paise, joined.quantity, other.cancelled) = discount_of_pieces(other.discount_paise, other.quantity, other.cancelled)
      and discount_of_pieces(joined.discount_paise, joined.quantity, other.uncharged) = discount_of_pieces(other.discount_paise, other.quantity, other.uncharged)
      and (line.quantity > ${quantity}::integer or not exists (select from document_lines where order_line_id = line.id))
    order by other.position limit 1`.execute(db)
  return rows[0]?.id
}

/**
 * Adds the last pieces of a line, or all, to another one of its order, and so in their checkout, with their discount. A
 * line without pieces goes.
 */
export async function joinLine(db: Db, lineId: string, other: string, quantity: number): Promise<void> {
  await sql`
    with line as (
      select order_lines.*, orders.checkout_id, discount_of_pieces(discount_paise, quantity, quantity - ${quantity}::integer) as kept_paise
      from order_lines join orders on orders.id = order_lines.order_id where order_lines.id = ${lineId}
    ),
    grown as (
      update order_lines set quantity = order_lines.quantity + ${quantity}::integer,
        discount_paise = order_lines.discount_paise + line.discount_paise - line.kept_paise
      from line where order_lines.id = ${other}
    ),
    grown_held as (
      update checkout_lines held set quantity = held.quantity + ${quantity}::integer,
        discount_paise = held.discount_paise + line.discount_paise - line.kept_paise
      from line, order_lines other
      where other.id = ${other} and held.checkout_id = line.checkout_id and held.position = other.position
    ),
    lessened as (
      update order_lines set quantity = line.quantity - ${quantity}::integer, discount_paise = line.kept_paise
      from line where order_lines.id = line.id and line.quantity > ${quantity}::integer
    ),
    lessened_held as (
      update checkout_lines held set quantity = line.quantity - ${quantity}::integer, discount_paise = line.kept_paise
      from line where held.checkout_id = line.checkout_id and held.position = line.position and line.quantity > ${quantity}::integer
    ),
    told as (
      update order_changes set order_line_id = ${other}
      from line where order_changes.order_line_id = line.id and line.quantity = ${quantity}::integer
    )
    delete from checkout_lines held using line
    where held.checkout_id = line.checkout_id and held.position = line.position and line.quantity = ${quantity}::integer`.execute(
    db,
  )
  await sql`
    delete from order_lines line using orders
    where line.id = ${lineId} and orders.id = line.order_id
      and not exists (select from checkout_lines held where held.checkout_id = orders.checkout_id and held.position = line.position)`.execute(
    db,
  )
}

interface NotedChange {
  orderId: string
  actorId: string
  /** The pieces that have another size now; without them the order has another address. */
  resized?: { orderLineId: string; quantity: number; fromSize: string; toSize: string }
  /** What of the delivery to another address the shop pays. */
  bornePaise?: number
}

/**
 * Notes what somebody of the staff changed, with the mail about it and a row in the audit log, which has no address.
 * Lock the order first.
 */
export async function noteChange(db: Db, { orderId, actorId, resized, bornePaise }: NotedChange): Promise<void> {
  const { orderLineId = null, quantity = null, fromSize = null, toSize = null } = resized ?? {}
  await sql`
    with noted as (
      insert into order_changes (id, order_id, actor_id, order_line_id, quantity, from_size, to_size)
      values (${newId()}, ${orderId}, ${actorId}, ${orderLineId}, ${quantity}, ${fromSize}, ${toSize})
      returning id, order_id, at
    ),
    counted as (
      update orders set size_changes = size_changes + 1 where id = ${orderId} and ${resized !== undefined}::boolean
    ),
    mailed as (
      insert into mails (name, key, user_id, at)
      select 'order-changed', noted.id, orders.user_id, noted.at from noted join orders on orders.id = noted.order_id
    )
    insert into audit_log (actor_id, action, subject_type, subject_id, before, after)
    select ${actorId}, 'order.' || case when ${resized !== undefined}::boolean then 'size changed' else 'address changed' end, 'order', order_id,
      jsonb_strip_nulls(jsonb_build_object('size', ${fromSize}::text)), jsonb_strip_nulls(jsonb_build_object(
        'size', ${toSize}::text, 'pieces', ${quantity}::integer, 'feePaidByShopPaise', ${bornePaise ?? null}::bigint
      ))
    from noted`.execute(db)
}
