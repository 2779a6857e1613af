import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { mayCall, STAFF_AREAS } from '#contract/accounts/staff-areas.ts'
import { STAFF_ROLES, type StaffRole } from '#contract/accounts/staff-roles.ts'
import { addProduct } from '#test/factories.ts'
import { buy, signedIn } from '#test/purchase.ts'
import { furnish, sampleCalls, send, type Call, type Furnished } from '#test/sample-calls.ts'
import { startShop } from '#test/start-shop.ts'
import { tableContents } from '#test/table-contents.ts'

vi.setConfig({ testTimeout: 120_000 })

let shop: Awaited<ReturnType<typeof startShop>>
let furnished: Furnished
let calls: Call[]
beforeAll(async () => {
  shop = await startShop()
  furnished = await furnish(shop)
  calls = (await sampleCalls(shop, furnished)).filter(({ operation }) => operation['x-audience'] === 'admin')
})
afterAll(() => shop.close())

/** `GET /admin/orders/{orderId}` → `GET /admin/orders/:orderId`. */
const nameInTable = ({ name }: Call) => name.replaceAll(/\{(\w+)\}/g, ':$1')

test('each call of the admin area stands in one part of the table, and the table names no other', () => {
  const named = Object.values(STAFF_AREAS).flatMap((area) => area.calls)
  expect(named.toSorted()).toEqual(calls.map(nameInTable).toSorted())
})

test.each(STAFF_ROLES)(
  'the role “%s” may make the calls of its parts; every other is refused and does nothing',
  async (role) => {
    const { cookies } = await signedIn(shop, 'admin', role)
    const [own, others] = [true, false].map((may) => calls.filter((call) => mayCall(role, nameInTable(call)) === may))
    const before = await tableContents(shop.db)
    for (const call of others ?? []) {
      const answer = await send(shop, call, cookies)
      expect({ call: call.name, status: answer.statusCode, body: answer.json() }).toEqual({
        call: call.name,
        status: 403,
        body: expect.objectContaining({ code: 'forbidden', message: 'Your role does not have this part of the shop.' }),
      })
    }
    expect(await tableContents(shop.db)).toEqual(before)
    expect((others ?? []).length).toBe(role === 'owner' ? 0 : calls.length - (own ?? []).length)
    for (const call of own ?? []) {
      const { statusCode } = await send(shop, call, cookies)
      expect({ call: call.name, isRefused: [401, 403].includes(statusCode) }).toEqual({
        call: call.name,
        isRefused: false,
      })
    }
  },
)

test('a packer sees and ships orders, receives and inspects returns and keeps the own account, and that is all', () => {
  expect(
    calls
      .map(nameInTable)
      .filter((call) => mayCall('packer', call))
      .toSorted(),
  ).toEqual([
    'DELETE /admin/second-factor',
    'DELETE /admin/sessions',
    'DELETE /admin/sessions/:sessionId',
    'GET /admin/changes/orders',
    'GET /admin/changes/returns',
    'GET /admin/data',
    'GET /admin/events',
    'GET /admin/getallorders',
    'GET /admin/me',
    'GET /admin/order-counts',
    'GET /admin/orders/:orderId',
    'GET /admin/orders/labels',
    'GET /admin/orders/slips',
    'GET /admin/packing',
    'GET /admin/packing/:orderId/papers',
    'GET /admin/packing/papers',
    'GET /admin/parcels/manifest',
    'GET /admin/passkeys',
    'GET /admin/returns',
    'GET /admin/returns/:returnId',
    'GET /admin/returns/:returnId/pictures/:index',
    'GET /admin/second-factor',
    'GET /admin/sessions',
    'GET /admin/waiting',
    'PATCH /admin/me',
    'PATCH /admin/orders/:orderId/cash',
    'PATCH /admin/orders/:orderId/status',
    'PATCH /admin/passkeys/:passkeyId',
    'PATCH /admin/returns/:returnId',
    'POST /admin/change-email',
    'POST /admin/change-password',
    'POST /admin/confirm-password',
    'POST /admin/orders/:orderId/undo-shipping',
    'POST /admin/orders/ship',
    'POST /admin/packing/:orderId/items',
    'POST /admin/parcels/:parcelId/cancel',
    'POST /admin/parcels/:parcelId/check',
    'POST /admin/parcels/:parcelId/label',
    'POST /admin/parcels/book',
    'POST /admin/passkeys',
    'POST /admin/passkeys/:passkeyId/remove',
    'POST /admin/passkeys/options',
    'POST /admin/returns/:returnId/pick-up',
    'POST /admin/second-factor/confirm',
    'POST /admin/second-factor/recovery-codes',
    'POST /admin/second-factor/start',
    'PUT /admin/orders/:orderId/shipment',
    'PUT /admin/packing/:orderId/aside',
  ])
})

test('settings and staff belong to the owners, tax also to the accountant, prices also to the manager', () => {
  const who = (call: string) => STAFF_ROLES.filter((role) => mayCall(role, call))
  expect(who('PATCH /admin/settings')).toEqual(['owner'])
  expect(who('PATCH /admin/staff/:userId')).toEqual(['owner'])
  expect(who('GET /admin/tax')).toEqual(['owner', 'accountant'])
  expect(who('POST /admin/products/bulk')).toEqual(['owner', 'manager'])
  expect(who('GET /admin/a-call-that-nobody-named')).toEqual(['owner'])
})

