import { sql } from 'kysely'
import { pino } from 'pino'

import type { Db, OpenDatabase } from '#server/db/database.ts'

import { settlePayment } from '#server/orders/settle-payment.ts'
import { openSettings } from '#server/settings/current-settings.ts'
import { followTags } from '#server/cache/tags.ts'

import { buyOne } from './buyer.ts'
import { onEachEngine } from './engines.ts'
import { once, playRounds, type Figure } from './figures.ts'
import { shareOut } from './load.ts'
import { withShop } from './shop.ts'

const AT_ONCE = 64
const ORDERS_A_ROUND = 192
const PRICE_PAISE = 99_900

/**
 * New customers for a round, each with a checkout of one line that waits for its payment and the same line in the cart.
 */
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
    insert into checkout_lines (
      checkout_id, position, product_id, product_size_id, name, size, price_paise, paid_price_paise, quantity
    )
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
      insert into order_lines (
        id, order_id, position, product_id, product_size_id, name, size, price_paise, paid_price_paise, quantity
      )
      select checkout_id || position, checkout_id, position, product_id, product_size_id, name, size, price_paise,
        paid_price_paise, quantity
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

async function measurePlacing(name: string, database: OpenDatabase, productId: string, rounds: number) {
  const { db } = database
  const tags = await followTags(database)
  const settings = await openSettings({ db, tags, log: pino({ level: 'silent' }) }, {})
  const placeByShop = (id: string) => {
    const payment = { id: `pay_${id}`, amountPaise: PRICE_PAISE, status: 'captured' } as const
    return settlePayment({ db, tags, settings, publicUrl: () => 'http://localhost' }, id, payment)
  }
  const perSecond = async (prefix: string, place: (id: string) => Promise<unknown>) => {
    const ids = await openCheckouts(db, productId, prefix)
    return ids.length / (await shareOut(ids, Array.from({ length: AT_ONCE }), (_, id) => place(id)))
  }
  const figures = await playRounds(rounds, name, async (round) => {
    const bare = await perSecond(`bare${round}-`, (id) => placeBare(db, id))
    const shop = await perSecond(`shop${round}-`, placeByShop)
    return {
      'orders placed': [shop, '/s', `${AT_ONCE} at once, settlePayment() alone`],
      "a bare script's": [bare, '/s', 'the same writes as plain statements, in the same rounds'],
      'of the bare script': [shop / bare, '×'],
    }
  })
  await settings.close()
  await tags.close()
  return figures
}

/** Placing orders: how many a second beside a bare script of the same writes, and many buyers at once. */
export const orders = onEachEngine(async ({ name, createDatabase }, { rounds, say }) => {
  const figures: Figure[] = []
  const fill = async (database: OpenDatabase, productIds: readonly string[]) => {
    figures.push(...(await measurePlacing(name, database, productIds[0] ?? '', rounds)))
  }
  const inputs = { databaseUrl: await createDatabase(), products: 1, buyers: AT_ONCE, plenty: AT_ONCE, fill }
  await withShop(inputs, async ({ customers, plenty }) => {
    const begin = performance.now()
    const outcomes = await Promise.allSettled(customers.map((buyer, index) => buyOne(buyer, plenty[index] ?? '')))
    const seconds = (performance.now() - begin) / 1000
    const failed = outcomes.filter(({ status }) => status === 'rejected').length
    const note = 'whole purchases, all at once, in a shop just opened'
    figures.push(once(`${name}, ${AT_ONCE} buyers, failed`, '', failed, note))
    figures.push(once(`${name}, ${AT_ONCE} buyers, all served`, 's', seconds))
  })
  say(name)
  return figures
})
