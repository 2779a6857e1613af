import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { WEBHOOK_TOPICS } from '#contract/programs/webhook-topics.ts'
import { createAdmin } from '#server/accounts/service.ts'
import { eraseAccounts } from '#server/jobs/erase-accounts.ts'
import { createOrderLinks } from '#server/orders/order-link.ts'
import { numberChanges } from '#server/db/change-feed/service.ts'
import { sendMails } from '#server/mails/send-mails.ts'
import { readMigrations } from '#server/db/migrate.ts'
import { addProduct } from '#test/factories.ts'
import { confirmedCustomer, customerWithEverything, HOME, MOVED, orderedBy } from '#test/customer-with-everything.ts'
import { expectInvariants } from '#test/invariants.ts'
import { NEVER, signedIn, setSandboxFaults, type SignedIn } from '#test/purchase.ts'
import { SELLER_ADDRESS, setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'

// Whoever leaves something everywhere makes some sixty calls.
vi.setConfig({ testTimeout: 120_000 })

const log: string[] = []
let shop: Awaited<ReturnType<typeof startShop>>
let admin: SignedIn
beforeAll(async () => {
  const logTo = { write: (line: string) => void log.push(line) }
  shop = await startShop({ logLevel: 'trace', logTo })
  admin = await signedIn(shop, 'admin')
  await setSandboxFaults(shop, { refundAfterMs: 0 })
  await setSettings(shop, { takesCash: true, cashNeedsConfirming: false })
})
beforeEach(() => void shop.mails.splice(0))
afterEach(() => expectInvariants(shop.db))
afterAll(() => shop.close())

const confirmed = (email: string) => confirmedCustomer(shop, email)
const withEverything = (email: string) => customerWithEverything(shop, admin, email)

const eraseNow = async ({ id }: { id: string }) => {
  await sql`update account_erasures set erases_at = now() where user_id = ${id}`.execute(shop.db)
  await eraseAccounts(shop.shop)
}
const isThere = async ({ id }: { id: string }) => {
  const { rows } = await sql`select from users where id = ${id}`.execute(shop.db)
  return rows.length === 1
}

/** The tables, but for the documents that tax law keeps, in which one of these texts stands. */
async function tablesWith(texts: readonly string[], except: readonly string[] = []): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(shop.db)
  expect(tables.length).toBeGreaterThan(40)
  const patterns = texts.map((text) => `%${text}%`)
  const found: string[] = []
  for (const { name } of tables) {
    if (except.includes(name)) continue
    const { rows } = await sql`
      select from ${sql.table(name)} as each where each::text ilike any(${patterns}::text[]) limit 1`.execute(shop.db)
    if (rows.length > 0) found.push(name)
  }
  return found.toSorted()
}

/** What is written about a customer, by its table. */
const WORDS = {
  order_steps: 'reason',
  cancellations: 'reason',
  return_steps: 'reason',
  settlements: 'reference',
  orders_put_aside: 'reason',
  parcels: 'failure',
  dealt_findings: 'note',
  reviews: 'answer',
}

const WRITTEN_IN = [
  ...Object.keys(WORDS),
  'checkouts',
  'contact_answers',
  'contacts',
  'documents',
  'idempotency_keys',
  'mails',
  'orders',
  'return_lines',
  'store_credit_ledger',
  'store_credits',
  'users',
  'webhook_deliveries',
]

