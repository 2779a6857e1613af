import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Address } from '#contract/schemas/address.ts'

import { addProduct } from '#test/factories.ts'
import { ADDRESS, buyCart, fillCart, signedIn } from '#test/purchase.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.close())

const PUNE: Address = { ...ADDRESS, city: 'Pune', state: 'Maharashtra', pincode: '411001' }

test('a seller without registration may close other states, which the checkout says before payment', async () => {
  const buyer = await signedIn(shop)
  await fillCart(buyer, (await addProduct(shop.db)).id)
  const { order } = await buyCart(shop, buyer, PUNE)
  await setSettings(shop, { sendsToOtherStates: false, addressState: 'Karnataka' })
  const admin = await signedIn(shop, 'admin')
  expect(await admin.api.getTaxMonth()).toMatchObject({ registration: 'none', sendsToOtherStates: false })
  const refused = {
    status: 400,
    fields: { state: 'This shop does not send to Maharashtra, only within its own state.' },
  }
  await fillCart(buyer, (await addProduct(shop.db)).id)
  await expect(buyer.api.startPayment(PUNE)).rejects.toMatchObject(refused)
  await expect(buyer.api.saveAddress(order._id, PUNE)).rejects.toMatchObject(refused)
  await expect(buyer.api.startPayment({ ...ADDRESS, state: 'Foo', pincode: '1' })).rejects.toMatchObject({
    status: 400,
    fields: { state: 'Please write the name of the state in India.' },
  })
  expect(await buyer.api.startPayment(ADDRESS)).toMatchObject({ currency: 'INR' })
})

test('the owner is told to choose a state before closing the others', async () => {
  const admin = await signedIn(shop, 'admin')
  await setSettings(shop, { sendsToOtherStates: true, addressState: '' })
  expect(await admin.api.getTaxMonth()).toMatchObject({ registration: 'none', sendsToOtherStates: true })
  const { settings } = await admin.api.listSettings()
  const revisions = Object.fromEntries(settings.map(({ name, revision }) => [name, revision]))
  await expect(admin.api.changeSettings({ values: { sendsToOtherStates: false }, revisions })).rejects.toMatchObject({
    status: 400,
    fields: { sendsToOtherStates: 'Please choose your own state under Seller first.' },
  })
  expect(settings.find(({ name }) => name === 'taxRegistration')?.hint).toContain('registered at any turnover')
})