test.each<[StaffRole, boolean]>([
  ['owner', true],
  ['manager', true],
  ['packer', false],
])('the role “%s” ships; whether it cancels, which gives money back: %s', async (role, mayCancel) => {
  const product = await addProduct(shop.db, { stock: 9 })
  const [shipped, cancelled] = [await buy(shop, product.id), await buy(shop, product.id)]
  const { api } = await signedIn(shop, 'admin', role)
  expect((await api.changeOrderStatus(shipped.order._id, 'shipped')).order.status).toBe('shipped')
  const outcome = await api.changeOrderStatus(cancelled.order._id, 'cancelled').then(
    () => 'done',
    (error: { code: string }) => error.code,
  )
  expect(outcome).toBe(mayCancel ? 'done' : 'forbidden')
  const order = await shop.db
    .selectFrom('orders')
    .select('status')
    .where('id', '=', cancelled.order._id)
    .executeTakeFirst()
  expect(order?.status).toBe(mayCancel ? 'cancelled' : 'order placed')
})

test('whoever only ships is told the parcel and its address, and neither money, payment nor e-mail address', async () => {
  const product = await addProduct(shop.db, { stock: 9, pricePaise: 9_876_543 })
  const bought = await buy(shop, product.id)
  const [packer, support] = [await signedIn(shop, 'admin', 'packer'), await signedIn(shop, 'admin', 'support')]
  const { rows } = await sql<{ email: string; paymentId: string }>`
    select users.email, payments.id as payment_id from orders join users on users.id = orders.user_id
    join payments on payments.order_id = orders.id where orders.id = ${bought.order._id}`.execute(shop.db)
  const { email = '', paymentId = '' } = rows[0] ?? {}
  const secrets = [email, paymentId, bought.order.orderId, '98765.43']
  const own = await sampleCalls(shop, { ...furnished, order: bought.order })
  const answers = new Map<string, string>()
  for (const call of own.filter(({ operation }) => operation['x-audience'] === 'admin')) {
    if (call.method !== 'GET' || !mayCall('packer', nameInTable(call))) continue
    answers.set(call.name, (await send(shop, call, packer.cookies)).body)
  }
  const shipped = await packer.api.changeOrderStatus(bought.order._id, 'shipped')
  const sent = await packer.api.changeShipment(bought.order._id, { courier: 'delhivery' })
  for (const [name, answer] of Object.entries({ shipped, sent })) answers.set(name, JSON.stringify(answer))
  for (const [name, body] of answers) {
    expect({ name, told: secrets.filter((secret) => body.includes(secret)) }).toEqual({ name, told: [] })
  }
  const seen = await packer.api.getOrderDetail(bought.order._id)
  expect(seen).toMatchObject({
    order: { address: bought.order.address, totalAmount: null, payment: null, user: { email: null }, documents: [] },
    customer: { orders: null },
    charge: null,
  })
  expect(await support.api.getOrderDetail(bought.order._id)).toMatchObject({
    order: { totalAmount: 98_765.43, user: { email } },
    customer: { orders: 1 },
  })
  for (const search of [email, email.slice(0, 14), bought.order.orderId]) {
    expect((await packer.api.listAllOrders({ search })).total).toBe(0)
    expect((await packer.api.countOrders({ search })).all).toBe(0)
    expect((await support.api.listAllOrders({ search })).total).toBeGreaterThan(0)
  }
  for (const search of [bought.order._id, bought.order.address?.pincode ?? '', product.name]) {
    expect((await packer.api.listAllOrders({ search })).total).toBeGreaterThan(0)
  }
  for (const query of [{ sort: 'total-asc' }, { waits: 'refund' }] as const) {
    await expect(packer.api.listAllOrders(query)).rejects.toMatchObject({ status: 403 })
  }
})

test('each sees the counts of their own parts only', async () => {
  await shop.visitor().api.submitContact({
    firstName: 'Ravi',
    lastName: 'Iyer',
    email: 'ravi@example.com',
    contactNumber: '9876501234',
    subject: 'Sizes',
    message: 'Is it wide?',
  })
  const waiting = async (role: StaffRole) => (await signedIn(shop, 'admin', role)).api.getWaiting()
  expect((await waiting('support')).messages).toBeGreaterThan(0)
  expect(await waiting('packer')).toMatchObject({ messages: 0, refunds: 0 })
  const unread = async (role: StaffRole) => (await (await signedIn(shop, 'admin', role)).api.getFigures()).unread.newest
  expect(await unread('manager')).not.toEqual([])
  expect(await unread('accountant')).toEqual([])
})

test('a role counts from the next call on, and who is deactivated is out at once', async () => {
  const staff = await signedIn(shop, 'admin', 'manager')
  await staff.api.listOffers()
  await sql`update users set staff_role = 'support' where id = ${staff.id}`.execute(shop.db)
  await expect(staff.api.listOffers()).rejects.toMatchObject({ status: 403 })
  expect((await staff.api.getAdminMe()).staffRole).toBe('support')
  await sql`update users set deactivated_at = now() where id = ${staff.id}`.execute(shop.db)
  await expect(staff.api.getAdminMe()).rejects.toMatchObject({ status: 401 })
})

test('a deactivated account cannot sign in to the admin area, even with the right password', async () => {
  const { user, password } = await shop.admin()
  await sql`update users set deactivated_at = now() where id = ${user._id}`.execute(shop.db)
  const visitor = shop.visitor()
  await expect(visitor.api.adminLogin({ email: user.email, password })).rejects.toMatchObject({
    status: 403,
    message: 'Access denied. Not an admin.',
  })
  expect([...visitor.cookies]).toEqual([])
})
