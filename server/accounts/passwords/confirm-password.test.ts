import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { addProduct, offerInput, saleInput } from '#test/factories.ts'
import { buy, signedIn } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop()
})
beforeEach(async () => {
  await sql`delete from rate_counters`.execute(shop.db)
})
afterAll(() => shop.close())

const NEEDED = { status: 403, code: 'password_needed', message: 'Please enter your password again.' }

/** As if everybody had signed in sixteen minutes ago. */
const letTimePass = () => sql`update sessions set proved_at = now() - interval '16 minutes'`.execute(shop.db)

const returnDays = async () => shop.shop.settings.current().returnDays

async function changesOf(admin: Awaited<ReturnType<typeof shop.admin>>) {
  const product = await addProduct(shop.db, { stock: 9 })
  const { order } = await buy(shop, product.id)
  const { settings } = await admin.api.listSettings()
  const revision = settings.find(({ name }) => name === 'returnDays')?.revision ?? 0
  return {
    'a price in bulk': () => admin.api.changeProducts({ action: 'price', ids: [product.id], percent: 10 }),
    'a setting': () => admin.api.changeSettings({ values: { returnDays: 9 }, revisions: { returnDays: revision } }),
    'a refund by hand': () => admin.api.changeOrderStatus(order._id, 'cancelled'),
    'a sale': () => admin.api.createSale(saleInput({ products: [product.id] })),
    'an offer': () => admin.api.createOffer(offerInput({ percent: 10 })),
    'somebody of the staff': () => admin.api.inviteStaff({ email: 'new@example.com', staffRole: 'packer' }),
  }
}

test('within fifteen minutes of signing in nothing asks for the password', async () => {
  const admin = await shop.admin()
  await sql`update sessions set proved_at = now() - interval '14 minutes'`.execute(shop.db)
  for (const change of Object.values(await changesOf(admin))) await expect(change()).resolves.toBeDefined()
})

test('after that prices in bulk, settings, refunds and staff want the password, once, and then go through', async () => {
  const admin = await shop.admin()
  const changes = await changesOf(admin)
  await letTimePass()
  const before = await returnDays()
  for (const change of Object.values(changes)) await expect(change()).rejects.toMatchObject(NEEDED)
  expect(await returnDays()).toBe(before)
  await expect(admin.api.confirmPassword('not this one')).rejects.toMatchObject({ status: 400, code: 'invalid' })
  await expect(changes['a setting']()).rejects.toMatchObject(NEEDED)
  expect(await admin.api.confirmPassword(admin.password)).toEqual({ message: 'Thank you.' })
  for (const change of Object.values(changes)) await change()
})

test('a sale and an offer end without it, and begin again with it only', async () => {
  const admin = await shop.admin()
  const { id } = await addProduct(shop.db)
  const { sale } = await admin.api.createSale(saleInput({ products: [id] }))
  const { offer } = await admin.api.createOffer(offerInput({ percent: 10 }))
  await letTimePass()
  const { revision, _id } = sale
  await expect(admin.api.editSale(_id, { ...saleInput({ products: [id] }), revision })).rejects.toMatchObject(NEEDED)
  expect((await admin.api.stopSale(_id, true)).sale.state).toBe('stopped')
  await expect(admin.api.stopSale(_id, false)).rejects.toMatchObject(NEEDED)
  expect((await admin.api.switchOffer(offer._id, false)).offer.isActive).toBe(false)
  await expect(admin.api.switchOffer(offer._id, true)).rejects.toMatchObject(NEEDED)
})

test('everything else goes on without it', async () => {
  const admin = await shop.admin()
  const product = await addProduct(shop.db, { stock: 9 })
  const { order } = await buy(shop, product.id)
  await letTimePass()
  await admin.api.updatePrice(product.id, { price: 90 })
  await admin.api.changeProducts({ action: 'stock', ids: [product.id], how: 'add', quantity: 1 })
  expect((await admin.api.changeOrderStatus(order._id, 'shipped')).order.status).toBe('shipped')
  await admin.api.listSettings()
})

test('one session’s password does not count for another, of the same person either', async () => {
  const [first, second] = [await shop.admin(), shop.visitor()]
  await second.api.adminLogin({ email: first.user.email, password: first.password })
  await letTimePass()
  await first.api.confirmPassword(first.password)
  await first.api.inviteStaff({ email: 'one@example.com', staffRole: 'packer' })
  await expect(second.api.inviteStaff({ email: 'two@example.com', staffRole: 'packer' })).rejects.toMatchObject(NEEDED)
})

test('whoever has taken over a session may guess no more often than whoever signs in', async () => {
  const config = shop.shop.config as { hasRateLimits: boolean }
  const admin = await shop.admin()
  config.hasRateLimits = true
  const statuses: number[] = []
  for (let count = 0; count < 7; count += 1) {
    await admin.api.confirmPassword('not this one').catch(({ status }: { status: number }) => statuses.push(status))
  }
  config.hasRateLimits = false
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429])
})

test('a role that may not is told so, and never asked for the password', async () => {
  const { api } = await signedIn(shop, 'admin', 'packer')
  await letTimePass()
  await expect(api.inviteStaff({ email: 'x@example.com', staffRole: 'owner' })).rejects.toMatchObject({
    code: 'forbidden',
  })
})

test('the description says which calls ask for it', async () => {
  const { paths } = await (await shop.visitor().fetch('/api/openapi.json')).json()
  expect(paths['/admin/settings'].patch['x-asks-password']).toBe('always')
  expect(paths['/admin/products/bulk'].post['x-asks-password']).toBe('sometimes')
  expect(paths['/admin/settings'].get['x-asks-password']).toBeUndefined()
})