test('of an erased customer nothing is in any table and in the log, but for the documents that tax law keeps', async () => {
  const email = 'zebulon.q@traces.example'
  await admin.api.addWebhook({ url: 'https://hooks.example.com/', topics: [...WEBHOOK_TOPICS] })
  const { customer, order, shirt } = await withEverything(email)
  await sendMails(shop.shop, NEVER)
  await customer.api.sendCode(email)
  const token = (await createOrderLinks(shop.db))(order._id)
  await customer.api.eraseAccount({ password: customer.password })
  const texts = [email, 'zebulon', 'quillfeather', HOME.phone, 'quokka']
  expect(await tablesWith(texts)).toEqual(expect.arrayContaining(WRITTEN_IN))
  await eraseNow(customer)
  expect(await tablesWith(texts, ['documents'])).toEqual([])
  // Who did what, and that they are gone, is kept under a number that leads to nobody.
  await numberChanges(shop.db)
  expect(await tablesWith([customer.id], ['documents'])).toEqual([
    'audit_log',
    'changes',
    'stock_ledger',
    'webhook_deliveries',
  ])
  expect(log.length).toBeGreaterThan(10)
  expect(texts.filter((text) => log.join('\n').toLowerCase().includes(text))).toEqual([])

  const { order: kept } = await admin.api.getOrderDetail(order._id)
  expect(kept).toMatchObject({ status: 'delivered', address: null, user: { name: 'A customer', email: '' } })
  expect(kept.documents.length).toBeGreaterThan(0)
  const document = await shop.db.selectFrom('documents').select('data').where('orderId', '=', order._id).execute()
  expect(JSON.stringify(document)).toContain('Quillfeather')
  expect((await shop.visitor().api.listReviews(shirt.id)).reviews).toMatchObject([
    { name: 'A customer', text: 'Sits well.' },
  ])
  expect(JSON.stringify(await shop.visitor().api.getSharedOrder(token))).not.toMatch(/zebulon|quokka/i)
  shop.mails.splice(0)
  await sendMails(shop.shop, NEVER)
  expect(shop.mails).toEqual([])
  await expect(shop.visitor().api.login({ email, password: customer.password })).rejects.toMatchObject({ status: 401 })
  // The address may have a new account, which is not the old one.
  const again = await confirmed(email)
  expect(await again.api.listMyOrders(again.id)).toEqual([])
})

test('nobody logs in to what stands in for an erased account', async () => {
  const { rows } = await sql<{
    key: string
  }>`select email_key as key from users where email_key like 'erased %'`.execute(shop.db)
  expect(rows).not.toEqual([])
  for (const { key: email } of rows) {
    await expect(shop.visitor().api.login({ email, password: 'none' })).rejects.toMatchObject({ status: 401 })
  }
})

test('the account stays for seven days, and everybody in it is logged out at once', async () => {
  const customer = await confirmed('days@traces.example')
  const { message } = await customer.api.eraseAccount({ password: customer.password })
  expect(message).toMatch(/^Your account will be erased on \d+ \w+ \d{4}\. If you change your mind, log in before/)
  await expect(customer.api.getMe()).rejects.toMatchObject({ status: 401 })
  await sql`update account_erasures set erases_at = erases_at - interval '6 days 23 hours'`.execute(shop.db)
  await eraseAccounts(shop.shop)
  expect(await isThere(customer)).toBe(true)
  await sql`update account_erasures set erases_at = erases_at - interval '1 hour'`.execute(shop.db)
  await Promise.all([eraseAccounts(shop.shop), eraseAccounts(shop.shop)])
  expect(await isThere(customer)).toBe(false)
})

test('whoever logs in keeps the account', async () => {
  const customer = await confirmed('back@traces.example')
  await customer.api.eraseAccount({ password: customer.password })
  await shop.visitor().api.login({ email: customer.user.email, password: customer.password })
  await eraseNow(customer)
  expect(await isThere(customer)).toBe(true)
})

test('the link in the mail keeps the account, once', async () => {
  const customer = await confirmed('link@traces.example')
  await customer.api.eraseAccount({ password: customer.password })
  await sendMails(shop.shop, NEVER)
  const mail = shop.mails.find(({ to }) => to === customer.user.email)
  expect(mail?.subject).toMatch(/^Your account will be erased on/)
  const [, token = ''] = /^http:\/\/localhost:\d+\/keep-account\/([\w-]{32})$/m.exec(mail?.text ?? '') ?? []
  const stored = await sql`select account_links::text from account_links where user_id = ${customer.id}`.execute(
    shop.db,
  )
  expect(JSON.stringify(stored.rows)).not.toContain(token)
  await expect(shop.visitor().api.keepAccount(`${token}x`)).rejects.toMatchObject({ status: 404 })
  expect((await shop.visitor().api.keepAccount(token)).message).toBe(
    'Your account stays as it is. Please log in again.',
  )
  await expect(shop.visitor().api.keepAccount(token)).rejects.toMatchObject({ status: 404 })
  await eraseNow(customer)
  expect(await isThere(customer)).toBe(true)
})

