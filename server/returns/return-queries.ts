import { sql, type RawBuilder } from 'kysely'

import type { LineReason } from '#contract/returns/return-reasons.ts'
import type { PieceCondition, PiecePlace } from '#contract/returns/piece-conditions.ts'
import type { RETURN_ORIGINS, ReturnStatus, ReturnWait } from '#contract/states/return-states.ts'
import type { WAYS_BACK } from '#contract/returns/ways-back.ts'
import type { Db } from '#server/db/database.ts'
import type { PaidWith } from '#server/returns/credit-share.ts'

import { isShopsFault, NOT_DELIVERED, RETURN_REASONS } from '#contract/returns/return-reasons.ts'
import { LAST_TO_SEND, SETTLED_STATUSES } from '#contract/states/return-states.ts'
import { fullName } from '#server/db/full-name.ts'
import { pageOf, type ListPage, type Window } from '#server/db/pagination.ts'
import { hasWord, soughtWords } from '#server/db/text-contains.ts'
import { FIRST_JOIN, gone, LEFT } from '#server/returns/money-left-queries.ts'
import { PARCEL, PARCEL_CONDITIONS, type ReturnParcelRow } from '#server/returns/return-parcel-queries.ts'

/** A line of an order in a return. */
export interface ReturnLineRow {
  id: string
  productId: string
  productSizeId: string
  name: string
  image: string | null
  size: string
  quantity: number
  reason: LineReason
  note: string | null
  /** The size that is wanted in place of money, and how many pieces of it are held. */
  exchangeSizeId: string | null
  exchangeSize: string | null
  held: number
  /** A discount took its whole price off: no money is due for it. */
  isFree: boolean
  /** Pieces that go back to the customer, whose money is not settled. */
  sentBack: number
  /** By money, or by another size. */
  settled: number
  exchanged: number
  settledPaise: number
  /** What the pieces cost that are neither settled nor sent back. */
  openPaise: number
  /** What the pieces cost that go back to the customer. */
  sentBackPaise: number
  /** What the pieces cost for which another size is held. */
  heldPaise: number
  inspected: { condition: PieceCondition; goesTo: PiecePlace; quantity: number }[]
}

/** A return with everything that is shown of it. */
export interface ReturnRow extends PaidWith {
  id: string
  orderId: string
  /** The order whose payment gives money back: of an exchange the first one, else its own. `PaidWith` is of it. */
  firstOrderId: string
  userId: string
  status: ReturnStatus
  origin: (typeof RETURN_ORIGINS)[number]
  wayBack: (typeof WAYS_BACK)[number] | null
  askedAt: Date
  receivedAt: Date | null
  refusal: string | null
  hasRefundTo: boolean
  /** The money becomes store credit. */
  asCredit: boolean
  /** The order that was paid first is paid at the door. */
  isCash: boolean
  heldUntil: Date | null
  /** The order of the other sizes; null until they have left. */
  sentOrderId: string | null
  isSandbox: boolean
  /** What of the order's money is neither back nor on its way; of an exchange at most what the first order has. */
  leftPaise: number
  /** What of the order's fees goes back with its last piece: all, where only the shop's faults brought them back. */
  feesPaise: number
  /** Pieces of the order that cost something and are neither cancelled nor settled. */
  unsettledOfOrder: number
  /** What was given back so far, fees with it. */
  refundedPaise: number
  lines: ReturnLineRow[]
  steps: { status: ReturnStatus; at: string }[]
  /** The payments that were made by hand. */
  payments: { amountPaise: number; creditPaise: number; reference: string; at: string }[]
  pictures: number
  /** Null where no courier is booked. */
  parcel: ReturnParcelRow | null
  firstname: string
  lastname: string
  email: string
  phone: string
}

const REASONS: readonly LineReason[] = [...RETURN_REASONS, NOT_DELIVERED]
const FAULTS = REASONS.filter((reason) => isShopsFault(reason))
const list = (values: readonly string[]) => sql.join(values.map((value) => sql.lit(value)))

