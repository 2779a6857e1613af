import { sql, type RawBuilder } from 'kysely'

import type { Db } from '#server/db/database.ts'

import { FIRSTNAMES, LASTNAMES, PINS_OF_A_PLACE, PLACES } from '#demo/synthetic-customers.ts'

/** How many orders each customer has. */
const ORDERS_EACH = 8
const MOST_SIZES = 5000

/** A number from 0 to below `choices` that only looks random: the same for the same place and purpose. */
const pick = (place: RawBuilder<unknown>, purpose: number, choices: number) =>
  sql`((hashint8(${place} * 64 + ${sql.lit(purpose)})::bigint & 2147483647) % ${sql.lit(choices)})::int`

const oneOf = (place: RawBuilder<unknown>, purpose: number, words: readonly string[]) =>
  sql`(array[${sql.join(words.map((word) => sql.lit(word)))}])[1 + ${pick(place, purpose, words.length)}]`

const orderId = (place: RawBuilder<unknown>) => sql`('5eed0d' || lpad(to_hex(${place}), 18, '0'))`
const userId = (place: RawBuilder<unknown>) => sql`('5eed0c' || lpad(to_hex(${place}), 18, '0'))`

/** How many synthetic orders there are; they have no gaps. */
export async function countSeededOrders(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from orders where id >= '5eed0d' and id < '5eed0e'`.execute(db)
  return rows[0]?.count ?? 0
}

const PLACE = sql`place`
const LIVES_IN = 9

async function insertCustomers(db: Db, from: number, to: number): Promise<void> {
  await sql`
    insert into users (id, firstname, lastname, email, email_key, phone, password_hash, created_at)
    select ${userId(PLACE)}, ${oneOf(PLACE, 1, FIRSTNAMES)}, ${oneOf(PLACE, 2, LASTNAMES)},
      'customer-' || place || '@example.com', 'customer-' || place || '@example.com',
      (7000000000 + ${pick(PLACE, 3, 1_000_000_000)})::text, 'none', now() - interval '400 days'
    from generate_series(${from}::bigint / ${ORDERS_EACH}, (${to}::bigint - 1) / ${ORDERS_EACH}) place
    on conflict do nothing`.execute(db)
}

/** The orders of this batch, in a table that ends with the transaction: everything else is made from it. */
async function draftOrders(db: Db, from: number, to: number): Promise<void> {
  await sql`
    create temporary table seeded_orders on commit drop as
    with aged as (
      select place,
        now() - interval '1 year' * (${pick(PLACE, 4, 1_000_000)} / 1000000.0) ^ 1.4 - interval '1 minute' as created_at
      from generate_series(${sql.lit(from)}::bigint, ${sql.lit(to - 1)}::bigint) place
    )
    select place, ${orderId(PLACE)} as id, 'order_seed' || place as provider_order_id, 'pay_seed' || place as payment_id,
      ${userId(sql`(place / ${sql.lit(ORDERS_EACH)})`)} as user_id, created_at,
      case
        when ${pick(PLACE, 5, 100)} < 6 then 'cancelled'
        when created_at > now() - interval '2 days' then 'order placed'
        when created_at > now() - interval '9 days' then 'shipped'
        else 'delivered'
      end as status
    from aged`.execute(db)
  await sql`
    create temporary table seeded_lines on commit drop as
    with sold as (
      select row_number() over (order by size.id) - 1 as number, size.id as product_size_id, size.size, products.id as product_id,
        products.name, products.price_paise, products.discounted_price_paise, products.paid_price_paise,
        case when exists (select from product_images where product_id = products.id)
          then '/api/products/image/' || products.id || '/0' end as image
      from (select * from product_sizes order by id limit ${MOST_SIZES}) size
      join products on products.id = size.product_id and products.is_on_sale
    ),
    wanted as (
      select id as checkout_id, line as position, 1 + ${pick(sql`(place * 4 + line)`, 7, 2)} as quantity,
        -- The lines of one order stand well apart, so that none is the same size twice.
        (${pick(PLACE, 6, 1_000_000)} + line * 17) % (select count(*) from sold) as number
      from seeded_orders, generate_series(0, ${pick(PLACE, 8, 3)}) line
    )
    select distinct on (checkout_id, sold.product_size_id) wanted.checkout_id, wanted.position, wanted.quantity,
      sold.product_id, sold.product_size_id, sold.name, sold.size, sold.price_paise, sold.discounted_price_paise,
      sold.paid_price_paise, sold.image
    from wanted join sold using (number)
    order by checkout_id, sold.product_size_id, wanted.position`.execute(db)
  await sql`
    alter table seeded_orders add column total_paise bigint, add column address jsonb`.execute(db)
  await sql`
    update seeded_orders set
      total_paise = (
        select sum(paid_price_paise * quantity) from seeded_lines where checkout_id = seeded_orders.id
      ),
      address = (
        select jsonb_build_object(
          'fullName', firstname || ' ' || lastname, 'phone', phone, 'street', (1 + place % 200) || ', Lake Road',
          'city', ${oneOf(
            PLACE,
            LIVES_IN,
            PLACES.map(({ city }) => city),
          )}, 'state', ${oneOf(
            PLACE,
            LIVES_IN,
            PLACES.map(({ state }) => state),
          )}, 'pincode', (${oneOf(
            PLACE,
            LIVES_IN,
            PLACES.map(({ pin }) => String(pin)),
          )}::int + ${pick(PLACE, 10, PINS_OF_A_PLACE)})::text
        )
        from users where users.id = user_id
      )`.execute(db)
}

const LINE = sql`
  position, product_id, product_size_id, name, size, price_paise, discounted_price_paise, paid_price_paise, quantity, image`

async function insertRecords(db: Db): Promise<void> {
  await sql`
    insert into checkouts (
      id, user_id, status, fingerprint, provider_order_id, total_paise, address, hold_expires_at, created_at, paid_by,
      is_sandbox
    )
    select id, user_id, 'paid', 'seed', provider_order_id, total_paise, address, created_at + interval '10 minutes',
      created_at, payment_id, true
    from seeded_orders`.execute(db)
  await sql`insert into checkout_lines (checkout_id, ${LINE}) select checkout_id, ${LINE} from seeded_lines`.execute(db)
  await sql`
    insert into orders (id, checkout_id, user_id, provider_order_id, status, total_paise, address, created_at, is_sandbox)
    select id, id, user_id, provider_order_id, status, total_paise, address, created_at, true from seeded_orders`.execute(
    db,
  )
  await sql`
    insert into order_lines (id, order_id, ${LINE})
    select checkout_id || '-' || position, checkout_id, ${LINE} from seeded_lines`.execute(db)
  await sql`
    insert into payments (id, checkout_id, order_id, amount_paise, status, created_at, updated_at, is_sandbox)
    select payment_id, id, id, total_paise, 'captured', created_at, created_at, true from seeded_orders`.execute(db)
  await sql`
    insert into refunds (id, payment_id, order_id, amount_paise, reason, status, provider_refund_id, created_at, updated_at)
    select 'refund-' || id, payment_id, id, total_paise, 'order cancelled', 'processed', 'rfnd_seed' || place,
      least(now(), created_at + interval '1 hour'), least(now(), created_at + interval '2 hours')
    from seeded_orders where status = 'cancelled'`.execute(db)
}

/**
 * The emulated provider's books of the same payments, so that a comparison finds nothing and an order can be refunded.
 */
async function insertProviderBooks(db: Db): Promise<void> {
  await sql`
    insert into sandbox_orders (
      id, amount_paise, amount_paid_paise, receipt, notes, status, attempts, is_auto_captured, created_at
    )
    select provider_order_id, total_paise, total_paise, id, '{}', 'paid', 1, true, created_at from seeded_orders`.execute(
    db,
  )
  await sql`
    insert into sandbox_payments (
      id, order_id, amount_paise, amount_refunded_paise, status, method, has_webhooks, created_at
    )
    select payment_id, provider_order_id, total_paise, case when status = 'cancelled' then total_paise else 0 end,
      case when status = 'cancelled' then 'refunded' else 'captured' end, 'upi', false, created_at
    from seeded_orders`.execute(db)
  await sql`
    insert into sandbox_refunds (id, payment_id, amount_paise, status, notes, request, created_at)
    select 'rfnd_seed' || place, payment_id, total_paise, 'processed', '{}', '', least(now(), created_at + interval '1 hour')
    from seeded_orders where status = 'cancelled'`.execute(db)
}

/**
 * When each order took each of its steps, with their audit rows, and the moves of stock. Nobody gets a mail about them.
 */
async function insertSteps(db: Db): Promise<void> {
  await sql`
    insert into order_steps (order_id, status, at)
    select id, step.status, least(now(), created_at + step.after)
    from seeded_orders join (values
      ('order placed', 'order placed', interval '0'), ('shipped', 'order placed', interval '0'),
      ('shipped', 'shipped', interval '1 day'), ('delivered', 'order placed', interval '0'),
      ('delivered', 'shipped', interval '1 day'), ('delivered', 'delivered', interval '5 days'),
      ('cancelled', 'order placed', interval '0'), ('cancelled', 'cancelled', interval '1 hour')
    ) step (reached, status, after) on step.reached = seeded_orders.status`.execute(db)
  await sql`
    insert into audit_log (action, subject_type, subject_id, after, at)
    select * from (
      select 'order.' || replace(step.status, 'order ', ''), 'order', id, jsonb_build_object('status', step.status), step.at
      from seeded_orders join order_steps step on step.order_id = id
      union all
      select 'payment.captured', 'payment', payment_id, jsonb_build_object('amountPaise', total_paise), created_at
      from seeded_orders
      union all
      select 'refund.requested', 'refund', 'refund-' || id, jsonb_build_object('amountPaise', total_paise),
        created_at + interval '1 hour'
      from seeded_orders where status = 'cancelled'
    ) entries (action, subject_type, subject_id, after, at)
    order by at`.execute(db)
  await sql`
    insert into stock_ledger (product_size_id, from_place, to_place, quantity, reason, checkout_id, created_at)
    select product_size_id, from_place, to_place, quantity, reason, case when reason <> 'correction' then checkout_id end,
      least(now(), created_at + move.after)
    from seeded_orders join seeded_lines on checkout_id = id join (values
      ('hold', 'shelf', 'held', interval '0', array['order placed', 'shipped', 'delivered', 'cancelled']),
      ('correction', 'supplier', 'shelf', interval '1 hour', array['order placed', 'shipped', 'delivered']),
      ('cancellation', 'held', 'shelf', interval '1 hour', array['cancelled']),
      ('shipping', 'held', 'parcel', interval '1 day', array['shipped', 'delivered']),
      ('delivery', 'parcel', 'customer', interval '5 days', array['delivered'])
    ) move (reason, from_place, to_place, after, statuses) on status = any(move.statuses)
    order by move.after`.execute(db)
}

/**
 * Inserts the synthetic orders with the numbers from `from` to below `to`, the same ones every time, with all that
 * belongs to them: customers, frozen lines, payments, refunds, the emulated provider's books of them, steps, audit rows
 * and the stock ledger, in which as much comes in as goes out. Call it in a transaction, in a shop that has products.
 */
export async function insertSeededOrders(db: Db, from: number, to: number): Promise<void> {
  await insertCustomers(db, from, to)
  await draftOrders(db, from, to)
  await insertRecords(db)
  await insertProviderBooks(db)
  await insertSteps(db)
}

const TABLES = [
  'users',
  'checkouts',
  'checkout_lines',
  'orders',
  'order_lines',
  'order_steps',
  'payments',
  'refunds',
  'sandbox_orders',
  'sandbox_payments',
  'sandbox_refunds',
  'stock_ledger',
  'audit_log',
]

/** Tells the planner what the tables hold now. */
export async function tidyOrderTables(db: Db): Promise<void> {
  for (const table of TABLES) await sql`vacuum analyze ${sql.table(table)}`.execute(db)
}
