import { sql } from 'kysely'

import type { Db } from '#server/db/open.ts'

export interface Addition {
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
 * Adds one to the line of a size, unless the key was used before, the product or size is missing, the stock is short, or the
 * line or the cart is full. Fails with a unique violation if another call with the same key is a moment earlier, and with a
 * foreign key violation if the size is being removed at the same time.
 */
export async function addOne(
  db: Db,
  { lineId, userId, productId, size, idempotencyKey, request }: Addition,
  { lineQuantity, lines }: { lineQuantity: number; lines: number },
): Promise<AdditionOutcome> {
  const { rows } = await sql<AdditionOutcome>`
    with offered as (
      select size.id, size.product_id, size.size, size.position, product.name,
        size.stock + coalesce(held.quantity, 0) as available
      from products product
      join product_sizes size on size.product_id = product.id
      left join checkouts checkout on checkout.user_id = ${userId} and checkout.status = 'open'
      left join checkout_lines held on held.checkout_id = checkout.id and held.product_size_id = size.id
      where product.id = ${productId} and product.deleted_at is null
    ),
    chosen as (
      select *,
        exists (select from cart_lines where user_id = ${userId} and product_size_id = offered.id)
          or (select count(*) from cart_lines where user_id = ${userId}) < ${lines}::integer as has_room
      from offered
      where ${size}::text is null or size = ${size}
      order by available > 0 desc, position, id
      limit 1
    ),
    known as (
      select request from idempotency_keys where user_id = ${userId} and key = ${idempotencyKey}
    ),
    added as (
      insert into cart_lines (id, user_id, product_id, product_size_id, quantity)
      select ${lineId}, ${userId}, product_id, id, 1 from chosen
      where available >= 1 and has_room and not exists (select from known)
      on conflict (user_id, product_size_id) do update set quantity = cart_lines.quantity + 1
        where cart_lines.quantity < least((select available from chosen), ${lineQuantity}::integer)
      returning user_id
    ),
    claimed as (
      insert into idempotency_keys (user_id, key, request)
      select user_id, ${idempotencyKey}, ${request} from added where ${idempotencyKey}::text is not null
    )
    select exists (select from added) as is_added, (select request from known) as repeats,
      exists (select from offered) as has_product, chosen.id is not null as has_size, chosen.name,
      coalesce(chosen.available, 0) as available, coalesce(chosen.has_room, false) as has_room
    from (values (1)) as one left join chosen on true`.execute(db)
  const [outcome] = rows
  if (!outcome) throw new Error('an addition returned no row')
  return outcome
}
