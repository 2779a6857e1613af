import { sql } from 'kysely'

/** Where the pieces are that the shop has paid for and nobody has bought, in the words of SQL. */
export const OWNED_PLACES = sql`('shelf', 'held', 'packed', 'coming back', 'inspection')`

/** How many pieces of the size `line.product_size_id` are the shop's. */
export const OWNED_PIECES = sql`(
  select coalesce(sum(
    case when to_place in ${OWNED_PLACES} then quantity else 0 end - case when from_place in ${OWNED_PLACES} then quantity else 0 end
  ), 0)
  from stock_ledger where stock_ledger.product_size_id = line.product_size_id
)`

/** What one piece of the size `line.product_size_id` has cost on average since the last bill; null before the first. */
export const LAST_AVERAGE = sql`(
  select average_paise from stock_ledger
  where stock_ledger.product_size_id = line.product_size_id and average_paise is not null order by id desc limit 1
)`