test('an account is erased once nothing is on its way to it any more', async () => {
  const customer = await confirmed('parcel@traces.example')
  const order = await orderedBy(shop, customer, (await addProduct(shop.db)).id)
  await customer.api.eraseAccount({ password: customer.password })
  await eraseNow(customer)
  expect(await isThere(customer)).toBe(true)
  await admin.api.changeOrderStatus(order._id, 'shipped')
  await eraseAccounts(shop.shop)
  expect(await isThere(customer)).toBe(true)
  await admin.api.changeOrderStatus(order._id, 'delivered')
  await eraseAccounts(shop.shop)
  expect(await isThere(customer)).toBe(false)
})

test('an account is kept while a courier fetches a return of it, until that is received', async () => {
  await setSettings(shop, SELLER_ADDRESS)
  const customer = await confirmed('fetched@traces.example')
  const order = await orderedBy(shop, customer, (await addProduct(shop.db)).id)
  for (const status of ['shipped', 'delivered'] as const) await admin.api.changeOrderStatus(order._id, status)
  const lines = [{ _id: order.products[0]!._id, quantity: 1, reason: 'too small' as const }]
  const { _id } = await customer.api.askForReturn(order._id, { lines, wayBack: 'pick-up' })
  await admin.api.changeReturn(_id, { to: 'approved' })
  await admin.api.bookPickUp(_id)
  await customer.api.eraseAccount({ password: customer.password })
  await eraseNow(customer)
  expect(await isThere(customer)).toBe(true)
  await admin.api.changeReturn(_id, { to: 'received' })
  await eraseAccounts(shop.shop)
  expect(await isThere(customer)).toBe(false)
})

test('only the owner of a confirmed address erases an account, by its password', async () => {
  const config = shop.shop.config as { smtpUrl: string | undefined }
  const unconfirmed = await shop.customer()
  config.smtpUrl = 'smtp://mail.example'
  await expect(
    unconfirmed.api.eraseAccount({ password: unconfirmed.password }).finally(() => (config.smtpUrl = undefined)),
  ).rejects.toMatchObject({ status: 403, code: 'confirmation_needed' })
  const customer = await confirmed('owner@traces.example')
  for (const password of ['wrong', '', 'x'.repeat(300)]) {
    await expect(customer.api.eraseAccount({ password })).rejects.toMatchObject({ status: 400 })
  }
  await sql`update users set role = 'admin', staff_role = 'owner' where id = ${customer.id}`.execute(shop.db)
  await expect(customer.api.eraseAccount({ password: customer.password })).rejects.toMatchObject({ status: 403 })
  const { rows } =
    await sql`select from account_erasures where user_id in (${customer.id}, ${unconfirmed.user._id})`.execute(shop.db)
  expect(rows).toEqual([])
  expect((await customer.api.getMe()).email).toBe('owner@traces.example')
})

test('an account of the staff is not erased, of whatever role, nor one that came to the staff since it asked', async () => {
  const roles = ['owner', 'manager', 'packer', 'accountant', 'support']
  for (const role of roles) {
    const member = await confirmed(`staff-${role}@traces.example`)
    await sql`update users set role = 'admin', staff_role = ${role} where id = ${member.id}`.execute(shop.db)
    await expect(member.api.eraseAccount({ password: member.password })).rejects.toMatchObject({
      status: 403,
      message: expect.stringMatching(/^This account belongs to the staff\./),
    })
    await sql`insert into account_erasures (user_id, erases_at) values (${member.id}, now())`.execute(shop.db)
    await eraseAccounts(shop.shop)
    expect(await isThere(member)).toBe(true)
  }
  const asked = await confirmed('asked@traces.example')
  await asked.api.eraseAccount({ password: asked.password })
  await createAdmin(shop.db, { email: 'asked@traces.example', password: 'a plain new password' })
  const { rows } = await sql`select from account_erasures where user_id = ${asked.id}`.execute(shop.db)
  expect(rows).toEqual([])
  await eraseNow(asked)
  expect(await isThere(asked)).toBe(true)
})

