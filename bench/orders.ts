import { sql } from 'kysely'

import type { Db } from '#server/db/open.ts'
import type { BenchEngine, Circumstances } from './benchmark.ts'

import { settle } from '#server/orders/settle.ts'
import { followTags } from '#server/cache/tags.ts'
import { createBuyers, purchaseOne } from './buying.ts'
import { figure, type Figure } from './figures.ts'
import { onEachEngine } from './on-each-engine.ts'
import { openPrepared, prepareShop, type PreparedShop } from './prepare.ts'
import { startShop } from './programs.ts'

const AT_ONCE = 64
const ORDERS_A_ROUND = 192
const PRICE_PAISE = 99_900

/** So many customers, each with a checkout of one line that waits for its payment and the same line in the cart. */
async function openCheckouts(db: Db, productId: string, prefix: string): Promise<string[]> {
  const numbers = sql`generate_series(1, ${ORDERS_A_ROUND}::integer) as number`
  const id = sql`${prefix}::text || number`
  await sql`
    insert into users (id, firstname, lastname, email, email_key, phone, password_hash)
    select ${id}, 'Asha', 'Rao', ${id}, ${id}, '9876543210', 'none' from ${numbers}`.execute(db)
  await sql`
    insert into checkouts (id, user_id, status, fingerprint, provider_order_id, total_paise, hold_expires_at)
    select ${id}, ${id}, 'open', 'bench', 'order_' || ${id}, ${PRICE_PAISE}::bigint, now() + interval '15 minutes'
    from ${numbers}`.execute(db)
  await sql`
    insert into checkout_lines (checkout_id, position, product_id, product_size_id, name, size, price_paise, paid_price_paise, quantity)
    select ${id}, 0, size.product_id, size.id, 'Bench', '', ${PRICE_PAISE}::bigint, ${PRICE_PAISE}::bigint, 1
    from ${numbers}, product_sizes size where size.product_id = ${productId}`.execute(db)
  await sql`
    insert into cart_lines (id, user_id, product_id, product_size_id, quantity)
    select ${id}, ${id}, size.product_id, size.id, 1
    from ${numbers}, product_sizes size where size.product_id = ${productId}`.execute(db)
  return Array.from({ length: ORDERS_A_ROUND }, (_, index) => `${prefix}${index + 1}`)
}

/** What placing an order writes, as the plain statements of a script, in one transaction. */
async function placeBare(db: Db, id: string): Promise<void> {
  await db.transaction().execute(async (db) => {
    await sql`select from checkouts where id = ${id} for update`.execute(db)
    await sql`update checkouts set status = 'paid', paid_by = 'pay_' || id where id = ${id}`.execute(db)
    await sql`
      insert into orders (id, checkout_id, user_id, provider_order_id, status, total_paise)
      select id, id, user_id, provider_order_id, 'order placed', total_paise from checkouts where id = ${id}`.execute(
      db,
    )
    await sql`
      insert into order_lines (id, order_id, position, product_id, product_size_id, name, size, price_paise, paid_price_paise, quantity)
      select checkout_id || position, checkout_id, position, product_id, product_size_id, name, size, price_paise, paid_price_paise, quantity
      from checkout_lines where checkout_id = ${id}`.execute(db)
    await sql`insert into order_steps (order_id, status, actor_id) values (${id}, 'order placed', ${id})`.execute(db)
    await sql`
      insert into payments (id, checkout_id, order_id, amount_paise, status)
      values ('pay_' || ${id}, ${id}, ${id}, ${PRICE_PAISE}, 'captured')`.execute(db)
    await sql`
      insert into audit_log (actor_id, action, subject_type, subject_id)
      values (${id}, 'order.placed', 'order', ${id}), (null, 'payment.captured', 'payment', 'pay_' || ${id})`.execute(
      db,
    )
    await sql`delete from cart_lines where user_id = ${id}`.execute(db)
  })
}

async function perSecond(ids: readonly string[], place: (id: string) => Promise<unknown>): Promise<number> {
  const waiting = [...ids]
  const begin = performance.now()
  const placeAll = async () => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) await place(id)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, placeAll))
  return ids.length / ((performance.now() - begin) / 1000)
}

async function measurePlacing(
  name: BenchEngine['name'],
  { settings, plenty: [productId = ''] }: PreparedShop,
  { rounds }: Circumstances,
): Promise<Figure[]> {
  const database = await openPrepared(settings)
  const { db } = database
  const tags = await followTags(database)
  const pay = (id: string) =>
    settle({ db, tags }, id, { id: `pay_${id}`, amountPaise: PRICE_PAISE, status: 'captured' })
  const shop: number[] = []
  const bare: number[] = []
  try {
    await perSecond(await openCheckouts(db, productId, 'warm'), pay)
    await perSecond(await openCheckouts(db, productId, 'warm-bare'), (id) => placeBare(db, id))
    while (shop.length < rounds) {
      const round = shop.length
      bare.push(await perSecond(await openCheckouts(db, productId, `bare${round}-`), (id) => placeBare(db, id)))
      shop.push(await perSecond(await openCheckouts(db, productId, `shop${round}-`), pay))
    }
  } finally {
    await tags.close()
    await database.close()
  }
  const shares = shop.map((speed, round) => speed / (bare[round] ?? Number.NaN))
  return [
    figure(`${name}, orders placed`, '/s', shop, `${AT_ONCE} at once, settle() alone`),
    figure(`${name}, a bare script's`, '/s', bare, 'the same writes as plain statements, in the same rounds'),
    figure(`${name}, of the bare script`, '', shares),
  ]
}

async function measureBuyers(name: BenchEngine['name'], prepared: PreparedShop): Promise<Figure[]> {
  const shop = await startShop(prepared.settings)
  const buyers = createBuyers(shop.origin, prepared.buyers)
  try {
    const begin = performance.now()
    const outcomes = await Promise.allSettled(
      buyers.map((buyer, index) => purchaseOne(buyer, prepared.plenty[index] ?? '')),
    )
    const seconds = (performance.now() - begin) / 1000
    const failed = outcomes.filter(({ status }) => status === 'rejected').length
    return [
      figure(`${name}, ${AT_ONCE} buyers, failed`, '', [failed], 'whole purchases, all at once, in a shop just opened'),
      figure(`${name}, ${AT_ONCE} buyers, all served`, 's', [seconds]),
    ]
  } finally {
    for (const { caller } of buyers) caller.close()
    await shop.stop()
  }
}

async function measure(engine: BenchEngine, circumstances: Circumstances): Promise<Figure[]> {
  const databaseUrl = await engine.createDatabase()
  const prepared = await prepareShop({ databaseUrl, products: 1, buyers: AT_ONCE, plenty: AT_ONCE })
  try {
    const placing = await measurePlacing(engine.name, prepared, circumstances)
    const buyers = await measureBuyers(engine.name, prepared)
    circumstances.say(engine.name)
    return [...placing, ...buyers]
  } finally {
    await prepared.remove()
  }
}

/** Placing orders: how many a second beside a bare script of the same writes, and a crowd of buyers at once. */
export const orders = onEachEngine(measure)
