import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createAdmin, ensureFirstAdmin } from '#server/accounts/service.ts'
import { createTestDatabase } from '#test/database.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.close())

async function withNewDatabase<Result>(
  work: (database: Awaited<ReturnType<typeof createTestDatabase>>) => Promise<Result>,
) {
  const database = await createTestDatabase()
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

test('the first administrator is made once, with a random password that is answered once', async () => {
  await withNewDatabase(async ({ db }) => {
    const made = await ensureFirstAdmin(db, { email: 'owner@example.com' })
    expect(made).toEqual({ email: 'owner@example.com', password: expect.stringMatching(/^[\w-]{20,}$/) })
    expect(await ensureFirstAdmin(db, { email: 'owner@example.com' })).toBeUndefined()
    expect(await ensureFirstAdmin(db, { email: 'other@example.com', password: 'something else' })).toBeUndefined()
    const { rows } = await sql`select email, role from users`.execute(db)
    expect(rows).toEqual([{ email: 'owner@example.com', role: 'admin' }])
  })
})

test('of several processes that open a new database at once, one makes the administrator', async () => {
  await withNewDatabase(async ({ db }) => {
    const made = await Promise.all(
      ['a', 'b', 'c'].map((name) => ensureFirstAdmin(db, { email: `${name}@example.com`, password: 'a password' })),
    )
    expect(made.filter(Boolean)).toHaveLength(1)
    const { rows } = await sql`select email from users`.execute(db)
    expect(rows).toEqual([{ email: made.find(Boolean)?.email }])
  })
})

test('the password of the first administrator signs in', async () => {
  await sql`update users set role = 'customer' where role = 'admin'`.execute(shop.db)
  const made = await ensureFirstAdmin(shop.db, { email: 'first@example.com', password: 'given by the owner' })
  expect(made).toEqual({ email: 'first@example.com', password: 'given by the owner' })
  const { user } = await shop.visitor().api.adminLogin({ email: 'First@example.com', password: 'given by the owner' })
  expect(user.role).toBe('admin')
})

test('making an administrator of a customer sets the password, ends every session and is recorded', async () => {
  const customer = await shop.customer({ firstname: 'Ravi', lastname: 'Iyer' })
  const user = await createAdmin(shop.db, { email: customer.user.email.toUpperCase(), password: 'the new password' })
  expect(user).toMatchObject({ _id: customer.user._id, name: 'Ravi Iyer', email: customer.user.email, role: 'admin' })
  await expect(customer.api.getMe()).rejects.toMatchObject({ status: 401 })
  const { api } = shop.visitor()
  await expect(api.adminLogin({ email: customer.user.email, password: customer.password })).rejects.toMatchObject({
    status: 401,
  })
  expect(await api.adminLogin({ email: customer.user.email, password: 'the new password' })).toMatchObject({ user })
  const { rows } =
    await sql`select actor_id, subject_type, after from audit_log where subject_id = ${user._id}`.execute(shop.db)
  expect(rows).toEqual([{ actorId: null, subjectType: 'user', after: { email: user.email, role: 'admin' } }])
})

test('a new administrator is called Shop Admin', async () => {
  const user = await createAdmin(shop.db, { email: ' meera@example.com ', password: 'a password' })
  expect(user).toMatchObject({ email: 'meera@example.com', name: 'Shop Admin', role: 'admin', phone: '' })
})
