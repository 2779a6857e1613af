import { inIndia } from '#server/db/india-time.ts'
import { sql, type RawBuilder } from 'kysely'

import type { OrderSort, OrderStatus, OrderWait } from '#contract/states/order-states.ts'
import type { Db } from '#server/db/database.ts'
import type { OrderFilter } from '#server/orders/list/order-filter.ts'

import { trackingKey } from '#contract/orders/couriers.ts'
import { parseDocumentNumber } from '#contract/tax/document-number.ts'
import { hasTrigram, hasWord, soughtWords, type SoughtWord } from '#server/db/text-contains.ts'
import { PARCEL_WAITS } from '#server/orders/parcels/parcel-problem-queries.ts'
import { ORDER_COLUMNS, ORDER_JOINS, type OrderRow } from '#server/orders/order-queries.ts'
import { pageOf, type ListPage, type Window } from '#server/db/pagination.ts'

/** When a day begins in India, or the day this many days later. */
const beginOf = (day: string, later: number) => inIndia(sql`(${day}::date + ${sql.lit(later)})::timestamp`)

const IS_CAPTURED = sql`orders.status = 'order placed'
  and not exists (select from payments where payments.order_id = orders.id and payments.status <> 'captured')
  and not exists (select from cash_payments where cash_payments.order_id = orders.id and confirm_until is not null)`

const WAITS: Record<OrderWait, RawBuilder<unknown>> = {
  ...PARCEL_WAITS,
  shipment: sql`${IS_CAPTURED} and orders.address is not null`,
  address: sql`${IS_CAPTURED} and orders.address is null`,
  confirmation: sql`orders.id in (
    select order_id from cash_payments where confirm_until is not null and cash_payments.status = 'cash due'
  )`,
  remittance: sql`orders.id in (select order_id from cash_payments where cash_payments.status = 'collected')`,
  refund: sql`orders.id in (
    select payments.order_id from payments
    where payments.id in (select payment_id from refunds where status = 'failed' and is_counted)
      or payments.id in (select payment_id from disputes where status = 'action required')
  )`,
}

/** The conditions on an order itself. */
function isWanted({ status, waits, isRealOnly, from, to, trackingNumbers }: OrderFilter): RawBuilder<unknown> {
  const conditions = [sql`true`]
  if (status !== undefined) conditions.push(sql`orders.status = ${status}`)
  if (waits !== undefined) conditions.push(WAITS[waits])
  if (waits !== undefined && isRealOnly) conditions.push(sql`not orders.is_sandbox`)
  if (from !== undefined) conditions.push(sql`orders.created_at >= ${beginOf(from, 0)}`)
  if (to !== undefined) conditions.push(sql`orders.created_at < ${beginOf(to, 1)}`)
  if (trackingNumbers !== undefined) {
    const keys = trackingNumbers.map(trackingKey)
    conditions.push(sql`orders.shipment ->> 'trackingNumber' is not null`)
    conditions.push(sql`ltrim(upper(orders.shipment ->> 'trackingNumber'), '0') = any (${keys}::text[])`)
  }
  return sql.join(conditions, sql` and `)
}

const SORTS: Record<OrderSort, { key: RawBuilder<unknown>; direction: RawBuilder<unknown> }> = {
  newest: { key: sql`orders.created_at`, direction: sql`desc` },
  oldest: { key: sql`orders.created_at`, direction: sql`asc` },
  'total-desc': { key: sql`orders.total_paise`, direction: sql`desc` },
  'total-asc': { key: sql`orders.total_paise`, direction: sql`asc` },
}

/** Greater than whatever may follow the beginning of an id. */
const LAST = '\u{10FFFF}'

/**
 * Whether an id of the payment provider is this one, or begins so; its first letters, `pay_`, need not be typed. The
 * operators are those of an index by bytes.
 */
function isProviderId(id: RawBuilder<unknown>, kind: string, { text }: SoughtWord): RawBuilder<unknown> {
  const typed = text.toLowerCase()
  const begins = (beginning: string) => sql`(lower(${id}) ~>=~ ${beginning} and lower(${id}) ~<~ ${beginning + LAST})`
  return sql`(${begins(typed)} or ${begins(kind + typed)})`
}

/** Whether an order with this id is looked at. */
type Among = (id: RawBuilder<unknown>) => RawBuilder<unknown>
const ALL: Among = () => sql`true`

