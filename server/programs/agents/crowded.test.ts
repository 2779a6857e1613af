import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import {
  CROWDED_MINUTES,
  MAX_ANSWERS,
  MAX_CHOICES,
  MAX_TAKEN,
  TAKES_PER_MINUTE,
} from '#server/programs/agents/agent-limits.ts'
import { createAgent, tokenIn } from '#test/agent.ts'
import { addProduct } from '#test/factories.ts'
import { signedIn } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let agent: ReturnType<typeof createAgent>
let medium: string
beforeAll(async () => {
  shop = await startShop()
  agent = createAgent(shop)
  medium = `${(await addProduct(shop.db, { sizes: { M: 20 } })).id}-M`
})
afterAll(() => shop.close())

const lines = (id: string, quantity: number) => ({ line_items: [{ item: { id }, quantity }] })

/** As many carts that nobody takes over as one network makes in some hours, and as many answers. */
async function crowd(count: number, isTaken = false): Promise<void> {
  const taker = isTaken ? (await signedIn(shop)).id : null
  await sql`
    insert into agent_choices (id, kind, token, lines, expires_at, taken_by, taken_at)
    select 'crowd' || n, 'cart', 'crowd' || n, '[]', now() + interval '1 day', ${taker}, case when ${isTaken}::boolean then now() end
    from generate_series(1, ${count}::integer) n`.execute(shop.db)
}
const disperse = () => sql`delete from agent_choices where id like 'crowd%'`.execute(shop.db)
const minutesLeft = ({ expires_at }: { expires_at: string }) => (Date.parse(expires_at) - Date.now()) / 60_000

test('whoever makes carts all day leaves room for others: what is new is kept shortly once there are many', async () => {
  await crowd(MAX_CHOICES / 2)
  const cart = (await agent.call('POST', '/carts', lines(medium, 1))).body
  expect(minutesLeft(cart)).toBeLessThanOrEqual(CROWDED_MINUTES)
  const { body: changed } = await agent.call('PUT', `/carts/${cart.id}`, lines(medium, 2))
  expect(minutesLeft(changed)).toBeLessThanOrEqual(CROWDED_MINUTES)
  await disperse()
  const { body: longer } = await agent.call('PUT', `/carts/${cart.id}`, lines(medium, 1))
  expect(minutesLeft(longer)).toBeGreaterThan(23 * 60)
  await crowd(MAX_CHOICES)
  expect((await agent.call('POST', '/carts', lines(medium, 1))).status).toBe(503)
  expect(minutesLeft((await agent.call('PUT', `/carts/${cart.id}`, lines(medium, 2))).body)).toBeGreaterThan(23 * 60)
  await disperse()
})

test('what one customer takes over, however often, takes no room from others', async () => {
  await crowd(MAX_CHOICES, true)
  expect((await agent.call('POST', '/carts', lines(medium, 1))).status).toBe(201)
  await disperse()
  const limited = await startShop({ hasRateLimits: true })
  const customer = await signedIn(limited)
  const take = () => customer.api.takeChosen('x'.repeat(32))
  for (let times = 0; times < TAKES_PER_MINUTE; times += 1) await expect(take()).rejects.toMatchObject({ status: 404 })
  await expect(take()).rejects.toMatchObject({ status: 429 })
  await limited.close()
})

test('of what a customer takes over the newest stay, and nothing that a program made up', async () => {
  const [customer, other] = [await signedIn(shop), await signedIn(shop)]
  const takeOne = async ({ api }: typeof customer) => {
    const made = ['-', 'none-M', `${medium.slice(0, -2)}-%20`, `x-${'x'.repeat(490)}`].map((id) => ({
      item: { id },
      quantity: 1,
    }))
    const asked = { line_items: [...made.slice(0, 2), ...lines(medium, 2).line_items, ...made.slice(2)] }
    const { body } = await agent.call('POST', '/carts', asked)
    expect(await api.takeChosen(tokenIn(body))).toMatchObject({ notAdded: [] })
    return body.id
  }
  const kept = async ({ id }: typeof customer) =>
    (
      await sql<{ id: string; lines: object }>`select id, lines from agent_choices where taken_by = ${id}`.execute(
        shop.db,
      )
    ).rows
  const ofOther = await takeOne(other)
  await sql`
    insert into agent_choices (id, kind, token, lines, expires_at, taken_by, taken_at)
    select 'taken' || n, 'cart', 'taken' || n, '[]', now() + interval '1 day', ${customer.id}, now() - interval '1 minute' * n
    from generate_series(1, ${MAX_TAKEN}::integer) n`.execute(shop.db)
  await expect(customer.api.takeChosen('x'.repeat(32))).rejects.toMatchObject({ status: 404 })
  expect(await kept(customer)).toHaveLength(MAX_TAKEN)
  const newest = await takeOne(customer)
  const found = await kept(customer)
  expect(found).toHaveLength(MAX_TAKEN)
  expect(found).toContainEqual({ id: newest, lines: [{ id: medium, quantity: 2 }] })
  expect(found.map(({ id }) => id)).not.toContain(`taken${MAX_TAKEN}`)
  expect(await kept(other)).toMatchObject([{ id: ofOther }])
})

test('keys of many calls shut out no other program: their answers are kept shortly then', async () => {
  await sql`
    insert into agent_answers (key_hash, request_hash, answer, created_at)
    select sha256(('crowd' || n)::bytea), sha256('x'), '{"status":200,"body":{}}', now() - interval '1 minute' * ${CROWDED_MINUTES + 1}::integer
    from generate_series(1, ${MAX_ANSWERS}::integer) n`.execute(shop.db)
  const again = () => agent.call('POST', '/carts', lines(medium, 1), { key: 'after the crowd' })
  const first = await again()
  expect(first.status).toBe(201)
  expect((await again()).body.id).toBe(first.body.id)
  await sql`
    insert into agent_answers (key_hash, request_hash, answer)
    select sha256(('new' || n)::bytea), sha256('x'), '{"status":200,"body":{}}' from generate_series(1, ${MAX_ANSWERS}::integer) n`.execute(
    shop.db,
  )
  expect((await agent.call('POST', '/carts', lines(medium, 1), { key: 'one too many' })).status).toBe(503)
  await sql`delete from agent_answers`.execute(shop.db)
})

test('thousands of carts that have ended are deleted without reading the table for each', async () => {
  const { rows } = await sql<{ unindexed: string }>`
    select attribute.attname as unindexed
    from pg_constraint reference
    join pg_attribute attribute on attribute.attrelid = reference.conrelid and attribute.attnum = reference.conkey[1]
    where reference.contype = 'f' and reference.conrelid = 'agent_choices'::regclass
      and not exists (
        select from pg_index index
        where index.indrelid = reference.conrelid and index.indkey[0] = reference.conkey[1]
          and coalesce(pg_get_expr(index.indpred, index.indrelid), '') in ('', '(' || attribute.attname || ' IS NOT NULL)')
      )`.execute(shop.db)
  expect(rows).toEqual([])
})