const FEES = sql`case when exists (
  select from return_lines line join returns other on other.id = line.return_id
  where other.order_id = orders.id and other.status not in ('refused', 'withdrawn') and line.reason not in (${list(FAULTS)})
) then 0 else fees_paise(orders.fees) - coalesce((select sum(fees_paise) from settlements where order_id = orders.id), 0)::bigint end`

const isFree = (line: string) =>
  sql`(${sql.ref(`${line}.discount_paise`)} = ${sql.ref(`${line}.paid_price_paise`)} * ${sql.ref(`${line}.quantity`)})`
const OPEN = sql`(line.quantity - found.sent_back - coalesce(done.quantity, 0) - line.held)::integer`
const BEFORE = sql`line_of_order.cancelled + line_of_order.settled`
const priced = (before: RawBuilder<unknown>, pieces: RawBuilder<unknown>) => sql`paise_of_pieces(
  line_of_order.paid_price_paise, line_of_order.discount_paise, line_of_order.quantity, ${before}, ${pieces}
)`

const LINES = sql`(
  select json_agg(
    json_build_object(
      'id', line.order_line_id, 'productId', line_of_order.product_id, 'productSizeId', line_of_order.product_size_id,
      'name', line_of_order.name, 'image', line_of_order.image, 'size', line_of_order.size, 'quantity', line.quantity,
      'reason', line.reason, 'note', line.note,
      'exchangeSizeId', line.exchange_size_id, 'held', line.held, 'exchanged', coalesce(done.exchanged, 0),
      'exchangeSize', (select size from product_sizes where product_sizes.id = line.exchange_size_id),
      'isFree', ${isFree('line_of_order')}, 'sentBack', found.sent_back, 'settled', coalesce(done.quantity, 0), 'settledPaise', coalesce(done.paise, 0),
      'openPaise', ${priced(BEFORE, OPEN)}, 'sentBackPaise', ${priced(sql`${BEFORE} + ${OPEN}`, sql`found.sent_back`)},
      'heldPaise', ${priced(sql`${BEFORE} + ${OPEN} + found.sent_back`, sql`line.held`)},
      'inspected', found.pieces
    )
    order by line_of_order.position
  )
  from return_lines line
  join order_lines line_of_order on line_of_order.id = line.order_line_id
  cross join lateral (
    select coalesce(sum(quantity) filter (where goes_to = 'sent back'), 0)::integer as sent_back,
      coalesce(json_agg(
        json_build_object('condition', condition, 'goesTo', goes_to, 'quantity', quantity) order by condition, goes_to
      ), '[]') as pieces
    from inspected_pieces
    where inspected_pieces.return_id = line.return_id and inspected_pieces.order_line_id = line.order_line_id
  ) found
  left join lateral (
    select sum(piece.quantity)::integer as quantity, sum(piece.amount_paise)::bigint as paise,
      coalesce(sum(piece.quantity) filter (where settlements.kind = 'exchange'), 0)::integer as exchanged
    from settled_pieces piece join settlements on settlements.id = piece.settlement_id
    where settlements.return_id = line.return_id and piece.order_line_id = line.order_line_id
  ) done on true
  where line.return_id = returns.id
)`

