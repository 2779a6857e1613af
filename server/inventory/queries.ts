import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

/** A quantity of one size. */
interface StockLine {
  productSizeId: string
  quantity: number
}

/** A line that asks for more than is there. */
interface Shortage {
  productSizeId: string
  available: number
}

const columnsOf = (lines: readonly StockLine[]) => ({
  ids: lines.map(({ productSizeId }) => productSizeId),
  quantities: lines.map(({ quantity }) => quantity),
})

// Every lock here is `for no key update`, so that adding a size to a cart never waits for a change of its stock.

/**
 * Locks sizes, in the order of their ids, until the transaction ends. Call it first in a transaction that changes stock more
 * than once, so that two such transactions never wait for each other.
 */
export async function lockStock(db: Db, productSizeIds: readonly string[]): Promise<void> {
  await sql`
    select from product_sizes where id = any(${productSizeIds}::text[]) order by id for no key update`.execute(db)
}

/**
 * Holds the lines for a checkout and writes the ledger: all of them, or none if one is short. Returns the short lines with what
 * is left of each. Each size is named once. Everything is computed from the locked rows. The update itself reads a snapshot from
 * before the wait for the locks, so the stock in it may be outdated.
 */
export async function holdStock(
  db: Db,
  { checkoutId, lines }: { checkoutId: string; lines: readonly StockLine[] },
): Promise<Shortage[]> {
  const { ids, quantities } = columnsOf(lines)
  const { rows } = await sql<Shortage>`
    with wanted as (
      select * from unnest(${ids}::text[], ${quantities}::integer[]) as wanted (product_size_id, quantity)
    ),
    locked as (
      select size.id, size.stock, wanted.quantity
      from product_sizes size join wanted on wanted.product_size_id = size.id
      order by size.id
      for no key update of size
    ),
    short as (
      select wanted.product_size_id, coalesce(locked.stock, 0) as available
      from wanted left join locked on locked.id = wanted.product_size_id
      where coalesce(locked.stock, 0) < wanted.quantity
    ),
    taken as (
      update product_sizes size set stock = locked.stock - locked.quantity
      from locked
      where size.id = locked.id and not exists (select from short)
      returning size.id, locked.quantity
    ),
    entered as (
      insert into stock_ledger (product_size_id, change, reason, checkout_id)
      select id, -quantity, 'hold', ${checkoutId} from taken
    )
    select product_size_id, available from short`.execute(db)
  return rows
}

/**
 * Returns the lines of a checkout to the stock and writes the ledger. A second call would return them twice: call it in the
 * transaction that ends the hold, cancels the order, or finds pieces that came back as new.
 */
export async function returnStock(
  db: Db,
  {
    checkoutId,
    reason,
    lines,
  }: { checkoutId: string; reason: 'release' | 'cancellation' | 'return'; lines: readonly StockLine[] },
): Promise<void> {
  const { ids, quantities } = columnsOf(lines)
  await sql`
    with wanted as (
      select * from unnest(${ids}::text[], ${quantities}::integer[]) as wanted (product_size_id, quantity)
    ),
    locked as (
      select size.id, wanted.quantity
      from product_sizes size join wanted on wanted.product_size_id = size.id
      order by size.id
      for no key update of size
    ),
    given as (
      update product_sizes size set stock = size.stock + locked.quantity
      from locked
      where size.id = locked.id
      returning size.id, locked.quantity
    )
    insert into stock_ledger (product_size_id, change, reason, checkout_id)
    select id, quantity, ${reason}, ${checkoutId} from given`.execute(db)
}

/**
 * Sets the stock of sizes, each named once, to whole numbers from 0 to `MAX_STOCK`, and writes the ledger. Skips a size that does
 * not exist. Call it in a transaction that has locked them with `lockStock`, and for at most 200 sizes: the trigger that updates
 * the product list compares the changes of one statement pair by pair.
 */
export async function setStocks(
  db: Db,
  stocks: readonly { productSizeId: string; to: number }[],
  actorId: string | null,
): Promise<void> {
  const ids = stocks.map(({ productSizeId }) => productSizeId)
  const quantities = stocks.map(({ to }) => to)
  await sql`
    with wanted as (
      select * from unnest(${ids}::text[], ${quantities}::integer[]) as wanted (product_size_id, stock)
    ),
    locked as (
      select size.id, size.stock as before, wanted.stock as after
      from product_sizes size join wanted on wanted.product_size_id = size.id
      order by size.id
      for no key update of size
    ),
    changed as (
      update product_sizes size set stock = locked.after
      from locked
      where size.id = locked.id and locked.before <> locked.after
      returning size.id, locked.after - locked.before as change
    )
    insert into stock_ledger (product_size_id, change, reason, actor_id)
    select id, change, 'correction', ${actorId} from changed`.execute(db)
}
