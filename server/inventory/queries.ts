import { sql } from 'kysely'

import type { StockPlace, StockReason } from '#contract/stock/stock-places.ts'
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
 * Locks sizes, in the order of their ids, until the transaction ends. Call it first in a transaction that changes stock
 * more than once, so that two such transactions never wait for each other.
 */
export async function lockStock(db: Db, productSizeIds: readonly string[]): Promise<void> {
  await sql`
    select from product_sizes where id = any(${productSizeIds}::text[]) order by id for no key update`.execute(db)
}

/**
 * Holds the lines for a checkout and writes the ledger: all of them, or none if one is short. Returns the short lines
 * with what is left of each. Each size is named once. Everything is computed from the locked rows. The update itself
 * reads a snapshot from before the wait for the locks, so the stock in it may be outdated.
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
      insert into stock_ledger (product_size_id, from_place, to_place, quantity, reason, checkout_id)
      select id, 'shelf', 'held', quantity, 'hold', ${checkoutId} from taken
    )
    select product_size_id, available from short`.execute(db)
  return rows
}

interface Movement {
  checkoutId: string
  /** Pieces of the first place go first. */
  from: readonly StockPlace[]
  to: StockPlace
  reason: StockReason
  /** Null for the shop itself. */
  actorId: string | null
  /** Without them all that the checkout has in these places. */
  lines?: readonly StockLine[]
}

/**
 * Moves pieces of a checkout, or of its order, from where they are to another place, in one statement, and writes the
 * ledger; what comes to the shelf can be sold at once. All of the lines, or none: throws if the places do not have
 * them. Without lines a second call finds nothing to move. Call it in the transaction that locked the checkout. The
 * places and the reasons are in `contract/stock/stock-places.ts`.
 */
export async function movePieces(
  db: Db,
  { checkoutId, from, to, reason, actorId, lines }: Movement,
): Promise<StockLine[]> {
  const { ids, quantities } = columnsOf(lines ?? [])
  const { rows } = await sql<StockLine>`
    with there as (
      select product_size_id, place, sum(pieces) as pieces
      from (
        select product_size_id, to_place as place, quantity as pieces from stock_ledger where checkout_id = ${checkoutId}
        union all
        select product_size_id, from_place, -quantity from stock_ledger where checkout_id = ${checkoutId}
      ) moves
      where place = any(${from}::text[])
      group by product_size_id, place
      having sum(pieces) > 0
    ),
    wanted as (
      ${
        lines
          ? sql`
            select product_size_id, sum(quantity) as quantity
            from unnest(${ids}::text[], ${quantities}::integer[]) as wanted (product_size_id, quantity) group by product_size_id`
          : sql`select product_size_id, sum(pieces) as quantity from there group by product_size_id`
      }
    ),
    short as (
      select from wanted
      where quantity > coalesce((select sum(pieces) from there where product_size_id = wanted.product_size_id), 0)
    ),
    taken as (
      select product_size_id, place, least(pieces, quantity - gone)::integer as quantity
      from (
        select there.*, wanted.quantity, sum(pieces) over (
          partition by product_size_id order by array_position(${from}::text[], place)
        ) - pieces as gone
        from there join wanted using (product_size_id)
      ) in_turn
      where gone < quantity and not exists (select from short)
    ),
    locked as (
      select size.id, coming.quantity
      from product_sizes size
      join (select product_size_id, sum(quantity)::integer as quantity from taken group by product_size_id) coming
        on coming.product_size_id = size.id
      where ${to} = 'shelf'
      order by size.id
      for no key update of size
    ),
    given as (
      update product_sizes size set stock = size.stock + locked.quantity
      from locked
      where size.id = locked.id
    ),
    entered as (
      insert into stock_ledger (product_size_id, from_place, to_place, quantity, reason, checkout_id, actor_id)
      select product_size_id, place, ${to}, quantity, ${reason}, ${checkoutId}, ${actorId}
      from taken order by product_size_id, array_position(${from}::text[], place)
      returning product_size_id, quantity
    )
    select product_size_id, sum(quantity)::integer as quantity from entered group by product_size_id`.execute(db)
  if (lines?.some(({ productSizeId }) => quantityOf(rows, productSizeId) < quantityOf(lines, productSizeId))) {
    throw new Error(`checkout ${checkoutId} does not have these pieces: ${from.join(', ')} to ${to}`)
  }
  return rows
}

/** Passes what is held for a checkout on to another one. Lock the first one, and see that it holds them. */
export async function passHold(
  db: Db,
  { from, to, lines }: { from: string; to: string; lines: readonly StockLine[] },
): Promise<void> {
  const { ids, quantities } = columnsOf(lines)
  await sql`
    insert into stock_ledger (product_size_id, from_place, to_place, quantity, reason, checkout_id)
    select wanted.id, move.from_place, move.to_place, wanted.quantity, move.reason, move.checkout_id
    from unnest(${ids}::text[], ${quantities}::integer[]) as wanted (id, quantity),
      (values ('held', 'shelf', 'release', ${from}::text), ('shelf', 'held', 'hold', ${to}::text)) move (from_place, to_place, reason, checkout_id)
    order by move.reason desc, wanted.id`.execute(db)
}

const quantityOf = (lines: readonly StockLine[], id: string) =>
  lines.reduce((sum, { productSizeId, quantity }) => sum + (productSizeId === id ? quantity : 0), 0)

/**
 * Sets the stock of sizes, each named once, to whole numbers from 0 to `MAX_STOCK`, and writes the ledger: what is more
 * comes from the supplier, what is less is written off. Skips a size that does not exist. Call it in a transaction that
 * has locked them with `lockStock`, and for at most 200 sizes: the trigger that updates the product list compares the
 * changes of one statement pair by pair.
 */
export async function setStocks(
  db: Db,
  stocks: readonly { productSizeId: string; to: number }[],
  actorId: string | null,
  { reason, note }: { reason: 'correction' | 'count'; note?: string } = { reason: 'correction' },
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
    insert into stock_ledger (product_size_id, from_place, to_place, quantity, reason, actor_id, note)
    select id, case when change > 0 then 'supplier' else 'shelf' end, case when change > 0 then 'shelf' else 'written off' end,
      abs(change), ${reason}, ${actorId}, ${note ?? null}
    from changed`.execute(db)
}
