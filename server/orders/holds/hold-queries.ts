import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

import { LONGEST_HOLD_SECONDS } from '#server/orders/holds/hold-time-and-limits.ts'

interface HeldLine {
  productSizeId: string
  quantity: number
}

/**
 * Closes an open checkout and returns the store credit that it held; undefined if it was not open. A checkout whose
 * time is over counts as expired, however it is closed.
 */
export async function closeCheckout(
  db: Db,
  checkoutId: string,
  reason: 'replaced' | null,
): Promise<{ creditPaise: number } | undefined> {
  const { rows } = await sql<{ creditPaise: number }>`
    update checkouts set status = 'released', network = null,
      release_reason = case when hold_expires_at <= now() then 'expired' else ${reason} end
    where id = ${checkoutId} and status = 'open'
    returning credit_paise`.execute(db)
  return rows[0]
}

/** What a checkout holds, or its order has not given back yet. */
export async function listHeldLines(db: Db, checkoutId: string): Promise<HeldLine[]> {
  const { rows } = await sql<HeldLine>`
    select held.product_size_id, held.quantity - coalesce(line.cancelled, 0) as quantity
    from checkout_lines held
    left join orders on orders.checkout_id = held.checkout_id
    left join order_lines line on line.order_id = orders.id and line.position = held.position
    where held.checkout_id = ${checkoutId} and held.quantity > coalesce(line.cancelled, 0)`.execute(db)
  return rows
}

/** Open checkouts whose hold has ended, by the database's clock. */
export async function listExpiredCheckouts(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('checkouts')
    .select('id')
    .where('status', '=', 'open')
    .where(({ or, eb }) =>
      or([
        eb('holdExpiresAt', '<=', sql<Date>`now()`),
        // The clock was set back after the hold was made.
        eb('holdExpiresAt', '>', sql<Date>`now() + make_interval(secs => ${LONGEST_HOLD_SECONDS})`),
      ]),
    )
    .orderBy('holdExpiresAt')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