/** The columns of a `ReturnRow`, from `returns` with `RETURN_JOINS`. */
const RETURN_COLUMNS = sql`
  returns.id, returns.order_id, orders.user_id, returns.status, returns.origin, returns.way_back, returns.asked_at, returns.received_at,
  returns.refund_to is not null as has_refund_to, returns.as_credit, returns.held_until, first.id as first_order_id, first.is_cash,
  (select id from orders sent where sent.exchange_of = returns.id) as sent_order_id, orders.is_sandbox, first.total_paise, first.credit_paise, ${gone('first')} as gone_paise, ${LEFT} as left_paise, ${FEES} as fees_paise,
  (
    select coalesce(sum(quantity - cancelled - settled), 0)::integer from order_lines
    where order_lines.order_id = orders.id and not ${isFree('order_lines')}
  ) as unsettled_of_order,
  coalesce((select sum(amount_paise) from settlements where return_id = returns.id and kind <> 'exchange'), 0)::bigint as refunded_paise,
  (select reason from return_steps where return_id = returns.id and return_steps.status = 'refused') as refusal,
  ${LINES} as lines,
  (
    select json_agg(json_build_object('status', step.status, 'at', step.at) order by step.at)
    from return_steps step where step.return_id = returns.id
  ) as steps,
  (
    select coalesce(json_agg(
      json_build_object('amountPaise', amount_paise - coalesce(returned_credit_paise, 0), 'creditPaise', coalesce(returned_credit_paise, 0), 'reference', reference, 'at', at) order by at, id
    ), '[]')
    from settlements where return_id = returns.id and kind = 'by hand'
  ) as payments,
  (select count(*)::integer from return_pictures where return_id = returns.id) as pictures, ${PARCEL} as parcel,
  users.firstname, users.lastname, users.email, users.phone`

const RETURN_JOINS = sql`
  left join orders on orders.id = returns.order_id
  ${FIRST_JOIN}
  left join users on users.id = orders.user_id`

async function listWhere(db: Db, chosen: RawBuilder<unknown>): Promise<ReturnRow[]> {
  const { rows } = await sql<ReturnRow>`
    select ${RETURN_COLUMNS} from returns ${RETURN_JOINS} where ${chosen}
    order by returns.asked_at, returns.id`.execute(db)
  return rows
}

/** A return by its id; with `userId` only that customer's own. */
export async function findReturn(
  db: Db,
  { returnId, orderId, userId }: { returnId: string; orderId?: string | undefined; userId?: string | undefined },
): Promise<ReturnRow | undefined> {
  const isOwn = userId === undefined ? sql`true` : sql`orders.user_id = ${userId}`
  const isOfOrder = orderId === undefined ? sql`true` : sql`returns.order_id = ${orderId}`
  const [row] = await listWhere(db, sql`returns.id = ${returnId} and ${isOwn} and ${isOfOrder}`)
  return row
}

/** The returns of an order, the oldest first. */
export const listReturnsOf = (db: Db, orderId: string): Promise<ReturnRow[]> =>
  listWhere(db, sql`returns.order_id = ${orderId}`)

/** Returns with these ids, in any order. */
export const listReturnsById = (db: Db, ids: readonly string[]): Promise<ReturnRow[]> =>
  listWhere(db, sql`returns.id = any (${ids}::text[])`)

/** A customer's returns, the oldest first. */
export const listReturnsOfCustomer = (db: Db, userId: string): Promise<ReturnRow[]> =>
  listWhere(db, sql`orders.user_id = ${userId}`)

/** Pieces that cost something and are neither settled nor sent back, of which the order has money left. */
const IS_DUE = sql`(
  returns.status in (${list(SETTLED_STATUSES)})
  and exists (
    select from return_lines line join order_lines line_of_order on line_of_order.id = line.order_line_id
    where line.return_id = returns.id and not ${isFree('line_of_order')} and line.quantity - line.held > coalesce((
      select sum(piece.quantity) from settled_pieces piece join settlements on settlements.id = piece.settlement_id
      where settlements.return_id = line.return_id and piece.order_line_id = line.order_line_id
    ), 0) + coalesce((
      select sum(found.quantity) from inspected_pieces found
      where found.return_id = line.return_id and found.order_line_id = line.order_line_id and found.goes_to = 'sent back'
    ), 0)
  )
  and ${LEFT} > 0
)`