test('a customer gets one file with everything about them, and nothing about anybody else', async () => {
  const { customer, order } = await withEverything('file@traces.example')
  const other = await confirmed('other@traces.example')
  await orderedBy(shop, other, (await addProduct(shop.db)).id)
  const answer = await customer.fetch('/api/users/data')
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="my-data.json"')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  // It is made while it is sent, so that a large one delays nobody.
  expect(answer.headers.get('content-length')).toBeNull()
  const text = await answer.text()
  expect(text).toMatch(/^\{\n {2}"about": /)
  expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`)
  expect(JSON.parse(text)).toMatchObject({
    account: { email: 'file@traces.example', firstname: 'Zebulon', isEmailConfirmed: true },
    logins: [{ createdAt: expect.any(String) }],
    addresses: [{ street: HOME.street }, { street: MOVED.street }],
    orders: [
      { status: 'delivered' },
      { status: 'cancelled' },
      { status: 'cancelled' },
      { _id: order._id, address: MOVED },
    ],
    reviews: [{ rating: 4, text: 'Sits well.' }],
    cart: { cart: [{ quantity: 1 }] },
    wishlist: [{ price: expect.any(Number) }],
    stockRequests: [{ askedAt: expect.any(String) }],
    messages: [{ message: 'I am Zebulon.', answers: [{ text: 'Dear Zebulon, yes.' }] }],
  })
  expect(text).not.toMatch(/other@traces|argon2|password_hash|token/i)
})

test('whoever took a stranger’s address for an account does not get that stranger’s messages', async () => {
  const form = { firstName: 'Meera', lastName: 'Das', contactNumber: '9123456780', subject: 'S', message: 'Private.' }
  await shop.visitor().api.submitContact({ ...form, email: 'stranger@traces.example' })
  const thief = await shop.customer({ email: 'stranger@traces.example' })
  expect(await thief.api.getOwnData()).toMatchObject({ messages: [] })
})

/** Whose a row of these tables is; of the others it is who owns its order. */
const ABOUT: Record<string, string> = {
  reviews: 'reviews.user_id',
  return_steps: '(select user_id from returns join orders on orders.id = order_id where returns.id = return_id)',
  dealt_findings:
    '(select checkouts.user_id from payments join checkouts on checkouts.id = checkout_id where payments.id = subject)',
}

test('what was written about accounts that were erased before goes with the upgrade, and of nobody else', async () => {
  const written = "'Zarathustra'"
  const places = Object.entries(WORDS)
  await sql`
    insert into orders_put_aside (order_id, reason) select id, '' from orders
    where user_id in (select id from users where email_key like 'erased %') on conflict do nothing`.execute(shop.db)
  for (const [table, column] of places) {
    const also = table === 'reviews' ? ', answered_at = now()' : ''
    const where = table === 'settlements' ? `where kind = 'by hand'` : ''
    await sql.raw(`update ${table} set ${column} = ${written}${also} ${where}`).execute(shop.db)
  }
  const countsOf = async (whose: string) => {
    const counts = places.map(([table, column]) => {
      const about = ABOUT[table] ?? `(select user_id from orders where orders.id = ${table}.order_id)`
      return `select '${table}' as name, count(*)::int as count from ${table} where ${column} = ${written}
        and (select email_key ${whose} 'erased %' from users where users.id = ${about})`
    })
    const { rows } = await sql.raw<{ name: string; count: number }>(counts.join(' union all ')).execute(shop.db)
    return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
  }
  const [before, others] = [await countsOf('like'), await countsOf('not like')]
  expect(Object.values(before).every((count) => count > 0)).toBe(true)
  const migration = (await readMigrations()).find(({ name }) => name === '0580-words-about-erased-accounts.sql')
  await shop.db.transaction().execute((db) => sql.raw(migration!.text).execute(db))
  expect(Object.values(await countsOf('like')).every((count) => count === 0)).toBe(true)
  expect(await countsOf('not like')).toEqual(others)
})