/** The ids of the orders that have a word, each found in its own table by its index, or there among some orders. */
function* waysTo(
  word: SoughtWord,
  { findsByPayer = true }: OrderFilter,
  isAmong: Among = ALL,
): Generator<RawBuilder<unknown>> {
  const ofUser = (column: RawBuilder<unknown>) => sql`
    select orders.id from users join orders on orders.user_id = users.id
    where ${hasWord(column, word)} and ${isAmong(sql`orders.id`)}`
  yield sql`select id from orders where ${hasWord(sql`orders.search_text`, word)} and ${isAmong(sql`id`)}`
  yield ofUser(sql`users.search_text`)
  yield sql`
    select order_id from order_lines where ${hasWord(sql`order_lines.search_text`, word)} and ${isAmong(sql`order_id`)}`
  if (word.as === 'part') {
    // A scanner reads a whole code.
    const isCode = (column: string) => sql`lower(${sql.ref(column)}) = lower(${word.text})`
    yield sql`
      select order_id from product_sizes size
      join order_lines on order_lines.product_id = size.product_id and order_lines.product_size_id = size.id
      where (${isCode('size.sku')} or ${isCode('size.barcode')}) and ${isAmong(sql`order_id`)}`
  }
  const printed = parseDocumentNumber(word.text)
  if (printed) {
    yield sql`
      select order_id from documents
      where upper(series || year) = ${printed.seriesAndYear} and number = ${printed.number} and number is not null
        and ${isAmong(sql`order_id`)}`
  }
  if (!findsByPayer) return
  yield ofUser(sql`users.search_email`)
  if (!hasTrigram(word.text)) return
  yield sql`select id from orders where ${isProviderId(sql`orders.provider_order_id`, 'order_', word)}`
  yield sql`select order_id from payments where ${isProviderId(sql`payments.id`, 'pay_', word)}`
  yield sql`
    select payments.order_id from refunds join payments on payments.id = refunds.payment_id
    where ${isProviderId(sql`refunds.provider_refund_id`, 'rfnd_', word)}`
}

/**
 * The CTE `chosen`: these columns of the orders that match and have every word of the search, their id among them. A
 * search runs once, for the page and its count.
 */
function chosenFrom(filter: OrderFilter, columns: RawBuilder<unknown>): RawBuilder<unknown> {
  const words = soughtWords(filter.search)
  const wanted = isWanted(filter)
  if (words.length === 0) return sql`chosen as not materialized (select ${columns} from orders where ${wanted})`
  const idsOf = (word: SoughtWord, isAmong?: Among) =>
    sql`select id from (${sql.join([...waysTo(word, filter, isAmong)], sql` union `)}) as ways (id)`
  // Only these are found by an index; the others are looked for in what these find.
  const parts = words.filter(({ as }) => as === 'part')
  const first = parts.length > 0 ? parts : words
  const rest = words.filter((word) => !first.includes(word))
  // An array is looked up in the index; a join would read all orders of a small shop.
  const isFound: Among = (id) => sql`${id} = any (array(select id from found))`
  const conditions = [wanted, ...rest.map((word) => sql`orders.id in (${idsOf(word, isFound)})`)]
  return sql`
    found as materialized (
      ${sql.join(
        first.map((word) => idsOf(word)),
        sql` intersect `,
      )}
    ),
    chosen as materialized (
      select ${columns} from orders where ${isFound(sql`orders.id`)} and ${sql.join(conditions, sql` and `)}
    )`
}

/** A page of orders. Chooses the ids first and then reads only those: a late page reads no more than the first. */
export async function listOrders(
  db: Db,
  filter: OrderFilter,
  { limit, offset, sort = 'newest' }: Window & { sort?: OrderSort | undefined },
): Promise<ListPage<OrderRow>> {
  const { key, direction } = SORTS[sort]
  const { rows } = await sql<OrderRow & { total: number }>`
    with ${chosenFrom(filter, sql`orders.id, ${key} as sort_key`)},
    page as materialized (
      select id from chosen order by sort_key ${direction}, id ${direction} limit ${limit} offset ${offset}
    ),
    counted as materialized (select count(*) as total from chosen)
    select ${ORDER_COLUMNS}, counted.total
    from counted
    left join orders on orders.id = any (array(select id from page))
    ${ORDER_JOINS}
    order by ${key} ${direction}, orders.id ${direction}`.execute(db)
  return pageOf(rows)
}

/**
 * The ids of the orders that match, sorted, at most `limit`. They come as one text, because rows of that number hold up
 * others.
 */
export async function listOrderIds(
  db: Db,
  filter: OrderFilter,
  { sort = 'newest', limit }: { sort?: OrderSort | undefined; limit: number },
): Promise<string[]> {
  const { key, direction } = SORTS[sort]
  const { rows } = await sql<{ ids: string | null }>`
    with ${chosenFrom(filter, sql`orders.id, ${key} as sort_key`)},
    listed as (select id, sort_key from chosen order by sort_key ${direction}, id ${direction} limit ${limit})
    select string_agg(id, ' ' order by sort_key ${direction}, id ${direction}) as ids from listed`.execute(db)
  return rows[0]?.ids?.split(' ') ?? []
}

/** How many orders there are in each status. A status without orders is missing. */
export async function countByStatus(db: Db, filter: Omit<OrderFilter, 'status'>): Promise<Map<OrderStatus, number>> {
  const { rows } = await sql<{ status: OrderStatus; count: number }>`
    with ${chosenFrom({ ...filter, status: undefined }, sql`orders.id, orders.status`)}
    select status, count(*) as count from chosen group by status`.execute(db)
  return new Map(rows.map(({ status, count }) => [status, count]))
}
