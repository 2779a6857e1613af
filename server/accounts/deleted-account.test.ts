import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { addProduct } from '#test/factories.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop()
  await sql`
    create function lose_account() returns trigger language plpgsql as $$
    begin
      delete from users where id = new.user_id;
      return new;
    end
    $$`.execute(shop.db)
})
afterEach(async () => {
  for (const table of ['cart_lines', 'idempotency_keys', 'checkouts', 'sessions']) {
    await sql`drop trigger if exists account_lost on ${sql.table(table)}`.execute(shop.db)
  }
})
afterAll(() => shop.close())

/** From now on an account is deleted at the moment in which something of it is written to this table. */
const loseAccountAt = (table: string) =>
  sql`create trigger account_lost before insert on ${sql.table(table)}
    for each row execute function lose_account()`.execute(shop.db)

const SIGNED_OUT = { status: 401, code: 'unauthenticated', message: 'Please Login to Continue' }

test('whoever is deleted while adding to the cart is signed out, with and without a key', async () => {
  const product = await addProduct(shop.db)
  const [plain, keyed] = [await shop.customer(), await shop.customer()]
  await loseAccountAt('cart_lines')
  await expect(plain.api.addToCart(product.id)).rejects.toMatchObject(SIGNED_OUT)
  await sql`drop trigger account_lost on cart_lines`.execute(shop.db)
  await loseAccountAt('idempotency_keys')
  const answer = await keyed.fetch(`/api/cart/add/${product.id}`, { headers: { 'idempotency-key': 'one' } })
  expect(answer.status).toBe(401)
})

test('whoever is deleted while starting to pay is signed out, and no stock stays held', async () => {
  const product = await addProduct(shop.db, { stock: 3 })
  const customer = await shop.customer()
  await customer.api.addToCart(product.id)
  await loseAccountAt('checkouts')
  await expect(customer.api.startPayment()).rejects.toMatchObject({ status: 401, code: 'unauthenticated' })
  const { rows } = await sql<{ stock: number }>`
    select stock from product_sizes where product_id = ${product.id}`.execute(shop.db)
  expect(rows).toEqual([{ stock: 3 }])
})

test('whoever is deleted while signing in is not signed in', async () => {
  const { user, password } = await shop.customer()
  await loseAccountAt('sessions')
  const visitor = shop.visitor()
  await expect(visitor.api.login({ email: user.email, password })).rejects.toMatchObject({ status: 401 })
  expect(visitor.cookies.size).toBe(0)
})