const WAITS: Record<ReturnWait, RawBuilder<unknown>> = {
  approve: sql`returns.status = 'asked'`,
  receive: sql`returns.status in ('approved', 'on its way')`,
  inspect: sql`returns.status = 'received'`,
  refund: sql`returns.status in ('received', 'inspected') and ${IS_DUE}`,
  exchange: sql`returns.held_until is not null and returns.status in (${list(LAST_TO_SEND)})`,
  undelivered: sql`(returns.status = 'lost' or (returns.status = 'on its way' and returns.origin = 'parcel refused')) and ${IS_DUE}`,
  ...PARCEL_CONDITIONS,
}

export interface ReturnFilter {
  status?: ReturnStatus | undefined
  waits?: ReturnWait | undefined
  search?: string | undefined
}

/** A page of all returns, the newest first. */
export async function listReturns(
  db: Db,
  { status, waits, search, limit, offset }: ReturnFilter & Window,
): Promise<ListPage<ReturnRow>> {
  const conditions = [sql`true`]
  if (status !== undefined) conditions.push(sql`returns.status = ${status}`)
  if (waits !== undefined) conditions.push(WAITS[waits])
  for (const word of soughtWords(search)) {
    conditions.push(
      sql`(returns.id = ${word.text} or returns.order_id = ${word.text} or ${hasWord(sql`users.search_text`, word)})`,
    )
  }
  const wanted = sql`from returns ${RETURN_JOINS} where ${sql.join(conditions, sql` and `)}`
  const { rows } = await sql<ReturnRow & { total: number }>`
    with page as materialized (
      select returns.id ${wanted} order by returns.asked_at desc, returns.id desc limit ${limit} offset ${offset}
    ),
    counted as materialized (select count(*) as total ${wanted})
    select ${RETURN_COLUMNS}, counted.total
    from counted left join returns on returns.id = any (array(select id from page)) ${RETURN_JOINS}
    order by returns.asked_at desc, returns.id desc`.execute(db)
  return pageOf(rows)
}

/** Longer than anybody waits for their money. */
const COUNTED_DAYS = 180

type WaitingCounts = Record<ReturnWait | 'overdue', number>

/**
 * How many returns wait for what; those of the sandbox only where it is in use. `overdue` are those to be refunded that
 * arrived `days` days ago.
 */
export async function countWaiting(
  db: Db,
  { hasSandbox, days }: { hasSandbox: boolean; days: number },
): Promise<Omit<WaitingCounts, 'receive'>> {
  const count = (waits: RawBuilder<unknown>) => sql`(
    select count(*)::integer from returns join orders on orders.id = returns.order_id ${FIRST_JOIN}
    where ${waits} and (${hasSandbox}::boolean or not orders.is_sandbox)
  )`
  const arrived = (
    after: number,
  ) => sql`${WAITS.refund} and received_at > now() - make_interval(days => ${COUNTED_DAYS})
    and received_at <= now() - make_interval(days => ${after})`
  const { rows } = await sql<Omit<WaitingCounts, 'receive'>>`
    select ${count(WAITS.approve)} as approve, ${count(WAITS.inspect)} as inspect, ${count(arrived(0))} as refund,
      ${count(arrived(days))} as overdue, ${count(WAITS.exchange)} as exchange, ${count(WAITS.undelivered)} as undelivered,
      ${count(WAITS.arrived)} as arrived, ${count(WAITS.parcel)} as parcel`.execute(db)
  return (
    rows[0] ?? { approve: 0, inspect: 0, refund: 0, overdue: 0, exchange: 0, undelivered: 0, arrived: 0, parcel: 0 }
  )
}

/** Who took the steps of a return. */
export async function listActors(db: Db, returnId: string): Promise<{ status: ReturnStatus; name: string }[]> {
  const { rows } = await sql<{ status: ReturnStatus; name: string }>`
    select step.status, ${fullName('actor')} as name
    from return_steps step join users actor on actor.id = step.actor_id
    where step.return_id = ${returnId} order by step.at`.execute(db)
  return rows
}
